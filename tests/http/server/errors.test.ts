import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { parseHTML } from 'linkedom'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { referenceOf } from '~/values/request'
import { settingsForTests, shortUpstreamTimeoutMs } from '../../support/settings'
import { sharedForeignSite } from '../../support/shared-site'
import {
  fieldOf,
  hrefsIn,
  normalizedText,
  type PageResponse,
  registrationFields,
  signedIn,
  type Visitor,
  visitor,
} from '../../support/visitor'
import { inOrder, words } from '../../support/words'

/** Every error is a page inside the shell, with its HTTP status, the request id and links. */

const settings = {
  SESSION_SECRET: 'a secret for errors that is long enough to be taken',
  UPSTREAM_TIMEOUT_MS: `${shortUpstreamTimeoutMs}`,
  TRUSTED_PROXIES: '1',
}

const { site, upstream } = sharedForeignSite(settings)
let member: Visitor
let guest: Visitor

beforeAll(async () => {
  member = await signedIn(site.base)
  guest = visitor(site.base)
})
afterEach(() => upstream.clearFaults())

/** Expects an error page: the shell, one heading, the request id of the response's header, and links. */
function expectErrorPage(
  response: PageResponse,
  status: number,
  title: string,
  { member = true, links = ['/'] } = {},
): void {
  expect([response.status, normalizedText(response.page.querySelector('h1'))]).toEqual([status, title])
  expect(normalizedText(response.page.querySelector('title'))).toBe(`${title} · 마당`)
  const entries = hrefsIn(response.page, 'header nav a')
  expect(entries).toEqual(
    'casino slot sport deposit withdraw comp notice help help?write user'.split(' ').map((to) => `/${to}`),
  )
  expect(response.page.querySelectorAll('h1')).toHaveLength(1)
  expect(response.page.querySelector('footer form[action="/theme"]')).not.toBeNull()
  expect(response.page.documentElement.getAttribute('lang')).toBe('ko')
  expect(response.page.querySelector('header ~ section') !== null).toBe(member)

  const number = response.headers.get('X-Request-Id') ?? ''
  expect(number).not.toBe('')
  // A 404 needs no error reference.
  expect(response.text.includes(`${words['problem.reference']} ${referenceOf(number)}`)).toBe(status !== 404)
  const hrefs = hrefsIn(response.page, 'main a')
  expect(hrefs).toEqual(expect.arrayContaining(links))
  expect(hrefs.length).toBeGreaterThan(1)
  expect(response.body).not.toMatch(/node_modules|\bat \S+:\d+:\d+|Error:/)
  expect(response.headers.get('Cache-Control')).toContain('no-store')
}

describe('a path that does not exist', () => {
  it('is a 404 for visitors and for members, with the shell of each', async () => {
    // Contacting support requires a login.
    const links = ['/', '/login?next=%2Fhelp']
    expectErrorPage(await guest.get('/nowhere'), 404, words['problem.not-found.title'], { member: false, links })
    expectErrorPage(await member.get('/slot/games/of/nobody'), 404, words['problem.not-found.title'], {
      links: ['/', '/help'],
    })
  })

  it('is also a 404 for a form and for page data', async () => {
    expectErrorPage(await guest.post('/nowhere', { a: '1' }), 404, words['problem.not-found.title'], { member: false })
    expect((await member.get('/nowhere.data')).status).toBe(404)
  })
})

describe('an internal error of the site', () => {
  it('is a 500 that reveals no internals, and whose error reference is in the log', async () => {
    const env = settingsForTests({ ...settings, UPSTREAM_URL: upstream.url, LOG_LEVEL: 'error' })
    const program = await promisify(execFile)(process.execPath, ['tests/support/broken-page.mjs'], {
      env,
      timeout: 120_000,
    })
    const [logged = '', response = ''] = program.stdout.split('\n')
    const { status, requestId, body } = JSON.parse(response)
    expect(JSON.parse(logged)).toMatchObject({ msg: 'page failed', path: '/terms', requestId })
    const { document } = parseHTML(body)
    expect([status, normalizedText(document.querySelector('h1'))]).toEqual([500, words['problem.internal.title']])
    expect(normalizedText(document.querySelector('main'))).toContain(words['problem.internal.text'])
    expect(normalizedText(document.querySelector('main'))).toContain(
      `${words['problem.reference']} ${referenceOf(requestId)}`,
    )
    expect(requestId, 'a request id sent by the client').not.toBe('request-77')
    expect(document.querySelectorAll('header nav a')).toHaveLength(10)
    expect(hrefsIn(document, 'main a')).toEqual(['/terms', '/', '/login?next=%2Fhelp'])
    expect(body).not.toContain('insides')
  })
})

describe('an upstream that fails', () => {
  it.each([
    ['answers with a page', 'html', 502, words['problem.internal.title']],
    ['has its own error', { status: 500 }, 503, words['problem.unavailable.title']],
  ] as const)('and %s leads to the page for that failure, with a retry button', async (_what, fault, status, title) => {
    upstream.fail('get-user-notices', fault)
    expectErrorPage(await member.get('/notice?page=2'), status, title, { links: ['/notice?page=2', '/'] })
    upstream.clearFaults()
    expect((await member.get('/notice')).status).toBe(200)
  })

  it('during a login or sign-up leads to the form with the typed values', async () => {
    const login = await guest.formOn('/login?next=%2Fnote', { id: 'demo', pw: 'demo-1234' })
    upstream.fail('user-do-login', { status: 503 })
    const refused = await login.post()
    expect(refused.status).toBe(503)
    expect(normalizedText(refused.page.querySelector('main [role=alert]'))).toMatch(
      inOrder(words['problem.unavailable.title'], words['problem.reference']),
    )
    expect(fieldOf(refused, 'id').value).toBe('demo')
    expect(fieldOf(refused, 'next').value).toBe('/note')

    const register = await guest.formOn('/register?code=MADANG', { id: 'newcomer', nick: '새손님' })
    for (const [callName, intent] of [
      ['check-user-id', 'check-id'],
      ['user-register', 'register'],
    ] as const) {
      upstream.fail(callName, { status: 503 })
      const response = await register.post({ intent, ...registrationFields })
      expect(response.status).toBe(503)
      expect(fieldOf(response, 'nick').value).toBe('새손님')
      expect(fieldOf(response, 'bankowner').value).toBe('김하늘')
    }
  })
})

describe('a form that the site rejects', () => {
  it.each([
    ['from another site', 403, words['problem.forbidden.title'], { Origin: 'https://evil.example' }, 'a=b'],
    ['that is too large', 413, words['problem.too-large.title'], {}, `a=${'x'.repeat(70_000)}`],
    ['with a wrong content type', 415, words['problem.unsupported-type.title'], { 'Content-Type': 'text/plain' }, '{}'],
  ])('%s gets %i', async (_what, status, title, more, body) => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', ...more }
    expectErrorPage(await member.send('POST', '/deposit', { body, headers }), status, title, {
      member: status === 415,
    })
  })

  it('is not a payment service’s form that returns a member: that redirects home and changes nothing', async () => {
    const headers = { Origin: 'https://pay.example', 'Content-Type': 'application/x-www-form-urlencoded' }
    for (const [method, body] of [
      ['POST', 'intent=deposit&balance=10000&code=payment-return-1'],
      ['GET', undefined],
    ] as const) {
      const back = await member.send(method, '/return', {
        body,
        headers: { ...headers, 'Sec-Fetch-Site': 'cross-site' },
      })
      expect([back.status, back.location, back.headers.has('Set-Cookie')]).toEqual([303, '/', false])
    }
    expect((await member.get('/deposit')).status).toBe(200)
  })

  it('without its required fields gets 400', async () => {
    expectErrorPage(await member.post('/note', { intent: 'nothing' }), 400, words['problem.bad-request.title'])
  })
})

it('an API call with more than 100 names in its payload is rejected with 413 before validation', async () => {
  const callWith = async (names: number) => {
    const payload = Object.fromEntries(Array.from({ length: names }, (_, index) => [`name${index}`, 1]))
    const response = await member.send('POST', '/api/routes/get-deposit-list', {
      body: JSON.stringify(payload),
      headers: { 'Content-Type': 'application/json' },
    })
    return response.status
  }
  expect(await callWith(100)).not.toBe(413)
  expect(await callWith(101)).toBe(413)
})
