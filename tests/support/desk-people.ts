import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Role } from '~/embedded/desk/commands/fields'
import type { openTestEmbeddedUpstream } from './embedded-upstream'

type TestEmbeddedUpstream = Awaited<ReturnType<typeof openTestEmbeddedUpstream>>
type Body = Record<string, unknown>

/**
 * The desk of an embedded upstream, asked with the tokens of several people.
 *
 * @param send passes a request on; to replicas in turns, for example.
 */
export function createDeskOf(embedded: TestEmbeddedUpstream, send = (request: Request) => embedded.send(request)) {
  /** Sends a command; of a file, the response is an empty body. */
  async function ask(token: string, command: string, payload: object = {}) {
    const response = await send(
      new Request(`http://house.example/house/desk/${command}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: JSON.stringify(payload),
      }),
    )
    const isFile = response.headers.has('content-disposition')
    if (isFile) await response.body?.cancel()
    return { httpStatus: response.status, body: isFile ? {} : ((await response.json()) as Body) }
  }

  /** The body of a command that must succeed. */
  async function run(token: string, command: string, payload: object = {}): Promise<Body> {
    const { body } = await ask(token, command, payload)
    expect(body, command).toMatchObject({ status: 'success' })
    return body
  }

  /** Makes a person's token by DESK_TOKEN. */
  async function makeToken(name: string, role: Role): Promise<string> {
    return String((await run(embedded.options.deskToken ?? '', 'make-token', { name, role })).token)
  }

  /** A deposit that waits. @returns its id */
  async function newDeposit(memberToken: string, won: number): Promise<string> {
    const applied = await embedded.call('apply-user-deposit', { balance: won, code: randomUUID() }, memberToken)
    expect(applied.status).toBe('success')
    const { rows } = await run(embedded.options.deskToken ?? '', 'movements', { kind: 'deposit', state: 'wait' })
    return (rows as { id: string }[]).at(-1)?.id ?? ''
  }

  return { ask, run, makeToken, newDeposit }
}
