import type { Page } from '@playwright/test'
import { expect, main, signIn, test } from '../../support/journey'
import { words } from '../../support/words'

/** Holds back responses to forms until `releaseResponses`, and counts them. `press` submits even a busy form. */
async function holdFormResponses(page: Page) {
  const sent: string[] = []
  let releaseResponses = () => {}
  const answered = new Promise<void>((resolve) => {
    releaseResponses = resolve
  })
  await page.route(/\.data/, async (route) => {
    if (route.request().method() === 'POST') {
      sent.push(new URL(route.request().url()).pathname)
      await answered
    }
    // A submission is already aborted if another one has replaced it.
    await route.continue().catch(() => {})
  })
  const press = (button: string) =>
    page
      .locator(`main button[value=${button}]`)
      .last()
      .evaluate((pressed: HTMLButtonElement) => pressed.form?.requestSubmit(pressed))
  const expectSent = (count: number) => expect.poll(() => sent.length).toBe(count)
  return { releaseResponses, press, expectSent }
}

test.describe('a button clicked twice @script', () => {
  test('sends an inquiry once, and works again after the response', async ({ page, member }) => {
    await signIn(page, member)
    await page.goto('/help?write')
    const refused = await holdFormResponses(page)
    refused.releaseResponses()
    for (const times of [1, 2, 3]) {
      await refused.press('write')
      await refused.expectSent(times)
      await expect(main(page).getByRole('button', { name: words['help.submit'] })).not.toHaveAttribute('aria-disabled')
      await expect(main(page).getByRole('alert')).toBeFocused()
      await main(page).getByLabel(words['help.title.label'], { exact: true }).focus()
    }
    await page.unrouteAll({ behavior: 'wait' })
    await main(page).getByLabel(words['help.title.label'], { exact: true }).fill('출금')
    await main(page).getByLabel(words['help.contents.label'], { exact: true }).fill('두 번 눌렀습니다.')
    await expect(main(page).getByText('10 / 4,000자')).toBeVisible()
    const form = await holdFormResponses(page)
    await form.press('write')
    await form.expectSent(1)
    await form.press('write')
    await form.press('write')
    form.releaseResponses()
    await expect(page).toHaveURL('/help')
    await expect(main(page).getByRole('status').filter({ hasText: words['help.sent'] })).toBeVisible()
    await form.expectSent(1)
    await expect(main(page).getByRole('list', { name: words['help.list'] }).getByRole('listitem')).toHaveCount(1)
  })
})

test.describe('an error page that replaces a form @script', () => {
  test.use({ viewport: { width: 360, height: 640 } })

  test('is scrolled to the top, with the focus on its heading', async ({ page, member }) => {
    await signIn(page, member)
    await page.goto('/deposit')
    await main(page).getByLabel(words['deposit.amount.label'], { exact: true }).fill('10000')
    const send = main(page).locator('button[value=deposit]').last()
    await page.evaluate(() => window.scrollTo(0, 200))
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
    // Another route of the site rejects the form, which shows an error page.
    await page.route(/deposit\.data/, (route) =>
      route.continue({ url: new URL('/theme.data', route.request().url()).href }),
    )
    await send.click()
    await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(words['problem.bad-request.title'])
    await expect(main(page).getByRole('heading', { level: 1 })).toBeFocused()
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
  })
})
