import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallName } from '~/upstream/contract'
import { createHttpClient, type HttpClient, type HttpResponse } from '../support/http-client'
import { inputsOf } from '../support/products'
import { reportFigure } from '../support/report-figure'
import { type Site, startSite } from '../support/site'
import { limitedCalls, type SitePath, sitePaths, spellings, spellingsToSend } from '../support/site-paths'

/**
 * One path has many spellings: percent-encoded letters, another case, doubled or trailing slashes, and the data of a
 * page beside its document. Every rule of a route (guard, limit, size, origin, cache) must hold for all of them.
 */

/** Statuses of a path that leads nowhere or can't be decoded, where there is nothing to guard. */
const notFoundStatuses = [400, 404]

let triedCount = 0
afterAll(() => reportFigure(`${triedCount} spellings of ${sitePaths.length} addresses were tried`))

/** Addresses, each with the spellings of its path that a rule is tried on. */
function withSpellings<Address extends { path: string }>(addresses: readonly Address[]) {
  return addresses.map((address, at) => {
    return { ...address, spelledPaths: inputsOf(spellingsToSend(address.path), at, addresses.length) }
  })
}

/** Sends spellings of a path. @returns those whose response is neither that of the plain path nor not found */
async function findDifferingSpellings(
  spelledPaths: readonly string[],
  send: (spelled: string) => Promise<HttpResponse>,
  isSame: (response: HttpResponse, spelled: string) => boolean,
): Promise<string[]> {
  const wrong: string[] = []
  triedCount += spelledPaths.length
  const responses = await Promise.all(spelledPaths.map(send))
  for (const [at, response] of responses.entries()) {
    const spelled = spelledPaths[at] ?? ''
    if (notFoundStatuses.includes(response.status) || isSame(response, spelled)) continue
    wrong.push(
      `${spelled} answers ${response.status} ${response.headers['cache-control']} ${response.body.slice(0, 120)}`,
    )
  }
  return wrong
}

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
const json = (value: object) => ({ headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) })
const isData = (spelled: string) => /\.data(?:\?|$)/.test(spelled)

/** A redirect, as a document's response or inside the data that a script asked for. */
function redirectsTo(response: HttpResponse, where: string): boolean {
  if (response.status === 202 || response.status === 204) return response.body.includes(where)
  return response.status === 303 && (response.headers.location ?? '').startsWith(where)
}

describe('every spelling of a path', () => {
  let site: Site
  let client: HttpClient
  beforeAll(async () => {
    site = await startSite({ SESSION_IDLE_MINUTES: '60' })
    client = createHttpClient(site.port)
  })
  afterAll(async () => {
    client?.close()
    await site?.stop()
  })

  const pages = sitePaths.filter(({ callName }) => callName === undefined)
  /** All calls share one route module, so the shared rules are tested on one visitor's and one member's call. */
  const someOfAll = sitePaths.filter(({ callName }) => !callName || ['check-user-id', 'open-game'].includes(callName))
  const calls = sitePaths.filter(
    (address): address is SitePath & { callName: CallName } => address.callName !== undefined,
  )

  it.each(withSpellings(pages.filter(({ isForMembers }) => isForMembers)))(
    '$path sends a visitor to log in',
    async ({ path, spelledPaths }) => {
      expect((await client.send('GET', path)).headers.location).toMatch(/^\/login\?next=/)
      expect(
        await findDifferingSpellings(
          spelledPaths,
          (spelled) => client.send('GET', spelled),
          (response) => redirectsTo(response, '/login'),
        ),
      ).toEqual([])
      const posted = (await client.send('POST', path, { body: form({ intent: 'x' }) })).status
      expect(
        await findDifferingSpellings(
          spelledPaths,
          (spelled) => client.send('POST', spelled, { body: form({ intent: 'x' }) }),
          ({ status }) => status === posted,
        ),
      ).toEqual([])
    },
  )

  it.each(withSpellings(pages))('$path has the cache rules of the plain spelling', async ({ path, spelledPaths }) => {
    await client.send('GET', path)
    const plain = await client.send('GET', path)
    const documents = await findDifferingSpellings(
      spelledPaths,
      async (spelled) => (isData(spelled) ? { ...plain, status: 404 } : client.send('GET', spelled)),
      ({ status, headers }) =>
        status === plain.status &&
        headers['cache-control'] === plain.headers['cache-control'] &&
        headers['content-length'] === plain.headers['content-length'],
    )
    // A personal page's length varies with its request id, so only its status is compared.
    const shared = /no-cache|public/.test(plain.headers['cache-control'] ?? '')
    expect(shared ? documents : documents.filter((line) => !line.includes(` ${plain.status} `))).toEqual([])
    expect(
      await findDifferingSpellings(
        spelledPaths,
        async (spelled) => (isData(spelled) ? client.send('GET', spelled) : { ...plain, status: 404 }),
        ({ headers }) => /no-store/.test(headers['cache-control'] ?? '') || path.startsWith('/art/'),
      ),
    ).toEqual([])
  })

  it.each(withSpellings(calls.filter(({ isForMembers }) => isForMembers)))(
    '$path is refused to a visitor',
    async ({ path, spelledPaths }) => {
      expect((await client.send('POST', path, json({}))).status).toBe(401)
      expect(
        await findDifferingSpellings(
          spelledPaths,
          (spelled) => client.send('POST', spelled, json({})),
          ({ status }) => status === 401,
        ),
      ).toEqual([])
    },
  )

  it.each(withSpellings(someOfAll))('$path takes no form of another site', async ({ path, file, spelledPaths }) => {
    const foreign = { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' }
    const send = (spelled: string) => client.send('POST', spelled, { headers: foreign, body: 'a=b' })
    const plain = await send(path)
    // Requests with a signature or a token send no cookie and need no Origin.
    const isMachine = file === 'server/machines/embedded-machines.ts'
    if (!isMachine) expect(plain.status).toBe(403)
    expect(
      await findDifferingSpellings(spelledPaths, send, ({ status }) => status === plain.status || status === 403),
    ).toEqual([])
  })

  it.each(withSpellings(someOfAll))('$path takes no body of more than 64 KiB', async ({ path, spelledPaths }) => {
    // The desk asks for its token before it reads anything.
    const refused = [401, 404, 405, 413]
    const send = (spelled: string) =>
      client.send('POST', spelled, { headers: { 'Content-Type': 'text/plain' }, body: 'x'.repeat(66_000) })
    const plain = await send(path)
    expect(refused).toContain(plain.status)
    expect(await findDifferingSpellings(spelledPaths, send, ({ status }) => refused.includes(status))).toEqual([])
  })

  it.each(withSpellings(someOfAll.filter(({ callName }) => callName)))(
    '$path answers a refusal in JSON',
    async ({ spelledPaths }) => {
      const send = (spelled: string) =>
        client.send('POST', spelled, { headers: { 'Content-Type': 'text/plain' }, body: '{}' })
      expect(
        await findDifferingSpellings(
          spelledPaths,
          send,
          ({ status, body }) => status === 415 && JSON.parse(body).status === 'error',
        ),
      ).toEqual([])
    },
  )

  it('does not make a health check keep a session alive', async () => {
    const cookie = await client.signIn()
    const left = async (spelled: string) =>
      (await client.send('POST', spelled, { ...json({}), headers: { ...json({}).headers, Cookie: cookie } })).headers[
        'set-cookie'
      ]
    expect(await left('/api/routes/user-health-check')).toBeUndefined()
    for (const spelled of spellings('/api/routes/user-health-check')) expect(await left(spelled)).toBeUndefined()
  })
})

/** A payload of each limited call that passes its schema: what fails it does not count. */
const valid: Record<string, () => object> = {
  'user-register': () => ({
    id: 'walker_1',
    pw: 'three-plain-words',
    nick: '걷는이',
    phone: '01012345678',
    bankname: '국민은행',
    banknumber: '12345678901234',
    bankowner: '김하늘',
    exchange_pw: '2580',
    code: 'MADANG',
  }),
  'check-user-id': () => ({ id: 'walker_1' }),
  'check-user-nick': () => ({ nick: '걷는이' }),
  'user-write-help': () => ({ title: '제목', contents: randomUUID() }),
  'del-all-help': () => ({}),
  'user-ask-account': () => ({}),
  'apply-user-deposit': () => ({ balance: 10_000, code: randomUUID() }),
  'apply-user-withdraw': () => ({ balance: 10_000, code: randomUUID(), exchange_pw: '2580' }),
  'apply-deposit-payment': () => ({ balance: 10_000, code: randomUUID(), idx: 1 }),
  'withdrawal-launcher': () => ({ idx: 1 }),
  'roll-to-balance': () => ({ points: 1, code: randomUUID() }),
  'money-to-point': () => ({ points: 1, code: randomUUID() }),
  'transfer-in': () => ({}),
  'transfer-out': () => ({}),
  'set-play-limits': () => ({ reality: 60 }),
  'accept-documents': () => ({ versions: { terms: '2026-11-01', privacy: '2026-11-01' }, adult: true }),
}

/** The forms that make such a call, by the limit they count to. */
const limitedForms: { path: string; fields: () => Record<string, string> }[] = [
  { path: '/deposit', fields: () => ({ balance: '10000', code: randomUUID() }) },
  { path: '/deposit', fields: () => ({ intent: 'ask-account' }) },
  { path: '/withdraw', fields: () => ({ balance: '10000', exchange_pw: '2580', code: randomUUID() }) },
  { path: '/withdraw', fields: () => ({ intent: 'bring-back' }) },
  { path: '/comp', fields: () => ({ points: '1', code: randomUUID() }) },
  { path: '/user', fields: () => ({ intent: 'limits', day: '100000', week: '', month: '', reality: '60' }) },
  { path: '/help', fields: () => ({ intent: 'write', title: '제목', contents: randomUUID() }) },
  { path: '/help', fields: () => ({ intent: 'delete-all' }) },
]

const registration = () => ({
  ...(valid['user-register']?.() as Record<string, string>),
  pass_check: 'three-plain-words',
  adult: 'on',
})

describe('a limit that is reached', () => {
  let site: Site
  let client: HttpClient
  let cookie: string
  beforeAll(async () => {
    const one = [1, 3_600]
    site = await startSite({
      TRUSTED_PROXIES: '1',
      RATE_LIMITS: JSON.stringify({ register: one, checks: one, help: one, money: one, loginAddress: one }),
    })
    client = createHttpClient(site.port)
    cookie = await client.signIn()
    // Each limit allows one request, which is used up here.
    const call = (callName: string) =>
      client.call(callName, valid[callName]?.(), { Cookie: cookie, 'Content-Type': 'application/json' })
    for (const callName of ['check-user-id', 'user-ask-account', 'transfer-out']) {
      expect((await call(callName)).status).not.toBe(429)
    }
    const wrongCode = form({ ...registration(), code: 'NOBODY' })
    expect((await client.send('POST', '/register', { body: wrongCode })).status).toBe(422)
    const wrong = { body: form({ id: 'nobody_1', pw: 'not the password' }) }
    expect((await client.send('POST', '/login', wrong)).status).toBe(401)
  })
  afterAll(async () => {
    client?.close()
    await site?.stop()
  })
  const isLimited = ({ status }: HttpResponse) => status === 429

  it('is known for every call that has one', () => {
    expect(limitedCalls.map(({ callName }) => callName).sort()).toEqual(Object.keys(valid).sort())
  })

  const limitedAddresses = limitedCalls.map(({ callName }) => ({ callName, path: `/api/routes/${callName}` }))
  it.each(withSpellings(limitedAddresses))(
    'stops $callName however its path is spelled',
    async ({ callName, path, spelledPaths }) => {
      const send = (spelled: string) => {
        const { headers, body } = json(valid[callName]?.() ?? {})
        return client.send('POST', spelled, { headers: { ...headers, Cookie: cookie }, body })
      }
      expect((await send(path)).status).toBe(429)
      expect(await findDifferingSpellings(spelledPaths, send, isLimited)).toEqual([])
    },
  )

  it.each(withSpellings(limitedForms))(
    'stops the form of $path however its path is spelled',
    async ({ path, fields, spelledPaths }) => {
      const send = (spelled: string) =>
        client.send('POST', spelled, { headers: { Cookie: cookie }, body: form(fields()) })
      expect((await send(path)).status).toBe(429)
      expect(await findDifferingSpellings(spelledPaths, send, isLimited)).toEqual([])
    },
  )

  const formsOfVisitors = [
    { path: '/register', body: () => form(registration()) },
    { path: '/register', body: () => form({ ...registration(), intent: 'check-id' }) },
    { path: '/register', body: () => form({ ...registration(), intent: 'check-nick' }) },
    { path: '/login', body: () => form({ id: 'nobody_2', pw: 'not the password' }) },
  ]
  it.each(withSpellings(formsOfVisitors))(
    'stops the form of $path for visitors however its path is spelled',
    async ({ path, body, spelledPaths }) => {
      const send = (spelled: string) => client.send('POST', spelled, { body: body() })
      expect((await send(path)).status).toBe(429)
      expect(await findDifferingSpellings(spelledPaths, send, isLimited)).toEqual([])
    },
  )

  it('of one IP address counts no registration that is filled in wrongly', async () => {
    const elsewhere = { 'X-Forwarded-For': '203.0.113.77' }
    const send = (fields: Record<string, string>) =>
      client.send('POST', '/register', { headers: elsewhere, body: form({ ...registration(), ...fields }) })
    const mistakes: Record<string, string>[] = [
      { nick: '' },
      { pass_check: 'another' },
      { adult: '' },
      { bankname: 'no bank' },
    ]
    for (const fields of mistakes) {
      expect((await send(fields)).status).toBe(422)
    }
    expect((await send({ id: 'walker_7', nick: '일곱째' })).status).toBe(303)
    expect((await send({ id: 'walker_8', nick: '여덟째' })).status).toBe(429)
  })

  it('is logged and counted by its own name', async () => {
    const names = ['register', 'checks', 'help', 'money', 'loginAddress']
    await expect
      .poll(
        () =>
          site
            .output()
            .split('\n')
            .filter((line) => line.includes('"limited"')).length,
      )
      .toBeGreaterThan(5)
    const logged = new Set([...site.output().matchAll(/"limit":"(\w+)"/g)].map(([, name]) => name))
    expect([...logged].sort()).toEqual([...names].sort())
    const metrics = (await client.send('GET', '/metrics')).body
    const counted = [...metrics.matchAll(/madang_refused_total\{reason="limit-(\w+)"\}/g)].map(([, name]) => name)
    expect(counted.sort()).toEqual([...names].sort())
  })
})

describe('the limit of everything that one IP address sends', () => {
  let site: Site
  let client: HttpClient
  beforeAll(async () => {
    site = await startSite({ RATE_LIMITS: JSON.stringify({ all: [1, 3_600] }) })
    client = createHttpClient(site.port)
    await client.send('GET', '/')
  })
  afterAll(async () => {
    client?.close()
    await site?.stop()
  })

  it.each(withSpellings(sitePaths))(
    'stops $path however it is spelled, and no probe',
    async ({ path, file, spelledPaths }) => {
      const isProbe = /(?:healthz|readyz|metrics)\.ts$/.test(file)
      const wanted = isProbe ? 200 : 429
      expect((await client.send('GET', path)).status).toBe(wanted)
      // A path that can't be decoded is refused before it is counted.
      const wrong = await findDifferingSpellings(
        spelledPaths,
        (spelled) => client.send('GET', spelled),
        ({ status }) => status === wanted || status === 429,
      )
      expect(wrong).toEqual([])
    },
  )
})
