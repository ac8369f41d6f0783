import type { Locator, Page } from '@playwright/test'
import { translatePage } from '../support/bare-text'
import { expect, main, ownFigures, signIn, test } from '../support/foreign-journey'
import { keepPlayLimits } from '../support/foreign-limits'
import { wordsOf } from '../support/words'

/** Pages that the browser has translated: in place of the texts that React holds are those of the translator. */

const words = wordsOf('ko')
const button = (page: Page, key: string) => main(page).getByRole('button', { name: words[key], exact: true })

/** Opens a page, translates it, acts on it, and asserts that what was expected came, without an error of React. */
async function actTranslated(page: Page, path: string, act: (main: Locator) => Promise<void>): Promise<void> {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await test.step(path, async () => {
    await page.goto(path)
    await page.evaluate(translatePage)
    await act(main(page))
    expect(errors).toEqual([])
  })
}

test('a visitor acts on translated pages @script', async ({ page }) => {
  await actTranslated(page, '/login', async (form) => {
    await form.locator('[name=id]').fill('demo')
    await form.locator('[name=pw]').fill('wrong-password')
    await button(page, 'nav.login').click()
    await expect(form.getByRole('alert')).toContainText(words.msg2030 ?? '')
  })
  await actTranslated(page, '/register?code=MADANG', async (form) => {
    await form.getByRole('button').last().click()
    await expect(form.locator('[aria-invalid=true]').first()).toBeFocused()
  })
})

test('a member acts on translated pages, and money is shown as it is @script', async ({ page, upstream }) => {
  keepPlayLimits(upstream, 120)
  await signIn(page)
  await actTranslated(page, '/note', async (list) => {
    await list.getByRole('listitem').first().getByRole('link').click()
    await expect(list.getByRole('heading', { level: 1 })).toHaveText('환영합니다')
    await expect(ownFigures(page).getByRole('link', { name: `${words['strip.note']} 0` })).toBeVisible()
  })
  await actTranslated(page, '/comp', async (form) => {
    await button(page, 'amount.allOf').click()
    await expect(form.locator('[name=points]')).toHaveValue('50,000')
    await expect(form).toContainText(/50,000원/)
    await button(page, 'amount.clear').click()
    await expect(form.locator('[name=points]')).toHaveValue('')
  })
  for (const path of ['/deposit', '/withdraw'])
    await actTranslated(page, path, async (form) => {
      await form.locator('button[name=add]').first().click()
      await expect(form.locator('[name=balance]')).toHaveValue('10,000')
      await form.locator('[name=balance]').fill('15,000')
      await form.locator('[name=balance]').press('Enter')
      await expect(form.locator('[name=balance]')).toHaveAttribute('aria-invalid', 'true')
    })
  await actTranslated(page, '/help?write', async (form) => {
    await form.getByRole('button').last().click()
    await expect(form.getByRole('alert')).toBeFocused()
  })
  await actTranslated(page, '/slot', async (lobby) => {
    const heart = lobby.locator('button[aria-pressed]').first()
    await heart.click()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('status').filter({ hasText: words['lobby.favourite.added'] })).toBeVisible()
    await lobby.locator('[name=q]').fill('zzzz')
    await expect(lobby.getByRole('status').first()).toBeVisible()
  })
  await actTranslated(page, '/game?company=slot-1&code=501', async () => {
    const gameOpens = page.waitForEvent('popup')
    await button(page, 'launch.submit').click()
    await expect(main(page).getByRole('status')).toContainText(words['launch.opened.title'] ?? '')
    await (await gameOpens).close()
    await expect(button(page, 'launch.submit')).toBeEnabled()
    await expect(main(page).getByRole('status')).toHaveCount(0)
  })
  await actTranslated(page, '/user', async (profile) => {
    await profile.locator('details > summary').first().click()
    await profile.locator('details[open]').getByRole('button').last().click()
    await expect(profile.locator('[aria-invalid=true]').first()).toBeFocused()
  })
  await actTranslated(page, '/user?tab=limits', async (form) => {
    await form.locator('[name=day]').first().fill('-')
    await form.locator('[name=day]').first().press('Enter')
    await expect(form.locator('[name=day]').first()).toHaveAttribute('aria-invalid', 'true')
  })
  await actTranslated(page, '/logout', async (question) => {
    await question.getByRole('button', { name: words['nav.logout'] }).click()
    await expect(page).toHaveURL((url) => url.pathname !== '/logout')
  })
})
