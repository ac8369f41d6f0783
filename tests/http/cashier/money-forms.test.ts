import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { cancelReasonText } from '~/embedded/transactions/cancel-reasons'
import { sharedMember, sharedSite } from '../../support/shared-site'
import {
  fieldOf,
  hrefsIn,
  memberPassword,
  newMember,
  normalizedText,
  type PageResponse,
  signedIn,
  transactionsOf,
  type Visitor,
  walletOf,
} from '../../support/visitor'
import { inOrder, textOf, words, wordsIn } from '../../support/words'

const deposits = (member: Visitor) => transactionsOf(member, 'deposit')

function pressed({ page }: PageResponse, text: string): Record<string, string> {
  const button = [...page.querySelectorAll('button')].find((candidate) => normalizedText(candidate) === text)
  if (!button) throw new Error(`There is no button ${text}`)
  return { [button.getAttribute('name') ?? '']: button.getAttribute('value') ?? '' }
}

const texts = ({ page }: PageResponse, selector: string) => [...page.querySelectorAll(selector)].map(normalizedText)

const withdrawals = async (member: Visitor) => (await transactionsOf(member, 'withdraw')).total
const cashOf = async (member: Visitor) => (await walletOf(member)).balance
const compOf = async (member: Visitor) => (await walletOf(member)).rolling
const pointsOf = (response: PageResponse) => fieldOf(response, 'points')
const play = wordsIn('play', 'ko')

const site = sharedSite({ DEPOSITS_WAITING_MAX: '5', PLAY_APPROVAL_MS: '0' })

describe('a deposit', () => {
  let member: Visitor & { id: string }
  beforeAll(async () => {
    member = await newMember(site.base)
  })

  it('of an invalid amount is rejected with the typed value and a new code', async () => {
    const form = await member.formOn('/deposit', { balance: '15000' })
    const response = await form.post()
    expect(response.status).toBe(422)
    expect(fieldOf(response, 'balance')).toEqual({ value: '15,000', says: words['msg2009'] })
    expect(response.page.querySelector('main [role=alert] a')?.getAttribute('href')).toBe('#balance')
    const again = member.formIn(response, '/deposit', { balance: '' })
    expect(again.fields.code).toMatch(/^[\w-]{8,64}$/)
    expect(again.fields.code).not.toBe(form.fields.code)
    const aboveMax = await member.formOn('/deposit', { balance: '510000', idx: '2' })
    const over = await aboveMax.post()
    // The form may have been accepted before, so it must keep its code.
    expect(member.formIn(over, '/deposit', {}).fields.code).toBe(aboveMax.fields.code)
    const says = textOf('amount.aboveMax', { method: '이음 상품권', amount: '500,000원' })
    expect([over.status, fieldOf(over, 'balance').says]).toEqual([422, says])
    expect((await deposits(member)).total).toBe(0)
  })

  it('accepts amounts as people type them, and is made once even if its form is sent several times', async () => {
    const depositor = await newMember(site.base)
    const form = await depositor.formOn('/deposit', { balance: '1만' })
    const responses = await Promise.all([form.post(), form.post(), form.post(), form.post(), form.post()])
    responses.push(await form.post())
    expect(responses.map(({ status, location }) => [status, location])).toEqual(Array(6).fill([303, '/']))
    expect((await depositor.get('/')).text).toContain(words['msg2010'])
    expect((await deposits(depositor)).balances.map(({ balance }) => balance)).toEqual([10_000])

    // Another amount with the same code is rejected.
    const refused = await form.post({ balance: '20000' })
    expect(refused.status).toBe(409)
    expect(refused.text).toContain(words['code.reused'])
    expect(fieldOf(refused, 'balance').value).toBe('20,000')
    const corrected = depositor.formIn(refused, '/deposit', { balance: '20,000' })
    expect((await corrected.post()).status).toBe(303)
    expect((await deposits(depositor)).balances.map(({ balance }) => balance)).toEqual([20_000, 10_000])
  })

  it('has a receipt, once on home and then in the history, for its member only', async () => {
    const depositor = await newMember(site.base)
    const form = await depositor.formOn('/deposit', { balance: '30000' })
    const sent = await form.post()
    const notice = (sent.headers.getSetCookie()[0] ?? '').split(/[=;]/)[1] ?? ''
    const home = await depositor.follow(sent)
    const { balances } = await deposits(depositor)
    const number = balances[0]?.id ?? ''
    expect(home.page.querySelector('main section')?.getAttribute('aria-labelledby')).toBe('accepted')
    // The deposit may already be credited.
    expect(home.text).toMatch(inOrder('30,000원', `${words['receipt.number']} ${number}`))
    expect(home.text.split(number)).toHaveLength(2)
    expect(home.headers.get('cache-control')).toContain('no-store')
    expect((await depositor.get('/')).text).not.toContain(words['msg2010'])
    expect((await depositor.follow(await form.post())).text).toContain(`${words['receipt.number']} ${number}`)

    const history = await depositor.get('/user?tab=history')
    const link = history.page.querySelector('#history a[href^="/user/receipt"]')?.getAttribute('href') ?? ''
    const receipt = await depositor.get(link)
    expect([receipt.status, receipt.text]).toEqual([
      200,
      expect.stringMatching(`접수 번호 ${number}.*30,000원(${words['pending.turn.account']}|${words['status.done']})`),
    ])

    expect((await member.get(link)).status).toBe(404)
    const missing = await depositor.get('/user/receipt?kind=deposit&id=0000-00')
    expect([missing.status, missing.text]).toEqual([404, expect.stringContaining(words['receipt.missing.title'])])
    expect((await depositor.get('/user/receipt')).status).toBe(404)
    member.cookies.set('notice', notice)
    expect((await member.get('/')).text).not.toContain(words['msg2010'])
  })

  it('has a summary once it has an amount, asks about limits below it, and later offers the last amount', async () => {
    const headings = (shown: PageResponse) => texts(shown, 'form :is(h2, legend, label[for=balance])')
    const first = await newMember(site.base)
    const summaries = (shown: PageResponse) =>
      texts(shown, `form [role=region][aria-label="${words['deposit.sum.title']}"]`).length
    expect(summaries(await first.get('/deposit'))).toBe(0)
    const opened = await first.get('/deposit?balance=50000')
    const asked = headings(opened)
    expect(texts(opened, '[aria-describedby=needs] span')).toContain(words['form.needs.choice'])
    const inFront = ['deposit.amount.label', 'limits.question', 'deposit.method.label'] as const
    expect(asked.slice(0, 3)).toEqual(inFront.map((key) => words[key]))
    expect(summaries(opened)).toBe(1)
    expect(opened.text).toMatch(
      inOrder(words['limits.question.why'].replaceAll('\u00a0', ' '), words['limits.question.none.text']),
    )

    const returning = await signedIn(site.base)
    expect((await returning.get('/deposit')).text).not.toContain(words['form.needs.choice'])
    const lastAmount = async (query: string) =>
      (await returning.get(`/deposit${query}`)).page.querySelector('[name=set]')
    const won = (await lastAmount(''))?.getAttribute('value')
    for (const [query, isChosen] of [
      ['', 'false'],
      [`?balance=${won}`, 'true'],
    ] as const)
      expect((await lastAmount(query))?.getAttribute('aria-pressed'), query).toBe(isChosen)
  })

  it('without the code field is rejected', async () => {
    const response = await member.post('/deposit', { balance: '10000' })
    expect(response.status).toBe(400)
    expect((await deposits(member)).total).toBe(0)
  })

  it('can be composed with chips and cleared without being sent', async () => {
    const form = await member.formOn('/deposit', { balance: '２００００' })
    const sum = await form.post({ add: '50000' })
    expect(sum.status).toBe(200)
    expect(fieldOf(sum, 'balance')).toEqual({ value: '70,000', says: expect.stringContaining('7만 원') })
    expect(sum.text).toContain(`${words['deposit.sum.after']}70,000원`)

    const more = await member.formIn(sum, '/deposit', {}).post({ intent: 'add', add: '1000000' })
    expect(fieldOf(more, 'balance').value).toBe('1,070,000')
    // A chip has priority over the deposit intent of the same form.
    expect((await form.post({ intent: 'deposit', add: '10000' })).status).toBe(200)

    const cleared = await member.formIn(more, '/deposit', {}).post({ intent: 'clear' })
    expect([cleared.status, fieldOf(cleared, 'balance').value]).toEqual([200, ''])

    const nothing = await member.formIn(more, '/deposit', {}).post({ intent: 'add' })
    expect([nothing.status, fieldOf(nothing, 'balance').value]).toEqual([422, fieldOf(more, 'balance').value])
    expect((await form.post({ add: '-5' })).status).toBe(422)
    expect((await deposits(member)).total).toBe(0)
  })

  it('by payment service opens one page per form, can be paid there later, and leads to its result', async () => {
    const depositor = await newMember(site.base)
    const form = await depositor.formOn('/deposit', { balance: '50000', idx: '1' })
    const [sent, again] = await Promise.all([form.post(), form.post()])
    expect([sent.status, again.status]).toEqual([303, 303])
    expect(sent.location).toMatch(/^\/sandbox\/pay\/./)
    expect((await deposits(depositor)).total).toBe(1)
    for (const path of ['/', '/deposit', '/user?tab=history']) {
      const shown = await depositor.get(path)
      expect(shown.text, path).toContain(words['pending.unpaid'])
      const link = shown.page.querySelector('main a[href^="/sandbox/pay/"]')
      expect([link?.textContent, link?.getAttribute('href')], path).toEqual([
        words['pending.unpaid.pay'],
        sent.location,
      ])
    }
    const payment = await depositor.get(sent.location ?? '')
    expect(payment.text).toContain('50,000')
    const paid = await depositor.follow(
      await depositor
        .formIn(payment, sent.location ?? '')
        .post(pressed(payment, (play['pay.confirm.deposit'] ?? '').replace('{{amount}}', '50,000원'))),
    )
    expect(hrefsIn(paid.page, 'a.main'), play['pay.play']).toEqual(['/casino'])
    const back = [...paid.page.querySelectorAll('a')].find((link) => link.textContent === play['pay.home'])
    const home = await depositor.get(back?.getAttribute('href') ?? '')
    expect(home.text).toMatch(inOrder(words['news.title'], textOf('tracker.deposit.done', { amount: '50,000원' })))
    const history = await depositor.get('/user?tab=history')
    expect(history.text).toMatch(inOrder(words['status.done'], '+50,000'))
    expect(history.text).not.toContain(play['pay.done.deposit'])
  })

  it('whose payment was abandoned is reported once, isn’t announced, and offers a new payment', async () => {
    const depositor = await newMember(site.base)
    const sent = await (await depositor.formOn('/deposit', { balance: '50000', idx: '1' })).post()
    const payment = await depositor.get(sent.location ?? '')
    expect(hrefsIn(payment.page, 'main .button')).toEqual(['/deposit'])
    const leave = hrefsIn(payment.page, 'footer a')[0] ?? ''
    const row = (await depositor.get('/deposit')).page.querySelector(`main section a[href="${leave}"]`)
    expect(row?.textContent, 'the pending row has the same link').toBe(words['deposit.cancel'])
    const ask = await depositor.get(leave)
    const left = await depositor.follow(
      await depositor.formIn(ask, sent.location ?? '').post(pressed(ask, play['pay.cancel'] ?? '')),
    )
    expect(left.text).toContain(textOf('deposit.left', { amount: '50,000원' }))
    expect(left.text).not.toContain(words['news.title'])
    expect(left.page.querySelector('[name=idx]:checked')?.getAttribute('value')).toBe('1')
    expect(left.page.querySelector('[name=balance]')?.getAttribute('value')).toBe('50,000')
    const receipt = await depositor.get(
      hrefsIn((await depositor.get('/user?tab=history')).page, 'main a[href^="/user/receipt"]')[0] ?? '',
    )
    expect(receipt.text).toContain(`${words['receipt.reason']}: ${cancelReasonText('given-up', 'ko')}`)
    expect(texts(receipt, 'main a[href="/deposit?balance=50000"]')).toEqual([words['news.again']])
    expect((await depositor.get('/')).text).not.toContain(words['pending.unpaid.pay'])
  })

  it('requests its account once, and can be cancelled once by its member, even during a break', async () => {
    const depositor = await newMember(site.base)
    const form = await depositor.formOn('/deposit', { balance: '40000' })
    const [sent] = await Promise.all([form.post(), form.post(), form.post()])
    expect((await depositor.follow(sent)).text).toMatch(
      inOrder('40,000원', words['deposit.account.waiting'], textOf('pending.at', { time: '' })),
    )
    const { helps } = (await (await depositor.call('get-help-list', {})).json()) as { helps: { kind?: string }[] }
    expect(helps.filter(({ kind }) => kind === 'account')).toHaveLength(1)

    await (await depositor.formOn('/user?ask=break&break=7d')).post()
    const ask = hrefsIn((await depositor.get('/')).page, 'main [href^="/deposit/cancel"]')[0] ?? ''
    const confirmation = await depositor.get(ask)
    const question = textOf('deposit.cancel.ask', { amount: '40,000원' })
    const choices = [words['deposit.cancel.no'], words['deposit.cancel.yes']] as const
    expect(confirmation.text).toMatch(
      inOrder(question, words['deposit.cancel.text'], words['receipt.number'], words['receipt.at'], ...choices),
    )
    for (const press of [1, 2]) {
      const cancelled = await depositor.follow(await depositor.formIn(confirmation, ask).post())
      expect(cancelled.status, `press ${press}`).toBe(200)
      const number = ask.split('=')[1] ?? ''
      const result = [words['news.title'], textOf('deposit.cancel.done.of', { amount: '40,000원' })]
      expect(cancelled.text).toMatch(
        inOrder(...result, words['deposit.cancel.done.of.text'], number, words['status.cancelled']),
      )
      expect(hrefsIn(cancelled.page, 'main section a[href^="/deposit?"]'), 'no link to the form').toEqual([])
    }
    expect(await depositor.get(ask)).toMatchObject({ status: 303, location: '/' })
    expect((await depositor.get('/')).text).not.toContain(words['news.title'])
    const receipt = await depositor.get(
      hrefsIn((await depositor.get('/user?tab=history')).page, 'main a[href^="/user/receipt"]')[0] ?? '',
    )
    expect(receipt.text).toMatch(inOrder('40,000원', textOf('receipt.cancelledByMember', { time: '' })))
    expect(receipt.text, 'there is no reason of a rejection').not.toContain(words['receipt.reason'])
  })

  it('allows one account request, shown in the browser that sent it, until the inquiries are deleted', async () => {
    const member = await newMember(site.base)
    const otherDevice = await signedIn(site.base, member.id, memberPassword)
    const ask = async (visitor: Visitor) =>
      (await visitor.formOn('/deposit', { balance: '10000' })).post({ intent: 'ask-account' })
    const isWaiting = async (visitor: Visitor) =>
      (await visitor.get('/deposit')).text.includes(words['deposit.account.waiting'])
    await ask(member)
    expect([await isWaiting(member), await isWaiting(otherDevice)], 'no deposit is pending').toEqual([true, false])
    await ask(otherDevice)
    expect(await isWaiting(otherDevice)).toBe(true)
    const askButton = async () => (await member.get('/deposit')).page.querySelector('main [value=ask-account]')
    expect(await askButton()).toBeNull()
    await member.post('/help', { intent: 'delete-all' })
    expect(await askButton()).not.toBeNull()
  })
})

it('pending deposits are shown on /deposit and home with their count, and at the limit block the next', async () => {
  const member = await newMember(site.base)
  for (const balance of ['10000', '20000', '30000', '40000', '50000'])
    expect((await (await member.formOn('/deposit', { balance })).post()).status).toBe(303)
  await member.get('/')
  for (const path of ['/deposit', '/']) {
    const { text } = await member.get(path)
    for (const won of ['50,000', '40,000', '30,000', '20,000', '10,000']) expect(text, path).toContain(`${won}원`)
    expect(text.split(words['deposit.account.waiting']), path).toHaveLength(2)
    expect(text.split(words['pending.refresh']), `one link without JavaScript, ${path}`).toHaveLength(2)
    expect(text, path).toContain(textOf('pending.waiting.deposit', { count: 5 }))
  }
  expect((await member.get('/deposit')).text, 'not repeated below').not.toMatch(
    inOrder(words['deposit.recent'], '10,000원'),
  )

  const response = await (await member.formOn('/deposit', { balance: '20000' })).post()
  expect(response.status).toBe(409)
  expect(response.text).toMatch(inOrder(words['msg2287'], words['deposit.same']))
  expect((await member.get('/deposit?balance=60000')).text, 'another amount').not.toContain(words['deposit.same'])
  expect(fieldOf(response, 'balance').value).toBe('20,000')

  const twice = await (await member.formOn('/deposit', { balance: '20000' })).post({ intent: 'ask-account' })
  expect([twice.status, twice.text.includes(words['msg2289'])]).toEqual([409, true])
  expect(fieldOf(twice, 'balance').value).toBe('20,000')
})

const member = sharedMember(site)

describe('a withdrawal', () => {
  it('needs the withdrawal password, and never redisplays it', async () => {
    const before = await withdrawals(member)
    const wrong = await (await member.formOn('/withdraw', { balance: '10000', exchange_pw: '9731' })).post()
    expect(wrong.status).toBe(422)
    expect(fieldOf(wrong, 'exchange_pw')).toEqual({
      value: '',
      says: words['withdraw.exchangePw.wrong'],
    })
    expect(fieldOf(wrong, 'balance').value).toBe('10,000')
    expect(wrong.body).not.toMatch(/\b9731\b/)
    expect(hrefsIn(wrong.page, 'main a')).toContain('/forgot?kind=exchange')

    const none = await (await member.formOn('/withdraw', { balance: '10000' })).post()
    expect([none.status, fieldOf(none, 'exchange_pw').says]).toEqual([422, words['withdraw.exchangePw.empty']])
    expect(hrefsIn(none.page, 'main a')).not.toContain('/forgot?kind=exchange')
    expect([await withdrawals(member), await cashOf(member)]).toEqual([before, 1_000_000])
  })

  it('of more than the balance is rejected', async () => {
    const response = await (await member.formOn('/withdraw', { balance: '1010000', exchange_pw: '2580' })).post()
    // The summary only names the field. The possible amount is shown below the field, which has the focus.
    expect([response.status, texts(response, 'main [role=alert]')]).toEqual([
      409,
      [`${words['form.summary']}${words['withdraw.amount.label']}`],
    ])
    expect(hrefsIn(response.page, 'main [role=alert] a')).toEqual(['#balance'])
    expect([...response.page.querySelectorAll('main [autofocus]')].map(({ id }) => id)).toEqual(['balance'])
    expect(fieldOf(response, 'balance')).toEqual({
      value: '1,010,000',
      says: textOf('withdraw.amount.above', { amount: '1,000,000원' }),
    })
  })

  it('of everything is filled in by a chip, in whole steps', async () => {
    const form = await member.formOn('/withdraw', { exchange_pw: '2580' })
    const all = await form.post({ intent: 'all' })
    expect([all.status, fieldOf(all, 'balance').value]).toEqual([200, '1,000,000'])
    expect(all.text).toContain(`${words['withdraw.sum.after']} 0원`)
    // Hashes in file names can contain these digits, so only a separate number counts.
    expect(all.body).not.toMatch(/\b2580\b/)
    const more = await member.formIn(all, '/withdraw', {}).post({ add: '10000' })
    expect(fieldOf(more, 'balance').value).toBe('1,010,000')
    expect(fieldOf(await form.post({ intent: 'clear' }), 'balance').value).toBe('')
  })

  it('by payment service needs neither amount nor password and opens a payment page', async () => {
    const form = await member.formOn('/withdraw', { idx: '1' })
    const response = await form.post()
    expect(response.status).toBe(303)
    expect(response.location).toMatch(/^\/sandbox\/pay\/./)
    expect((await form.post({ balance: 'x', exchange_pw: '' })).status).toBe(303)
    const gone = await form.post({ idx: 'nowhere' })
    expect([gone.status, gone.text.includes(words['payment.gone'])]).toEqual([422, true])
  })

  it('is made once even if its form is sent several times; another amount with the same code is rejected', async () => {
    const before = await withdrawals(member)
    const form = await member.formOn('/withdraw', { balance: '20,000', exchange_pw: '2580' })
    const responses = await Promise.all([form.post(), form.post(), form.post(), form.post(), form.post()])
    expect(responses.map(({ status, location }) => [status, location])).toEqual(Array(5).fill([303, '/']))
    expect((await member.follow(responses[0] ?? (await form.post()))).text).toContain(words['msg2015'])
    expect((await form.post({ balance: '30000' })).status).toBe(409)
    expect([await withdrawals(member), await cashOf(member)]).toEqual([before + 1, 980_000])
    expect((await member.get('/withdraw')).text).toMatch(
      inOrder('20,000원', `${words['strip.money']}`, '1,000,000원 → 980,000원'),
    )
  })
})

describe('a comp exchange', () => {
  it('without a balance has no form, but explains how comp is earned', async () => {
    const newcomer = await newMember(site.base)
    const page = await newcomer.get('/comp')
    expect(page.page.querySelector('main [name=points]')).toBeNull()
    expect(page.text).toMatch(inOrder(words['comp.how.earned'], words['comp.recent'], words['comp.recent.none']))
    expect(hrefsIn(page.page, 'main a'), 'earning comp needs a deposit first').toEqual(['/deposit'])
    const refused = await newcomer.post('/comp', { points: '1', code: randomUUID() })
    expect([refused.status, pointsOf(refused).value]).toEqual([422, '1'])
  })

  it('of more than the balance is rejected with a field error', async () => {
    const response = await (await member.formOn('/comp', { points: '50,001' })).post()
    expect([response.status, pointsOf(response).value]).toEqual([422, '50,001'])
    expect(pointsOf(response).says).toContain(words['comp.points.low'])
    expect(await compOf(member)).toBe(50_000)
  })

  it('is made once per form, and confirmed on the same page', async () => {
    const before = await cashOf(member)
    const form = await member.formOn('/comp', { points: '1,234' })
    const responses = await Promise.all([form.post(), form.post(), form.post(), form.post(), form.post()])
    expect(responses.map(({ status, location }) => [status, location])).toEqual(Array(5).fill([303, '/comp']))
    const page = await member.get('/comp')
    expect(page.text).toContain(words['comp.done'])
    expect(page.text).toContain(textOf('comp.done.text', { amount: '1,234원' }))
    for (const { text } of [page, await member.get('/user?tab=comp')]) expect(text).toMatch(/−1,234.*\+\d/)
    expect(pointsOf(page).value).toBe('')
    expect([await cashOf(member), await compOf(member)]).toEqual([before + 1_234, 48_766])
    expect((await form.post({ points: '5' })).status).toBe(409)

    await member.call('roll-to-balance', { points: 48_766, code: randomUUID() })
    const links = hrefsIn((await member.get('/comp')).page, 'main a')
    expect([links.includes('/'), links.includes('/deposit')]).toEqual([true, false])
  })
})
