import { afterEach, describe, expect, it } from 'vitest'
import { sharedForeignSite, sharedSite } from '../../support/shared-site'
import { askBackoffice, isReplicated } from '../../support/site'
import { fieldOf, hrefsIn, memberPassword, newMember, type Visitor, visitor } from '../../support/visitor'
import { inOrder, words } from '../../support/words'

const BACKOFFICE_TOKEN = 'a back-office token of 32 characters for tests'
const newPassword = 'three other words'

async function backoffice(command: string, payload: object = {}): Promise<Record<string, unknown>> {
  return (await (await askBackoffice(site.base, BACKOFFICE_TOKEN, command, payload)).json()) as Record<string, unknown>
}

const site = sharedSite({
  BACKOFFICE_TOKEN,
  PLAY_APPROVAL_MS: '0',
  TRUSTED_PROXIES: '1',
  RATE_LIMITS: JSON.stringify({ forgot: [4, 3_600], forgotId: [2, 3_600] }),
})

describe('a member who forgot the password', () => {
  const code = async (member: string, more: object = {}) =>
    String((await backoffice('reset-code', { member, ...more })).code)
  const resetForm = (browser: Visitor, id: string, given: string, path = '/reset', pw = newPassword) =>
    browser.formOn(path, { id, code: given, pw, pw_check: pw })

  it('requests a code, sets a new password with it, and then has withdrawals on hold', async () => {
    const member = await newMember(site.base)
    await backoffice('correct', { member: member.id, account: 'cash', won: 50_000, reason: 'test' })
    const browser = visitor(site.base)
    expect(hrefsIn((await browser.get('/login')).page, 'main a')).toContain('/forgot')
    expect(hrefsIn((await browser.get('/')).page, '#wallet a')).toContain('/forgot')
    const requested = await (await browser.formOn('/forgot', { id: member.id, phone: '010-9999-8888' })).post()
    expect([requested.status, requested.location]).toEqual([303, '/reset'])
    const sent = await browser.follow(requested)
    expect([sent.text, fieldOf(sent, 'id').value]).toEqual([expect.stringContaining(words['forgot.sent']), member.id])
    const { rows } = (await backoffice('reset-requests')) as { rows: { member: string }[] }
    expect(rows.filter((row) => row.member === member.id)).toMatchObject([{ phone: '01099998888', times: 1 }])

    const form = await resetForm(browser, member.id, await code(member.id))
    const done = await form.post()
    expect([done.status, done.location]).toEqual([303, '/login'])
    expect((await browser.follow(done)).body).toContain(words['reset.done.login'])
    expect((await form.post()).location, 'sent twice').toBe('/login')
    expect((await member.call('user-health-check', {})).status).toBe(401)
    expect((await visitor(site.base).post('/login', { id: member.id, pw: memberPassword })).status).toBe(401)

    await browser.signIn(member.id, newPassword)
    const held = inOrder(words['withdraw.held'])
    expect((await browser.get('/withdraw')).text).toMatch(held)
    const refused = await (await browser.formOn('/withdraw?balance=10000', { exchange_pw: '2580' })).post()
    expect([refused.status, refused.text]).toEqual([409, expect.stringMatching(held)])
  })

  it('gets the form back with ID and code but no password when a code or field is wrong', async () => {
    const { id } = await newMember(site.base)
    const browser = visitor(site.base)
    const wrong = await (await resetForm(browser, id, 'AAAA-BBBB-CCCC-DDDD')).post()
    expect([wrong.status, wrong.text]).toEqual([409, expect.stringContaining(words['reset.wrong'])])
    expect(wrong.body).not.toContain(newPassword)
    const field = (name: string) => fieldOf(wrong, name).value
    expect([field('id'), field('code')]).toEqual([id, 'AAAA-BBBB-CCCC-DDDD'])
    const mistakes: Record<string, string>[] = [
      { pw_check: 'another' },
      { code: '' },
      { pw: 'short', pw_check: 'short' },
      { kind: 'other' },
    ]
    for (const fields of mistakes) {
      const response = await (await resetForm(browser, id, await code(id))).post(fields)
      expect(response.status, JSON.stringify(fields)).toBe(422)
    }
    expect((await (await browser.formOn('/forgot', { id, phone: '12' })).post()).status).toBe(422)
    const requested = await (await browser.formOn('/forgot?kind=exchange', { id, phone: '01012345678' })).post()
    expect(requested.location).toBe('/reset?kind=exchange')
  })
})

describe('requests for a code', () => {
  const ask = (address: string, id: string, phone = '01012345678') =>
    visitor(site.base, { 'X-Forwarded-For': address }).post('/forgot', { id, phone })
  const requestOf = async (id: string) => {
    const { rows } = await backoffice('reset-requests')
    return (rows as { member: string; times: number; phone: string; isTheirPhone: boolean }[]).find(
      ({ member }) => member === id,
    )
  }

  it('are limited by IP address and by ID and phone; excess ones of an ID get the same response', async () => {
    const timesAsked = async () => (await requestOf('demo2'))?.times
    for (const host of [1, 2, 3, 4]) {
      const response = await ask(`198.51.100.${host}`, host === 2 ? ' DEMO2 ' : 'demo2')
      expect([response.status, response.location]).toEqual([303, '/reset'])
      expect(await timesAsked()).toBe(Math.min(host, 2))
    }
    const fromOne = []
    for (const id of ['one', 'two', 'three', 'four', 'five']) fromOne.push(await ask('203.0.113.9', id))
    expect(fromOne.map(({ status }) => status)).toEqual([303, 303, 303, 303, 429])
  })
})

describe('with a foreign upstream', () => {
  const { site: before, upstream: foreign } = sharedForeignSite()
  afterEach(() => foreign.clearFaults())

  const requestPath = '/public/user/ask_password_reset'
  const resetPath = '/public/user/reset_password'

  it.skipIf(isReplicated)('code requests aren’t offered if the upstream doesn’t support the call', async () => {
    foreign.fail(requestPath, { status: 404 })
    const guest = visitor(before.base)
    // A page waits at most a second to find out.
    await expect.poll(async () => hrefsIn((await guest.get('/login')).page, 'main a')).not.toContain('/forgot')
    const requests = foreign.callsOf(requestPath).map(({ body }) => body)
    expect((await guest.get('/login')).text).toContain(words['login.forgotten'])
    expect((await guest.get('/forgot')).status).toBe(404)
    expect(hrefsIn((await guest.get('/nothing-here')).page, '#wallet a')).toEqual(['/register'])
    expect(requests.at(-1)).toEqual({ id: expect.stringMatching(/^_/), phone: '01000000000' })
    expect(foreign.callsOf(requestPath)).toHaveLength(requests.length)
  })

  it('the upstream decides whether a code is valid, and receives only ID, code and password', async () => {
    const send = () =>
      visitor(before.base).post('/reset', {
        id: 'someone',
        code: 'Own Format 7',
        pw: newPassword,
        pw_check: newPassword,
      })
    foreign.answer(resetPath, { status: 'fail' })
    expect((await send()).status).toBe(409)
    foreign.answer(resetPath, { status: 'success' })
    expect((await send()).status).toBe(303)
    const fields = { id: 'someone', code: 'Own Format 7', pw: newPassword }
    expect(foreign.callsOf(resetPath).map(({ body }) => body)).toEqual([fields, fields])
    foreign.fail(resetPath, 'reset-after')
    const otherFields = { id: 'someone', code: 'another', pw: newPassword, pw_check: newPassword }
    const lost = await visitor(before.base).post('/reset', otherFields)
    expect([lost.status, lost.text]).toEqual([503, expect.stringContaining(words['reset.unknown'])])
  })
})
