import type { Page, Route } from '@playwright/test'
import {
  acceptedOrSettled,
  demo,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  main,
  ownFigures,
  signIn,
  signInWithMoney,
  test,
  waitForHydration,
} from '../../support/journey'
import { words } from '../../support/words'

/** Sends a network's page instead of the site's response. Other journeys abort the request. */
const sendCaptivePortal = (route: Route) =>
  route.fulfill({ status: 200, contentType: 'text/html', body: '<html><form>Room number</form></html>' })

/** Loses the responses to forms after the site has processed them; all other requests go through. */
async function loseResponses(page: Page, lose: (route: Route) => Promise<void>): Promise<void> {
  await page.route(/\.data(\?|$)/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch({ maxRedirects: 0 })
    await lose(route)
  })
}

/** Expects the member's nickname, which is the id with another first letter. */
async function expectSignedIn(page: Page, id: string): Promise<void> {
  await expect(ownFigures(page)).toContainText(id === 'demo' ? '데모' : id.slice(1))
}

const lostPageHeading = (page: Page) =>
  main(page).getByRole('heading', { level: 1, name: words['problem.connection.title'], exact: true })
const openAgain = (page: Page) => main(page).getByRole('link', { name: words['problem.retry'] })

const amount = (page: Page) => main(page).getByLabel(words['deposit.amount.label'], { exact: true })
const send = (page: Page) => main(page).getByRole('button', { name: words['deposit.submit'] })
const unknownOutcomeHeading = (page: Page) =>
  main(page).getByRole('heading', { level: 1, name: words['outcome.unknown.title'] })

const sendWithdrawal = (page: Page) => main(page).getByRole('button', { name: words['withdraw.submit'] })
const requestCode = (page: Page) =>
  main(page).locator('form:not(:has([name=intent][value=bring-back])) input[name=code]')

async function depositsOf(page: Page): Promise<number> {
  const response = await page.request.post('/api/routes/get-deposit-list', { data: { page: 1 } })
  return (await response.json()).total
}

test.describe('a deposit whose response is lost @script', () => {
  test('and replaced by a captive-portal page is looked up and never made twice', async ({ page, member }) => {
    await signIn(page, member)
    await page.goto('/deposit')
    const before = await depositsOf(page)
    const codes: string[] = []
    page.on('request', (request) => {
      const code = request.method() === 'POST' && new URLSearchParams(request.postData() ?? '').get('code')
      if (code) codes.push(code)
    })
    await loseResponses(page, sendCaptivePortal)
    await amount(page).fill('20000')
    await send(page).click()

    await expect(unknownOutcomeHeading(page)).toBeVisible()
    await expect(unknownOutcomeHeading(page).locator('xpath=ancestor::div[@tabindex]')).toBeFocused()
    await expectSignedIn(page, member.id)

    await page.unrouteAll({ behavior: 'wait' })
    await main(page).getByRole('button', { name: words['tracker.again'] }).click()
    const found = main(page).getByRole('heading', { level: 1, name: words['outcome.lost.found.title'] })
    await expect(found).toBeVisible()
    await expect(found.locator('xpath=ancestor::div[@tabindex]')).toBeFocused()
    // The row from the page's loader.
    await expect(main(page).getByRole('term').filter({ hasText: words['user.history.status'] })).toBeVisible()
    await expect(main(page)).toContainText('20,000원')
    expect(await depositsOf(page)).toBe(before + 1)
    expect(codes).toHaveLength(1)
  })

  test('before the site received it is sent again with its code, and made once', async ({ page, context, member }) => {
    await signIn(page, member)
    await page.goto('/deposit')
    const before = await depositsOf(page)
    const code = await main(page).locator('input[name=code]').inputValue()
    await amount(page).fill('30000')
    await context.setOffline(true)
    await send(page).click()
    await expect(unknownOutcomeHeading(page)).toBeVisible()
    await expectSignedIn(page, member.id)
    await expectNoHorizontalScroll(page)

    await main(page).getByRole('button', { name: words['tracker.again'] }).click()
    await expect(main(page).getByRole('status')).toContainText(words['outcome.lost.offline'])

    await context.setOffline(false)
    await main(page).getByRole('button', { name: words['tracker.again'] }).click()
    await expect(main(page).getByRole('status')).toContainText(words['outcome.lost.missing'])
    await expectAccessible(page)
    const again = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/deposit'))
    await main(page).getByRole('button', { name: words['outcome.lost.again'] }).click()
    expect(new URLSearchParams((await again).postData() ?? '').get('code')).toBe(code)

    await expect(page).toHaveURL('/')
    await expect(acceptedOrSettled(page, 'msg2010', '30,000원')).toBeVisible()
    expect(await depositsOf(page)).toBe(before + 1)
  })
})

test('a deposit interrupted by another link is unknown on returning to its page @script', async ({ page, member }) => {
  const link = (name: string) => page.getByRole('contentinfo').getByRole('link', { name })
  await signIn(page, member)
  await page.goto('/help')
  await link(words['footer.help.deposit']).click()
  await expect(page).toHaveURL('/deposit')
  const before = await depositsOf(page)
  await page.route('**/help.data*', (route) => route.abort())
  // The site processes the form; its response is held back until the page is left.
  const processed = new Promise<void>((resolve) => {
    page.route(/\.data(\?|$)/, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fetch({ maxRedirects: 0 })
      resolve()
    })
  })
  await amount(page).fill('20000')
  await send(page).click()
  await processed
  await link(words['footer.help.inquiry']).click()
  await expect(lostPageHeading(page)).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  for (const returnToPage of [() => page.goBack(), () => link(words['footer.help.deposit']).click()]) {
    const loaded = page.waitForResponse(/\/deposit\.data/)
    await returnToPage()
    await loaded
    await expect(unknownOutcomeHeading(page)).toBeVisible()
    await expect(requestCode(page)).toHaveCount(0)
  }
  await main(page).getByRole('button', { name: words['tracker.again'] }).click()
  await expect(main(page)).toContainText(words['outcome.lost.found'])
  expect(await depositsOf(page)).toBe(before + 1)
})

test.describe('a withdrawal whose response is lost @script', () => {
  test('stays unknown after links and Back without a connection, and is made once', async ({
    page,
    context,
    member,
  }) => {
    await signInWithMoney(page, member, '20,000')
    await page.goto('/help')
    const ownLink = page.getByRole('contentinfo').getByRole('link', { name: words['footer.help.withdraw'] })
    await ownLink.click()
    await expect(page).toHaveURL('/withdraw')
    // A rejected withdrawal gets a new request code. It is then sent again, and its response is lost.
    const first = await requestCode(page).inputValue()
    await main(page).getByLabel(words['withdraw.amount.label'], { exact: true }).fill('10000')
    await main(page).getByLabel(words['register.exchangePw.label'], { exact: true }).fill('0000')
    await sendWithdrawal(page).click()
    await expect(main(page).getByLabel(words['register.exchangePw.label'], { exact: true })).toHaveAttribute(
      'aria-invalid',
      'true',
    )
    const code = await requestCode(page).inputValue()
    expect(code).not.toBe(first)
    await main(page).getByLabel(words['register.exchangePw.label'], { exact: true }).fill(member.exchangePw)
    await loseResponses(page, (route) => route.abort())
    await sendWithdrawal(page).click()
    await expect(unknownOutcomeHeading(page)).toBeVisible()
    await page.unrouteAll({ behavior: 'wait' })

    for (const [leave, path, comeBack] of [
      [() => page.goBack(), '/help', () => page.goForward()],
      [() => ownLink.click(), '/withdraw', () => openAgain(page).click()],
    ] as const) {
      await context.setOffline(true)
      await leave()
      await expect(lostPageHeading(page)).toBeFocused()
      await expect(page).toHaveURL(path)
      await context.setOffline(false)
      await comeBack()
      await expect(page).toHaveURL('/withdraw')
      await expect(unknownOutcomeHeading(page)).toBeVisible()
      await expect(requestCode(page)).toHaveCount(0)
    }
    await page.getByRole('link', { name: words['common.skip'] }).press('Enter')
    await expect(page).toHaveURL('/withdraw#main')
    await expect(unknownOutcomeHeading(page)).toBeVisible()
    await expect(requestCode(page)).toHaveCount(0)

    // The history is unavailable too, so the member sends again without seeing it.
    await page.route('**/api/routes/get-withdraw-list', (route) =>
      route.fulfill({ status: 404, contentType: 'application/json', body: '{"error":{"code":"not_found"}}' }),
    )
    const checkAgain = main(page).getByRole('button', { name: words['tracker.again'] })
    const sendAgain = main(page).getByRole('button', { name: words['outcome.lost.again'] })
    await checkAgain.click()
    await loseResponses(page, (route) => route.abort())
    await sendAgain.click()
    // The panel stays and offers to check again, without a form to send.
    await expect(requestCode(page)).toHaveCount(0)
    await expect(unknownOutcomeHeading(page)).toBeVisible()
    await page.unroute(/\.data(\?|$)/)
    await checkAgain.click()
    const again = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/withdraw'))
    await sendAgain.click()
    expect(new URLSearchParams((await again).postData() ?? '').get('code')).toBe(code)
    await expect(page).toHaveURL('/')
    await page.unrouteAll({ behavior: 'wait' })
    const response = await page.request.post('/api/routes/get-withdraw-list', { data: { page: 1 } })
    expect((await response.json()).total).toBe(1)
  })

  test('that the site had received isn’t offered again, even after lost pages', async ({ page, member }) => {
    await signInWithMoney(page, member, '20,000')
    await page.goto('/withdraw')
    await main(page).getByLabel(words['withdraw.amount.label'], { exact: true }).fill('10000')
    await main(page).getByLabel(words['register.exchangePw.label'], { exact: true }).fill(member.exchangePw)
    await page.route(/\.data(\?|$)/, (route) =>
      route.request().method() === 'POST' ? route.continue() : route.abort(),
    )
    await sendWithdrawal(page).click()
    const received = main(page).getByRole('alert').filter({ hasText: words['connection.answered.text'] })
    await expect(received).toBeVisible()
    await expectSignedIn(page, member.id)
    for (const link of [
      received.getByRole('link', { name: words['connection.answered.open'] }),
      page.getByRole('contentinfo').getByRole('link', { name: words['footer.help.withdraw'] }),
      page.getByRole('contentinfo').getByRole('link', { name: words['footer.help.inquiry'] }),
    ]) {
      const lost = page.waitForEvent('requestfailed')
      await link.click()
      await lost
      await expect(received).toBeVisible()
      await expect(requestCode(page)).toHaveCount(0)
    }
    await page.unrouteAll({ behavior: 'wait' })
    await received.getByRole('link', { name: words['connection.answered.open'] }).click()
    await expect(page).toHaveURL('/')
    await expect(received).toBeHidden()
  })
})

test('reloaded balances show a transfer whose response is lost @script @long', async ({ page, member }) => {
  await signInWithMoney(page, member, '20,000')
  await page.goto('/withdraw')
  await loseResponses(page, (route) => route.abort())
  await main(page).getByLabel(words['withdraw.amount.label'], { exact: true }).fill('10000')
  await main(page).locator('input[name=exchange_pw]').fill('2580')
  // Simulates the transfer button, which only members with money in games see.
  await sendWithdrawal(page).evaluate((button: HTMLButtonElement) => {
    button.value = 'bring-back'
    button.formNoValidate = true
  })
  await sendWithdrawal(page).click()
  await expect(unknownOutcomeHeading(page)).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await main(page).getByRole('button', { name: words['tracker.again'] }).click()
  await expect(unknownOutcomeHeading(page)).toBeHidden()
  await expect(main(page).getByLabel(words['withdraw.amount.label'], { exact: true })).toBeVisible()
})

test('a form is restored after its response or a link’s page was lost @script', async ({ page, context, member }) => {
  await signIn(page, member)
  await page.goto('/help?write')
  const ownLink = page.getByRole('contentinfo').getByRole('link', { name: words['footer.help.inquiry'] })
  const title = main(page).getByRole('textbox').first()
  const contents = main(page).getByRole('textbox').nth(1)
  await title.fill('입금 문의')
  await contents.fill('계좌를 알려 주세요')
  const loseAndReturn = async (lose: () => Promise<void>, comeBack: () => Promise<unknown>) => {
    await context.setOffline(true)
    await lose()
    await expect(lostPageHeading(page)).toBeFocused()
    await expect(main(page)).not.toContainText(words['nav.money'])
    await expectSignedIn(page, member.id)
    await context.setOffline(false)
    await comeBack()
    await expect(title).toHaveValue('입금 문의')
    await expect(contents).toHaveValue('계좌를 알려 주세요')
  }
  await loseAndReturn(
    () => ownLink.click(),
    () => page.goBack(),
  )
  await loseAndReturn(
    () => main(page).getByRole('button', { name: words['help.submit'] }).click(),
    () => openAgain(page).click(),
  )
  await main(page).getByRole('button', { name: words['help.submit'] }).click()
  await expect(page).toHaveURL(/\/help$/)
  await expect(main(page)).toContainText('입금 문의')
  // A form that was sent is not restored.
  await page.goto('/help?write')
  await expect(title).toHaveValue('')
})

test('another member in the browser sees nothing of a lost deposit @script', async ({ page, context, member }) => {
  const loseDeposit = async () => {
    await loseResponses(page, (route) => route.abort())
    await amount(page).fill('20000')
    await send(page).click()
    await expect(unknownOutcomeHeading(page)).toBeVisible()
    await page.unrouteAll({ behavior: 'wait' })
  }
  const expectNothingOfIt = async () => {
    await expectSignedIn(page, demo.id)
    await expect(unknownOutcomeHeading(page)).toBeHidden()
    await expect(main(page)).not.toContainText('20,000')
    await expect(amount(page)).toHaveValue('')
  }
  await signIn(page, member)
  const ofMember = await context.cookies()
  await page.goto('/deposit')
  await loseDeposit()
  // Otherwise a health check may detect the other member before the click.
  await page.route('**/user-health-check', (route) => route.abort())
  await context.clearCookies()
  await signIn(page, demo)
  const ofDemo = await context.cookies()
  await main(page).getByRole('button', { name: words['tracker.again'] }).click()
  await expectNothingOfIt()

  await context.addCookies(ofMember)
  await page.goto('/deposit')
  await expectSignedIn(page, member.id)
  await loseDeposit()
  await context.addCookies(ofDemo)
  // Simulates a return from the back-forward cache.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expectNothingOfIt()
})

test('a logout whose next page is lost no longer shows a member @script', async ({ page, member }) => {
  await signIn(page, member)
  await page.goto('/logout')
  await page.route(
    ({ pathname }) => pathname === '/',
    (route) => route.abort(),
  )
  const lost = page.waitForEvent('requestfailed')
  await main(page).getByRole('button', { name: words['nav.logout'], exact: true }).click()
  await lost
  await expect(page.getByText(member.id)).toHaveCount(0)
  await expect(page.getByRole('banner').getByRole('button', { name: words['drawer.wallet.open'] })).toBeHidden()
})

test('a challenge or rejection instead of a link’s data loads the document once @script', async ({ page, member }) => {
  await signIn(page, member)
  await page.goto('/deposit')
  const documents: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && documents.push(new URL(request.url()).pathname))
  const link = () => page.getByRole('contentinfo').getByRole('link', { name: words['footer.help.inquiry'] }).click()
  const html = { contentType: 'text/html', body: '<html>Are you a person?</html>' }
  await page.route(/\.data(\?|$)/, (route) => route.fulfill({ ...html, status: 403 }))
  await link()
  await expect(main(page).getByRole('heading', { level: 1, name: words['nav.help'] })).toBeVisible()
  expect(documents).toEqual(['/help'])

  // If the document gets the same response, it is shown and not requested again.
  await page.goto('/deposit')
  await page.route(/\.data(\?|$)/, (route) => route.fulfill({ ...html, status: 200 }))
  await page.route('**/help', (route) => route.fulfill({ ...html, status: 200 }))
  documents.length = 0
  await link()
  await expect(page.getByText('Are you a person?')).toBeVisible()
  expect(documents).toEqual(['/help'])
})

test('with data requests blocked, links open documents and a deposit is made once @script', async ({
  page,
  member,
}) => {
  await signIn(page, member)
  await page.goto('/help')
  const before = await depositsOf(page)
  await page.route(/\.data(\?|$)/, (route) => route.abort())
  const loaded = page.waitForEvent('domcontentloaded')
  await page.getByRole('contentinfo').getByRole('link', { name: words['footer.help.deposit'] }).click()
  await loaded
  await expect(page).toHaveURL('/deposit')
  await waitForHydration(page)
  const code = await requestCode(page).inputValue()
  await amount(page).fill('20000')
  await send(page).click()
  await expect(unknownOutcomeHeading(page)).toBeVisible()
  await main(page).getByRole('button', { name: words['tracker.again'] }).click()
  const again = page.waitForRequest((request) => request.method() === 'POST' && request.isNavigationRequest())
  await main(page).getByRole('button', { name: words['outcome.lost.again'] }).click()
  expect(new URLSearchParams((await again).postData() ?? '').get('code')).toBe(code)
  await expect(acceptedOrSettled(page, 'msg2010', '20,000원')).toBeVisible()
  expect(await depositsOf(page)).toBe(before + 1)
})
