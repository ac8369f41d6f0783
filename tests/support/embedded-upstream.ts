import { randomUUID } from 'node:crypto'
import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { expect } from 'vitest'
import { createJobContext } from '~/embedded/context.server'
import { type EmbeddedOptions, openStore } from '~/embedded/index.server'
import { startEmbeddedUpstream } from '~/embedded/serve.server'
import { type CallName, contract, type PayloadOf, type ResponseOf } from '~/upstream/contract'
import type { UpstreamFetch } from '~/upstream/contract/call'
import { strictDifferences } from '../../bin/upstream/strict-response'
import { expectAuditPasses } from './audit'
import { createDatabase, databaseServerUrl } from './database'
import { firstMomentMs, testOptions } from './embedded-options'

/** A call's response. `response` is parsed by the contract on access, and throws if the body does not match it. */
export type CallReply<S extends CallName> = {
  httpStatus: number
  status: string | undefined
  body: Record<string, unknown>
  response: ResponseOf<S>
}

type Payload<S extends CallName> = PayloadOf<S> | Record<string, unknown>

/** Returns a valid registration with a unique id. */
export function registration<Typed extends object>(typed?: Typed) {
  const id = `m${randomUUID().slice(0, 8)}`
  const bank = { bankname: '국민은행', banknumber: '1234567890', bankowner: '나그네' }
  const secrets = { pw: 'a-long-password', exchange_pw: '4321' }
  return { id, nick: id, phone: '01011112222', ...secrets, ...bank, code: 'MADANG', ...typed }
}

/** A store with the catalogue and demo data (prepare-embedded-store.ts). Copying it is faster than creating one. */
const storeTemplate = process.env.TEST_EMBEDDED_STORE
/** Options with which a store differs from the template or uses another folder, so that it can't be a copy. */
const optionsOfOwnStore = ['dataDir', 'seedDemo', 'money', 'now', 'siteName'] as const

/** Opens an embedded upstream for one test file, on PGlite or TEST_DATABASE_URL. Only the test advances its clock. */
export async function openTestEmbeddedUpstream(overrides: Partial<EmbeddedOptions> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'madang-house-'))
  const database = databaseServerUrl ? await createDatabase() : undefined
  let nowMs = firstMomentMs
  const lines: { level: string; about: object; message: string }[] = []
  const log = (level: string) => (about: object, message: string) => {
    lines.push({ level, about, message })
  }
  const now = () => new Date(nowMs)
  const options: EmbeddedOptions = {
    ...testOptions(dataDir),
    databaseUrl: database?.url,
    log: { info: log('info'), warn: log('warn'), error: log('error') },
    now,
    ...overrides,
  }
  if (storeTemplate && !options.databaseUrl && !optionsOfOwnStore.some((name) => name in overrides))
    cpSync(storeTemplate, join(dataDir, 'house'), { recursive: true })
  let store = await openStore(options)
  let embedded = await startEmbeddedUpstream(store, options)

  // The reason is only in the log, such as a back-office result that doesn't match its schema.
  const showErrors = <Answer extends { status: number }>(response: Answer): Answer => {
    if (response.status === 500) console.error(lines.at(-1)?.message, lines.at(-1)?.about)
    return response
  }
  const send = async (request: Request) => showErrors(await embedded.fetch(request))
  const fetch: UpstreamFetch = async (request) => showErrors(await embedded.call(request))

  const call = <S extends CallName>(
    callName: S,
    payload: Payload<S>,
    token?: string,
    headers?: Record<string, string>,
  ) => callBy(fetch, callName, payload, token, headers)

  async function callBy<S extends CallName>(
    upstream: UpstreamFetch,
    callName: S,
    payload: Payload<S>,
    token?: string,
    headers: Record<string, string> = {},
  ): Promise<CallReply<S>> {
    const response = await upstream({
      path: contract[callName].path,
      headers: {
        'Content-Type': 'application/json',
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: JSON.stringify(payload),
      signal: new AbortController().signal,
    })
    const body = (await json(response.body as Readable)) as Record<string, unknown>
    const parsed = contract[callName].response.safeParse(body)
    // The embedded upstream is the reference for other upstreams, so its responses must follow the contract strictly.
    if (response.status === 200 && parsed.success && (body.status ?? 'success') === 'success')
      expect(strictDifferences(callName, body), `the response of ${callName}`).toEqual([])
    return {
      httpStatus: response.status,
      status: typeof body.status === 'string' ? body.status : undefined,
      body,
      get response(): ResponseOf<S> {
        if (!parsed.success) throw new Error(`invalid response of ${callName}: ${JSON.stringify(body)}`)
        return parsed.data as ResponseOf<S>
      },
    }
  }

  const signIn = async (id = 'demo', pw = 'demo-1234') => (await call('user-do-login', { id, pw })).response.token

  /** Registers and signs in a new member. @param cash the money in the wallet, in won */
  async function newMember(cash = 0): Promise<{ id: string; pw: string; exchange_pw: string; token: string }> {
    const form = registration()
    const { id, pw, exchange_pw } = form
    expect((await call('user-register', form)).status).toBe('success')
    const token = await signIn(id, pw)
    if (cash > 0) {
      await call('apply-user-deposit', { balance: cash, code: randomUUID() }, token)
      nowMs += options.playApprovalMs
    }
    return { id, pw, exchange_pw, token }
  }

  return {
    options,
    newMember,
    lines,
    /** Removes and returns the logged errors. Any remaining errors fail the test. */
    takeErrors: () => lines.splice(0).filter(({ level }) => level === 'error'),
    call,
    /** Like `call`, but to another embedded upstream. */
    callBy,
    /** Sends a request unchanged. */
    send,
    /** Makes a call as the site does. */
    fetch,
    signIn,
    advanceClock: (ms: number) => {
      nowMs += ms
    },
    /** Advances the clock to an ISO time. It can't go back. */
    advanceClockTo: (moment: string) => {
      nowMs = Math.max(nowMs, Date.parse(moment))
    },
    /** The context for the embedded upstream's internal functions. */
    context: () => createJobContext(store, options, options.now ?? now),
    query: <Row extends object>(text: string, values: readonly unknown[] = []) => store.query<Row>(text, values),
    /** Closes the upstream and reopens it on the same data with the options in `changed`. */
    reopen: async (changed: Partial<EmbeddedOptions> = {}) => {
      await embedded.close()
      store = await openStore(options)
      embedded = await startEmbeddedUpstream(store, { ...options, ...changed })
    },
    /** Closes the upstream, runs `work` (for example, on its files), and reopens it. */
    whileClosed: async (work: () => Promise<unknown>) => {
      await embedded.close()
      await work()
      store = await openStore(options)
      embedded = await startEmbeddedUpstream(store, options)
    },
    epoch: () => embedded.epoch(),
    /** Asserts that the audit passes, then closes the upstream and deletes its data. */
    close: async () => {
      try {
        await expectAuditPasses(store)
      } finally {
        await embedded.close()
      }
      await database?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
