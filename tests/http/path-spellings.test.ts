import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttpClient, type HttpClient, type HttpResponse } from '../support/http-client'
import { reportFigure } from '../support/report-figure'
import { sharedSite } from '../support/shared-site'
import { isReplicated, type Site, startSite } from '../support/site'
import { fullyTriedPaths, limitedCalls, sitePaths, spellings } from '../support/site-paths'

/**
 * The rules of a route (guard, limit, size, origin, cache) hold on every path, and for every spelling of one path of each
 * kind. tests/unit/path-spellings.test.ts holds that a spelling leads to the route of the plain path or to none.
 */

let triedCount = 0
afterAll(() => reportFigure(`${triedCount} spellings of ${fullyTriedPaths.length} addresses were tried`))

/**
 * Sends a path as it is written and, where all spellings are tried, by each of them.
 *
 * @returns spellings with their responses, but for those that lead nowhere or can't be decoded: nothing is to be guarded there.
 */
async function responsesTo(
  path: string,
  send: (spelled: string) => Promise<HttpResponse>,
): Promise<(readonly [spelled: string, response: HttpResponse])[]> {
  const spelledPaths = [path, ...(fullyTriedPaths.includes(path) ? spellings(path) : [])]
  triedCount += spelledPaths.length
  const responses = await Promise.all(spelledPaths.map(async (spelled) => [spelled, await send(spelled)] as const))
  return responses.filter(([spelled, { status }]) => spelled === path || ![400, 404].includes(status))
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
  const site = sharedSite({ SESSION_IDLE_MINUTES: '60' })
  let client: HttpClient
  beforeAll(async () => {
    client = createHttpClient(site.port)
  })
  afterAll(async () => {
    client?.close()
  })

  const pages = sitePaths.filter(({ callName }) => callName === undefined)
  const triedPages = pages.filter(({ path }) => fullyTriedPaths.includes(path))

  it.each(triedPages.filter(({ isForMembers }) => isForMembers))(
    '$path sends a visitor to log in',
    async ({ path }) => {
      const foreign = await responsesTo(path, (spelled) => client.send('GET', spelled))
      expect(foreign.filter(([, response]) => !redirectsTo(response, '/login')).map(([spelled]) => spelled)).toEqual([])
      const posted = await responsesTo(path, (spelled) => client.send('POST', spelled, { body: form({ intent: 'x' }) }))
      expect(new Set(posted.map(([, { status }]) => status))).toEqual(new Set([401]))
    },
  )

  it.each(triedPages)('$path is cached as its plain spelling is, and its data never', async ({ path }) => {
    await client.send('GET', path)
    const plain = await client.send('GET', path)
    for (const [spelled, { status, headers }] of await responsesTo(path, (spelled) => client.send('GET', spelled))) {
      const cached = headers['cache-control'] ?? ''
      if (!isData(spelled))
        expect([spelled, status, cached]).toEqual([spelled, plain.status, plain.headers['cache-control']])
      else if (!path.startsWith('/art/'))
        expect([spelled, cached]).toEqual([spelled, expect.stringContaining('no-store')])
    }
  })

  /** All calls share one route module, so the shared rules are tested on one visitor's and one member's call. */
  const someOfAll = sitePaths.filter(({ callName }) => !callName || ['check-user-id', 'open-game'].includes(callName))

  it.each(someOfAll)('$path takes no form of another site and no body of more than 64 KiB', async ({ path, file }) => {
    const headers = { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' }
    const foreign = await responsesTo(path, (spelled) => client.send('POST', spelled, { headers, body: 'a=b' }))
    // Requests with a signature or a token send no cookie and need no Origin.
    const isMachine = file === 'server/machines/embedded-machines.ts'
    if (!isMachine) expect(foreign.filter(([, { status }]) => status !== 403).map(([spelled]) => spelled)).toEqual([])
    const large = { headers: { 'Content-Type': 'text/plain' }, body: 'x'.repeat(66_000) }
    // The desk asks for its token before it reads anything.
    for (const [spelled, { status }] of await responsesTo(path, (spelled) => client.send('POST', spelled, large)))
      expect([401, 404, 405, 413], spelled).toContain(status)
  })

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
  'ask-password-reset': () => ({ id: 'walker_1', phone: '01012345678' }),
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

/** The forms of visitors that count to a limit. */
const formsOfVisitors = [
  { path: '/register', body: () => form(registration()) },
  { path: '/register', body: () => form({ ...registration(), intent: 'check-id' }) },
  { path: '/register', body: () => form({ ...registration(), intent: 'check-nick' }) },
  { path: '/forgot', body: () => form({ id: 'nobody_2', phone: '01012345678' }) },
  {
    path: '/reset',
    body: () => form({ id: 'nobody_2', code: 'x', pw: 'three plain words', pw_check: 'three plain words' }),
  },
  { path: '/login', body: () => form({ id: 'nobody_2', pw: 'not the password' }) },
]

describe('a limit that is reached', () => {
  let site: Site
  let client: HttpClient
  let cookie: string
  beforeAll(async () => {
    const one = [1, 3_600]
    site = await startSite({
      TRUSTED_PROXIES: '1',
      RATE_LIMITS: JSON.stringify({
        register: one,
        checks: one,
        help: one,
        money: one,
        loginAddress: one,
        forgot: one,
      }),
    })
    client = createHttpClient(site.port)
    cookie = await client.signIn()
    // Each limit allows one request, which is used up here.
    const call = (callName: string) =>
      client.call(callName, valid[callName]?.(), { Cookie: cookie, 'Content-Type': 'application/json' })
    for (const callName of ['check-user-id', 'user-ask-account', 'transfer-out', 'ask-password-reset']) {
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
  it('is known for every call that has one', () => {
    expect(limitedCalls.map(({ callName }) => callName).sort()).toEqual(Object.keys(valid).sort())
  })

  const limitedPosts: {
    path: string
    post: () => { body: string; headers?: Record<string, string>; asMember: boolean }
  }[] = [
    ...limitedCalls.map(({ callName }) => ({
      path: `/api/routes/${callName}`,
      post: () => ({ ...json(valid[callName]?.() ?? {}), asMember: true }),
    })),
    ...limitedForms.map(({ path, fields }) => ({ path, post: () => ({ body: form(fields()), asMember: true }) })),
    ...formsOfVisitors.map(({ path, body }) => ({ path, post: () => ({ body: body(), asMember: false }) })),
  ]
  it.each(limitedPosts)('stops $path', async ({ path, post }) => {
    const responses = await responsesTo(path, (spelled) => {
      const { asMember, headers = {}, body } = post()
      return client.send('POST', spelled, { body, headers: { ...headers, ...(asMember ? { Cookie: cookie } : {}) } })
    })
    expect(responses.filter(([, { status }]) => status !== 429).map(([spelled]) => spelled)).toEqual([])
  })

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

  it.skipIf(isReplicated)('is logged and counted by its own name', async () => {
    const names = ['register', 'checks', 'help', 'money', 'loginAddress', 'forgot']
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
  const site = sharedSite({ RATE_LIMITS: JSON.stringify({ all: [1, 3_600] }) })
  let client: HttpClient
  beforeAll(async () => {
    client = createHttpClient(site.port)
    await client.send('GET', '/')
  })
  afterAll(async () => {
    client?.close()
  })

  it.each(sitePaths)('stops $path, and no probe', async ({ path, file }) => {
    const isProbe = /(?:healthz|readyz|metrics)\.ts$/.test(file)
    for (const [spelled, { status }] of await responsesTo(path, (spelled) => client.send('GET', spelled)))
      expect(isProbe ? [200, 429] : [429], spelled).toContain(status)
  })
})
