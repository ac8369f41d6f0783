import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { notDone } from '~/upstream/contract/call'
import { shortUpstreamTimeoutMs } from '../../support/settings'
import { sharedForeignSite, sharedMember } from '../../support/shared-site'
import { isReplicated } from '../../support/site'
import { fieldOf, hrefsIn, normalizedText, type PageResponse, signedIn, type Visitor } from '../../support/visitor'
import { answersOf, inOrder, textOf, words } from '../../support/words'

const pointsOf = (response: PageResponse) => fieldOf(response, 'points')

const { site, upstream: foreign } = sharedForeignSite({ UPSTREAM_TIMEOUT_MS: `${shortUpstreamTimeoutMs}` })
const member = sharedMember(site)
afterEach(() => foreign.clearFaults())

describe('a withdrawal', () => {
  it('sends amount, code and password, or only the unchanged idx', async () => {
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

  it('of more than the wallet contains shows the balance, and offers to transfer money from games', async () => {
    const form = await member.formOn('/withdraw', { balance: '10000', exchange_pw: '2580' })
    const formOfPayment = await member.formOn('/withdraw', { idx: '3' })
    foreign.answer('apply-user-withdraw', { status: 'balance' })
    foreign.answer('get-in-game-balance', { status: 'success', balance: 0, gameMoney: 1_030_000 })
    const response = await form.post()
    const alertText = normalizedText(response.page.querySelector('main [role=alert]'))
    expect([response.status, alertText]).toEqual([
      409,
      `${words['msg2016.inGame']}${textOf('msg2016.inGame.text', { cash: '0원', inGame: '1,030,000원' })}`,
    ])
    expect(response.page.querySelector('#needs')?.textContent).not.toContain(words['register.exchangePw.label'])
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
    ['nothing', 0, textOf('withdraw.none.text', { min: '10,000원' }), ['/deposit'], []],
    ['money in games', 30_000, words['withdraw.none.inGame'], [], ['bring-back']],
  ])(
    'at zero, with %s, shows one sentence and one action instead of its form',
    async (_, gameMoney, text, links, intents) => {
      foreign.answer('get-in-game-balance', { status: 'success', balance: 0, gameMoney })
      const { page } = await member.get('/withdraw')
      expect(page.querySelector('#withdraw-form, main [form=withdraw-form]')).toBeNull()
      expect(normalizedText(page.querySelector('main'))).toContain(text)
      expect(hrefsIn(page, 'main a').filter((address) => address === '/deposit')).toEqual(links)
      const buttons = [...page.querySelectorAll('main button[name=intent]')]
      expect(buttons.map((button) => button.getAttribute('value'))).toEqual(intents)
      const restored = await member.get('/withdraw?idx=3')
      expect(restored.page.querySelector('#withdraw-form input[name=idx][checked]')?.getAttribute('value')).toBe('3')
    },
  )

  it('that is rejected for lack of money shows the balance only as far as it is known', async () => {
    foreign.answer('apply-user-withdraw', { status: 'balance' })
    foreign.fail('get-in-game-balance', { status: 500 })
    const response = await (await member.formOn('/withdraw', { balance: '10000', exchange_pw: '2580' })).post()
    const alertText = normalizedText(response.page.querySelector('main [role=alert]'))
    expect([response.status, alertText]).toEqual([409, `${words['form.summary']}${words['withdraw.amount.label']}`])
    expect(fieldOf(response, 'balance').says).toBe(words['msg2016'])
  })

  it.each([
    ['account', words['withdraw.held.text']],
    ['second_factor', words['withdraw.held.factor.text']],
    [undefined, words['withdraw.held.text']],
  ])('on hold for %s is explained once, before it is sent and when rejected', async (withdrawHeldFor, why) => {
    const withdrawHeldUntil = new Date(Date.now() + 3_600_000).toISOString()
    const held = { status: 'success', balance: 100_000, gameMoney: 0, withdrawHeldUntil, withdrawHeldFor }
    foreign.answer('get-in-game-balance', held)
    foreign.answer('apply-user-withdraw', { status: 'wait', ms: 3_600_000 })
    const form = await member.formOn('/withdraw', { balance: '10000', exchange_pw: '2580' })
    expect((await member.get('/withdraw')).text.match(why)).toHaveLength(1)
    const refused = await form.post()
    expect([refused.status, refused.text.match(why)?.length]).toEqual([409, 1])
  })

  it('opens no payment page if the response is lost, and keeps the form because no money has moved', async () => {
    foreign.fail('withdrawal-launcher', 'reset')
    const response = await (await member.formOn('/withdraw', { idx: '3' })).post()
    expect(response.status).toBe(503)
    expect(response.page.querySelector('main input[name=idx][checked]')?.getAttribute('value')).toBe('3')
  })

  it('has a page that reports missing parts, and an error page if everything is missing', async () => {
    foreign.fail('get-in-game-balance', { status: 500 })
    const page = await member.get('/withdraw')
    expect([page.status, page.text.includes(`${words['withdraw.available']}–`)]).toEqual([200, true])
    expect(page.text).toContain(words['withdraw.available.failed'])
    expect(page.page.querySelector('main button[value=all]')).toBeNull()
    expect(page.page.querySelectorAll('main button[name=add]:not(:disabled)').length).toBeGreaterThan(0)
    expect(page.page.querySelectorAll('main button[name=add]:disabled')).toHaveLength(0)
    const all = await (await member.formOn('/withdraw')).post({ intent: 'all' })
    expect(all.status).toBe(503)
    foreign.fail('get-withdraw-list', { status: 500 })
    foreign.fail('get-withdrawal-payment', { status: 500 })
    expect((await member.get('/withdraw')).status).toBe(503)
  })

  it('of the whole balance shows the amount that stays in the wallet, and why', async () => {
    foreign.answer('get-in-game-balance', { status: 'success', gameMoney: 0, balance: 41_000, userId: 'demo' })
    const all = await (await member.formOn('/withdraw')).post({ intent: 'all' })
    expect(fieldOf(all, 'balance').value).toBe('40,000')
    expect(all.text).toContain(textOf('withdraw.all.rest', { amount: '1,000원' }))
  })
})

describe('a comp exchange', () => {
  it('is requested with only points and code, with one health check per page', async () => {
    const member = await signedIn(site.base)
    const form = await member.formOn('/comp', { points: '７' })
    expect((await form.post()).status).toBe(303)
    expect(foreign.callsOf('roll-to-balance').map(({ body }) => body)).toEqual([{ points: 7, code: form.fields.code }])

    foreign.calls.length = 0
    await (await member.formOn('/comp')).post({ intent: 'all' })
    expect(foreign.callsOf('user-health-check')).toHaveLength(2)
  })

  it('that fails is reported with an error reference', async () => {
    foreign.answer('roll-to-balance', { status: 'closed' })
    const response = await (await member.formOn('/comp', { points: '10' })).post()
    expect([response.status, pointsOf(response).value]).toEqual([409, '10'])
    expect(response.text).toMatch(inOrder(words['comp.failed'], words['problem.reference']))
  })

  it('keeps its request code after a failure without effect, because it may have been accepted before', async () => {
    const member = await signedIn(site.base)
    for (const [path, call, typed] of [
      ['/comp', 'roll-to-balance', { points: '10' }],
      ['/deposit', 'apply-user-deposit', { balance: '10000' }],
      ['/withdraw', 'apply-user-withdraw', { balance: '10000', exchange_pw: '2580' }],
    ] as const) {
      const form = await member.formOn(path, typed)
      foreign.fail(call, { status: 503, body: JSON.stringify({ status: notDone }) })
      const response = await form.post()
      expect(response.status, path).toBe(503)
      expect(member.formIn(response, path, {}).fields.code, path).toBe(form.fields.code)
      foreign.clearFaults()
    }
  })

  it('keeps the typed values when the comp balance is unavailable', async () => {
    foreign.fail('user-health-check', { status: 500 })
    const response = await (await member.formOn('/comp', { points: '10' })).post({ intent: 'all' })
    expect([response.status, pointsOf(response).value]).toEqual([503, '10'])
  })
})

/** Must run after withdrawals, because the upstream lacks calls at the end. */
describe('a deposit', () => {
  let member: Visitor
  beforeAll(async () => {
    foreign.style.honoursCodes = false
    foreign.account.withdrawals.length = 0
    member = await signedIn(site.base)
  })
  const now = new Date().toISOString()
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString()
  /** Lists the account request, with this answer or as pending. */
  function listQuestion(ref?: { contents: string; regDate?: string; account?: object }, regDate = now): void {
    foreign.answer('get-help-list', {
      helps: [{ _id: 9, title: '입금 계좌', regDate, kind: 'account', ref }],
    })
  }
  const account = { bank: '국민은행', number: '123-45', holder: '홍길동' }
  const waitingRow = { id: 7, type: 'deposit', balance: 50_000, regdate: now, status: 'wait', method: 'bank' }

  it('sends only amount and code, and the idx unchanged', async () => {
    foreign.calls.length = 0
    const bank = await member.formOn('/deposit', { balance: '20,000' })
    const sent = await bank.post()
    expect(foreign.callsOf('apply-user-deposit').map(({ body }) => body)).toEqual([
      { balance: 20_000, code: bank.fields.code },
    ])
    const [listed] = foreign.account.deposits
    expect((await member.follow(sent)).text).toContain(`${words['receipt.number']} ${listed?.id}`)
    const paid = await member.formOn('/deposit', { balance: '10000', idx: '3' })
    const response = await paid.post()
    expect([response.status, response.location]).toEqual([303, 'https://pay.test/in'])
    expect(foreign.callsOf('apply-deposit-payment').map(({ body }) => body)).toEqual([
      { balance: 10_000, code: paid.fields.code, idx: 3 },
    ])
  })

  it('is accepted even if its account can’t be requested, and requests one account a day', async () => {
    const depositor = await signedIn(site.base)
    const deposit = async () => (await (await depositor.formOn('/deposit', { balance: '10000' })).post()).location
    foreign.calls.length = 0
    const countRequests = () => foreign.callsOf('user-ask-account').length
    foreign.answer('apply-user-deposit', { status: 'success', stage: 'checking' })
    expect([await deposit(), countRequests()], 'no transfer needed').toEqual(['/', 0])
    foreign.clearFaults()
    for (const fault of [{ status: 500 }, 'reset'] as const) {
      foreign.fail('user-ask-account', fault, 1)
      expect(await deposit()).toBe('/')
      const { page } = await depositor.get('/deposit')
      expect(page.querySelector('main [value=ask-account]')).not.toBeNull()
      // Only cancellable rows have a link to cancel.
      expect(page.querySelector('main [href^="/deposit/cancel"]')).toBeNull()
    }
    const form = await depositor.formOn('/deposit', { balance: '10000' })
    const both = await Promise.all([form.post(), form.post()])
    expect([...both.map(({ location }) => location), countRequests()]).toEqual(['/', '/', 3])
    expect([await deposit(), countRequests()]).toEqual(['/', 3])
    listQuestion({ contents: '국민 123-45', regDate: now })
    const otherDevice = await signedIn(site.base)
    await (await otherDevice.formOn('/deposit', { balance: '10000' })).post()
    expect([countRequests(), (await otherDevice.get('/deposit')).text.includes('국민 123-45')]).toEqual([3, true])
    foreign.account.deposits.length = 0
  })

  it('shows an existing account at once to a browser that requests it again, unless the request failed', async () => {
    listQuestion({ contents: '국민 123-45', regDate: now })
    const askFrom = async (status: string) => {
      foreign.answer('user-ask-account', { status })
      const asker = await signedIn(site.base)
      const page = await (await asker.formOn('/deposit')).post({ intent: 'ask-account' })
      return [page.status, page.text.includes('국민 123-45')]
    }
    expect(await askFrom('already')).toEqual([409, true])
    expect(await askFrom('shut')).toEqual([409, false])
  })

  it('explains the state of an account request, and where its answer will appear', async () => {
    const asker = await signedIn(site.base)
    await (await asker.formOn('/deposit')).post({ intent: 'ask-account' })
    const accountBox = async () => {
      const { page, status } = await asker.get('/deposit')
      const box = page.querySelector('#account')
      const links = [...(box?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))
      const canAsk = Boolean(box?.querySelector('button[value=ask-account]'))
      // A deposit is possible without requesting the account first, so the offer is below the submit button.
      const isBelow = box?.matches('button[value=deposit] ~ *, :has(button[value=deposit]) ~ * *')
      return { status, text: box?.textContent, links, canAsk, isBelow }
    }

    listQuestion()
    const waiting = {
      text: expect.stringContaining(words['deposit.account.waiting']),
      links: ['/help?id=9', '/deposit'],
      canAsk: false,
      isBelow: false,
    }
    expect(await accountBox()).toMatchObject(waiting)

    listQuestion({ contents: '국민 123-45', regDate: daysAgo(0.99) }, daysAgo(3))
    expect(await accountBox()).toMatchObject({ text: expect.stringContaining('123-45') })
    listQuestion({ contents: '국민 123-45', regDate: daysAgo(1) }, daysAgo(3))
    const over = { text: expect.not.stringContaining('123-45'), links: [], canAsk: true, isBelow: true }
    expect(await accountBox()).toMatchObject(over)
    // An answer without a time counts from its request, or as recent if that has none either.
    for (const [regDate, expected] of [
      [daysAgo(0.99), { text: expect.stringContaining('123-45') }],
      [daysAgo(1), over],
      ['', { text: expect.stringContaining('123-45') }],
    ] as const) {
      listQuestion({ contents: '국민 123-45' }, regDate)
      expect(await accountBox(), regDate).toMatchObject(expected)
    }

    foreign.fail('get-help-list', { status: 500 })
    const elsewhere = {
      status: 200,
      text: expect.stringContaining(words['deposit.account.inquiries']),
      links: ['/help'],
    }
    expect(await accountBox()).toMatchObject(elsewhere)
  })

  it('waits for its account only while it is pending, and shows the answer', async () => {
    const payer = await signedIn(site.base)
    foreign.clearFaults()
    await (await payer.formOn('/deposit', { balance: '10000' })).post()
    listQuestion()
    const text = async () => (await payer.get('/deposit')).text
    expect(await text()).toContain(words['deposit.account.waiting'])
    const reads = () => foreign.callsOf('read-help-message').map(({ body }) => body)
    foreign.calls.length = 0
    const ref = { contents: '국민 123-45', regDate: now }
    foreign.answer('get-help-list', {
      helps: [{ _id: 9, title: '', regDate: now, kind: 'account', isRead: false, ref }],
    })
    expect([(await text()).includes('국민 123-45'), reads()]).toEqual([true, [{ id: 9 }]])
    // The account of a cancelled deposit is shown again only with the next deposit.
    for (const row of foreign.account.deposits) row.status = 'cansel'
    expect(await text()).not.toContain('국민 123-45')
    listQuestion()
    foreign.account.deposits.length = 0
    expect(await text()).not.toContain(words['deposit.account.waiting'])
  })

  it('counts an answer with the account as read on the pages that show it', async () => {
    const payer = await signedIn(site.base)
    const user = { userId: 'demo', nick: '데모', rolling: 0, balance: 0, in_balance: 0, level: 1 }
    foreign.answer('user-health-check', { status: 'authenticated', user, noteCount: 0, helpCount: 2 })
    foreign.answer('get-deposit-list', { total: 1, sum: 0, balances: [waitingRow] })
    const ref = { contents: '국민 123-45', regDate: now }
    foreign.answer('get-help-list', {
      helps: [{ _id: 9, title: '', regDate: now, kind: 'account', isRead: false, ref }],
    })
    const receipt = `/user/receipt?kind=deposit&id=7&at=${encodeURIComponent(now)}`
    for (const path of ['/', '/deposit', receipt]) {
      const { page, text } = await payer.get(path)
      expect(text, path).toContain('국민 123-45')
      expect(page.querySelector('a[href="/help"][aria-label]')?.getAttribute('aria-label'), path).toBe(answersOf(1))
    }
    expect((await payer.get('/slot')).body, 'other pages still count it').toContain(answersOf(2))
  })

  it('shows the account in fields if the answer has them, on home, form, receipt and history', async () => {
    const payer = await signedIn(site.base)
    listQuestion({ contents: '국민은행 123-45 홍길동', regDate: now, account })
    foreign.answer('get-deposit-list', { total: 1, sum: 0, usualSeconds: 240, balances: [waitingRow] })
    for (const path of [
      '/',
      '/deposit',
      '/user?tab=history',
      `/user/receipt?kind=deposit&id=7&at=${encodeURIComponent(now)}`,
    ]) {
      const { page, text } = await payer.get(path)
      expect(text, path).toContain(textOf('pending.sendMoney', {}))
      expect(text, 'the account comes before the explanation').toMatch(
        inOrder('국민은행', '홍길동', '123-45', words['pending.sendMoney']),
      )
      expect(text, path).toMatch(inOrder('50,000원', words['pending.copy.sum']))
      expect(text.includes(words['deposit.further']), path).toBe(path === '/deposit')
      const steps = [...page.querySelectorAll('main ol > [data-done], main ol > [aria-current]')].map(normalizedText)
      const done = (['requested', 'account'] as const).map(
        (step) => `${words[`pending.step.${step}`]}, ${words['status.done']}`,
      )
      expect(steps, 'the first two steps are done').toEqual([...done, words['pending.step.transfer']])
      // The next step is the member's, so there is no estimate.
      expect(text, path).not.toMatch(inOrder(words['tracker.estimate']))
    }
    const sent = await (await payer.formOn('/withdraw', { balance: '10000', exchange_pw: '2580' })).post()
    const home = (await payer.follow(sent)).page
    const accepted = normalizedText(home.querySelector('main [aria-labelledby=accepted]'))
    expect(accepted).toMatch(inOrder(words.msg2015, '10,000원', words['withdraw.waiting.hint']))
    const inShort = home.querySelector('main [aria-labelledby=accepted] + section')
    expect(normalizedText(inShort), 'unfolded below the receipt of a withdrawal').toMatch(inOrder('국민은행', '123-45'))
    listQuestion({ contents: '국민 123-45', regDate: now })
    const inWords = await payer.get('/')
    expect(inWords.text).toContain('국민 123-45')
    expect(inWords.text).toContain(textOf('pending.sendMoney.inWords', { amount: '50,000원' }))
    expect(inWords.text).not.toContain(words['register.banknumber.label'])
    listQuestion({ contents: '국민은행 123-45 홍길동', regDate: now, account })
    foreign.answer('get-deposit-list', { total: 0, sum: 0, balances: [] })
    await payer.post('/deposit', { intent: 'ask-account' })
    const { text, page } = await payer.get('/deposit')
    expect(text).toMatch(inOrder(words['deposit.account.next'], '123-45'))
    expect(page.querySelector(`[aria-label^="${words['pending.copy.sum']}"]`), 'no amount to copy').toBeNull()
  })

  it('shows one account for several that await a transfer, and a row with amount and number for each', async () => {
    const payer = await signedIn(site.base)
    listQuestion({ contents: '국민은행 123-45 홍길동', regDate: now, account })
    const sums = [70_000, 30_000, 30_000, 20_000]
    const balances = sums.map((balance, id) => ({ ...waitingRow, id: `t-${id}`, balance, cancellable: true }))
    foreign.answer('get-deposit-list', { total: 4, sum: 0, balances })
    for (const path of ['/', '/deposit', '/user?tab=history']) {
      const { page } = await payer.get(path)
      const card = page.querySelector('main section > ul > li:has(ol)')
      const text = normalizedText(card ?? null)
      expect(normalizedText(page.querySelector('main')).split('123-45'), path).toHaveLength(2)
      expect(text.split(words['pending.separately']), path).toHaveLength(2)
      expect(card?.querySelectorAll('ol').length, 'the steps').toBe(1)
      const rows = [...(card?.querySelectorAll('li:has([href^="/user/receipt"])') ?? [])].map(normalizedText)
      expect(rows, path).toEqual(
        ['70,000원', '30,000원', '30,000원', '20,000원'].map((sum, id) =>
          expect.stringMatching(inOrder(sum, words['pending.copy.sum'], `t-${id}`, words['deposit.cancel'])),
        ),
      )
      expect(text, 'no total').not.toContain('150,000원')
      const folded = card?.querySelector('details')
      expect(folded?.querySelectorAll('li').length, `only home folds rows, ${path}`).toBe(path === '/' ? 2 : undefined)
    }
    foreign.answer('get-deposit-list', { total: 3, sum: 0, balances: balances.slice(1) })
    expect((await payer.get('/')).page.querySelector('main li details'), 'a single row is not folded').toBeNull()
  })

  it('folds the form below a pending deposit, and opens it for a URL with an amount and for an error', async () => {
    const payer = await signedIn(site.base)
    listQuestion({ contents: '국민은행 123-45 홍길동', regDate: now, account })
    const isOpen = ({ page }: { page: Document }) =>
      page.querySelector(`details:has([name=balance])`)?.hasAttribute('open')
    foreign.answer('get-deposit-list', { total: 0, sum: 0, balances: [] })
    expect(isOpen(await payer.get('/deposit')), 'without a pending deposit').toBeUndefined()
    foreign.answer('get-deposit-list', { total: 1, sum: 0, balances: [{ ...waitingRow, stage: 'checking' }] })
    expect(isOpen(await payer.get('/deposit')), 'without a due transfer').toBe(false)
    foreign.answer('get-deposit-list', { total: 1, sum: 0, balances: [waitingRow] })
    expect(isOpen(await payer.get('/deposit'))).toBe(false)
    const filled = await payer.get('/deposit?balance=20000')
    expect(isOpen(filled)).toBe(true)
    expect(filled.text, 'no resulting balance, because a deposit is pending').not.toContain(words['deposit.sum.after'])
    expect(filled.text).toContain(`${words['deposit.sum.amount']}20,000원`)
    const refused = await (await payer.formOn('/deposit', { balance: '15000' })).post()
    expect([refused.status, isOpen(refused), fieldOf(refused, 'balance').value]).toEqual([422, true, '15,000'])
  })

  it('counts a pending deposit beyond the first page of the list, and can cancel it without script', async () => {
    const payer = await signedIn(site.base)
    const cancelPath = '/public/balance/cancel_user_deposit'
    const balances = Array.from({ length: 20 }, (_, id) => ({ ...waitingRow, id: `t-${id}`, status: 'already' }))
    foreign.answer('get-deposit-list', { total: 21, sum: 0, waiting: { count: 1, sum: 50_000 }, balances })
    foreign.answer(cancelPath, { status: 'success' })
    for (const path of ['/', '/deposit']) {
      const { page } = await payer.get(path)
      const link = page.querySelector(`main section[aria-label="${textOf('pending.waiting.deposit', { count: 1 })}"] a`)
      expect(link?.getAttribute('href'), path).toBe('/user?tab=history')
    }
    const cancelling = await payer.formOn('/deposit/cancel?id=t-20')
    expect((await cancelling.post({ intent: 'cancel' })).status).toBe(303)
    expect(foreign.callsOf(cancelPath).map(({ body }) => body)).toEqual([{ id: 't-20' }])
    foreign.answer('get-deposit-list', { total: 19, sum: 0, balances: balances.slice(1) })
    expect((await payer.get('/deposit/cancel?id=t-20')).location).toBe('/')
  })

  it('shows each of several payment pages with its state, amount and button', async () => {
    const payer = await signedIn(site.base)
    const pages = { method: '이음 상품권', stage: 'unpaid', payUrl: 'https://pay.test/in' }
    const balances = [70_000, 90_000].map((balance, id) => ({
      ...waitingRow,
      ...pages,
      id,
      balance,
      cancellable: false,
    }))
    foreign.answer('get-deposit-list', { total: 2, sum: 0, balances })
    for (const path of ['/', '/deposit']) {
      const all = [...(await payer.get(path)).page.querySelectorAll('main li:has(ul)')].map(normalizedText)
      const rows = all.filter((row) => row.startsWith(`${words['transaction.deposit']} `))
      const texts = [words['pending.turn.pay'], words['pending.unpaid.pay']]
      expect(rows, path).toEqual([
        expect.stringMatching(inOrder('70,000원', ...texts, `${words['receipt.number']} 0`)),
        expect.stringMatching(inOrder('90,000원', ...texts, `${words['receipt.number']} 1`)),
      ])
    }
  })

  it('shows an upstream’s custom status for each of several', async () => {
    const payer = await signedIn(site.base)
    const statuses = ['reviewing', 'on hold']
    const balances = statuses.map((status, id) => ({ ...waitingRow, status, id, stage: undefined }))
    foreign.answer('get-withdraw-list', { total: 2, sum: 0, balances })
    const main = (await payer.get('/withdraw')).page.querySelector('main section')
    for (const status of statuses) expect(normalizedText(main)).toContain(status)
  })

  it.skipIf(isReplicated)('offers to transfer money from games, and keeps everything typed', async () => {
    const user = { userId: 'demo', nick: '데모', rolling: 0, balance: 0, in_balance: 30_000, level: 1 }
    foreign.answer('user-health-check', { status: 'authenticated', user, noteCount: 0, helpCount: 0 })
    foreign.answer('transfer-out', { status: 'success' })
    await member.post('/withdraw', { intent: 'bring-back' })
    const page = await member.get('/deposit')
    expect(page.text).toMatch(inOrder('30,000원', words['withdraw.transferToWallet']))
    const button = page.page.querySelector('main button[value=bring-back]')
    expect(button?.getAttribute('form')).toBe('deposit-form')

    const typed = { balance: '20000', idx: '3' }
    const back = await member.formIn(page, '/deposit', typed).post({ intent: 'bring-back' })
    expect([back.status, back.location]).toEqual([303, '/deposit?balance=20000&idx=3'])
    foreign.answer('user-health-check', {
      status: 'authenticated',
      user: { ...user, balance: 30_000, in_balance: 0 },
    })
    const shown = await member.follow(back)
    expect(shown.text).toContain(words['withdraw.transferToWallet.done'])
    expect(shown.text).not.toContain(words['withdraw.transferToWallet'])
    expect(fieldOf(shown, 'balance').value).toBe('20,000')

    foreign.answer('user-health-check', { status: 'authenticated', user })
    foreign.answer('transfer-out', { status: 'success', gameMoney: 0 })
    const counted = await member.follow(await member.post('/withdraw', { intent: 'bring-back' }))
    expect(counted.text).toContain(textOf('withdraw.transferToWallet.done.of', { amount: '30,000원' }))
    foreign.fail('transfer-out', { status: 404 })
    const missing = await (await member.formOn('/deposit', typed)).post({ intent: 'bring-back' })
    expect([missing.status, fieldOf(missing, 'balance').value]).toEqual([409, '20,000'])
    expect(missing.page.querySelector('main button[value=bring-back]')).toBeNull()
  })

  it.skipIf(isReplicated)('shows the money after a transfer from games whose response was lost', async () => {
    onTestFinished(() => {
      foreign.style.offersMore = false
    })
    foreign.style.offersMore = true
    const payer = await signedIn(site.base)
    foreign.account.inGames = 30_000
    foreign.fail('transfer-out', 'reset-after')
    const lost = await (await payer.formOn('/deposit')).post({ intent: 'bring-back' })
    expect([lost.status, foreign.account.inGames]).toEqual([503, 0])
    expect(lost.text).toContain(words['withdraw.transferToWallet.unknown'])
    expect(lost.page.querySelector('main button[value=bring-back]')).toBeNull()
  })

  it('links to an unfinished payment at an allowed URL, and otherwise only mentions it', async () => {
    const payer = await signedIn(site.base)
    const row = { id: 7, type: '상품권', balance: 50_000, regdate: new Date().toISOString(), status: 'wait' }
    const linkOf = async (more: object, label = words['pending.unpaid.pay']) => {
      foreign.answer('get-deposit-list', { total: 1, sum: 0, usualSeconds: 240, balances: [{ ...row, ...more }] })
      const { page, text } = await payer.get('/')
      const links = [...page.querySelectorAll('main a')].filter(({ textContent }) => textContent === label)
      return { href: links[0]?.getAttribute('href'), saysUnpaid: text.includes(words['pending.unpaid']) }
    }
    const payUrl = 'https://pay.test/in?id=7'
    expect(await linkOf({ stage: 'unpaid', payUrl })).toEqual({ href: payUrl, saysUnpaid: true })
    const cancel = words['deposit.cancel']
    const cancelUrl = `${payUrl}&leave`
    expect(await linkOf({ stage: 'unpaid', cancelUrl }, cancel)).toEqual({ href: cancelUrl, saysUnpaid: true })
    for (const unsafe of ['javascript:alert(1)', '//pay.test/in', 'http://user@pay.test/']) {
      expect(await linkOf({ stage: 'unpaid', payUrl: unsafe })).toEqual({ href: undefined, saysUnpaid: true })
      expect((await linkOf({ stage: 'unpaid', cancelUrl: unsafe }, cancel)).href).toBeUndefined()
    }
    expect(await linkOf({ stage: 'somewhere', payUrl })).toEqual({ href: undefined, saysUnpaid: false })
    expect((await payer.get('/')).text).not.toMatch(inOrder(words['tracker.estimate']))
    await linkOf({ stage: 'crediting' })
    expect((await payer.get('/')).text).toContain(
      `${words['pending.crediting']} ${textOf('tracker.estimate', { time: '4분' })}`,
    )
  })

  it.each([
    { id: 41, message: words['deposit.cancel.done.of.text'] },
    { id: 'D/2026.41', message: words['deposit.cancel.done'] },
  ])('with id $id is cancelled under the same id, and the cancellation is confirmed', async ({ id, message }) => {
    const payer = await signedIn(site.base)
    const path = '/public/balance/cancel_user_deposit'
    foreign.answer(path, { status: 'success' })
    foreign.answer('get-deposit-list', { total: 1, sum: 0, balances: [{ ...waitingRow, id, cancellable: true }] })
    const ask = hrefsIn((await payer.get('/')).page, 'main [href^="/deposit/cancel"]')[0] ?? ''
    foreign.calls.length = 0
    const cancelled = await (await payer.formOn(ask)).post()
    const sent = foreign.calls.filter((call) => call.path === path)
    expect(sent.map(({ body }) => body)).toEqual([{ id }])
    expect((await payer.follow(cancelled)).text).toContain(message)
  })

  it.each([
    ['cansel', [303, '/']],
    ['wait', [503, null]],
  ])('is looked up again after a cancellation without a response, and is listed as %s', async (status, expected) => {
    const payer = await signedIn(site.base)
    const path = '/public/balance/cancel_user_deposit'
    const balances = [{ ...waitingRow, cancellable: true }]
    foreign.answer('get-deposit-list', {
      // Called with each response.
      toJSON: () => ({
        balances: balances.map((row) => (foreign.callsOf(path).length > 0 ? { ...row, status } : row)),
      }),
    })
    foreign.calls.length = 0
    foreign.fail(path, 'reset')
    const response = await (await payer.formOn('/deposit/cancel?id=7')).post()
    expect([response.status, response.location]).toEqual(expected)
    expect(response.text.includes(words['deposit.cancel.unknown'])).toBe(status === 'wait')
  })

  it('has no receipt if the upstream has no list of deposits, and an error page if the list fails', async () => {
    const path = '/user/receipt?kind=deposit&id=1'
    foreign.fail('get-deposit-list', { status: 404 })
    const none = await member.get(path)
    expect([none.status, none.text.includes(words['receipt.missing.title'])]).toEqual([404, true])
    const sent = await (await member.formOn('/deposit', { balance: '20000' })).post()
    const home = await member.follow(sent)
    expect(home.text).toContain(`${words['msg2010']}${words['transaction.deposit']} 20,000원`)
    expect(home.page.querySelector('main a[href^="/user/receipt?kind=deposit"]')).toBeNull()

    foreign.fail('get-deposit-list', { status: 500 })
    expect((await member.get(path)).status).toBe(503)
  })
})
