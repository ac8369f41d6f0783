import { describe, expect, it } from 'vitest'
import { createSealer } from '~/platform/create-sealer.server'
import { Secret } from '~/platform/settings/secret.server'
import { codeAt } from '../../support/second-factor'
import { sharedForeignSite, sharedSite } from '../../support/shared-site'
import {
  copyOf,
  fieldOf,
  hrefsIn,
  memberPassword,
  newMember,
  signedIn,
  type Visitor,
  visitor,
} from '../../support/visitor'
import { inOrder, textOf, words } from '../../support/words'

/** The security of a member's account: logins, the second factor and its login step, and the data export. */

/** A lower limit than the default, because each login computes a hash. */
const failuresOfId = 3
const limits = { loginId: [failuresOfId, 600], loginAddress: [100_000, 60], register: [100_000, 60] }
const secret = 'security'.repeat(4)
const site = sharedSite({ RATE_LIMITS: JSON.stringify(limits), SESSION_SECRET: secret })
const tab = '/user?tab=security'
const userAgent =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36'
const wrongCode = 'aaaa-bbbb-cccc-dddd'
/** The next code, for when the current one is already used. */
const nextCode = (secret: string) => codeAt(secret, Date.now() + 30_000)

const isSignedIn = async (member: Visitor) => (await member.get('/user')).status === 200

/** A new member with a second factor, and the codes and pages of its setup. */
async function memberWithFactor() {
  const member = await newMember(site.base)
  const setUp = await (await member.formOn(tab, { intent: 'factor-start', pw: memberPassword })).post()
  const secret = setUp.page.querySelector('main code')?.textContent ?? ''
  const codes = await member.formIn(setUp, tab, { otp: codeAt(secret) }).post()
  const recovery = [...codes.page.querySelectorAll('main li code')].map(({ textContent }) => textContent ?? '')
  return { member, secret, recovery, setUp, codes }
}

async function atCode(id: string, next?: string): Promise<Visitor> {
  const browser = visitor(site.base)
  const sent = await browser.post('/login', { id, pw: memberPassword, ...(next === undefined ? {} : { next }) })
  expect([sent.status, sent.location]).toEqual([303, '/login/code'])
  return browser
}

it('a login that is completed with its code doesn’t count as a failure', async () => {
  const { member, recovery } = await memberWithFactor()
  // One more login than the limit of failures.
  for (const code of [...recovery.slice(0, failuresOfId), wrongCode]) {
    const browser = await atCode(member.id)
    const sent = await (await browser.formOn('/login/code', { otp: code })).post()
    expect(sent.status).toBe(code === wrongCode ? 422 : 303)
  }
})

describe('the logins tab', () => {
  it('shows each login’s browser and network, and ends one or all others; a login shows the last time', async () => {
    const member = await newMember(site.base)
    const browsers = []
    for (let times = 0; times < 2; times += 1) {
      const browser = visitor(site.base, { 'User-Agent': userAgent })
      const home = await browser.follow(await browser.signIn(member.id, memberPassword))
      expect(home.page.body.textContent).toMatch(inOrder(words['login.last.text']))
      expect((await browser.get('/')).page.body.textContent).not.toMatch(inOrder(words['login.last.text']))
      browsers.push(browser)
    }
    const listed = await member.get(tab)
    expect(listed.text).toContain('Chrome · Android')
    expect(listed.text).toContain('127.0.0.*')
    const buttons = [...listed.page.querySelectorAll('main button[name=id]')]
    expect(buttons).toHaveLength(2)
    const id = buttons[0]?.getAttribute('value') ?? ''
    const ended = await member.follow(await member.formIn(listed, tab, { intent: 'end-login', id }).post())
    expect(ended.text).toContain(words['logout.done'])
    expect((await Promise.all(browsers.map(isSignedIn))).filter(Boolean)).toHaveLength(1)
    const endedOthers = await member.post(tab, { intent: 'end-others' })
    expect([endedOthers.status, endedOthers.location]).toEqual([303, tab])
    expect(await Promise.all([...browsers, member].map(isSignedIn))).toEqual([false, false, true])
  })

  it('redisplays an invalid form with its errors', async () => {
    const member = await newMember(site.base)
    for (const [fields, status] of [
      [{ intent: 'end-login', id: 'nobody' }, 409],
      [{ intent: 'factor-start', pw: 'not the password' }, 422],
      [{ intent: 'factor-off', pw: memberPassword, otp: '' }, 422],
    ] as const) {
      const shown = await member.post(tab, fields)
      expect([fields, shown.status]).toEqual([fields, status])
      expect(shown.page.querySelector('main [role=alert], main [aria-invalid=true]')).not.toBeNull()
    }
  })
})

it('setting up a second factor shows a QR code and its text, and then the recovery codes once', async () => {
  const member = await newMember(site.base)
  const started = await (await member.formOn(tab, { intent: 'factor-start', pw: memberPassword })).post()
  const secret = started.page.querySelector('main code')?.textContent ?? ''
  const picture = started.page.querySelector('main svg[role=img] path')?.getAttribute('d')
  expect([started.status, secret]).toEqual([200, expect.stringMatching(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)])
  expect(hrefsIn(started.page, 'main a[href^="otpauth:"]')[0]).toContain(`secret=${secret.replaceAll(' ', '')}`)
  expect(started.headers.get('Cache-Control')).toContain('no-store')
  const again = await member.formIn(started, tab, { otp: wrongCode }).post()
  expect([again.status, fieldOf(again, 'otp').says]).toEqual([
    422,
    expect.stringContaining(words['security.code.wrong']),
  ])
  expect(again.page.querySelector('main svg[role=img] path')?.getAttribute('d')).toBe(picture)
  const codes = await member.formIn(again, tab, { otp: codeAt(secret) }).post()
  expect(codes.page.querySelectorAll('main li code')).toHaveLength(10)
  const repeated = await member.formIn(again, tab, { otp: codeAt(secret) }).post()
  expect([repeated.status, repeated.location]).toEqual([303, tab])
  const state = await member.get(tab)
  expect(state.text).toContain(words['security.on'])
  expect(state.body).not.toContain(secret)
})

describe('the second step of a login', () => {
  it('follows the password, reports errors, and continues to the login’s target', async () => {
    const { member, secret } = await memberWithFactor()
    const wrong = await visitor(site.base).post('/login', { id: member.id, pw: 'not the password' })
    expect([wrong.status, wrong.headers.getSetCookie().join()]).toEqual([
      401,
      expect.not.stringContaining('login_ticket'),
    ])
    const browser = await atCode(member.id, '/comp')
    const page = await browser.get('/login/code?next=/deposit')
    expect(page.body).not.toContain(memberPassword)
    expect(await isSignedIn(browser)).toBe(false)
    const empty = await browser.post('/login/code', { otp: '' })
    expect([empty.status, fieldOf(empty, 'otp').says]).toEqual([422, words['security.code.empty']])
    const refused = await browser.post('/login/code', { otp: wrongCode })
    expect([refused.status, fieldOf(refused, 'otp').value]).toEqual([422, ''])
    // The form can't change the target of the login.
    const done = await browser.post('/login/code?next=/deposit', { otp: nextCode(secret), next: '/deposit' })
    expect([done.status, done.location]).toEqual([303, '/comp'])
    expect([await isSignedIn(browser), browser.cookies.has('login_ticket'), await isSignedIn(member)]).toEqual([
      true,
      false,
      true,
    ])
  })

  it('leads to the login page with a message if its ticket was used, modified or missing', async () => {
    const { member, secret, recovery } = await memberWithFactor()
    const browser = await atCode(member.id)
    const [thief, meddler] = [copyOf(browser), copyOf(browser)]
    expect((await browser.post('/login/code', { otp: nextCode(secret) })).location).toBe('/')
    meddler.cookies.set('login_ticket', `${browser.cookies.get('login_ticket') ?? 'x'}x`)
    for (const intruder of [thief, meddler, visitor(site.base)]) {
      const late = await intruder.post('/login/code', { otp: String(recovery[0]) })
      expect([late.status, late.location]).toEqual([303, '/login'])
      expect((await intruder.follow(late)).text).toContain(words['login.code.old'])
      expect(await isSignedIn(intruder)).toBe(false)
    }
    const direct = await visitor(site.base).get('/login/code')
    expect([direct.status, direct.location]).toEqual([303, '/login'])
    expect((await member.get('/login/code')).location).toBe('/')
  })

  it('leads to the login page with the target when its time is over, even without other cookies', async () => {
    const browser = visitor(site.base, { 'Sec-Fetch-Dest': 'document' })
    const { member } = await memberWithFactor()
    const sent = await browser.post('/login', { id: member.id, pw: memberPassword, next: '/comp' })
    expect(sent.headers.getSetCookie().join()).toMatch(/login_ticket=[^;]*;.*Max-Age=86400/)
    const old = { ticket: 'x', next: '/comp', endsAtMs: Date.now() - 1 }
    const sealed = await createSealer([new Secret(secret)], 'login ticket').seal(old)
    for (const open of [() => browser.get('/login/code'), () => browser.post('/login/code', { otp: '123456' })]) {
      browser.cookies.clear()
      browser.cookies.set('login_ticket', sealed)
      const late = await open()
      expect(late.location).toBe('/login?next=%2Fcomp')
      expect((await browser.follow(late)).text).toContain(words['login.code.old'])
    }
  })

  it('counts until it is completed: many logins with only the password reach the limit', async () => {
    const { member } = await memberWithFactor()
    const browser = visitor(site.base)
    const statuses = []
    for (let times = 0; times <= failuresOfId; times += 1)
      statuses.push((await browser.post('/login', { id: member.id, pw: memberPassword })).status)
    expect(statuses).toEqual([...Array(failuresOfId).fill(303), 429])
  })
})

describe('with a foreign upstream', () => {
  const { site: before, upstream: foreign } = sharedForeignSite()

  // This test is first, because a site remembers for a while that an upstream lacks a call.
  it('the time of the previous login comes from the login’s response, otherwise from the list of logins', async () => {
    const listPath = '/user/get_login_list'
    const logIn = async () => {
      const browser = await signedIn(before.base)
      return (await browser.get('/')).page.body.textContent
    }
    foreign.answer(listPath, {
      logins: [
        { id: 1, at: '2026-03-01T03:04:00Z', current: true },
        { id: 2, at: 'Feb 1, 2026 03:04:00 GMT', current: false },
      ],
    })
    foreign.calls.length = 0
    expect(await logIn()).toContain(textOf('login.last.text', { time: '2026-02-01 12:04' }))
    expect(foreign.calls.filter(({ path }) => path === listPath)).toHaveLength(1)

    const browser = await signedIn(before.base)
    await browser.get('/user')
    const token = foreign.calls.at(-1)?.headers.authorization?.replace('Bearer ', '')
    const says = { status: 'success', token, user: { userId: 'demo', nick: '데모' } }
    foreign.calls.length = 0
    foreign.answer('user-do-login', { ...says, lastLoginAt: '2026-01-01T03:04:00Z' })
    expect(await logIn()).toContain(textOf('login.last.text', { time: '2026-01-01 12:04' }))
    foreign.answer('user-do-login', { ...says, lastLoginAt: null })
    expect(await logIn()).not.toMatch(inOrder(words['login.last.text']))
    expect(foreign.calls.filter(({ path }) => path === listPath)).toEqual([])
    foreign.answer('user-do-login', { ...says, lastLoginAt: 'yesterday' })
    expect(await logIn()).toContain(textOf('login.last.text', { time: '2026-02-01 12:04' }))
    foreign.clearFaults()
  })

  it('the tab is hidden if the upstream has none of its calls', async () => {
    const member = await signedIn(before.base)
    const home = await member.get(tab)
    expect(home.text).toContain(words['user.profile'])
    expect(hrefsIn((await member.get('/user')).page)).not.toContain(tab)
  })

  it('an unreadable response about a second factor logs nobody in', async () => {
    for (const body of [
      { status: 'second_factor' },
      { status: 'second_factor', ticket: { a: 1 }, token: 'a-token', user: { userId: 'demo' } },
    ]) {
      foreign.answer('user-do-login', body)
      const browser = visitor(before.base)
      const sent = await browser.post('/login', { id: 'demo', pw: 'demo-1234' })
      expect([sent.status, sent.location, browser.cookies.has('madang')]).toEqual([502, null, false])
    }
    foreign.answer('user-do-login', { status: 'second_factor', ticket: 'a-ticket' })
    const browser = visitor(before.base)
    expect((await browser.post('/login', { id: 'demo', pw: 'demo-1234' })).location).toBe('/login/code')
    for (const fault of [{ status: 500 }, { status: 200, body: '<html>' }, 'reset-after'] as const) {
      foreign.fail('/public/user/confirm_login', fault)
      const sent = await browser.post('/login/code', { otp: '123456' })
      expect(sent.status).toBeGreaterThanOrEqual(500)
      expect([sent.text.includes(words['security.code']), await (await browser.get('/user')).status]).toEqual([
        true,
        303,
      ])
    }
    foreign.clearFaults()
  })

  it('the data export is passed on unchanged, unless it is rejected or broken', async () => {
    const member = await signedIn(before.base)
    const rows = Array.from({ length: 20_000 }, (_, index) => ({ index, text: '한글' }))
    const file = JSON.stringify({ status: 'success', rows, unknown: { kept: true } }, null, 1)
    foreign.fail('/user/get_member_data', { status: 200, body: file })
    const sent = await member.post('/user/data', { pw: 'any' })
    expect([sent.status, sent.body === file]).toEqual([200, true])
    foreign.fail('/user/get_member_data', { status: 200, body: JSON.stringify({ status: 'wait', ms: 61_000 }) })
    expect((await member.post('/user/data', { pw: 'any' })).text).toContain('2분 뒤에')
    foreign.fail('/user/get_member_data', { status: 200, body: `<html>${'a'.repeat(100_000)}` })
    expect((await member.post('/user/data', { pw: 'any' })).status).toBeGreaterThanOrEqual(500)
    foreign.fail('/user/get_member_data', { status: 404, body: '{}' })
    expect((await member.post('/user/data', { pw: 'any' })).text).toContain(words['form.unsupported'])
  })
})
