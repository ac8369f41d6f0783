import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { shortUpstreamTimeoutMs } from '../../support/settings'
import { sharedForeignSite, sharedSite } from '../../support/shared-site'
import { isReplicated } from '../../support/site'
import {
  fieldOf,
  newMember,
  normalizedText,
  type PageResponse,
  signedIn,
  transactionsOf,
  type Visitor,
} from '../../support/visitor'

const deposits = (member: Visitor) => transactionsOf(member, 'deposit')

/** The name and value of the button with these words. */
function pressed({ page }: PageResponse, text: string): Record<string, string> {
  const button = [...page.querySelectorAll('button')].find((candidate) => normalizedText(candidate) === text)
  if (!button) throw new Error(`There is no button ${text}`)
  return { [button.getAttribute('name') ?? '']: button.getAttribute('value') ?? '' }
}

const texts = ({ page }: PageResponse, selector: string) => [...page.querySelectorAll(selector)].map(normalizedText)

const site = sharedSite({ DEPOSITS_WAITING_MAX: '5', PLAY_APPROVAL_MS: '600000' })

describe('a deposit', () => {
  let member: Visitor & { id: string }
  beforeAll(async () => {
    member = await newMember(site.base)
  })

  it('of a wrong amount is refused with what was typed and a new code', async () => {
    const form = await member.formOn('/deposit', { balance: '15000' })
    const response = await form.post()
    expect(response.status).toBe(422)
    expect(fieldOf(response, 'balance')).toEqual({ value: '15,000', says: '10,000원 단위로 입력해 주세요.' })
    expect(response.page.querySelector('main [role=alert] a')?.getAttribute('href')).toBe('#balance')
    const again = member.formIn(response, '/deposit', { balance: '' })
    expect(again.fields.code).toMatch(/^[\w-]{8,64}$/)
    expect(again.fields.code).not.toBe(form.fields.code)
    expect((await deposits(member)).total).toBe(0)
  })

  it('is taken as a person types its amount, and made once however often its form is sent', async () => {
    const depositor = await newMember(site.base)
    const form = await depositor.formOn('/deposit', { balance: '1만' })
    const responses = await Promise.all([form.post(), form.post(), form.post(), form.post(), form.post()])
    responses.push(await form.post())
    expect(responses.map(({ status, location }) => [status, location])).toEqual(Array(6).fill([303, '/']))
    expect((await depositor.get('/')).text).toContain('입금 신청이 접수되었습니다')
    expect((await deposits(depositor)).balances.map(({ balance }) => balance)).toEqual([10_000])

    // Another amount under the same code changes nothing.
    const refused = await form.post({ balance: '20000' })
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('이미 접수된 신청입니다')
    expect(fieldOf(refused, 'balance').value).toBe('20,000')
    const mended = depositor.formIn(refused, '/deposit', { balance: '20,000' })
    expect((await mended.post()).status).toBe(303)
    expect((await deposits(depositor)).balances.map(({ balance }) => balance)).toEqual([20_000, 10_000])
  })

  it('leaves a receipt: first on home, once, and then from the history, for its member alone', async () => {
    const depositor = await newMember(site.base)
    const form = await depositor.formOn('/deposit', { balance: '30000' })
    const sent = await form.post()
    const notice = (sent.headers.getSetCookie()[0] ?? '').split(/[=;]/)[1] ?? ''
    const home = await depositor.follow(sent)
    const { balances } = await deposits(depositor)
    const number = balances[0]?.id ?? ''
    expect(home.page.querySelector('main section')?.getAttribute('aria-labelledby')).toBe('accepted')
    // It may have arrived by now.
    expect(home.text).toMatch(
      new RegExp(`^(입금 신청이 접수되었습니다30,000원|30,000원이 들어왔습니다).*접수 번호 ${number}`),
    )
    expect(home.text.match(/입금 신청이 접수되었습니다|30,000원이 들어왔습니다/g)).toHaveLength(1)
    expect(home.headers.get('cache-control')).toContain('no-store')
    expect((await depositor.get('/')).text).not.toContain('신청이 접수되었습니다')
    expect((await depositor.follow(await form.post())).text).toContain(`접수 번호 ${number}`)

    const history = await depositor.get('/user?tab=history')
    const link = history.page.querySelector('#history a[href^="/user/receipt"]')?.getAttribute('href') ?? ''
    const receipt = await depositor.get(link)
    expect([receipt.status, receipt.text]).toEqual([
      200,
      expect.stringMatching(`접수 번호 ${number}.*30,000원(회원님 확인 필요|완료)`),
    ])

    expect((await member.get(link)).status).toBe(404)
    const missing = await depositor.get('/user/receipt?kind=deposit&id=0000-00')
    expect([missing.status, missing.text]).toEqual([404, expect.stringContaining('접수 번호를 찾을 수 없습니다')])
    expect((await depositor.get('/user/receipt')).status).toBe(404)
    member.cookies.set('notice', notice)
    expect((await member.get('/')).text).not.toContain('신청이 접수되었습니다')
  })

  it('without the field of the code is refused as well', async () => {
    const response = await member.post('/deposit', { balance: '10000' })
    expect(response.status).toBe(400)
    expect((await deposits(member)).total).toBe(0)
  })

  it('is added up by chips and cleared without being sent', async () => {
    const form = await member.formOn('/deposit', { balance: '２００００' })
    const sum = await form.post({ add: '50000' })
    expect(sum.status).toBe(200)
    expect(fieldOf(sum, 'balance')).toEqual({ value: '70,000', says: '7만 원 · 10,000원부터 10,000원 단위' })
    expect(sum.text).toMatch(/보유 머니 반영 금액70,000원/)

    const more = await member.formIn(sum, '/deposit', {}).post({ intent: 'add', add: '1000000' })
    expect(fieldOf(more, 'balance').value).toBe('1,070,000')
    // A chip wins over the deposit intent of the same form.
    expect((await form.post({ intent: 'deposit', add: '10000' })).status).toBe(200)

    const cleared = await member.formIn(more, '/deposit', {}).post({ intent: 'clear' })
    expect([cleared.status, fieldOf(cleared, 'balance').value]).toEqual([200, ''])

    const nothing = await member.formIn(more, '/deposit', {}).post({ intent: 'add' })
    expect([nothing.status, fieldOf(nothing, 'balance').value]).toEqual([422, fieldOf(more, 'balance').value])
    expect((await form.post({ add: '-5' })).status).toBe(422)
    expect((await deposits(member)).total).toBe(0)
  })

  it('by a payment opens its page, once for one form, is paid there also after leaving it, and leads to its receipt', async () => {
    const depositor = await newMember(site.base)
    const form = await depositor.formOn('/deposit', { balance: '50000', idx: '1' })
    const [sent, again] = await Promise.all([form.post(), form.post()])
    expect([sent.status, again.status]).toEqual([303, 303])
    expect(sent.location).toMatch(/^\/sandbox\/pay\/./)
    expect((await deposits(depositor)).total).toBe(1)
    for (const path of ['/', '/deposit', '/user?tab=history']) {
      const shown = await depositor.get(path)
      expect(shown.text, path).toContain('결제가 아직 완료되지 않았습니다.')
      const way = shown.page.querySelector('main a[href^="/sandbox/pay/"]')
      expect([way?.textContent, way?.getAttribute('href')], path).toEqual(['결제 계속하기', sent.location])
    }
    const payment = await depositor.get(sent.location ?? '')
    expect(payment.text).toContain('50,000')
    const paid = await depositor.follow(
      await depositor.formIn(payment, sent.location ?? '').post(pressed(payment, '결제하기')),
    )
    const back = paid.page.querySelector('a')
    expect(back?.textContent).toContain('사이트로 돌아가기')
    const receipt = await depositor.get(back?.getAttribute('href') ?? '')
    expect(receipt.text).toMatch(/50,000원 입금이 완료되었습니다\. 처리 후 출금 가능 금액 50,000원/)
    expect(texts(receipt, 'main a').filter((text) => text === '내역')).toHaveLength(1)
    const history = await depositor.get('/user?tab=history')
    expect(history.text).toMatch(/완료.*\+50,000/)
    expect(history.text).not.toContain('입금이 완료되었습니다')
  })

  it('whose payment is given up says so, and offers another', async () => {
    const depositor = await newMember(site.base)
    const sent = await (await depositor.formOn('/deposit', { balance: '50000', idx: '1' })).post()
    const payment = await depositor.get(sent.location ?? '')
    const left = await depositor.follow(
      await depositor.formIn(payment, sent.location ?? '').post(pressed(payment, '취소')),
    )
    const receipt = await depositor.get(left.page.querySelector('a')?.getAttribute('href') ?? '')
    expect(receipt.text).toContain('50,000원 입금 신청이 취소되었습니다. 결제가 완료되지 않았습니다.')
    expect(texts(receipt, 'main a[href="/deposit"]')).toContain('새로 입금 신청하기')
    expect((await depositor.get('/')).text).not.toContain('결제 계속하기')
  })

  it('can have its account asked for again once the inquiries were deleted', async () => {
    const member = await newMember(site.base)
    await (await member.formOn('/deposit', { balance: '10000' })).post()
    await (await member.formOn('/deposit')).post({ intent: 'ask-account' })
    const askButton = async (path: string) => (await member.get(path)).page.querySelector('main [value=ask-account]')
    expect(await askButton('/deposit')).toBeNull()
    await member.post('/help', { intent: 'delete-all' })
    for (const path of ['/deposit', '/']) expect(await askButton(path), path).not.toBeNull()
  })
})

it('deposits that wait stand on /deposit and home with how many need a step of the member, and block the next one', async () => {
  const member = await newMember(site.base)
  for (const balance of ['10000', '20000', '30000', '40000', '50000'])
    expect((await (await member.formOn('/deposit', { balance })).post()).status).toBe(303)
  await member.get('/')
  for (const path of ['/deposit', '/']) {
    const { text } = await member.get(path)
    for (const won of ['50,000', '40,000', '30,000', '20,000', '10,000']) expect(text, path).toContain(`입금 ${won}원`)
    expect(text, path).toContain('확인이 필요한 신청 5건')
  }
  expect((await member.get('/deposit')).text, 'once').not.toMatch(/최근 입금.*10,000원/)

  const response = await (await member.formOn('/deposit', { balance: '20000' })).post()
  expect(response.status).toBe(409)
  expect(response.text).toContain('진행 중인 신청이 있습니다')
  expect(fieldOf(response, 'balance').value).toBe('20,000')

  await (await member.formOn('/deposit')).post({ intent: 'ask-account' })
  const twice = await (await member.formOn('/deposit', { balance: '20000' })).post({ intent: 'ask-account' })
  expect([twice.status, twice.text.includes('이미 계좌를 문의하셨습니다')]).toEqual([409, true])
  expect(fieldOf(twice, 'balance').value).toBe('20,000')
})

describe('a deposit with a foreign upstream', () => {
  const { site, upstream: foreign } = sharedForeignSite({ UPSTREAM_TIMEOUT_MS: `${shortUpstreamTimeoutMs}` })
  let member: Visitor
  beforeAll(async () => {
    foreign.style.honoursCodes = false
    member = await signedIn(site.base)
  })
  afterEach(() => foreign.clearFaults())

  const now = new Date().toISOString()
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString()
  /** Lists the question for the account, with this answer, or as one that waits. */
  function listQuestion(ref?: { contents: string; regDate: string; account?: object }, regDate = now): void {
    foreign.answer('get-help-list', { helps: [{ _id: 9, title: '입금 계좌', regDate, kind: 'account', ref }] })
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
    expect((await member.follow(sent)).text).toContain(`접수 번호 ${listed?.id}`)
    const paid = await member.formOn('/deposit', { balance: '10000', idx: '3' })
    const response = await paid.post()
    expect([response.status, response.location]).toEqual([303, 'https://pay.test/in'])
    expect(foreign.callsOf('apply-deposit-payment').map(({ body }) => body)).toEqual([
      { balance: 10_000, code: paid.fields.code, idx: 3 },
    ])
  })

  it('shows the answer to an earlier question at once to a browser that asks again, unless asking failed', async () => {
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

  it('says what a question for the account waits for, and where its answer will be', async () => {
    const asker = await signedIn(site.base)
    await (await asker.formOn('/deposit')).post({ intent: 'ask-account' })
    const accountBox = async () => {
      const { page, status } = await asker.get('/deposit')
      const box = page.querySelector('#account')
      const links = [...(box?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))
      return { status, text: box?.textContent, links, canAsk: Boolean(box?.querySelector('button[value=ask-account]')) }
    }

    listQuestion()
    const waiting = {
      text: expect.stringContaining('답변이 오면 여기에 표시됩니다'),
      links: ['/deposit'],
      canAsk: false,
    }
    expect(await accountBox()).toMatchObject(waiting)

    listQuestion({ contents: '국민 123-45', regDate: daysAgo(0.99) }, daysAgo(3))
    expect(await accountBox()).toMatchObject({ text: expect.stringContaining('123-45') })
    listQuestion({ contents: '국민 123-45', regDate: daysAgo(1) }, daysAgo(3))
    const over = { text: expect.not.stringContaining('123-45'), links: [], canAsk: true }
    expect(await accountBox()).toMatchObject(over)

    foreign.fail('get-help-list', { status: 500 })
    const elsewhere = {
      status: 200,
      text: expect.stringContaining('답변은 고객센터에서 확인하실 수 있습니다'),
      links: ['/help'],
    }
    expect(await accountBox()).toMatchObject(elsewhere)
  })

  it('names the account in its fields where the answer has them, on home, the form, the receipt and in the history', async () => {
    const payer = await signedIn(site.base)
    listQuestion({ contents: '국민은행 123-45 홍길동', regDate: now, account })
    foreign.answer('get-deposit-list', { total: 1, sum: 0, usualSeconds: 240, balances: [waitingRow] })
    for (const path of [
      '/',
      '/deposit',
      '/user?tab=history',
      `/user/receipt?kind=deposit&id=7&at=${encodeURIComponent(now)}`,
    ]) {
      const { text } = await payer.get(path)
      expect(text, path).toMatch(/정확히 50,000원을.*은행국민은행계좌번호123-45.*예금주홍길동송금할 금액50,000원/)
      // The next step is the member's, so no time is promised.
      expect(text, path).not.toContain('보통')
    }
    listQuestion({ contents: '국민 123-45', regDate: now })
    const inWords = await payer.get('/')
    expect(inWords.text).toContain('국민 123-45')
    expect(inWords.text).toContain('답변에 안내된 계좌로 정확히 50,000원을 송금해 주세요')
    expect(inWords.text).not.toMatch(/계좌번호|아래 계좌로/)
  })

  it.skipIf(isReplicated)(
    'offers to bring money back from games beside it, and loses nothing of what was typed',
    async () => {
      const user = { userId: 'demo', nick: '데모', rolling: 0, balance: 0, in_balance: 30_000, level: 1 }
      foreign.answer('user-health-check', { status: 'authenticated', user, noteCount: 0, helpCount: 0 })
      foreign.answer('transfer-out', { status: 'success' })
      await member.post('/withdraw', { intent: 'bring-back' })
      const page = await member.get('/deposit')
      expect(page.text).toMatch(/게임 머니30,000원지갑으로 옮기기/)
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
      expect(shown.text).toContain('게임 머니를 지갑으로 옮겼습니다')
      expect(shown.text).not.toContain('지갑으로 옮기기')
      expect(fieldOf(shown, 'balance').value).toBe('20,000')

      foreign.answer('user-health-check', { status: 'authenticated', user })
      foreign.fail('transfer-out', { status: 404 })
      const missing = await (await member.formOn('/deposit', typed)).post({ intent: 'bring-back' })
      expect([missing.status, fieldOf(missing, 'balance').value]).toEqual([409, '20,000'])
      expect(missing.page.querySelector('main button[value=bring-back]')).toBeNull()
    },
  )

  it('leads back to an unfinished payment by an address that may be opened, and else only says so', async () => {
    const payer = await signedIn(site.base)
    const row = { id: 7, type: '상품권', balance: 50_000, regdate: new Date().toISOString(), status: 'wait' }
    const linkOf = async (more: object) => {
      foreign.answer('get-deposit-list', { total: 1, sum: 0, usualSeconds: 240, balances: [{ ...row, ...more }] })
      const { page, text } = await payer.get('/')
      const links = [...page.querySelectorAll('main a')].filter(({ textContent }) => textContent === '결제 계속하기')
      return { href: links[0]?.getAttribute('href'), saysUnpaid: text.includes('결제가 아직 완료되지 않았습니다') }
    }
    const payUrl = 'https://pay.test/in?id=7'
    expect(await linkOf({ stage: 'unpaid', payUrl })).toEqual({ href: payUrl, saysUnpaid: true })
    for (const unsafe of ['javascript:alert(1)', '//pay.test/in', 'http://user@pay.test/'])
      expect(await linkOf({ stage: 'unpaid', payUrl: unsafe })).toEqual({ href: undefined, saysUnpaid: true })
    expect(await linkOf({ stage: 'somewhere', payUrl })).toEqual({ href: undefined, saysUnpaid: false })
    expect((await payer.get('/')).text).not.toContain('보통')
    await linkOf({ stage: 'crediting' })
    expect((await payer.get('/')).text).toContain(
      '결제가 확인되어 보유 머니에 반영하고 있습니다. 보통 4분 안에 끝납니다.',
    )
  })

  it('has no receipt to show where the upstream lists no deposits, and says so when the list fails', async () => {
    const path = '/user/receipt?kind=deposit&id=1'
    foreign.fail('get-deposit-list', { status: 404 })
    const none = await member.get(path)
    expect([none.status, none.text.includes('접수 번호를 찾을 수 없습니다')]).toEqual([404, true])
    const sent = await (await member.formOn('/deposit', { balance: '20000' })).post()
    const home = await member.follow(sent)
    expect(home.text).toContain('입금 신청이 접수되었습니다20,000원')
    expect(home.page.querySelector('main a[href^="/user/receipt"]')).toBeNull()

    foreign.fail('get-deposit-list', { status: 500 })
    expect((await member.get(path)).status).toBe(503)
  })
})
