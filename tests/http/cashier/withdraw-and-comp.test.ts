import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { shortUpstreamTimeoutMs } from '../../support/settings'
import { sharedForeignSite, sharedMember, sharedSite } from '../../support/shared-site'
import {
  fieldOf,
  hrefsIn,
  newMember,
  normalizedText,
  type PageResponse,
  signedIn,
  transactionsOf,
  type Visitor,
  walletOf,
} from '../../support/visitor'

const withdrawals = async (member: Visitor) => (await transactionsOf(member, 'withdraw')).total
const cashOf = async (member: Visitor) => (await walletOf(member)).balance
const compOf = async (member: Visitor) => (await walletOf(member)).rolling
const pointsOf = (response: PageResponse) => fieldOf(response, 'points')

const site = sharedSite({ PLAY_APPROVAL_MS: '600000' })
const member = sharedMember(site)

describe('a withdrawal', () => {
  it('needs the exchange password, and never shows one again', async () => {
    const before = await withdrawals(member)
    const wrong = await (await member.formOn('/withdraw', { balance: '10000', exchange_pw: '9731' })).post()
    expect(wrong.status).toBe(422)
    expect(fieldOf(wrong, 'exchange_pw')).toEqual({
      value: '',
      says: '출금 비밀번호가 맞지 않습니다. 출금은 신청되지 않았습니다.',
    })
    expect(fieldOf(wrong, 'balance').value).toBe('10,000')
    expect(wrong.body).not.toContain('9731')

    const none = await (await member.formOn('/withdraw', { balance: '10000' })).post()
    expect([none.status, fieldOf(none, 'exchange_pw').says]).toEqual([422, '출금 비밀번호를 입력해 주세요.'])
    expect([await withdrawals(member), await cashOf(member)]).toEqual([before, 1_000_000])
  })

  it('of more than there is is refused', async () => {
    const response = await (await member.formOn('/withdraw', { balance: '1010000', exchange_pw: '2580' })).post()
    expect([
      response.status,
      response.text.includes('출금 가능 금액이 부족합니다출금 가능 금액은 1,000,000원입니다.'),
    ]).toEqual([409, true])
    expect(fieldOf(response, 'balance')).toEqual({
      value: '1,010,000',
      says: '출금 가능 금액은 1,000,000원입니다. 그 이하로 입력해 주세요.',
    })
  })

  it('takes all by a chip, in whole steps', async () => {
    const form = await member.formOn('/withdraw', { exchange_pw: '2580' })
    const all = await form.post({ intent: 'all' })
    expect([all.status, fieldOf(all, 'balance').value]).toEqual([200, '1,000,000'])
    expect(all.text).toContain('출금 후 남는 금액0원')
    expect(all.body).not.toContain('2580')
    const more = await member.formIn(all, '/withdraw', {}).post({ add: '10000' })
    expect(fieldOf(more, 'balance').value).toBe('1,010,000')
    expect(fieldOf(await form.post({ intent: 'clear' }), 'balance').value).toBe('')
  })

  it('by a payment needs neither amount nor password and opens its page', async () => {
    const form = await member.formOn('/withdraw', { idx: '1' })
    const response = await form.post()
    expect(response.status).toBe(303)
    expect(response.location).toMatch(/^\/sandbox\/pay\/./)
    expect((await form.post({ balance: 'x', exchange_pw: '' })).status).toBe(303)
    const gone = await form.post({ idx: 'nowhere' })
    expect([gone.status, gone.text.includes('지금은 이용할 수 없는 방법입니다')]).toEqual([422, true])
  })

  it('is made once however often its form is sent; another amount under its code is refused', async () => {
    const before = await withdrawals(member)
    const form = await member.formOn('/withdraw', { balance: '20,000', exchange_pw: '2580' })
    const responses = await Promise.all([form.post(), form.post(), form.post(), form.post(), form.post()])
    expect(responses.map(({ status, location }) => [status, location])).toEqual(Array(5).fill([303, '/']))
    expect((await member.follow(responses[0] ?? (await form.post()))).text).toContain('출금 신청이 접수되었습니다')
    expect((await form.post({ balance: '30000' })).status).toBe(409)
    expect([await withdrawals(member), await cashOf(member)]).toEqual([before + 1, 980_000])
    expect((await member.get('/withdraw')).text).toMatch(/출금 20,000원확인 중/)
  })
})

describe('comp money', () => {
  it('that is not there is no form, but the way to where it comes from', async () => {
    const newcomer = await newMember(site.base)
    const page = await newcomer.get('/comp')
    expect(page.page.querySelector('main [name=points]')).toBeNull()
    expect(page.text).toContain('전환할 콤프가 없습니다')
    const links = hrefsIn(page.page, 'main a')
    expect(links).toEqual(expect.arrayContaining(['/deposit', '/user?tab=comp', '/casino', '/slot', '/sport']))
    const refused = await newcomer.post('/comp', { points: '1', code: randomUUID() })
    expect([refused.status, pointsOf(refused).value]).toEqual([422, '1'])
  })

  it('of more than there is is refused at its field', async () => {
    const response = await (await member.formOn('/comp', { points: '50,001' })).post()
    expect([response.status, pointsOf(response).value]).toEqual([422, '50,001'])
    expect(pointsOf(response).says).toContain('콤프가 부족합니다')
    expect(await compOf(member)).toBe(50_000)
  })

  it('becomes money once for one form, and says so on the same page', async () => {
    const before = await cashOf(member)
    const form = await member.formOn('/comp', { points: '1,234' })
    const responses = await Promise.all([form.post(), form.post(), form.post(), form.post(), form.post()])
    expect(responses.map(({ status, location }) => [status, location])).toEqual(Array(5).fill([303, '/comp']))
    const page = await member.get('/comp')
    expect(page.text).toContain('콤프를 머니로 전환했습니다')
    expect(page.text).toContain('1,234원이 지갑에 반영되었습니다.')
    expect(pointsOf(page).value).toBe('')
    expect([await cashOf(member), await compOf(member)]).toEqual([before + 1_234, 48_766])
    expect((await form.post({ points: '5' })).status).toBe(409)

    await member.call('roll-to-balance', { points: 48_766, code: randomUUID() })
    const links = hrefsIn((await member.get('/comp')).page, 'main a')
    expect([links.includes('/slot'), links.includes('/deposit')]).toEqual([true, false])
  })
})

describe('with a foreign upstream', () => {
  const { site, upstream: foreign } = sharedForeignSite({ UPSTREAM_TIMEOUT_MS: `${shortUpstreamTimeoutMs}` })
  const member = sharedMember(site)
  afterEach(() => foreign.clearFaults())

  describe('a withdrawal', () => {
    it('sends amount, code and password, or the idx alone as it came', async () => {
      foreign.calls.length = 0
      const form = await member.formOn('/withdraw', { balance: '1만', exchange_pw: '2580' })
      expect((await form.post()).location).toBe('/')
      const paid = await (await member.formOn('/withdraw', { idx: '3' })).post()
      expect([paid.status, paid.location]).toEqual([303, 'https://pay.test/out'])
      expect(foreign.callsOf('apply-user-withdraw').map(({ body }) => body)).toEqual([
        { balance: 10_000, code: form.fields.code, exchange_pw: '2580' },
      ])
      expect(foreign.callsOf('withdrawal-launcher').map(({ body }) => body)).toEqual([{ idx: 3 }])
    })

    it('of more than the wallet holds names the balance, and with money in games offers to bring that back', async () => {
      const form = await member.formOn('/withdraw', { balance: '10000', exchange_pw: '2580' })
      const formOfPayment = await member.formOn('/withdraw', { idx: '3' })
      foreign.answer('apply-user-withdraw', { status: 'balance' })
      foreign.answer('get-in-game-balance', { status: 'success', balance: 0, gameMoney: 1_030_000 })
      const response = await form.post()
      const alertText = normalizedText(response.page.querySelector('main [role=alert]'))
      expect([response.status, alertText]).toEqual([
        409,
        '출금 가능 금액이 부족합니다출금 가능 금액은 0원입니다. ' +
          '게임 머니 1,030,000원은 지갑으로 옮긴 뒤 출금하실 수 있습니다.',
      ])
      expect(response.page.querySelector('#needs')?.textContent).not.toContain('출금 비밀번호')
      foreign.answer('withdrawal-launcher', { status: 'balance' })
      const byPayment = await formOfPayment.post()
      expect([byPayment.status, normalizedText(byPayment.page.querySelector('main [role=alert]'))]).toEqual([
        409,
        alertText,
      ])
      const offers = [...response.page.querySelectorAll('main button[value=bring-back]')]
      expect(offers.map((button) => button.getAttribute('form'))).toEqual(['withdraw-form'])

      foreign.answer('transfer-out', { status: 'success' })
      const typed = { balance: '10000', exchange_pw: '2580' }
      const back = await member.formIn(response, '/withdraw', typed).post({ intent: 'bring-back' })
      expect([back.status, back.location]).toEqual([303, '/withdraw?balance=10000'])
      expect(fieldOf(await member.follow(back), 'balance').value).toBe('10,000')
    })

    it.each([
      ['nothing', 0, '지갑에 머니가 있으면', ['/deposit'], []],
      ['money in games', 30_000, '게임 머니 30,000원을 먼저 지갑으로', [], ['bring-back']],
    ])(
      'has in place of its form at zero, with %s, one sentence and one action',
      async (_, gameMoney, text, ways, intents) => {
        foreign.answer('get-in-game-balance', { status: 'success', balance: 0, gameMoney })
        const { page } = await member.get('/withdraw')
        expect(page.querySelector('#withdraw-form, main [form=withdraw-form]')).toBeNull()
        expect(normalizedText(page.querySelector('main'))).toContain(text)
        expect(page.querySelectorAll('main ol').length, 'the steps of a deposit').toBe(gameMoney === 0 ? 1 : 0)
        expect(hrefsIn(page, 'main a').filter((address) => address === '/deposit')).toEqual(ways)
        const buttons = [...page.querySelectorAll('main button[name=intent]')]
        expect(buttons.map((button) => button.getAttribute('value'))).toEqual(intents)
        const restored = await member.get('/withdraw?idx=3')
        expect(restored.page.querySelector('#withdraw-form input[name=idx][checked]')?.getAttribute('value')).toBe('3')
      },
    )

    it('that is refused for lack of money says no more than is known of the balance', async () => {
      foreign.answer('apply-user-withdraw', { status: 'balance' })
      foreign.fail('get-in-game-balance', { status: 500 })
      const response = await (await member.formOn('/withdraw', { balance: '10000', exchange_pw: '2580' })).post()
      const alertText = normalizedText(response.page.querySelector('main [role=alert]'))
      expect([response.status, alertText]).toEqual([409, '출금 가능 금액이 부족합니다출금 가능 금액을 확인해 주세요.'])
    })

    it.each([
      ['account', /회원 정보가 변경되어/g],
      ['second_factor', /2단계 인증이 해제되어/g],
      [undefined, /회원 정보가 변경되어/g],
    ])('that is held back for %s says so once, before it is sent and in its refusal', async (withdrawHeldFor, why) => {
      const withdrawHeldUntil = new Date(Date.now() + 3_600_000).toISOString()
      const held = { status: 'success', balance: 100_000, gameMoney: 0, withdrawHeldUntil, withdrawHeldFor }
      foreign.answer('get-in-game-balance', held)
      foreign.answer('apply-user-withdraw', { status: 'wait', ms: 3_600_000 })
      const form = await member.formOn('/withdraw', { balance: '10000', exchange_pw: '2580' })
      expect((await member.get('/withdraw')).text.match(why)).toHaveLength(1)
      const refused = await form.post()
      expect([refused.status, refused.text.match(why)?.length]).toEqual([409, 1])
    })

    it('opens no payment whose response is lost: nothing moved, so the form stays', async () => {
      foreign.fail('withdrawal-launcher', 'reset')
      const response = await (await member.formOn('/withdraw', { idx: '3' })).post()
      expect(response.status).toBe(503)
      expect(response.page.querySelector('main input[name=idx][checked]')?.getAttribute('value')).toBe('3')
    })

    it('says what is missing on its page, and is an error page when everything is', async () => {
      foreign.fail('get-in-game-balance', { status: 500 })
      const page = await member.get('/withdraw')
      expect([page.status, page.text.includes('출금 가능 금액–')]).toEqual([200, true])
      expect(page.text).toContain('출금 가능 금액을 불러오지 못했습니다')
      expect(page.page.querySelector('main button[value=all]')).toBeNull()
      const all = await (await member.formOn('/withdraw')).post({ intent: 'all' })
      expect(all.status).toBe(503)
      foreign.fail('get-withdraw-list', { status: 500 })
      foreign.fail('get-withdrawal-payment', { status: 500 })
      expect((await member.get('/withdraw')).status).toBe(503)
    })

    it('says of all there is what stays in the wallet, and why', async () => {
      foreign.answer('get-in-game-balance', { status: 'success', gameMoney: 0, balance: 41_000, userId: 'demo' })
      const all = await (await member.formOn('/withdraw')).post({ intent: 'all' })
      expect(fieldOf(all, 'balance').value).toBe('40,000')
      expect(all.text).toContain('출금은 10,000원 단위로 가능하여 1,000원은 지갑에 남습니다.')
    })
  })

  describe('comp money', () => {
    it('is requested with points and code alone, with one health check per page', async () => {
      const member = await signedIn(site.base)
      const form = await member.formOn('/comp', { points: '７' })
      expect((await form.post()).status).toBe(303)
      expect(foreign.callsOf('roll-to-balance').map(({ body }) => body)).toEqual([
        { points: 7, code: form.fields.code },
      ])

      foreign.calls.length = 0
      await (await member.formOn('/comp')).post({ intent: 'all' })
      expect(foreign.callsOf('user-health-check')).toHaveLength(2)
    })

    it('reports an exchange that failed, with a reference number', async () => {
      foreign.answer('roll-to-balance', { status: 'closed' })
      const response = await (await member.formOn('/comp', { points: '10' })).post()
      expect([response.status, pointsOf(response).value]).toEqual([409, '10'])
      expect(response.text).toMatch(/콤프를 전환하지 못했습니다.*오류 번호/)
    })

    it('keeps what was typed when the comp balance is unavailable', async () => {
      foreign.fail('user-health-check', { status: 500 })
      const response = await (await member.formOn('/comp', { points: '10' })).post({ intent: 'all' })
      expect([response.status, pointsOf(response).value]).toEqual([503, '10'])
    })
  })
})
