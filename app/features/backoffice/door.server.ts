import type { CommandName, CommandResult } from '~/embedded/backoffice/commands'
import { thisMachineHeader } from '~/server/request-info/client-ip.server'
import type { RequestInfo } from '~/server/request-info/request-info.server'
import { getUpstreamConnection } from '~/server/upstream/member-client.server'
import { parseJson } from '~/values/strict-json'

/** Who sent a request to /backoffice, as the door of the commands says by their token. */
export type Operator = CommandResult<'you'>

/** What the back office refused, with the fields that some refusals have. */
export type Refusal = { status: string; wrong?: { field: string; message: string }[] } & Record<string, unknown>

/** The outcome of a command. `first-approval`: one person's approval is stored, and another's is needed. */
export type CommandOutcome<A extends CommandName> =
  | { kind: 'done'; result: CommandResult<A> }
  | { kind: 'first-approval' | 'refused'; refusal: Refusal }
  /** The token lives no more. */
  | { kind: 'ended' }
  /** The store can't be reached, or the outcome of a change is not known. */
  | { kind: 'unavailable' }

/**
 * What the steps have learned of a request; whether it comes from this machine, through no proxy; and whether a script
 * renews a page by itself, which keeps no session from becoming idle.
 */
export type BackofficeInfo = RequestInfo & { isThisMachine: boolean; isRenewal: boolean }

/** The door of the commands for one token, POST /backoffice/api/<command>, in this process. */
export type Door = ReturnType<typeof openDoor>

type Keys = { token: string; session?: string; code?: string | undefined }

/** Opens the door by a token, and a session that it began or a code of its second factor. */
export function openDoor({ token, session, code }: Keys, info: BackofficeInfo) {
  const { requestId, clientIp, isThisMachine, isRenewal } = info
  const send = async (command: CommandName, payload: object): Promise<Response> => {
    const connection = await getUpstreamConnection().catch(() => undefined)
    if (!connection) return new Response(null, { status: 503 })
    if (!connection.servePage) throw new Error('There is no back office without the embedded upstream')
    return connection.servePage(
      new Request(`http://localhost/backoffice/api/${command}`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          'X-Request-Id': requestId,
          'X-Forwarded-For': clientIp,
          [thisMachineHeader]: isThisMachine ? 'yes' : 'no',
          ...(isRenewal ? { 'X-Backoffice-Renew': 'yes' } : {}),
          ...(session === undefined ? {} : { 'X-Backoffice-Session': session }),
          ...(code === undefined ? {} : { 'X-Backoffice-Code': code }),
        },
        body: JSON.stringify(payload),
      }),
    )
  }
  return {
    /** The response of a command that answers a file. */
    download: send,
    async call<A extends CommandName>(command: A, payload: object = {}): Promise<CommandOutcome<A>> {
      const response = await send(command, payload)
      const body = parseJson(await response.text()) as Refusal | undefined
      if (body === undefined || response.status >= 500) return { kind: 'unavailable' }
      if (body.status === 'code_wrong') return { kind: 'refused', refusal: body }
      if (response.status === 401 || body.status === 'shut') return { kind: 'ended' }
      if (body.status === 'second_person') return { kind: 'first-approval', refusal: body }
      // The door answers each command by the schema of the table.
      if (response.ok) return { kind: 'done', result: body as CommandResult<A> }
      return { kind: 'refused', refusal: body }
    },
  }
}
