import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Role } from '~/embedded/backoffice/commands/definition'
import { commands, isCommandName, mayNeedSecondPerson, refusalsOfChanges } from '~/embedded/backoffice/commands/table'
import type { openTestEmbeddedUpstream } from './embedded-upstream'

type TestEmbeddedUpstream = Awaited<ReturnType<typeof openTestEmbeddedUpstream>>
/** A command's response body. Most lists are in `rows`. */
type BackofficeBody = Record<string, unknown> & {
  rows?: Record<string, unknown>[]
  movement?: Record<string, unknown>
}

/** Calls the back office of an embedded upstream. @param send sends a request to it. */
export function createBackofficeOf(
  embedded: TestEmbeddedUpstream,
  send = (request: Request) => embedded.send(request),
) {
  const post = (token: string, command: string, payload: object, headers: Record<string, string> = {}) =>
    send(
      new Request(`http://site.example/backoffice/api/${command}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, ...headers },
        body: JSON.stringify(payload),
      }),
    )

  /** Asserts that the command declares the refusal, because docs/backoffice.md is generated from the declarations. */
  async function expectListed(command: string, response: Response) {
    if (!isCommandName(command)) throw new Error(`unknown command: ${command}`)
    const more = [...refusalsOfChanges, ...(mayNeedSecondPerson(command) ? ['no_first_approval', 'first_given'] : [])]
    const { status } = (await response.clone().json()) as { status: string }
    expect([...commands[command].refuses, ...more], `the refusals of ${command}`).toContain(status)
  }

  /** Sends a command. If the response is a file, the body is empty. */
  async function ask(token: string, command: string, payload: object = {}, headers: Record<string, string> = {}) {
    const response = await post(token, command, payload, headers)
    const isFile = response.headers.has('content-disposition')
    if (response.status === 409) await expectListed(command, response)
    if (isFile) await response.body?.cancel()
    return { httpStatus: response.status, body: isFile ? {} : ((await response.json()) as BackofficeBody) }
  }

  /** Returns the response body of a command. Asserts that it succeeds or ends with the given status. */
  async function run(token: string, command: string, payload: object = {}, status = 'success') {
    const { httpStatus, body } = await ask(token, command, payload)
    expect(body, command).toMatchObject({ status })
    if (status === 'success') expect(httpStatus, command).toBe(200)
    return body
  }

  const owner = () => embedded.options.backofficeToken ?? ''
  const askBackoffice = (command: string, payload?: object) => ask(owner(), command, payload)
  const backoffice = (command: string, payload?: object, status?: string) => run(owner(), command, payload, status)
  const lastLine = async () => (await backoffice('acts')).rows?.[0] ?? {}

  async function readFile(command: string, payload: object, type: string): Promise<string> {
    const response = await post(owner(), command, payload)
    expect(response.headers.get('content-type'), command).toBe(type)
    // `text()` would remove the byte order mark.
    return Buffer.from(await response.arrayBuffer()).toString()
  }

  async function exportLines(payload: object): Promise<string[]> {
    const lines = (await readFile('export', payload, 'text/csv; charset=utf-8')).split('\r\n')
    expect(lines.pop()).toBe('')
    return lines
  }

  async function makeToken(name: string, role: Role): Promise<string> {
    return String((await backoffice('make-token', { name, role })).token)
  }

  /** Creates a pending deposit. @returns its id */
  async function newDeposit(memberToken: string, won: number): Promise<string> {
    const applied = await embedded.call('apply-user-deposit', { balance: won, code: randomUUID() }, memberToken)
    expect(applied.status).toBe('success')
    const { rows } = await backoffice('movements', { kind: 'deposit', state: 'wait' })
    return String(rows?.at(-1)?.id)
  }

  return { ask, run, askBackoffice, backoffice, lastLine, readFile, exportLines, makeToken, newDeposit }
}
