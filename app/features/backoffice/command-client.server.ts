import type { CommandName, CommandResult } from '~/embedded/backoffice/commands/table'
import { thisMachineHeader } from '~/server/request-info/client-ip.server'
import type { RequestInfo } from '~/server/request-info/request-info.server'
import { getUpstreamConnection } from '~/server/upstream/connection.server'
import { parseJson } from '~/values/strict-json'

export type Operator = CommandResult<'you'>

export type Refusal = { status: string; wrong?: { field: string; message: string }[] } & Record<string, unknown>

/** The outcome of a command. `first-approval`: this approval is stored, and another person's is still needed. */
export type CommandOutcome<A extends CommandName> =
  | { kind: 'done'; result: CommandResult<A> }
  | { kind: 'first-approval' | 'refused'; refusal: Refusal }
  | { kind: 'ended'; needsCode?: boolean }
  /** The store can't be reached, or the outcome of a change is unknown. */
  | { kind: 'unavailable' }

/** `isThisMachine`: a local request, no proxy. `renewal`: rows that a script refreshes, without extending the session. */
export type BackofficeInfo = RequestInfo & { isThisMachine: boolean; renewal: string | null; language: string }

export type CommandClient = ReturnType<typeof createCommandClient>

type Keys = { token: string; session?: string; code?: string | undefined }

export function createCommandClient({ token, session, code }: Keys, info: BackofficeInfo) {
  const { requestId, clientIp, isThisMachine, renewal, language } = info
  const send = async (command: CommandName, payload: object): Promise<Response> => {
    const connection = await getUpstreamConnection().catch(() => undefined)
    if (!connection) return new Response(null, { status: 503 })
    if (!connection.servePage) throw new Error('The back office needs the embedded upstream')
    return connection.servePage(
      new Request(`http://localhost/backoffice/api/${command}`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          'Accept-Language': language,
          'X-Request-Id': requestId,
          'X-Forwarded-For': clientIp,
          [thisMachineHeader]: isThisMachine ? 'yes' : 'no',
          ...(renewal === null ? {} : { 'X-Backoffice-Renew': 'yes' }),
          ...(session === undefined ? {} : { 'X-Backoffice-Session': session }),
          ...(code === undefined ? {} : { 'X-Backoffice-Code': code }),
        },
        body: JSON.stringify(payload),
      }),
    )
  }
  return {
    download: send,
    async call<A extends CommandName>(command: A, payload: object = {}): Promise<CommandOutcome<A>> {
      const response = await send(command, payload)
      const body = parseJson(await response.text()) as Refusal | undefined
      if (body === undefined || response.status >= 500) return { kind: 'unavailable' }
      const isEnded = body.status === 'shut' || (response.status === 401 && body.status !== 'code_wrong')
      return isEnded ? { kind: 'ended', needsCode: body.status === 'code_needed' } : outcomeOf(body)
    },
  }
}

/** Returns the outcome that a response reports. The API has validated it against the command's schema. */
export function outcomeOf<A extends CommandName>(body: Refusal): CommandOutcome<A> {
  if (body.status === 'success') return { kind: 'done', result: body as unknown as CommandResult<A> }
  return { kind: body.status === 'second_person' ? 'first-approval' : 'refused', refusal: body }
}
