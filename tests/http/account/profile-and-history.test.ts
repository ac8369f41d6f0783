import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sharedForeignSite, sharedSite } from '../../support/shared-site'
import {
  hrefsIn,
  memberExchangePassword,
  memberPassword,
  newMember,
  type PageResponse,
  signedIn,
  type Visitor,
} from '../../support/visitor'

/** The rows of the history's table, each as its words: a transaction, or what is said of the one before it. */
function allRowsOf(response: PageResponse): string[] {
  return [...response.page.querySelectorAll('#history [role=table] tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent?.trim() ?? '').join(' | '),
  )
}

function rowsOf(response: PageResponse): string[] {
  return allRowsOf(response).filter((row) => row.includes(' | '))
}

function totalsOf(response: PageResponse): Record<string, string> {
  const sums = [...response.page.querySelectorAll('#history dl > div')]
  return Object.fromEntries(
    sums.map((sum) => [sum.querySelector('dt')?.textContent ?? '', sum.querySelector('dd')?.textContent ?? '']),
  )
}

const tabsOf = (response: PageResponse) =>
  [...response.page.querySelectorAll('#history nav[aria-label="내역 종류"] a')].map((tab) => tab.textContent?.trim())

function descriptionOf(response: PageResponse, id: string): string {
  const field = response.page.getElementById(id)
  return response.page.getElementById(field?.getAttribute('aria-describedby') ?? '')?.textContent ?? ''
}

const linkTo = (response: PageResponse, text: string) =>
  [...response.page.querySelectorAll('#history a')]
    .find((link) => link.textContent?.trim() === text)
    ?.getAttribute('href')

const site = sharedSite()

it('a member’s own page shows who the member is, and masks phone and account numbers', async () => {
  const member = await signedIn(site.base)
  const page = await member.get('/user')
  expect(page.status).toBe(200)
  expect(page.headers.get('cache-control')).toContain('no-store')
  expect(page.page.querySelectorAll('h1')).toHaveLength(1)
  expect(page.text).toContain(
    '아이디demo닉네임데모레벨1휴대전화010-****-5678은행국민은행계좌번호***-**-*1234예금주김*모',
  )
  expect(page.body).not.toMatch(/01012345678|12345678901234|김데모/)
  const otherTabs = ['/user?tab=history', '/user?tab=limits', '/user?tab=safer-play', '/user?tab=security']
  const more = hrefsIn(page.page, 'main a')
  expect(more, 'the tabs, and the way to the limits once more').toEqual([
    '/user',
    ...otherTabs,
    '/help',
    '/user?tab=limits',
  ])
  expect(page.page.querySelector('#history, #limits')).toBeNull()
})

describe('the history', () => {
  it('shows two weeks first, with their totals', async () => {
    const member = await signedIn(site.base)
    const twoWeeks = await member.get('/user?tab=history')
    expect(rowsOf(twoWeeks)).toHaveLength(5)
    expect(rowsOf(twoWeeks)[0]).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d ?거래 후 출금 가능 금액 1,000,000원 \| HNAK-HA \| 입금 \| \+300,000 \| 1,000,000 \| 완료$/,
    )
    expect(totalsOf(twoWeeks)).toEqual({ '입금 합계': '700,000원', '출금 합계': '1,300,000원', 순입금: '−600,000원' })
  })

  it('says when there is nothing, and offers a longer time', async () => {
    const member = await newMember(site.base)
    const page = await member.get('/user?tab=bets')
    expect(page.text).toContain('이 기간에는 내역이 없습니다')
    expect(linkTo(page, '12개월 내역 보기')).toBe('/user?tab=bets&range=12m')
    expect(linkTo(page, 'CSV 내려받기')).toBeUndefined()
    expect(linkTo(await member.get('/user?tab=bets&range=12m'), '12개월 내역 보기')).toBeUndefined()
  })
})

describe('the totals of money', () => {
  const notesOf = (response: PageResponse) =>
    [...response.page.querySelectorAll('#history dl > div')].map((sum) => sum.querySelectorAll('dd')[1]?.textContent)

  it('count what is done, with the fee in its row, so that the figures add up with the wallet', async () => {
    const member = await newMember(site.base)
    const deposit = await member.formOn('/deposit', { balance: '50000', idx: '2' })
    const payment = (await deposit.post()).location ?? ''
    expect(payment).toMatch(/^\/sandbox\/pay\//)
    expect((await member.post(payment, { intent: 'confirm' })).status).toBe(303)
    // Nobody pays this one, so it waits.
    await (await member.formOn('/deposit', { balance: '20000', idx: '1' })).post()

    const page = await member.get('/user?tab=history')
    const [waiting, done] = rowsOf(page)
    expect(waiting).toMatch(/\| 입금 \| \+20,000 \| {2}\| 결제해 주세요$/)
    expect(done).toMatch(/\| 입금 \| \+50,000수수료 500원 제외 49,500원 입금 \| 49,500 \| 완료$/)
    expect(totalsOf(page)).toEqual({ '입금 합계': '50,000원', '출금 합계': '0원', 순입금: '50,000원' })
    expect(notesOf(page)).toEqual([
      '완료 1건 · 수수료 500원 포함 · 진행 중 20,000원 별도',
      '완료 0건',
      '완료된 입금에서 완료된 출금을 뺀 값',
    ])

    const [heads, ...lines] = (await member.get('/user/history.csv?tab=history')).body.trimEnd().split('\r\n')
    expect(heads).toMatch(
      /접수 번호,날짜와 시간,종류,금액\(원\),금액에 포함된 수수료\(원\),거래 후 출금 가능\(원\),상태$/,
    )
    expect(lines.map((line) => line.split(',').slice(2).join())).toEqual([
      '입금,20000,0,,진행 중',
      '입금,50000,500,49500,완료',
    ])
  })
})

describe('a new password', () => {
  const change = (kind: 'login' | 'exchange', pass: string, next: string, again = next) => ({
    intent: 'password',
    kind,
    pass,
    new_pass: next,
    new_pass_check: again,
  })

  let member: Visitor
  beforeAll(async () => {
    member = await newMember(site.base)
  })

  it.each([
    ['login', { pass: 'wrong-one-here' }, 'pass', '현재 비밀번호가 맞지 않습니다.'],
    ['login', { new_pass_check: 'something-else' }, 'new_pass_check', '비밀번호가 일치하지 않습니다.'],
    [
      'exchange',
      { new_pass: memberExchangePassword, new_pass_check: memberExchangePassword },
      'new_pass',
      '현재 비밀번호와 다른 비밀번호를 입력해 주세요.',
    ],
  ] as const)('of the %s that can’t be says why at its field (%j)', async (kind, typed, field, text) => {
    const fine =
      kind === 'login'
        ? change(kind, memberPassword, 'quite-another-one')
        : change(kind, memberExchangePassword, '97531')
    const page = await member.post('/user', { ...fine, ...typed })
    expect(page.status).toBe(422)
    expect(descriptionOf(page, `${kind}-${field}`)).toBe(text)
    expect(page.page.querySelector(`main [role=alert] a[href="#${kind}-${field}"]`)?.textContent).toContain(text)
    // The form is open again, and passwords are not kept.
    expect(page.page.querySelector(`details[open] #${kind}-${field}`)).not.toBeNull()
    expect(page.body).not.toMatch(/quite-another-one|97531|three-plain-words|wrong-one-here/)
    expect(rowsOf(page)).toEqual([])
  })
})

describe('with a foreign upstream', () => {
  const { site, upstream: foreign } = sharedForeignSite()
  afterEach(() => foreign.clearFaults())

  const passwordPath = '/user/user_exchange_to_pass'

  const newPin = { intent: 'password', kind: 'exchange', pass: '2580', new_pass: '1111', new_pass_check: '1111' }

  it('shows the profile of the health check where there is no other, and hides the tabs it has no lists for', async () => {
    const member = await signedIn(site.base)
    const page = await member.get('/user')
    expect(page.text).toContain('휴대전화010-****-5678')
    expect(tabsOf(await member.get('/user?tab=history'))).toEqual(['입출금'])
    // The URL of a hidden tab shows a visible one.
    expect(tabsOf(await member.get('/user?tab=bets'))).toEqual(['입출금'])
  })

  it('shows a reference number where a list failed; the rest of the page is intact, and no file is made', async () => {
    const member = await signedIn(site.base)
    foreign.fail('get-withdraw-list', { status: 500 })
    const page = await member.get('/user?tab=history')
    expect(page.status).toBe(503)
    expect(page.text).toMatch(
      /내역을 불러오지 못했습니다\. 잠시 뒤 화면을 다시 열어 주세요\. ?오류 번호 [0-9A-F]{8}(?![0-9A-F])/,
    )
    expect(rowsOf(page)).toEqual([])

    const file = await member.get('/user/history.csv?tab=history&range=3m')
    expect([file.status, file.location]).toEqual([303, '/user?tab=history&range=3m'])
    expect((await member.follow(file)).text).toContain('파일을 만들지 못했습니다')
  })

  it('keeps the session when the upstream ends it with a new login password', async () => {
    const member = await signedIn(site.base)
    await member.get('/user')
    const token = foreign.calls.at(-1)?.headers.authorization?.replace('Bearer ', '')
    foreign.answer(passwordPath, { status: 'success' })
    foreign.answer('user-do-login', { status: 'success', token, user: { userId: 'demo', nick: '데모' } })
    foreign.fail('user-health-check', { status: 401 }, 1)
    const before = foreign.callsOf('user-do-login').length
    const response = await member.post('/user', {
      intent: 'password',
      kind: 'login',
      pass: 'demo-1234',
      new_pass: 'demo-5678',
      new_pass_check: 'demo-5678',
    })
    expect([response.status, response.location]).toEqual([303, '/user'])
    expect(foreign.callsOf('user-do-login')).toHaveLength(before + 1)
    expect((await member.get('/user')).status).toBe(200)
  })

  it('says that the outcome is unknown when the response was lost', async () => {
    const member = await signedIn(site.base)
    foreign.fail(passwordPath, 'reset-after')
    const page = await member.post('/user', newPin)
    expect(page.status).toBe(503)
    expect(page.text).toContain('비밀번호가 바뀌었는지 확인하지 못했습니다')
  })

  it('shows a form that was sent again though the upstream is down', async () => {
    const member = await signedIn(site.base)
    foreign.fail('*', { status: 500 })
    const form = { intent: 'password', kind: 'login', pass: '', new_pass: 'x', new_pass_check: 'x' }
    const again = await member.post('/user', form)
    expect(again.status).toBe(422)
    expect(descriptionOf(again, 'login-pass')).toBe('현재 비밀번호를 입력해 주세요.')
  })
})
