import { createHash } from 'node:crypto'
import { parseHTML } from 'linkedom'
import { beforeAll, describe, expect, it } from 'vitest'
import { days, hours, minutes, toSeconds } from '~/values/durations'
import type { HttpRequestInit, HttpResponse } from '../../support/http-client'
import { sharedClient, sharedSite } from '../../support/shared-site'

/** The security headers of every response, on a site behind a proxy that terminates TLS. */

const host = 'www.madang.example'
const origin = `https://${host}`
const asBrowser = { Host: host, Origin: origin, 'Sec-Fetch-Site': 'same-origin' }

const site = sharedSite({
  PUBLIC_ORIGIN: `${origin},https://m.madang.example`,
  LAUNCH_ORIGINS: 'https://games.example',
})
const client = sharedClient(site)
let cookie: string

beforeAll(async () => {
  cookie = await client.signIn('demo', 'demo-1234', asBrowser)
})

const send = (method: string, path: string, sent: HttpRequestInit = {}) =>
  client.send(method, path, { ...sent, headers: { ...asBrowser, ...sent.headers } })

type RequestCase = {
  method?: string
  path: string
  status: number
  sent?: () => HttpRequestInit
  kind?: 'page' | 'other'
}

const asMember = (): HttpRequestInit => ({ headers: { Cookie: cookie } })
const json = (body: string): HttpRequestInit => ({
  headers: { 'Content-Type': 'application/json', Cookie: cookie },
  body,
})

const requestCases: RequestCase[] = [
  { path: '/', status: 200, kind: 'page' },
  { path: '/login', status: 200, kind: 'page' },
  { path: '/nowhere', status: 404, kind: 'page' },
  { path: '/deposit', status: 303 },
  { path: '/_.data', status: 200 },
  { path: '/deposit.data', status: 202 },
  { path: '/deposit', status: 200, kind: 'page', sent: asMember },
  { path: '/note', status: 200, kind: 'page', sent: asMember },
  { path: '/user?from=x', status: 422, kind: 'page', sent: asMember },
  { path: '/deposit.data', status: 200, sent: asMember },
  { path: '/user/history.csv', status: 200, sent: asMember },
  { path: '/user/history.csv?from=2026-02-30', status: 303, sent: asMember },
  { method: 'HEAD', path: '/note', status: 200, kind: 'page', sent: asMember },
  { method: 'POST', path: '/deposit', status: 401, kind: 'page', sent: () => ({ body: 'balance=10000' }) },
  {
    method: 'POST',
    path: '/deposit',
    status: 422,
    kind: 'page',
    sent: () => ({ ...asMember(), body: 'balance=1&code=headers-1' }),
  },
  { method: 'POST', path: '/login', status: 401, kind: 'page', sent: () => ({ body: 'id=demo&pw=wrong-words' }) },
  {
    method: 'POST',
    path: '/login',
    status: 403,
    kind: 'page',
    sent: () => ({ headers: { Origin: 'https://evil.example' }, body: 'a=b' }),
  },
  { method: 'POST', path: '/login', status: 413, kind: 'page', sent: () => ({ body: `a=${'x'.repeat(70_000)}` }) },
  { method: 'POST', path: '/language', status: 303, sent: () => ({ body: 'lng=en&next=/login' }) },
  { method: 'PUT', path: '/login', status: 405, kind: 'page' },
  { path: '/%zz', status: 400, kind: 'page' },
  { path: '/api/routes/get-jackpot', status: 405 },
  { method: 'POST', path: '/api/routes/get-jackpot', status: 200, sent: () => json('{}') },
  { method: 'POST', path: '/api/routes/get-jackpot', status: 422, sent: () => json('{"a":1}') },
  { path: '/readyz', status: 200 },
  { path: '/metrics', status: 403, sent: () => ({ headers: { 'X-Forwarded-For': '203.0.113.9' } }) },
  { path: '/favicon.svg', status: 200 },
  { path: '/assets/nowhere.js', status: 404, kind: 'page' },
  { path: '/art/5/hero/wide.svg', status: 200 },
  { path: '/sandbox/game/nowhere', status: 404 },
  { method: 'POST', path: '/callbacks/nowhere', status: 404, sent: () => ({ body: '{}' }) },
  { method: 'POST', path: '/callbacks/payments', status: 401, sent: () => ({ body: '{}' }) },
  { method: 'POST', path: '/backoffice/api/nowhere', status: 401, sent: () => ({ body: '{}' }) },
]

const fixed = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'strict-transport-security': expect.stringMatching(/^max-age=31536000/),
  'permissions-policy': expect.stringContaining('camera=()'),
  'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
}

describe('every response', () => {
  it.each(requestCases)(
    'to $method $path with $status has all security headers',
    async ({ method = 'GET', path, status, sent, kind }) => {
      const response = await send(method, path, sent?.())
      expect(response.status).toBe(status)
      // The URL of a game or payment contains its key.
      const isKey = /^\/sandbox\/(?:game|pay)\//.test(path)
      expect(response.headers).toMatchObject({ ...fixed, ...(isKey ? { 'referrer-policy': 'strict-origin' } : {}) })
      for (const name of ['x-powered-by', 'server', 'access-control-allow-origin'])
        expect(response.headers).not.toHaveProperty(name)

      const policy = directivesOf(response)
      expect(policy.get('default-src')).toEqual(["'none'"])
      expect(policy.get('frame-ancestors')).toEqual(["'none'"])
      expect(policy.get('base-uri')).toEqual(["'none'"])
      expect(JSON.stringify([...policy])).not.toMatch(/unsafe|\*|http:|data:.*script/)

      for (const line of response.headers['set-cookie'] ?? []) {
        expect(line).toMatch(/; Path=\/(;|$)/)
        expect(line).toMatch(/; HttpOnly/)
        expect(line).toMatch(/; SameSite=Lax/)
        expect(line).toMatch(/; Secure/)
        expect(line).not.toMatch(/; Domain/i)
      }
      const isPublic = /^\/(?:favicon|art\/5\/hero)/.test(path)
      const isShared = kind === 'page' && status === 200 && !sent
      if (!isPublic) expect(response.headers['cache-control']).toMatch(isShared ? /^private, no-cache$/ : /no-store/)
      if (response.body !== '') expect(response.headers['content-type']).toMatch(typeOf(path))
      // Otherwise iOS turns account numbers and amounts into phone links before hydration.
      if (response.body.startsWith('<!'))
        expect(response.body).toContain('name="format-detection" content="telephone=no')
      if (kind === 'page' && method !== 'HEAD') {
        expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
        for (const name of ['Cookie', 'Accept-Encoding', 'Save-Data']) expect(response.headers.vary).toContain(name)
        expectNothingInline(response, policy)
      }
    },
  )

  it('with a member’s page has a new nonce each time', async () => {
    const policies = await Promise.all(
      [1, 2].map(async () => directivesOf(await send('GET', '/note', asMember())).get('script-src')),
    )
    expect(policies[0]?.join()).toMatch(/'nonce-[\w+/=]{22,}'/)
    expect(policies[0]).not.toEqual(policies[1])
  })

  it('with a page without JavaScript has no nonce, because rejections reuse a prepared page', async () => {
    const lite = { headers: { Cookie: `${cookie}; __Host-lite=on` } }
    for (const response of [await send('PUT', '/login'), await send('GET', '/note', lite)]) {
      expect(response.body).toMatch(/^<!DOCTYPE html>/)
      expect(response.body).not.toMatch(/<script|nonce/)
      expect(directivesOf(response).get('script-src')).toEqual(["'self'"])
    }
  })
})

it.each(['/login', '/register?code=MADANG', '/user?change=login'])(
  'a password field on %s is masked and has an autocomplete value for password managers',
  async (path) => {
    const page = await send('GET', path, path.startsWith('/user') ? asMember() : {})
    const fields = [...parseHTML(page.body).document.querySelectorAll('input')].filter((input) =>
      /^(?:pw|pass|pass_check|new_pass|new_pass_check|exchange_pw)$/.test(input.getAttribute('name') ?? ''),
    )
    expect(fields.length).toBeGreaterThan(0)
    for (const field of fields) {
      expect(field.getAttribute('type'), field.outerHTML).toBe('password')
      const autocomplete = [...field.attributes].find(({ name }) => name.toLowerCase() === 'autocomplete')?.value
      expect(autocomplete, field.outerHTML).toMatch(/^(?:current-password|new-password|off)$/)
    }
  },
)

describe('over https', () => {
  const deposit = 'balance=10000&code=a-code-of-headers&intent='
  it.each<[string, number | undefined, () => Promise<HttpResponse>]>([
    ['madang', undefined, () => send('POST', '/login', { body: 'id=demo&pw=demo-1234' })],
    ['notice', minutes(1), () => send('POST', '/login', { body: 'id=demo&pw=demo-1234' })],
    ['lng', days(365), () => send('POST', '/language', { body: 'lng=en' })],
    ['lng', days(365), () => send('GET', '/login?lng=en')],
    ['theme', days(365), () => send('POST', '/theme', { body: 'theme=light' })],
    ['lite', days(365), () => send('POST', '/lite', { body: 'lite=on' })],
    ['pop_1', hours(8), () => send('POST', '/popup', { body: 'idx=1' })],
    ['recent', days(365), () => send('POST', '/game', { ...asMember(), body: 'company=gaon-casino&code=gaon-casino' })],
    ['device', days(365), () => send('POST', '/login', { body: 'id=demo&pw=demo-1234' })],
    ['account', hours(24), () => send('POST', '/deposit', { ...asMember(), body: `${deposit}ask-account` })],
  ])('the cookie %s is restricted to this host, for %s ms', async (name, lifetimeMs, sendRequest) => {
    const response = await sendRequest()
    const lines = response.headers['set-cookie'] ?? []
    const set = lines.map((line) => line.split('=', 1)[0])
    expect(set).toContain(`__Host-${name}`)
    // The specification's pages read the remembered id by its plain name.
    expect(set.filter((setName) => !setName?.startsWith('__Host-'))).toEqual(
      ['madang', 'notice', 'device'].includes(name) ? ['userId'] : [],
    )
    for (const line of lines) expect(line).toMatch(/(; Max-Age=\d+)?; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    const seconds = /; Max-Age=(\d+)/.exec(lines.find((line) => line.startsWith(`__Host-${name}=`)) ?? '')?.[1]
    expect(seconds).toBe(lifetimeMs && `${toSeconds(lifetimeMs)}`)
  })

  it('a session cookie without the prefix is ignored', async () => {
    const bare = cookie.replace('__Host-', '')
    expect((await send('GET', '/note', { headers: { Cookie: bare } })).status).toBe(303)
  })
})

function directivesOf({ headers }: HttpResponse): Map<string, string[]> {
  const policy = headers['content-security-policy']
  expect(typeof policy).toBe('string')
  const directives = String(policy)
    .split(';')
    .map((directive) => directive.trim().split(/\s+/))
  const names = directives.map(([name = '']) => name)
  expect(new Set(names).size, 'a directive is repeated').toBe(names.length)
  return new Map(directives.map(([name = '', ...sources]) => [name, sources]))
}

function typeOf(path: string): RegExp {
  if (path.endsWith('/favicon.svg')) return /^image\/svg\+xml/
  return /^(?:text\/(?:html|plain|csv|x-script); ?charset=utf-8|application\/json(?:; charset=utf-8)?|image\/svg\+xml; charset=utf-8)/i
}

/** Expects only scripts that the policy allows, and nothing inline that it would block. */
function expectNothingInline({ body }: HttpResponse, policy: Map<string, string[]>): void {
  const { document } = parseHTML(body)
  const allowed = policy.get('script-src') ?? []
  for (const script of document.querySelectorAll('script')) {
    const nonce = script.getAttribute('nonce')
    const text = script.textContent ?? ''
    const hash = createHash('sha256').update(text).digest('base64')
    const own = script.getAttribute('src')?.startsWith('/assets/') ?? false
    expect(own || allowed.includes(`'nonce-${nonce}'`) || allowed.includes(`'sha256-${hash}'`), text.slice(0, 80)).toBe(
      true,
    )
  }
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      expect(name).not.toMatch(/^on|^style$|^srcdoc$/)
      expect(value).not.toMatch(/^\s*(?:javascript|vbscript):/i)
      if (name === 'src') expect(value).toMatch(/^(?:\/(?!\/)|data:image)/)
    }
  }
  expect(document.querySelectorAll('style, iframe, object, embed, base, meta[http-equiv]')).toHaveLength(0)
}
