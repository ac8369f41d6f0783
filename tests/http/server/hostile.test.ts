import { beforeAll, describe, expect, it } from 'vitest'
import { brokenEncodings, hostileCookies, hostileTexts } from '../../support/hostile'
import type { HttpResponse } from '../../support/http-client'
import { inputsOf, isWholeProduct } from '../../support/products'
import { reportFigure } from '../../support/report-figure'
import { sharedClient, sharedSite } from '../../support/shared-site'
import { isReplicated } from '../../support/site'

/** Hostile requests: each gets a valid response, and the site keeps working. */

const secret = 'a secret of this test that no response may show'
const backofficeToken = 'a back-office token of this test that no response may show'

const site = sharedSite({ SESSION_SECRET: secret, BACKOFFICE_TOKEN: backofficeToken, TRUSTED_PROXIES: '1' })
const client = sharedClient(site)
let cookie: string
let sent = 0

beforeAll(async () => {
  cookie = await client.signIn()
})

type HostileRequest = { method?: string; path: string; body?: string | Uint8Array; headers?: Record<string, string> }
type Case = HostileRequest & { name?: string; expect?: readonly number[] }

const stack = /\bat \S+ \((?:file|node|\/)|node_modules|\.server\.ts|ZodError|TypeError|SyntaxError|ENOENT/

/**
 * Returns the faults of a response to any request.
 *
 * @param sentHeaders the request's headers. The site may renew a session that was sent.
 */
function faultsOf(
  { status, headers, body }: HttpResponse,
  wanted?: readonly number[],
  sentHeaders: Record<string, string> = {},
): string[] {
  const policy = String(headers['content-security-policy'] ?? '')
  const checks: [string, boolean][] = [
    [`status ${status}`, status >= 200 && status < 500 && (wanted?.includes(status) ?? true)],
    ['shows internals', !stack.test(body)],
    ['shows a secret', ![secret, backofficeToken, site.dataDir].some((word) => body.includes(word))],
    ['no policy', policy.includes("frame-ancestors 'none'")],
    ['may be sniffed', headers['x-content-type-options'] === 'nosniff'],
    ['no request id', /^[0-9a-f-]{36}$/.test(String(headers['x-request-id']))],
    ['shared with other sites', !('access-control-allow-origin' in headers)],
    [
      'a session for a request without one',
      /madang=/.test(sentHeaders.Cookie ?? '') || !headers['set-cookie']?.some((line) => /^madang=\w/.test(line)),
    ],
    ['cacheable error', status < 400 || /no-store/.test(String(headers['cache-control'])) || status === 405],
  ]
  return checks.filter(([, fine]) => !fine).map(([fault]) => fault)
}

/** Sends all requests, eight at a time. @returns the faults of their responses */
async function faults(cases: readonly Case[]): Promise<string[]> {
  const found: string[] = []
  const left = [...cases]
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        const { method = 'GET', path, name = '', expect: wanted, ...rest } = next
        const response = await client.send(method, path, rest)
        sent += 1
        const wrong = faultsOf(response, wanted, rest.headers)
        if (wrong.length > 0) found.push(`${method} ${path.slice(0, 90)} (${name}): ${wrong.join(', ')}`)
      }
    }),
  )
  return found
}

const asMember = () => ({ Cookie: cookie })
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())
/** The HTTP server rejects longer URLs. */
const textsForUrls = hostileTexts.filter(([, text]) => encoded(text).length < 8_000)
/** A sample with one text of each type, for forms with many fields. */
const sampleTexts = textsForUrls.filter(([name]) =>
  /NUL inside|line end|override|script|prototype|path|5,000|faces/.test(name),
)

const unencoded = ([name, text]: readonly [string, string]) =>
  [name, text.startsWith('%') ? text : encoded(text)] as const

describe('an address', () => {
  /** Inputs, the expected statuses, and URLs that end with a parameter's name. */
  const sweeps: [string, readonly (readonly [string, string])[], readonly number[] | undefined, readonly string[]][] = [
    [
      'text',
      [...sampleTexts, ...brokenEncodings.slice(0, 2)].map(unencoded),
      undefined,
      [
        ...['/?lng', '/login?next', '/login?lng', '/register?code', '/note?id', '/note?ask', '/help?id', '/help?kept'],
        ...['/notice?id', '/deposit?balance', '/deposit?idx', '/deposit?kept', '/withdraw?idx', '/withdraw?kept'],
        ...['/user?tab', '/user?from', '/user?range', '/user?ask', '/user?break', '/casino?q', '/slot?q', '/slot?sort'],
        ...['/slot/game?code', '/game?company', '/game?code', '/nowhere?x', '/slot?page', '/note?page', '/help?page'],
        ...['/user?tab=history&page', '/user?tab=comp&to=2026-01-01&from'],
      ]
        .flatMap((address) => [address, address.replace(/^\/\?/, '/_?').replace('?', '.data?')])
        .concat('/user/history.csv?tab', '/user/history.csv?from'),
    ],
    [
      'id',
      textsForUrls.filter(([name]) => name !== 'nothing').map(unencoded),
      [404],
      ['/note?id', '/help?id', '/slot/game?code', '/game?code=x&company'],
    ],
  ]

  it.each(sweeps)('accepts no hostile %s', async (_, inputs, wanted, addresses) => {
    const cases = addresses.flatMap((address, index) =>
      inputsOf(inputs, index, addresses.length).map(([name, text]): Case => {
        return { path: `${address}=${text}`, name, expect: wanted, headers: asMember() }
      }),
    )
    expect(await faults(cases)).toEqual([])
  })

  it('that is malformed gets a valid response', async () => {
    const paths = [
      ...['/%', '/%00', '/%c0%af', '//evil.example', '/\\evil.example'],
      `/${'x'.repeat(7_000)}`,
      `/?${'a=b&'.repeat(1_900)}`,
      '/__proto__',
      '/_.data?_routes=__proto__',
      '/deposit.data?_routes=cashier/deposit,features/cashier/deposit/deposit,root,nowhere',
      `/login.data?_routes=${'x,'.repeat(3_000)}`,
      '/nowhere.data?_routes=cashier/deposit',
      '/__manifest?paths=/deposit&version=x',
      `/__manifest?paths=${encoded('/deposit,'.repeat(500))}`,
      '/art/5/game/%00/b.svg',
      `/art/5/game/${'a'.repeat(3_000)}/b.svg`,
      '/art/5/provider/__proto__.constructor.svg',
      '/sandbox/',
      '/sandbox/game/%00',
      `/sandbox/game/${'x'.repeat(5_000)}`,
      '/sandbox/pay/%2e%2e%2fx',
      '/callbacks/nowhere',
      '/readyz?strict=__proto__',
    ]
    const otherMethods = ['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']
    const cases = [
      ...paths.map((path): Case => ({ path })),
      ...otherMethods.flatMap((method, index) =>
        inputsOf(paths, index, otherMethods.length).map((path): Case => {
          return { method, path, ...(method === 'POST' ? { body: 'a=b' } : {}) }
        }),
      ),
    ]
    expect(await faults(cases)).toEqual([])
  })
})

describe('a form', () => {
  const random = () => Math.random().toString(36).slice(2)
  const money = () => ({ code: `hostile-${random()}` })
  /** Each form's tested fields, and valid values for the others. */
  const forms: Record<string, { fields: readonly string[]; with?: () => Record<string, string>; visitor?: true }> = {
    '/login': { fields: ['id', 'pw'], with: () => ({ id: `nobody${random()}`, pw: 'nothing' }), visitor: true },
    '/register': {
      fields: ['id', 'pw', 'nick', 'phone', 'bankname', 'banknumber', 'bankowner', 'exchange_pw', 'code', 'intent'],
      visitor: true,
    },
    '/deposit': { fields: ['balance', 'idx', 'intent'], with: money },
    '/withdraw': { fields: ['balance', 'exchange_pw', 'idx', 'intent'], with: money },
    '/comp': { fields: ['points', 'intent'], with: money },
    '/note': { fields: ['intent'] },
    '/user': { fields: ['intent', 'kind', 'pass', 'new_pass'], with: () => ({ intent: 'password' }) },
    '/game': { fields: ['company', 'code'], with: () => ({ company: 'x', code: 'x' }) },
    '/language': { fields: ['lng'], visitor: true },
    '/theme': { fields: ['theme'], visitor: true },
    '/lite': { fields: ['lite'], visitor: true },
  }
  const refused = [400, 401, 404, 409, 422]
  const formFields = Object.entries(forms).flatMap(([path, { fields }]) => fields.map((field) => `${path} ${field}`))

  it.each(Object.entries(forms))('to %s accepts no hostile text', async (path, { fields, with: whole, visitor }) => {
    const texts = [...(fields.length > 5 ? sampleTexts : hostileTexts), ...brokenEncodings]
    const cases = fields.flatMap((field) =>
      inputsOf(texts, formFields.indexOf(`${path} ${field}`), formFields.length).map(([name, text]): Case => {
        const rest = new URLSearchParams({ ...whole?.(), [field]: '' })
        rest.delete(field)
        const value = /^%/.test(text) ? text : encoded(text)
        // An unknown intent is treated as the main one, whose fields are missing.
        const body = `${field}=${value}&${rest}`
        return {
          method: 'POST',
          path,
          body,
          name: `${field}: ${name}`,
          expect: body.length > 65_536 ? [413] : refused,
          headers: visitor ? {} : asMember(),
        }
      }),
    )
    expect(await faults(cases)).toEqual([])
  })

  it('redirects to no other site', async () => {
    const next = `next=${encoded('//evil.example/')}`
    const fields = {
      language: 'lng=ko',
      theme: 'theme=dark',
      lite: 'lite=off',
      popup: 'idx=1',
      login: 'id=demo&pw=demo-1234',
    }
    const redirects = [
      ...Object.entries(fields).map(([path, body]) => client.send('POST', `/${path}`, { body: `${body}&${next}` })),
      // Login and sign-up redirect a member who is already logged in.
      ...['/login', '/register'].map((path) => client.send('GET', `${path}?${next}`, { headers: asMember() })),
    ]
    for (const { status, headers } of await Promise.all(redirects))
      expect([status, headers.location]).toEqual([303, expect.stringMatching(/^\/(?![/\\])/)])
  })
})

it('cookies that the site never set have no effect', async () => {
  const value = cookie.slice('madang='.length)
  const requests: Case[] = [
    { path: '/', expect: [200] },
    { path: '/login', expect: [200] },
    { path: '/deposit', expect: [303] },
    { path: '/deposit.data', expect: [202] },
    { path: '/deposit.data?_routes=cashier/deposit', expect: [202] },
    { method: 'POST', path: '/deposit', body: 'balance=10000&code=a-code-1', expect: [401] },
    {
      method: 'POST',
      path: '/api/routes/user-health-check',
      body: '{}',
      expect: [401],
      headers: { 'Content-Type': 'application/json' },
    },
  ]
  const cases = requests.flatMap((request, index) =>
    inputsOf(hostileCookies, index, requests.length).map(([name, line]): Case => {
      const Cookie = line
        .replace('{session-cut}', cookie.slice(0, -5))
        .replace('{session}', cookie)
        .replace('{value}', value)
      return { ...request, name, headers: { ...request.headers, Cookie } }
    }),
  )
  expect(await faults(cases)).toEqual([])
})

it.skipIf(isReplicated)('requests with malformed headers get valid responses', async () => {
  const odd: Record<string, string>[] = [
    { 'X-Forwarded-For': '<script>, 1.2.3.4' },
    { 'X-Forwarded-For': `${'1.2.3.4, '.repeat(500)}x` },
    { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' },
    { 'X-Peer-Address': '127.0.0.1', 'X-Refused': '500', 'X-Request-Id': 'mine' },
    { 'X-Original-URL': '/deposit', 'X-Rewrite-URL': '/deposit' },
    { Accept: 'x'.repeat(4_000) },
    { 'Accept-Encoding': 'br;q=x, ,;;, gzip;q=0' },
    { Range: 'bytes=0-0,1-1,-1' },
    { Referer: 'javascript:alert(1)' },
    { 'User-Agent': 'x'.repeat(8_000) },
    { Authorization: `Basic ${'x'.repeat(4_000)}` },
    { Connection: 'Upgrade', Upgrade: 'websocket' },
    { Origin: 'https://evil.example' },
  ]
  const paths = ['/', '/login', '/_.data', '/nowhere', '/healthz', '/favicon.svg']
  const cases = paths.flatMap((path, index) =>
    inputsOf(odd, index, paths.length).map((headers): Case => ({ path, headers })),
  )
  expect(await faults(cases)).toEqual([])
  const claimed = await client.send('GET', '/login', { headers: { 'X-Forwarded-Host': 'evil.example' } })
  expect(claimed.body).not.toContain('evil.example')
})

it('after all hostile requests the site still works', async () => {
  expect(sent).toBeGreaterThan(isWholeProduct ? 1_500 : 150)
  reportFigure(`hostile requests: ${sent}, each answered in order, none with a 5xx`)
  expect((await client.send('GET', '/healthz')).status).toBe(200)
  expect((await client.send('GET', '/note', { headers: asMember() })).status).toBe(200)
  const { body } = await client.send('GET', '/metrics')
  expect(body).toMatch(/^madang_unhandled_rejections_total 0$/m)
  expect(site.output()).not.toMatch(/page failed|uncaught exception/)
  expect(site.output()).not.toContain(secret)
})
