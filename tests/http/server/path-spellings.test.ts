import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { HttpResponse } from '../../support/http-client'
import { inputsOf } from '../../support/products'
import { sharedClient, sharedSite } from '../../support/shared-site'
import { isReplicated } from '../../support/site'
import { fullyTriedPaths, sitePaths, spellings } from '../../support/site-paths'
import { fieldOf, normalizedText, type PageResponse, registrationFields, visitor } from '../../support/visitor'
import { inOrder, words } from '../../support/words'

/**
 * The rules of a route (guard, limit, size, origin, cache) apply to every spelling of its path. One path of each kind
 * is tried, because all paths of a kind pass the same middleware. tests/unit/server/path-spellings.test.ts covers that
 * a spelling leads to the route of the plain path or to none.
 */

/** Requests a path as written and in its share of spellings. @returns the responses other than 400 and 404 */
async function responsesTo(
  path: string,
  send: (spelled: string) => Promise<HttpResponse>,
): Promise<(readonly [spelled: string, response: HttpResponse])[]> {
  const index = fullyTriedPaths.indexOf(path)
  const spelledPaths = [path, ...(index < 0 ? [] : inputsOf(spellings(path), index, fullyTriedPaths.length))]
  const responses = await Promise.all(spelledPaths.map(async (spelled) => [spelled, await send(spelled)] as const))
  return responses.filter(([spelled, { status }]) => spelled === path || ![400, 404].includes(status))
}

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
const json = (value: object) => ({ headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) })
const isData = (spelled: string) => /\.data(?:\?|$)/.test(spelled)

/** Whether a response redirects, as a document or inside page data. */
function redirectsTo(response: HttpResponse, where: string): boolean {
  if (response.status === 202 || response.status === 204) return response.body.includes(where)
  return response.status === 303 && (response.headers.location ?? '').startsWith(where)
}

const once = [1, 3_600]
const site = sharedSite({
  SESSION_IDLE_MINUTES: '60',
  TRUSTED_PROXIES: '1',
  RATE_LIMITS: JSON.stringify({
    register: once,
    checks: once,
    help: once,
    money: once,
    loginAddress: once,
    forgot: once,
  }),
})
const client = sharedClient(site)

describe('every spelling of a path', () => {
  const pages = sitePaths.filter(({ callName }) => callName === undefined)
  const triedPages = pages.filter(({ path }) => fullyTriedPaths.includes(path))

  it.each(triedPages.filter(({ isForMembers }) => isForMembers))(
    '$path sends a visitor to the login page',
    async ({ path }) => {
      const foreign = await responsesTo(path, (spelled) => client.send('GET', spelled))
      expect(foreign.filter(([, response]) => !redirectsTo(response, '/login')).map(([spelled]) => spelled)).toEqual([])
      const posted = await responsesTo(path, (spelled) => client.send('POST', spelled, { body: form({ intent: 'x' }) }))
      expect(new Set(posted.map(([, { status }]) => status))).toEqual(new Set([401]))
    },
  )

  it.each(triedPages)('$path is cached like its plain spelling, and its data never', async ({ path }) => {
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

  /** Includes a page of a game, because these pages read their forms themselves. */
  const ofEachKind = [...fullyTriedPaths, '/sandbox/game/nowhere']
  it.each(sitePaths.filter(({ path }) => ofEachKind.includes(path)))(
    '$path accepts no form from another site and no body of more than 64 KiB',
    async ({ path, file }) => {
      const headers = { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' }
      const foreign = await responsesTo(path, (spelled) => client.send('POST', spelled, { headers, body: 'a=b' }))
      // Requests with a signature or a token send no cookie and need no Origin.
      const isMachine = /^server\/resource-routes\/(embedded-api|callbacks)\.ts$/.test(file)
      if (!isMachine) expect(foreign.filter(([, { status }]) => status !== 403).map(([spelled]) => spelled)).toEqual([])
      const large = { headers: { 'Content-Type': 'text/plain' }, body: 'x'.repeat(66_000) }
      // The back office checks its token before it reads a body.
      for (const [spelled, { status }] of await responsesTo(path, (spelled) => client.send('POST', spelled, large)))
        expect([401, 404, 405, 413], spelled).toContain(status)
    },
  )

  it('does not make a health check extend a session', async () => {
    const cookie = await client.signIn()
    const left = async (spelled: string) =>
      (await client.send('POST', spelled, { ...json({}), headers: { ...json({}).headers, Cookie: cookie } })).headers[
        'set-cookie'
      ]
    expect(await left('/api/routes/user-health-check')).toBeUndefined()
    for (const spelled of inputsOf(spellings('/api/routes/user-health-check'), 0, fullyTriedPaths.length))
      expect(await left(spelled)).toBeUndefined()
  })
})

const registration = () => ({ ...registrationFields, id: 'walker_1', nick: '걷는이' })

/** Calls with a limit, one of each kind. */
const limitedCallPayloads: Record<string, () => object> = {
  'check-user-id': () => ({ id: 'walker_1' }),
  'apply-user-deposit': () => ({ balance: 10_000, code: randomUUID() }),
  'set-play-limits': () => ({ reality: 60 }),
  'accept-documents': () => ({ versions: { terms: '2026-11-01', privacy: '2026-11-01' }, adult: true }),
}
const limitedForms: { path: string; fields: () => Record<string, string>; ofVisitor?: true }[] = [
  { path: '/deposit', fields: () => ({ balance: '10000', code: randomUUID() }) },
  { path: '/deposit', fields: () => ({ intent: 'ask-account' }) },
  { path: '/withdraw', fields: () => ({ intent: 'bring-back' }) },
  { path: '/user', fields: () => ({ intent: 'limits', day: '100000', week: '', month: '', reality: '60' }) },
  { path: '/forgot', fields: () => ({ id: 'nobody_2', phone: '01012345678' }), ofVisitor: true },
  {
    path: '/reset',
    fields: () => ({ id: 'nobody_2', code: 'x', pw: 'three plain words', pw_check: 'three plain words' }),
    ofVisitor: true,
  },
  { path: '/login', fields: () => ({ id: 'nobody_2', pw: 'not the password' }), ofVisitor: true },
]

describe('a limit that is reached', () => {
  let cookie: string
  beforeAll(async () => {
    cookie = await client.signIn()
    // Each limit allows one request, which is used up here.
    const call = (callName: string, payload: object) =>
      client.call(callName, payload, { Cookie: cookie, 'Content-Type': 'application/json' })
    const identity = { id: 'walker_1', phone: '01012345678' }
    for (const [callName, payload] of [
      ['check-user-id', { id: 'walker_1' }],
      ['user-ask-account', {}],
      ['transfer-out', {}],
      ['ask-password-reset', identity],
    ] as const) {
      expect((await call(callName, payload)).status).not.toBe(429)
    }
    const wrongCode = form({ ...registration(), code: 'NOBODY' })
    expect((await client.send('POST', '/register', { body: wrongCode })).status).toBe(422)
    const wrong = { body: form({ id: 'nobody_1', pw: 'not the password' }) }
    expect((await client.send('POST', '/login', wrong)).status).toBe(401)
  })

  const limitedPosts: {
    path: string
    post: () => { body: string; headers?: Record<string, string>; asMember: boolean }
  }[] = [
    ...Object.entries(limitedCallPayloads).map(([callName, payload]) => ({
      path: `/api/routes/${callName}`,
      post: () => ({ ...json(payload()), asMember: true }),
    })),
    ...limitedForms.map(({ path, fields, ofVisitor }) => ({
      path,
      post: () => ({ body: form(fields()), asMember: !ofVisitor }),
    })),
  ]
  it.each(limitedPosts)('blocks $path', async ({ path, post }) => {
    const responses = await responsesTo(path, (spelled) => {
      const { asMember, headers = {}, body } = post()
      return client.send('POST', spelled, { body, headers: { ...headers, ...(asMember ? { Cookie: cookie } : {}) } })
    })
    expect(responses.filter(([, { status }]) => status !== 429).map(([spelled]) => spelled)).toEqual([])
  })

  /** Returns a rejection's status and message, and expects a waiting time. */
  function refusalOf(response: PageResponse) {
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(3_000)
    return [response.status, normalizedText(response.page.querySelector('main [role=alert]'))]
  }
  const value = (response: PageResponse, name: string) => fieldOf(response, name).value

  it('on registrations counts no invalid form, and keeps the values except the passwords', async () => {
    const guest = visitor(site.base, { 'X-Forwarded-For': '203.0.113.77' })
    const send = (fields: Record<string, string>) => guest.post('/register', { ...registration(), ...fields })
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
    const typed = { id: 'walker_8', nick: '여덟째', phone: '010-1234-5678', code: 'MADANG' }
    const next = visitor(site.base, { 'X-Forwarded-For': '203.0.113.77' })
    const limited = await next.post('/register', { ...registration(), ...typed })
    expect(refusalOf(limited)).toEqual([
      429,
      expect.stringMatching(inOrder(words['form.limited'], words['problem.limited.waitMinutes'])),
    ])
    expect(Object.keys(typed).map((name) => value(limited, name))).toEqual(Object.values(typed))
    expect(['pw', 'pass_check', 'exchange_pw'].map((name) => value(limited, name))).toEqual(['', '', ''])

    const check = { ...registration(), ...typed, intent: 'check-id' }
    expect((await next.post('/register', check)).status).toBe(200)
    const checked = await next.post('/register', check)
    expect([refusalOf(checked)[0], value(checked, 'nick')]).toEqual([429, typed.nick])
  })

  it('keeps a typed inquiry, and blocks a deletion', async () => {
    const member = visitor(site.base, { 'X-Forwarded-For': '203.0.113.78' })
    await member.signIn('demo2', 'demo-5678')
    const write = (contents: string) => member.post('/help', { intent: 'write', title: '제목', contents })
    expect((await write('하나')).status).toBe(303)
    const limited = await write('둘째 글')
    expect(refusalOf(limited)).toEqual([
      429,
      expect.stringMatching(inOrder(words['help.limited'], words['problem.limited.waitMinutes'])),
    ])
    expect([value(limited, 'title'), normalizedText(limited.page.querySelector('main textarea'))]).toEqual([
      '제목',
      '둘째 글',
    ])
    expect(refusalOf(await member.post('/help', { intent: 'delete-all' }))).toEqual([429, words['form.limited']])
    expect((await member.get('/help')).text).toContain('제목')
  })

  it('keeps a money form with its code, and moves nothing; an API call gets a plain error', async () => {
    const member = visitor(site.base, { 'X-Forwarded-For': '203.0.113.79' })
    await member.signIn()
    const forms: { path: string; typed: Record<string, string> }[] = [
      { path: '/deposit', typed: { balance: '30000' } },
      { path: '/withdraw', typed: { balance: '20000', exchange_pw: '2580' } },
      { path: '/comp', typed: { points: '77' } },
    ]
    for (const { path, typed } of forms) {
      const form = await member.formOn(path, typed)
      const limited = await form.post()
      expect(refusalOf(limited), path).toEqual([
        429,
        expect.stringMatching(inOrder(words['form.limited'], words['form.limited.text'])),
      ])
      const name = path === '/comp' ? 'points' : 'balance'
      expect(value(limited, name).replaceAll(',', ''), path).toBe(form.fields[name])
      expect([value(limited, 'exchange_pw'), value(limited, 'code')], path).toEqual(['', form.fields.code])
    }
    expect((await member.get('/deposit')).text).not.toContain('30,000')
    const call = await member.call('roll-to-balance', { points: 1, code: 'call-code-1' })
    expect([call.status, call.headers.get('Retry-After'), call.json()]).toMatchObject([
      429,
      expect.stringMatching(/^\d+$/),
      { error: { code: 'limited' } },
    ])
  })

  it.skipIf(isReplicated)('is logged and counted under its name', async () => {
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
