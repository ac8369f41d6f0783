import type { Page, Request, Route } from '@playwright/test'
import {
  closeByEscape,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  leaveAndReturn,
  main,
  ownFigures,
  setHealthFigures,
  signIn,
  test,
} from '../../support/foreign-journey'
import { type MessageKey, textOf, words } from '../../support/words'

const secondMs = 1000

const toast = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })
const prompts = (page: Page) => toast(page, new RegExp(`${words.msg2003}|${words.msg2004}`))
async function expectVisitorPage(page: Page): Promise<void> {
  await expect(ownFigures(page)).toHaveCount(0)
  await expect(page.getByRole('banner').getByRole('button', { name: words['nav.login'] })).toBeVisible()
  await expect(page.locator('body')).not.toContainText(/1,000,000|데모/)
}
const healthCheckResponse = (page: Page) => page.waitForResponse('**/api/routes/user-health-check')

/** Opens a page with a clock that the test controls, and waits for the first health check. */
async function openPage(page: Page, path: string, time?: string): Promise<void> {
  await page.clock.install(time === undefined ? {} : { time })
  await page.goto(path)
  await waitForNextCheck(page)
}

/** Moves the clock until a health check has a response. On a slow machine, one may be late or aborted. */
async function waitForNextCheck(page: Page): Promise<void> {
  const isCheck = (request: Request) => request.url().endsWith('/user-health-check')
  let state: 'idle' | 'requested' | 'answered' = 'idle'
  const requested = (request: Request) => {
    if (isCheck(request)) state = 'requested'
  }
  const failed = (request: Request) => {
    if (isCheck(request)) state = 'idle'
  }
  const answered = (request: Request) => {
    if (isCheck(request)) state = 'answered'
  }
  page.on('request', requested).on('requestfailed', failed).on('requestfinished', answered)
  const step = async () => {
    if (state === 'idle') await page.clock.fastForward(10 * secondMs)
    return state
  }
  await expect.poll(step, { intervals: [200] }).toBe('answered')
  page.off('request', requested).off('requestfailed', failed).off('requestfinished', answered)
}

/** Moves the clock until the toast with this text has replaced the previous one. */
async function waitForNextToast(page: Page, text: string): Promise<void> {
  const step = async () => {
    await page.clock.fastForward(secondMs)
    return toast(page, text).count()
  }
  await expect.poll(step, { intervals: [100] }).toBe(1)
}

test.describe('while a member looks at a page @script', () => {
  test.use({ ownContext: true })

  test.beforeEach(async ({ page, upstream }) => {
    setHealthFigures(upstream, {})
    await signIn(page)
  })

  test('a health check updates what changed and re-renders nothing else', async ({ page, upstream }) => {
    await openPage(page, '/notice')
    await expect(ownFigures(page)).toContainText('1,000,000원')
    await page.evaluate(() => {
      const watched = new MutationObserver(() => {
        document.documentElement.dataset.redrawn = 'yes'
      })
      watched.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
    })
    await waitForNextCheck(page)
    await waitForNextCheck(page)
    await expect(page.locator('html')).not.toHaveAttribute('data-redrawn', 'yes')

    setHealthFigures(upstream, { balance: 1_234_567.9, inGame: 300_000.2, comp: 60_000, notes: 0 })
    await waitForNextCheck(page)
    await expect(ownFigures(page)).toContainText('1,534,568원')
    await expect(ownFigures(page)).toContainText('60,000')
    await expect(ownFigures(page).getByRole('link', { name: `${words['strip.note']} 0` })).toBeVisible()
    await expect(page).toHaveURL('/notice')
  })

  test('a deposit form shows an answer, announces news once and reloads at midnight', async ({ page, upstream }) => {
    const regDate = new Date().toISOString()
    const question = { _id: 9, title: '입금 계좌', regDate, kind: 'account' }
    const deposit = { id: 1, type: 'bank', method: 'bank', balance: 50_000, regdate: regDate, status: 'wait' }
    upstream.answer('get-help-list', { helps: [question] })
    upstream.answer('get-deposit-list', { total: 1, sum: 0, balances: [deposit] })
    await openPage(page, '/deposit', '2026-06-01T23:50:00+09:00')
    await main(page).getByRole('heading', { name: words['deposit.further'] }).click()
    const amount = main(page).getByLabel(words['deposit.amount.label'])
    await amount.fill('30')
    await expect(main(page).getByText(words['pending.turn.account'], { exact: true })).toBeVisible()
    upstream.answer('get-help-list', { helps: [{ ...question, ref: { contents: '국민 123-45', regDate } }] })
    setHealthFigures(upstream, { helps: 1 })
    await waitForNextCheck(page)
    await expect(main(page).getByText(words['pending.turn.send'], { exact: true })).toBeVisible()
    await expect(main(page)).toContainText('국민 123-45')
    await expect(ownFigures(page).getByRole('link', { name: new RegExp(`^${words['strip.help']}.* 1`) })).toBeVisible()
    expect(await prompts(page).count(), 'an answer shown on the page is not announced').toBe(0)
    await waitForNextCheck(page)
    await expect(prompts(page)).toHaveCount(0)

    // Toasts appear one after the other without moving the focus.
    setHealthFigures(upstream, { notes: 3, helps: 2 })
    await waitForNextCheck(page)
    await expect(toast(page, words.msg2003)).toBeVisible()
    await expect(amount).toBeFocused()
    await page.keyboard.type('000')
    await expect(amount).toHaveValue('30,000')
    await waitForNextToast(page, words.msg2004)
    await expect(toast(page, words.msg2003)).toHaveCount(0)
    await page.getByRole('button', { name: words['toast.close'] }).hover()
    await expectAccessible(page)
    await page.getByRole('button', { name: words['toast.close'] }).click()
    await waitForNextCheck(page)
    await waitForNextCheck(page)
    await expect(prompts(page), 'each message is announced once').toHaveCount(0)

    // Limits reset at midnight: the page reloads its data and keeps the typed amount.
    const arrived = { ...deposit, id: 2, balance: 70_000, status: 'already' }
    upstream.answer('get-deposit-list', { total: 2, sum: 70_000, balances: [arrived, deposit] })
    await waitForNextCheck(page)
    const row = page.getByRole('list', { name: words['deposit.recent'] }).getByText('70,000원')
    await expect(row).toHaveCount(0)
    await page.clock.fastForward(10 * 60 * secondMs)
    await expect(row).toBeVisible()
    await expect(amount).toHaveValue('30,000')

    setHealthFigures(upstream, { notes: 4, helps: 2 })
    await waitForNextCheck(page)
    await toast(page, words.msg2003).hover()
    upstream.answer('apply-user-deposit', { status: 'wait' })
    await main(page).getByRole('button', { name: words['deposit.submit'] }).press('Enter')
    await expect(main(page).getByRole('alert').filter({ hasText: words.msg2287 })).toBeVisible()
    await expect(prompts(page), 'sending a form closes a toast, even under the pointer').toHaveCount(0)
  })

  test('an unread note shown next to its list is marked as read once, without an announcement @desktop', async ({
    page,
    upstream,
  }) => {
    const note = { _id: 5, title: '새 쪽지', text: '본문입니다', regDate: '2026-01-01T00:00:00Z', isRead: false }
    upstream.answer('get-user-note', { note: [{ ...note, topic: 'withdrawalPassword' }] })
    await page.clock.install()
    await page.goto('/note')
    await expect(main(page).getByText(note.text)).toBeVisible()
    await expect(main(page).getByText(words['note.unread'])).toHaveCount(0)
    await expect(main(page).getByRole('link', { name: words['messages.markRead'] })).toHaveCount(0)
    await waitForNextCheck(page)
    await expect(page.locator('body')).toBeFocused()
    await expect(prompts(page)).toHaveCount(0)
    expect(upstream.callsOf('read-note-message').map(({ body }) => body)).toEqual([{ id: 5 }])
    await main(page).getByRole('link', { name: words['user.password.submit.exchange'] }).click()
    await expect(main(page).getByRole('button', { name: words['user.password.submit.exchange'] })).toBeVisible()
  })

  test('an unread answer shown next to its list is marked as read, and stays there @desktop', async ({
    page,
    upstream,
  }) => {
    const ref = { contents: '답변입니다', regDate: '2026-01-02T00:00:00Z' }
    const help = { _id: 2, title: '문의', regDate: '2026-01-01T00:00:00Z', status: 'already', isRead: false, ref }
    upstream.answer('get-help-list', { helps: [help] })
    upstream.fail('read-help-message', { status: 503 }, 1)
    await page.clock.install()
    const failed = page.waitForResponse('**/api/routes/read-help-message')
    await page.goto('/help')
    await (await failed).finished()
    await page.clock.fastForward(10 * secondMs)
    await expect(main(page).getByText(words['help.answer.unread']), 'marking is retried').toHaveCount(0)
    await expect(main(page).getByText(ref.contents)).toBeVisible()
    await expect(main(page).getByRole('link', { name: words['messages.markRead'] })).toHaveCount(0)
    expect(upstream.callsOf('read-help-message').map(({ body }) => body)).toEqual([{ id: 2 }, { id: 2 }])
    upstream.answer('get-help-list', { helps: [{ ...help, isRead: true }] })
    await main(page)
      .getByRole('link', { name: new RegExp(`^${help.title}`) })
      .click()
    await expect(page).toHaveURL('/help?id=2')
    await expect(main(page).getByText(ref.contents)).toBeVisible()
    expect(upstream.callsOf('read-help-message')).toHaveLength(2)
  })

  test('a prompt opens reloaded notes or answers; a late count announces nothing', async ({ page, upstream }) => {
    upstream.answer('get-user-note', { note: [] })
    await openPage(page, '/')
    setHealthFigures(upstream, { notes: 2 })
    await waitForNextCheck(page)
    await toast(page, words.msg2003).getByRole('link', { name: words['msg2003.go'] }).click()
    await expect(page).toHaveURL('/note')
    await expect(toast(page, words.msg2003)).toHaveCount(0)

    const wide = [
      '<img src="/x" onerror="document.title=\'hacked\'">',
      `https://example.com/${'very-long/'.repeat(60)}`,
      'a'.repeat(1_500),
      `Z${'\u0351\u036b\u0343'.repeat(60)} ${'👨‍👩‍👧‍👦'.repeat(80)}`,
    ]
    const note = {
      _id: 5,
      title: `방금 온 쪽지 <b>${'긴제목'.repeat(60)}</b>`,
      text: wide.join('\n\n'),
      regDate: '2026-01-01T00:00:00Z',
      isRead: false,
    }
    upstream.answer('get-user-note', { note: [note] })
    setHealthFigures(upstream, { notes: 3, helps: 2 })
    await waitForNextCheck(page)
    const help = (isRead: boolean) => ({
      _id: isRead ? 1 : 2,
      title: isRead ? '읽은 답변' : '새 답변',
      regDate: '2026-01-01T00:00:00Z',
      status: 'already',
      isRead,
      ref: { contents: '이렇게 하시면 됩니다.', regDate: '2026-01-02T00:00:00Z' },
    })
    upstream.answer('get-help-list', { helps: [help(true), help(false)] })
    const opened = main(page).getByRole('link', { name: /방금 온 쪽지/ })
    await expect(opened).toBeVisible()
    await expectNoHorizontalScroll(page)
    await waitForNextToast(page, words.msg2004)
    await toast(page, words.msg2004).getByRole('link', { name: words['msg2004.go'] }).click()
    await expect(page).toHaveURL('/help?id=2')
    await expect(main(page)).toContainText('이렇게 하시면 됩니다.')

    // A health check that is in flight while the note is opened returns the old count.
    await page.goBack()
    await expect(opened).toBeVisible()
    let letGo: () => void = () => undefined
    const release = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let isHeld = false
    const hold = async (route: Route) => {
      const response = await route.fetch()
      isHeld = true
      await release
      await route.fulfill({ response })
    }
    await page.route('**/api/routes/user-health-check', hold, { times: 1 })
    const step = async () => {
      if (!isHeld) await page.clock.fastForward(10 * secondMs)
      return isHeld
    }
    await expect.poll(step, { intervals: [200] }).toBe(true)

    setHealthFigures(upstream, { notes: 2, helps: 2 })
    await opened.click()
    const count = ownFigures(page).getByRole('link', { name: `${words['strip.note']} 2` })
    await expect(count).toBeVisible()
    const answered = healthCheckResponse(page)
    letGo()
    await (await answered).finished()
    await page.evaluate(async () => (await fetch('/healthz')).text())
    await expect(count).toBeVisible()
    await expect(prompts(page)).toHaveCount(0)
    await expect(main(page).getByText('a'.repeat(1_500))).toBeVisible()
    await expect(page).toHaveTitle(/^방금 온 쪽지 긴제목/)
    await expectNoHorizontalScroll(page)
  })

  test('an open drawer delays a prompt until it closes @phone', async ({ page, upstream }) => {
    await openPage(page, '/notice')
    await page.getByRole('banner').getByRole('button', { name: words['drawer.menu.open'] }).click()
    const menu = page.getByRole('dialog', { name: words['brand.name'] })
    await expect(menu).toBeVisible()
    setHealthFigures(upstream, { notes: 2 })
    await waitForNextCheck(page)
    await expect(page.getByText(words.msg2003)).toHaveCount(0)
    await closeByEscape(menu)
    await expect(menu).toBeHidden()
    await expect(toast(page, words.msg2003)).toBeVisible()
  })

  test('a session that the upstream ended restores the form after a login', async ({ page, upstream }) => {
    const logIn = async () => {
      upstream.clearFaults()
      setHealthFigures(upstream, {})
      await main(page).getByLabel(words['login.id'], { exact: true }).fill('demo')
      await main(page).getByLabel(words['login.pw'], { exact: true }).fill('demo-1234')
      await page.keyboard.press('Enter')
    }
    await openPage(page, '/casino?q=ga')
    upstream.fail('user-health-check', { status: 401 })
    await page.clock.fastForward(30 * secondMs)
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent('/casino?q=ga')}`)
    await expect(main(page).getByText(words['session.ended'])).toBeVisible()
    await logIn()
    await expect(page).toHaveURL('/casino?q=ga')

    await page.goto('/help?write')
    await waitForNextCheck(page)
    await main(page).getByLabel(words['help.title.label']).fill('출금 문의')
    await main(page).getByLabel(words['help.contents.label']).fill('긴 이야기')
    upstream.fail('*', { status: 401 })
    await page.clock.fastForward(30 * secondMs)
    await expect(toast(page, words['session.ended'])).toBeVisible()
    await expect(page).toHaveURL('/help?write')
    await expect(main(page).getByLabel(words['help.contents.label'])).toBeFocused()

    await page.clock.fastForward(9 * secondMs)
    await expect(toast(page, words['session.ended'])).toHaveCount(0)
    await expect(main(page).getByText(words['session.ended.typed'])).toBeVisible()
    await expect(main(page).getByRole('link', { name: words['nav.login'] })).toHaveAttribute(
      'href',
      '/login?next=%2Fhelp%3Fwrite%3D',
    )
    await expectVisitorPage(page)

    await main(page).getByRole('button', { name: words['help.submit'] }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words['session.ended'])
    await expect(main(page).getByText(words['session.ended.typed'])).toHaveCount(0)
    await expectVisitorPage(page)
    await expect(main(page).getByLabel(words['login.id'], { exact: true })).toHaveValue('demo')
    await expect(main(page).getByLabel(words['login.pw'], { exact: true })).toBeFocused()
    await logIn()
    await expect(main(page).getByLabel(words['help.contents.label'])).toHaveValue('긴 이야기')
    await expect(main(page).getByLabel(words['help.title.label'])).toHaveValue('출금 문의')
  })

  test('the end of a session is announced once, two minutes before, and a button extends it', async ({ page }) => {
    /** Replaces the time until the idle end that health checks report. */
    const setTimeLeft = async (unusedSeconds: number) => {
      await page.unroute('**/api/routes/user-health-check')
      await page.route('**/api/routes/user-health-check', async (route) => {
        const response = await route.fetch()
        const headers = { ...response.headers(), 'x-session-left': `${unusedSeconds} 40000` }
        await route.fulfill({ response, headers })
      })
    }
    const warning = page.getByRole('dialog', { name: words['session.ending'] })
    await setTimeLeft(130)
    await openPage(page, '/deposit')
    const amount = main(page).getByLabel(words['deposit.amount.label'])
    await amount.fill('30000')
    await expect(warning).toHaveCount(0)

    await setTimeLeft(119)
    const asked = healthCheckResponse(page)
    await page.clock.fastForward(11 * secondMs)
    await asked
    await expect(warning).toContainText(textOf('session.ending.text_other' as MessageKey, { count: '2' }))
    await expectAccessible(page)

    await setTimeLeft(7_200)
    const renewed = page.waitForResponse(/\/deposit\.data/)
    await warning.getByRole('button', { name: words['session.ending.stay'] }).click()
    expect((await renewed).status()).toBe(200)
    await expect(warning).toHaveCount(0)
    await expect(toast(page, words['session.stayed'])).toBeVisible()
    await expect(amount).toHaveValue('30,000')
    await expect(amount).toBeFocused()

    // A proxy's response to a revalidation does not replace the page.
    await setTimeLeft(119)
    await page.clock.fastForward(31 * secondMs)
    await page.route(/\/deposit\.data/, (route) =>
      route.fulfill({ status: 403, contentType: 'text/html', body: '<html>Forbidden</html>' }),
    )
    const documents: string[] = []
    page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()))
    const refused = page.waitForResponse(/\/deposit\.data/)
    await warning.getByRole('button', { name: words['session.ending.stay'] }).click()
    await refused
    const next = healthCheckResponse(page)
    await page.clock.fastForward(31 * secondMs)
    await next
    await expect(amount).toHaveValue('30,000')
    expect(documents).toEqual([])
  })
})

test('a pending deposit is followed until credited, then announced @script', async ({ page, upstream }) => {
  setHealthFigures(upstream, {})
  await signIn(page)
  await page.goto('/deposit')
  await main(page).getByLabel(words['deposit.amount.label'], { exact: true }).fill('20000')
  await main(page).getByRole('button', { name: words['deposit.submit'] }).click()
  const receipt = main(page).getByRole('region', { name: words.msg2010 })
  await expect(receipt.getByRole('link', { name: words['deposit.account.inquiry'] })).toBeVisible()
  await expect(receipt.getByRole('status')).toBeFocused()

  const arrived = textOf('tracker.deposit.done', { amount: '20,000원' })
  const news = main(page).getByRole('region', { name: words['news.title'] })
  const [deposit] = upstream.account.deposits
  if (!deposit) throw new Error('no deposit was made')
  for (const [status, shown] of [
    ['은행 확인', '은행 확인'],
    ['already', arrived],
  ] as const) {
    deposit.status = status
    setHealthFigures(upstream, { balance: 1_020_000 })
    await leaveAndReturn(page)
    await expect(main(page)).toContainText(shown)
    await expect(receipt, 'the result replaces the receipt').toHaveCount(status === 'already' ? 0 : 1)
  }
  await expect(news.getByRole('status').filter({ hasText: arrived })).toHaveCount(1)
  await expect(ownFigures(page)).toContainText('1,020,000원')
  await expectAccessible(page)
  await news.getByRole('button', { name: words['common.close'] }).click()
  await expect(news).toHaveCount(0)

  const second = { ...deposit, id: 'second', status: 'wait' }
  upstream.account.deposits.unshift(second)
  await page.goto('/deposit')
  await expect(news).toHaveCount(0)
  const further = main(page).getByRole('heading', { name: words['deposit.further'] })
  await further.click()
  const amount = main(page).getByLabel(words['deposit.amount.label'], { exact: true })
  await amount.fill('30000')
  second.status = 'already'
  setHealthFigures(upstream, { settled: [{ ...second, kind: 'deposit' }] })
  const seen = page.waitForResponse((response) => new URL(response.url()).pathname === '/settled.data')
  await leaveAndReturn(page)
  await expect(news, 'the result').toContainText(arrived)
  await expect(further, 'the form looks as it does without a pending deposit').toHaveCount(0)
  await expect(amount).toBeFocused()
  await expect(amount).toHaveValue('30,000')
  await seen
  const counted = page.getByRole('button', { name: textOf('news.count', { count: 1 }) })
  await page.goto('/')
  await expect(counted, 'a result seen live is not counted').toHaveCount(0)
  await expect(news, 'a result seen live is not repeated on the next page').toHaveCount(0)

  const third = { ...deposit, id: 'third', status: 'wait' }
  upstream.account.deposits.unshift(third)
  await page.goto('/deposit')
  setHealthFigures(upstream, { settled: [] })
  third.status = 'already'
  await leaveAndReturn(page)
  await expect(news, 'the result is shown although another device has closed it').toContainText(arrived)
  upstream.account.deposits.length = 0
})

test('account fields are copied with buttons, and a deposit is cancelled @script', async ({ page, upstream }) => {
  setHealthFigures(upstream, {})
  const regDate = new Date().toISOString()
  const number = '302-1234-5678-91-01'
  const account = { bank: '국민은행', number, holder: '홍길동' }
  const ref = { contents: `국민은행 ${number} 홍길동`, regDate, account }
  upstream.answer('get-help-list', { helps: [{ _id: 9, title: '입금 계좌', regDate, kind: 'account', ref }] })
  const row = { type: 'deposit', balance: 50_000, regdate: regDate, status: 'wait', method: 'bank', cancellable: true }
  upstream.answer('get-deposit-list', { total: 2, sum: 0, balances: [1, 2].map((id) => ({ ...row, id })) })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page)
  await page.goto('/')
  // Each deposit has its amount; there is no total.
  await expect(main(page)).not.toContainText('100,000원')
  await expect(main(page).getByText(number, { exact: true })).toHaveCount(1)
  await expect(main(page).getByText(/^50,000원$/)).toHaveCount(2)
  for (const [name, copied, said] of [
    [words['pending.copy.account'], number, words['pending.copied.account']],
    [`${words['pending.copy.sum']}, 입금 50,000원, 접수 번호 2`, '50000', words['pending.copied.sum']],
  ] as const) {
    await main(page).getByRole('button', { name, exact: true }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(copied)
    await expect(toast(page, said)).toBeVisible()
  }
  await page.setViewportSize({ width: 360, height: 780 })
  await expectAccessible(page)
  const shown = main(page).getByText(number, { exact: true })
  const lines = await shown.evaluate((element) => element.getClientRects().length)
  expect(lines, 'an account number never breaks').toBe(1)
  await expectNoHorizontalScroll(page)

  const cancel = '/public/balance/cancel_user_deposit'
  upstream.answer(cancel, { status: 'success' })
  const link = main(page).getByRole('link', { name: `${words['deposit.cancel']}, 입금 50,000원, 접수 번호 2` })
  await link.click()
  await page.getByRole('dialog').getByRole('button', { name: words['deposit.cancel.no'] }).click()
  await expect(link).toBeFocused()
  expect(upstream.callsOf(cancel)).toEqual([])
  await link.click()
  await page.getByRole('dialog').getByRole('button', { name: words['deposit.cancel.yes'] }).click()
  // The result names the amount, although the upstream lists the deposits only for the page.
  const result = main(page).getByRole('region', { name: words['news.title'] })
  await expect(result).toContainText(words['deposit.cancel.done.of.text'])
  await expect(result).toContainText('50,000원')
  expect(upstream.callsOf(cancel).map(({ body }) => body)).toEqual([{ id: 2 }])
  await result.getByRole('button', { name: words['common.close'] }).click()
  await expect(result).toHaveCount(0)

  upstream.answer('get-deposit-list', { total: 1, sum: 0, balances: [{ ...row, id: 1 }] })
  await page.goto('/deposit')
  const further = main(page).getByRole('heading', { name: words['deposit.further'] })
  await further.click()
  const amount = main(page).getByLabel(words['deposit.amount.label'], { exact: true })
  const isCovered = (field: Element) => {
    const { left, top, bottom } = field.getBoundingClientRect()
    return [top + 2, bottom - 2].some((y) => document.elementFromPoint(left + 20, y) !== field)
  }
  await expect.poll(() => amount.evaluate(isCovered), 'the submit bar covers the amount').toBe(false)
  const cancelled = { ...row, id: 1, status: 'cansel', settledAt: regDate, cancelledByMember: true }
  upstream.answer('get-deposit-list', { total: 1, sum: 0, balances: [cancelled] })
  await main(page).getByRole('link', { name: words['deposit.cancel'] }).click()
  await page.getByRole('dialog').getByRole('button', { name: words['deposit.cancel.yes'] }).click()
  await expect(result).toContainText(words['deposit.cancel.done'])
  await expect(result).toContainText(/오늘 \d\d:\d\d ·\s1/)
  await expect(further, 'the page looks as it does without a pending deposit').toHaveCount(0)
})
