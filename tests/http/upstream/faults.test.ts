import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Fault, type ForeignUpstream, startForeignUpstream } from '../../support/foreign-upstream'
import { hasProc } from '../../support/platform'
import { inputsOf } from '../../support/products'
import { shortUpstreamTimeoutMs } from '../../support/settings'
import { type Site, startSite } from '../../support/site'
import { copyOf, fieldOf, type PageResponse, type Visitor, visitor } from '../../support/visitor'
import { inOrder, words } from '../../support/words'

/** Failures of an upstream as seen on pages and in calls, for reads and writes. */

let foreign: ForeignUpstream
let site: Site
/** A site with the same upstream and default time limits, which shares no state with the first. */
let otherSite: Site
let member: Visitor

const settings = () => ({ UPSTREAM_URL: foreign.url, SESSION_SECRET: 'a secret of the tests of faults that is long' })

beforeAll(async () => {
  foreign = await startForeignUpstream()
  site = await startSite({ ...settings(), UPSTREAM_TIMEOUT_MS: `${shortUpstreamTimeoutMs}` })
  otherSite = await startSite(settings())
  member = visitor(site.base)
  await member.signIn()
})
afterAll(async () => {
  await site?.stop()
  await otherSite?.stop()
  await foreign?.stop()
})

/** Three times the 8 s limit for the calls of a page, for a busy machine. */
const longestResponseMs = 24_000

/** Waits for `work`, and expects it in time. */
async function expectInTime<T>(work: Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work
  expect(performance.now() - began).toBeLessThan(longestResponseMs)
  return result
}

const internals = /Fatal error|Oops|ECONN|UND_ERR|\bat \S+ \(|node_modules|127\.0\.0\.1:\d+\/public/

type Expected = {
  read: readonly number[]
  write: 'unknown' | 'refused' | 'limited' | 'signed-out'
  status: readonly number[]
}

const late: Expected = { read: [504], write: 'unknown', status: [504] }
const unavailable: Expected = { read: [503], write: 'unknown', status: [503] }
const unreadableResponse: Expected = { read: [502], write: 'unknown', status: [502] }
const refusal: Expected = { read: [502], write: 'refused', status: [409] }
const signedOut: Expected = { read: [303], write: 'signed-out', status: [401] }

/** One fault for each outcome. tests/upstream/upstream/ covers others: client.test.ts and exchange-outcomes.test.ts. */
const faults: [Fault, Expected][] = [
  ['hang', late],
  [{ status: 500, body: 'Fatal error at x (file:///x)', after: true }, unavailable],
  ['html', unreadableResponse],
  [{ status: 409 }, refusal],
  [{ status: 401 }, signedOut],
  [
    { status: 429, headers: { 'Retry-After': '9' } },
    { read: [429], write: 'limited', status: [429] },
  ],
]

let codes = 0
const newCode = () => `fault-code-${++codes}`

/** Expects a Korean message, no internal details and no caching. */
function expectErrorResponse(response: PageResponse): void {
  expect(response.text).toMatch(/[가-힣]{2}/)
  expect(response.body).not.toMatch(internals)
  expect(response.headers.get('Cache-Control')).toMatch(/no-store/)
}

describe('an upstream that fails with', () => {
  it.each(faults)(
    '%j leads to the documented responses of page and call, a write is sent once, and the site recovers',
    async (fault, expected) => {
      if ((await member.get('/note')).status !== 200) await member.signIn()
      const form = await member.formOn('/deposit', { balance: '10000' })
      const before = foreign.callsOf('apply-user-deposit').length
      const read = 'get-user-note'
      const write = 'apply-user-deposit'
      foreign.fail(read, fault)
      foreign.fail(write, fault)
      const api = copyOf(member)

      const payload = { balance: 20_000, code: newCode() }
      const [page, sent, call, sentByCall] = await expectInTime(
        Promise.all([
          member.get('/note'),
          form.post(),
          api.call(read, {}),
          // The first call that gets a 401 ends the session; the others may not be sent.
          api.call(write, payload),
        ]),
      )

      expect(expected.read).toContain(page.status)
      if (page.status !== 303) expectErrorResponse(page)
      else expect(page.location).toBe('/login?next=%2Fnote')
      const responsesByCall = { 303: [401], 504: [503], 502: [200, 502] }[expected.read[0] ?? 0] ?? expected.read
      expect(expected.read.includes(504) ? [502, 503] : responsesByCall).toContain(call.status)
      if (call.status !== 200)
        expect(call.json()).toMatchObject({ error: { message: expect.stringMatching(/[가-힣]/) } })

      const count = foreign.callsOf(write).length - before
      if (expected.write === 'signed-out') expect(count).toBeLessThanOrEqual(2)
      else expect(count).toBe(2)
      expect(expected.status).toContain(sent.status)
      switch (expected.write) {
        case 'unknown':
          expectErrorResponse(sent)
          expect(sent.text).toContain(words['outcome.unknown.title'])
          expect(sent.page.querySelector('main input[name=balance]')).toBeNull()
          expect(sent.page.querySelector('main a[href^="/user"]')).not.toBeNull()
          expect(expected.status).toContain(sentByCall.status)
          expect(sentByCall.json()).toMatchObject({ error: { code: 'outcome_unknown' } })
          break
        case 'refused':
          expectErrorResponse(sent)
          expect(fieldOf(sent, 'balance').value).toBe('10,000')
          expect([sentByCall.status, sentByCall.json()]).toMatchObject([
            200,
            { status: expect.stringMatching(/^(?!success)/) },
          ])
          break
        case 'limited':
          expect(sentByCall.status).toBe(429)
          expect(fieldOf(sent, 'balance').value).toBe('10,000')
          expect(sent.text).toMatch(inOrder(words['form.notTaken.text']))
          expect(sentByCall.json()).toMatchObject({ error: { message: words['api.notTaken'] } })
          expect([sent, sentByCall, page, call].map(({ headers }) => headers.get('Retry-After'))).toEqual([
            '9',
            '9',
            '9',
            '9',
          ])
          break
        case 'signed-out':
          expect(sent.page.querySelector('main form[action^="/login"], main a[href^="/login"]')).not.toBeNull()
          expect(sentByCall.status).toBe(401)
          break
        default:
          expected.write satisfies never
      }

      if (expected.write === 'unknown') {
        // A repeated request is not sent to the upstream again.
        const again = await form.post()
        expect(expected.status).toContain(again.status)
        expect((await api.call(write, payload)).status).toBe(sentByCall.status)
        expect(foreign.callsOf(write).length - before).toBe(2)
      }

      foreign.clearFaults()
      if (expected.write === 'limited') expect((await member.formIn(sent, '/deposit').post()).status).toBe(303)
      if (expected.write === 'signed-out') {
        // The session has ended: its cookie is invalid, though the upstream still accepts the token.
        expect((await api.get('/note')).status).toBe(303)
        await member.signIn()
      }
      expect((await member.get('/note')).status).toBe(200)
      const next = await member.formOn('/deposit', { balance: '10000' })
      expect((await next.post()).status).toBe(303)
      expect((await member.call('apply-user-deposit', { balance: 10_000, code: newCode() })).status).toBe(200)
    },
  )

  it.each([
    ['/deposit', { balance: '10000' }, 'apply-user-deposit'],
    ['/withdraw', { balance: '10000', exchange_pw: '2580' }, 'apply-user-withdraw'],
    ['/comp', { points: '10' }, 'roll-to-balance'],
  ])(
    'a lost response to a form sent to %s, followed by a 401, leads to a page with an unknown outcome',
    async (path, fields, callName) => {
      for (const address of [path, `${path}.data`]) {
        if ((await member.get('/note')).status !== 200) await member.signIn()
        const form = await member.formOn(path, fields)
        const before = foreign.callsOf(callName).length
        foreign.fail(callName, 'reset-after')
        foreign.fail('*', { status: 401 })
        const response = await expectInTime(member.post(address, form.fields))
        expect(response.status).toBe(503)
        expect(response.body).not.toContain('signed-out')
        if (address === path) {
          expect(response.text).toContain(words['outcome.unknown.title'])
          expect(response.page.querySelector('main a[href^="/user"]')).not.toBeNull()
          expect(response.page.querySelector('main input[name=balance], main input[name=points]')).toBeNull()
        } else expect(response.body).toContain('no-list')
        expect(foreign.callsOf(callName).length - before).toBe(1)
        // The next page redirects to login.
        expect((await member.get('/user')).location).toBe('/login?next=%2Fuser')
        foreign.clearFaults()
      }
      await member.signIn()
    },
  )

  it('a refused connection leads to the unsent form, whose code can be used later', async () => {
    const form = await member.formOn('/deposit', { balance: '10000' })
    const payload = { balance: 10_000, code: newCode() }
    await foreign.stop()
    const [page, sent, call] = await expectInTime(
      Promise.all([member.get('/note'), form.post(), member.call('apply-user-deposit', payload)]),
    )
    await foreign.start()
    expect([page.status, sent.status, call.status]).toEqual([503, 503, 503])
    expect(call.json()).toMatchObject({ error: { code: 'unavailable' } })
    expect(fieldOf(sent, 'balance').value).toBe('10,000')
    const before = foreign.callsOf('apply-user-deposit').length
    expect((await member.call('apply-user-deposit', payload)).json()).toEqual({ status: 'success' })
    expect((await form.post()).status).toBe(303)
    expect(foreign.callsOf('apply-user-deposit').length - before).toBe(2)
  })
})

describe('a member’s identity', () => {
  it('comes from the upstream: two spellings of an ID are one member, and one code moves money once', async () => {
    foreign.style.namesMember = false
    foreign.style.honoursCodes = false
    const [plain, shouted] = [visitor(site.base), visitor(site.base)]
    await plain.signIn('demo', 'demo-1234')
    await shouted.signIn('DEMO', 'demo-1234')
    const before = foreign.callsOf('apply-user-deposit').length
    const payload = { balance: 10_000, code: newCode() }
    for (const by of [plain, shouted]) expect((await by.call('apply-user-deposit', payload)).status).toBe(200)
    expect(foreign.callsOf('apply-user-deposit').length - before).toBe(1)
    expect(decodeURIComponent(shouted.cookies.get('userId') ?? '')).toBe('demo')
    foreign.style.namesMember = true
    foreign.style.honoursCodes = true
  })

  it('is checked: a health check of another member is never shown', async () => {
    const client = visitor(site.base)
    await client.signIn()
    const balance = 7_654_321
    foreign.answer('user-health-check', {
      status: 'authenticated',
      user: { userId: 'stranger', nick: '남남', balance },
    })
    foreign.answer('get-in-game-balance', { status: 'success', userId: 'stranger', balance, gameMoney: balance })
    for (const path of ['/', '/user', '/withdraw', '/comp', '/deposit']) {
      const page = await client.get(path)
      expect(page.body, path).not.toMatch(/stranger|남남|7,654,321/)
    }
    const checked = await client.call('user-health-check', {})
    expect([checked.status, checked.json()]).toMatchObject([502, { error: { code: 'invalid' } }])
    foreign.clearFaults()
    await expect.poll(site.output).toContain('names another member')
    expect((await client.get('/note')).status).toBe(200)
  })
})

it('a request code that only the upstream knows, with another amount, is rejected with 409', async () => {
  const client = visitor(site.base)
  await client.signIn()
  const code = newCode()
  expect((await client.call('apply-user-deposit', { balance: 10_000, code })).status).toBe(200)
  const same = copyOf(client, otherSite.base)
  const before = foreign.account.deposits.length
  const called = await same.call('apply-user-deposit', { balance: 20_000, code })
  expect([called.status, called.json()]).toMatchObject([409, { error: { code: 'code_reused' } }])
  const form = await same.formOn('/deposit', { balance: '30000' })
  const posted = await form.post({ code })
  expect(posted.status).toBe(409)
  expect(posted.text).toContain(words['code.reused.text'])
  expect(foreign.account.deposits.length).toBe(before)
})

describe('logging out', () => {
  it('ends one token or all at the upstream, so that a copy fails even on a site that hasn’t seen it', async () => {
    const signIns = async (times: number) => {
      const browsers = Array.from({ length: times }, () => visitor(site.base))
      for (const browser of browsers) await browser.signIn('demo2', 'demo-5678')
      return browsers as [Visitor, Visitor, Visitor]
    }
    const [here, there, elsewhere] = await signIns(3)
    const copies = [here, there, elsewhere].map((browser) => copyOf(browser))
    const atOtherSite = async (browser: Visitor) => (await copyOf(browser, otherSite.base).get('/note')).status
    const statuses = async () => Promise.all(copies.map(atOtherSite))
    expect(await statuses()).toEqual([200, 200, 200])
    await (await here.formOn('/logout')).post()
    expect(await statuses()).toEqual([303, 200, 200])
    await (await there.formOn('/logout')).post({ everywhere: 'on' })
    expect(await statuses()).toEqual([303, 303, 303])
    expect(foreign.callsOf('do-logout').map(({ body }) => body)).toEqual([{}, { everywhere: true }])
  })

  it('doesn’t wait for the upstream: the session ends, and the log says that the token didn’t', async () => {
    for (const fault of ['hang', { status: 500 }, 'html'] as const) {
      const client = visitor(site.base)
      await client.signIn('demo2', 'demo-5678')
      const form = await client.formOn('/logout')
      foreign.fail('do-logout', fault)
      const response = await expectInTime(form.post({ everywhere: 'on' }))
      expect([response.status, response.location]).toEqual([303, '/'])
      expect((await client.get('/note')).status).toBe(303)
      foreign.clearFaults()
    }
    await expect.poll(site.output).toContain('upstream ended no token')

    const second = visitor(otherSite.base)
    await second.signIn('demo2', 'demo-5678')
    const form = await second.formOn('/logout')
    foreign.fail('do-logout', 'hang')
    const began = performance.now()
    expect((await form.post()).status).toBe(303)
    expect(performance.now() - began, 'the call has a limit of 5 s').toBeLessThan(4_500)
    foreign.clearFaults()
  })
})

describe('one failing call', () => {
  /** The call without which a page fails. */
  const needed: Record<string, string> = {
    '/note': 'get-user-note',
    '/user': 'user-health-check',
  }
  const pages = ['/', '/note', '/deposit', '/user', '/slot']

  it.each(pages)('fails only the page that needs it: %s', async (path) => {
    foreign.calls.length = 0
    expect((await member.get(path)).status).toBe(200)
    const callNames = [...new Set(foreign.calls.map(({ callName }) => callName))]
    for (const [index, callName] of callNames.entries()) {
      for (const fault of inputsOf([{ status: 500 }, 'html'] as const, pages.indexOf(path) + index, callNames.length)) {
        foreign.fail(callName, fault)
        const page = await expectInTime(member.get(path))
        foreign.clearFaults()
        // Two calls have the profile. When both fail, the page is unavailable, whatever the faults.
        const status = callName === needed[path] ? (fault === 'html' && path !== '/user' ? 502 : 503) : 200
        expect([callName, page.status]).toEqual([callName, status])
        if (status === 200) expect(page.body).not.toMatch(internals)
        // Successful calls in between keep the circuit breaker closed.
        for (let times = 0; times < 2; times++) await member.get(path)
      }
    }
  })
})

describe.skipIf(!hasProc)('after all faults', () => {
  it('the site has bounded memory, no unhandled rejection, and no upstream text in its log', async () => {
    const metrics = await (await fetch(`${site.base}/metrics`)).text()
    expect(metrics).toMatch(/^madang_unhandled_rejections_total 0$/m)
    const most = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${site.process.pid}/status`, 'utf8'))?.[1]
    expect(Number(most) / 1024).toBeLessThan(450)
    expect(site.output()).toContain('upstream call failed')
    expect(site.output()).not.toMatch(/Fatal error|Oops|page failed/)
  })
})
