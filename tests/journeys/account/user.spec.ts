import type { Page } from '@playwright/test'
import { expect, main, signIn, test } from '../../support/journey'
import { words } from '../../support/words'

const history = (page: Page) => page.getByRole('region', { name: words['user.history'] })
test.describe('a member on their own page', () => {
  test('prints the range and a receipt on white without the site’s shell @script', async ({ page }) => {
    await signIn(page)
    await page.goto('/user?range=3m')
    await page.emulateMedia({ media: 'print' })
    for (const role of ['banner', 'contentinfo', 'navigation', 'button', 'complementary'] as const) {
      await expect(page.getByRole(role)).toHaveCount(0)
    }
    await expect(
      history(page).getByText(new RegExp(`^${words['brand.name']}\\s·\\sdemo\\s·\\s20[\\d-]{8} ~ 20[\\d-]{8}$`)),
    ).toBeVisible()
    await expect(history(page).getByLabel(words['user.history.from'])).toBeHidden()
    await expect(history(page).getByRole('row').nth(1)).toHaveCSS('color', 'rgb(0, 0, 0)')
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    await page.emulateMedia({ media: 'screen' })
    const arrived = history(page)
      .getByRole('row')
      .filter({ hasText: words['nav.deposit'] })
      .filter({ hasText: words['status.done'] })
      .first()
    await arrived.getByRole('link').filter({ visible: true }).click()
    await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(words['receipt.deposit.doneTitle'])
    await page.emulateMedia({ media: 'print' })
    for (const term of [words['receipt.at'], words['receipt.deposit.doneAt']]) {
      const value = main(page)
        .getByRole('definition')
        .filter({ has: page.locator(`xpath=preceding-sibling::dt[1][.="${term}"]`) })
      await expect(value).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
    }
    for (const role of ['banner', 'contentinfo', 'navigation', 'button'] as const) {
      await expect(page.getByRole(role)).toHaveCount(0)
    }
  })

  test('shows one password form at a time and changes the login password', async ({ page, member, script }) => {
    await signIn(page, member)
    await page.goto('/user')
    const security = main(page).getByRole('region', { name: words['user.security'] })
    await security.getByText(words['user.password.exchange'], { exact: true }).click()
    await expect(security.getByRole('button', { name: words['user.password.submit.exchange'] })).toBeVisible()
    await security.getByText(words['user.password.login'], { exact: true }).click()
    await expect(security.getByRole('button', { name: words['user.password.submit.exchange'] })).toBeHidden()
    const current = security.getByLabel(words['user.password.current']).filter({ visible: true })
    const fill = async (pass: string) => {
      await current.fill(pass)
      for (const name of [words['user.password.new'], words['user.password.again']])
        await security.getByLabel(name, { exact: true }).filter({ visible: true }).fill('a-much-better-one')
      await security.getByRole('button', { name: words['user.password.submit.login'] }).click()
    }
    await fill('not-the-right-one')
    await expect(current).toHaveAccessibleDescription(words['user.password.wrong'])
    await expect(current).toHaveValue('')
    await expect(current).toBeFocused()

    await fill(member.pw)
    if (script) {
      const dialog = page.getByRole('dialog', { name: words['user.password.done.login'] })
      await expect(dialog).toHaveAttribute('data-kind', 'success')
      await dialog.getByRole('button', { name: words['common.ok'] }).click()
      await expect(dialog).toHaveCount(0)
      // The dialog removes its history entry, which would abort a page load started before.
      await page.waitForFunction(() => !window.history.state?.modalDepth)
    } else await expect(main(page).getByText(words['user.password.done.login'])).toBeVisible()
    await expect(security.getByRole('button', { name: words['user.password.submit.login'] })).toBeHidden()
    await page.goto('/user?tab=comp')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words['nav.user'])
  })
})
