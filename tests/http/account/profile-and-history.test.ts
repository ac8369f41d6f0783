import { afterEach, describe, expect, it } from 'vitest'
import { dot } from '~/values/parts'
import { commonSite, sharedForeignSite } from '../../support/shared-site'
import { hrefsIn, newMember, type PageResponse, signedIn } from '../../support/visitor'
import { inOrder, textOf, words } from '../../support/words'

/** The transactions in the history's table, without their rows of details. */
function rowsOf(response: PageResponse): string[] {
  return [...response.page.querySelectorAll('#history [role=table] tbody tr')]
    .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent?.trim() ?? '').join(' | '))
    .filter((row) => row.includes(' | '))
}

function totalsOf(response: PageResponse): Record<string, string> {
  const sums = [...response.page.querySelectorAll('#history dl > div')]
  return Object.fromEntries(
    sums.map((sum) => [sum.querySelector('dt')?.textContent ?? '', sum.querySelector('dd')?.textContent ?? '']),
  )
}

const tabsOf = (response: PageResponse) =>
  [...response.page.querySelectorAll(`#history nav[aria-label="${words['user.history.tabs']}"] a`)].map((tab) =>
    tab.textContent?.trim(),
  )

function descriptionOf(response: PageResponse, id: string): string {
  const field = response.page.getElementById(id)
  return response.page.getElementById(field?.getAttribute('aria-describedby') ?? '')?.textContent ?? ''
}

const linkTo = (response: PageResponse, text: string) =>
  [...response.page.querySelectorAll('#history a')]
    .find((link) => link.textContent?.trim() === text)
    ?.getAttribute('href')

const site = commonSite()

it('a member’s page shows their profile, with masked phone and account numbers', async () => {
  const member = await signedIn(site.base)
  const page = await member.get('/user')
  expect(page.status).toBe(200)
  expect(page.headers.get('cache-control')).toContain('no-store')
  expect(page.page.querySelectorAll('h1')).toHaveLength(1)
  expect(page.text).toMatch(inOrder('demo', '데모', '010-••••-5678', '국민은행', '••1234', '김•모'))
  expect(page.body).not.toMatch(/01012345678|12345678901234|김데모/)
  const otherTabs = ['/user?tab=history', '/user?tab=limits', '/user?tab=safer-play', '/user?tab=security']
  const turnOn = '/user?tab=security&form=factor-start#factor-start-form'
  expect(hrefsIn(page.page, 'main a')).toEqual([...['/user', ...otherTabs], '/help?write'])
  const opened = await member.get(turnOn)
  expect(opened.page.querySelector('details[open]')?.id).toBe('factor-start-form')
  const again = await (await signedIn(site.base)).get('/user')
  expect(again.text).toContain(words['login.last.text'].split('{{')[0]?.trim())
  expect(page.page.querySelector('#history, #limits')).toBeNull()
})

describe('the history', () => {
  it('shows a message when it is empty, and links to a longer range', async () => {
    const member = await newMember(site.base)
    const page = await member.get('/user?tab=bets')
    const recently = { list: words['user.history.bets'], range: words['user.history.range.2w'] }
    expect(page.text).toContain(textOf('user.history.none.recent', recently))
    expect(linkTo(page, words['user.history.none.wider'])).toBe('/user?tab=bets&range=12m')
    expect(linkTo(page, words['user.history.file'])).toBeUndefined()
    expect(linkTo(await member.get('/user?tab=bets&range=12m'), words['user.history.none.wider'])).toBeUndefined()
    const money = await member.get('/user?tab=history')
    expect(money.text).toContain(textOf('user.history.none.recent', { ...recently, list: words['user.history.money'] }))
    expect(linkTo(money, words['nav.deposit'])).toBe('/deposit')
    expect(linkTo(money, words['user.history.none.wider'])).toBe('/user?tab=history&range=12m')
  })
})

describe('the money totals', () => {
  const notesOf = (response: PageResponse) =>
    [...response.page.querySelectorAll('#history dl > div')].map((sum) => sum.querySelectorAll('dd')[1]?.textContent)

  it('count completed transactions with their fees, so that the figures match the wallet', async () => {
    const member = await newMember(site.base)
    const deposit = await member.formOn('/deposit', { balance: '50000', idx: '2' })
    const payment = (await deposit.post()).location ?? ''
    expect(payment).toMatch(/^\/sandbox\/pay\//)
    expect((await member.post(payment, { intent: 'confirm' })).status).toBe(303)
    // This payment is never made, so the deposit stays pending.
    await (await member.formOn('/deposit', { balance: '20000', idx: '1' })).post()

    const page = await member.get('/user?tab=history')
    const [waiting, done] = rowsOf(page)
    expect(waiting).toMatch(inOrder(words['transaction.deposit'], '| 20,000원 |', words['pending.turn.pay']))
    expect(done).toMatch(
      inOrder(
        `+50,000원${textOf('user.history.fee', { fee: '500원', arrives: '49,500원' })} | 49,500원 | ${words['status.done']}`,
      ),
    )
    expect(totalsOf(page)).toEqual({
      [words['user.history.sum.deposits']]: '50,000원',
      [words['user.history.sum.withdrawals']]: '0원',
      [words['user.history.sum.net']]: '50,000원',
    })
    expect(notesOf(page)).toEqual([
      [
        textOf('user.history.sum.done', { count: 1 }),
        textOf('user.history.sum.fee', { fee: '500원' }),
        textOf('user.history.sum.waiting', { waiting: '20,000원' }),
      ].join(dot),
      textOf('user.history.sum.done', { count: 0 }),
      words['user.history.sum.net.done'],
    ])

    const [heads, ...lines] = (await member.get('/user/history.csv?tab=history')).body.trimEnd().split('\r\n')
    expect(heads).toContain(
      (['number', 'time', 'kind', 'amount', 'fee.within', 'after', 'status'] as const)
        .map((column) => words[`user.history.${column}`])
        .join(),
    )
    expect(lines.map((line) => line.split(',').slice(2).join())).toEqual([
      `${words['transaction.deposit']},20000,0,,${words['pending.open']}`,
      `${words['transaction.deposit']},50000,500,49500,${words['status.done']}`,
    ])
  })
})

describe('with a foreign upstream', () => {
  const { site, upstream: foreign } = sharedForeignSite()
  afterEach(() => foreign.clearFaults())

  const passwordPath = '/user/user_exchange_to_pass'

  const newPin = { intent: 'password', kind: 'exchange', pass: '2580', new_pass: '1111', new_pass_check: '1111' }

  it('the profile may come from the health check, and tabs without a list at the upstream are hidden', async () => {
    const member = await signedIn(site.base)
    const page = await member.get('/user')
    expect(page.text).toContain('010-••••-5678')
    expect(tabsOf(await member.get('/user?tab=history'))).toEqual([words['user.history.money']])
    // The URL of a hidden tab opens a visible one.
    expect(tabsOf(await member.get('/user?tab=bets'))).toEqual([words['user.history.money']])
  })

  it('a failed list leads to an error reference in its place, and to no file', async () => {
    const member = await signedIn(site.base)
    foreign.fail('get-withdraw-list', { status: 500 })
    const page = await member.get('/user?tab=history')
    expect(page.status).toBe(503)
    expect(page.text).toMatch(inOrder(words['user.history.failed'], words['problem.reference']))
    expect(rowsOf(page)).toEqual([])

    const file = await member.get('/user/history.csv?tab=history&range=3m')
    expect([file.status, file.location]).toEqual([303, '/user?tab=history&range=3m'])
    expect((await member.follow(file)).text).toContain(words['user.history.file.failed'])
  })

  it('a member stays logged in when the upstream ends the session on a change of the login password', async () => {
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

  it('a lost response to a change of password is reported as an unknown outcome', async () => {
    const member = await signedIn(site.base)
    foreign.fail(passwordPath, 'reset-after')
    const page = await member.post('/user', newPin)
    expect(page.status).toBe(503)
    expect(page.text).toContain(words['user.password.unknown'])
  })

  it('an invalid form is redisplayed even while the upstream is down', async () => {
    const member = await signedIn(site.base)
    foreign.fail('*', { status: 500 })
    const form = { intent: 'password', kind: 'login', pass: '', new_pass: 'x', new_pass_check: 'x' }
    const again = await member.post('/user', form)
    expect(again.status).toBe(422)
    expect(descriptionOf(again, 'login-pass')).toBe(words['user.password.current.empty'])
  })
})
