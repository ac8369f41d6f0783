import { beforeAll, describe, expect, it } from 'vitest'
import { removeExtras } from '../support/bare-upstream'
import { sharedForeignSite } from '../support/shared-site'
import { signedIn, type Visitor, visitor } from '../support/visitor'

/**
 * Forms in front of an upstream that lacks their calls. Nothing tells the site so before somebody uses one, so a member can meet
 * each of them once.
 */

const { site, upstream } = sharedForeignSite()
let member: Visitor

beforeAll(async () => {
  removeExtras(upstream)
  for (const callName of ['/public/user/ask_password_reset', '/public/user/reset_password', 'transfer-out'])
    upstream.fail(callName, { status: 404 })
  upstream.answer('get-in-game-balance', { gameMoney: 30_000, balance: 1_000_000, rolling: 0, userId: 'demo' })
  member = await signedIn(site.base)
})

const notOffered = '이 사이트에서 제공하지 않는 기능입니다'

const code = () => crypto.randomUUID()
const newPasswords = { new_pass: 'other-plain-words', new_pass_check: 'other-plain-words' }
const newPins = { new_pass: '97531', new_pass_check: '97531' }

describe('a form whose call turns out to be missing', () => {
  it.each<[string, string, () => Record<string, string>]>([
    ['the log-in password', '/user', () => ({ intent: 'password', kind: 'login', pass: 'demo-1234', ...newPasswords })],
    ['the exchange password', '/user', () => ({ intent: 'password', kind: 'exchange', pass: '2580', ...newPins })],
    ['money in games, to withdraw', '/withdraw', () => ({ intent: 'bring-back', balance: '20000', code: code() })],
    ['money in games, to deposit', '/deposit', () => ({ intent: 'bring-back', balance: '20000', code: code() })],
    ['the account to pay into', '/deposit', () => ({ intent: 'ask-account', balance: '20000', code: code() })],
    ['a payment service', '/deposit', () => ({ idx: '3', balance: '20000', code: code() })],
    ['a payment out', '/withdraw', () => ({ idx: '3', balance: '20000', exchange_pw: '2580', code: code() })],
    ['a break', '/user', () => ({ intent: 'break', break: '24h' })],
    ['a limit', '/user', () => ({ intent: 'limits', day: '100,000' })],
    ['a higher limit', '/user', () => ({ intent: 'limits-confirm', period: 'day' })],
    ['a help request', '/help', () => ({ intent: 'write', title: '질문', contents: '언제 되나요' })],
  ])('%s: %s says so on the page, that nothing was changed, and no more', async (_, path, fields) => {
    const submitted = fields()
    const response = await member.post(path, submitted)
    expect([response.status, response.text.includes(notOffered)]).toEqual([409, true])
    expect(response.text).toContain('바뀐 것은 없습니다')
    expect(response.text).not.toContain('다시 시도')
    if (submitted.balance)
      expect(response.page.querySelector('main [name=balance]')?.getAttribute('value')?.replace(',', '')).toBe('20000')
    if (submitted.contents) expect(response.page.querySelector('main textarea')?.textContent).toContain('언제')
  })

  it.each([
    ['/forgot', { id: 'demo', phone: '01012345678' }],
    ['/reset', { id: 'demo', code: 'ABCD-EFGH', pw: 'other-plain-words', pw_check: 'other-plain-words' }],
  ])('%s says so to a visitor', async (path, fields) => {
    const response = await visitor(site.base).post(path, fields)
    expect([response.status, response.text.includes(notOffered)]).toEqual([409, true])
  })

  it.each(['/forgot', '/reset', '/reset?kind=exchange'])('%s is not there for visitors', async (path) => {
    expect((await visitor(site.base).get(path)).status).toBe(404)
  })

  it('is hidden from then on, with every word about it', async () => {
    expect((await member.get('/user')).page.querySelector('main [name=new_pass]')).toBeNull()
    for (const path of ['/withdraw', '/deposit', '/game?company=slot-1&code=501']) {
      const { page, text } = await member.get(path)
      expect(page.querySelector('main [value=bring-back]'), path).toBeNull()
      expect(text, path).not.toContain('가져올 수 있')
    }
  })
})
