import type { Locator, Page } from '@playwright/test'
import { translatePage } from '../../support/bare-text'
import { expect, main, ownFigures, signIn, test } from '../../support/foreign-journey'
import { type MessageKey, words } from '../../support/words'

/** Pages translated by the browser, which replaces the text nodes that React holds. */

const button = (page: Page, key: MessageKey) => main(page).getByRole('button', { name: words[key], exact: true })

/** Opens a page, translates it, acts on it, and expects no error of React. */
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

test('a member acts on pages translated by the browser, and money stays untranslated @script', async ({ page }) => {
  await signIn(page)
  await actTranslated(page, '/note', async (list) => {
    await list.getByRole('listitem').first().getByRole('link').click()
    await expect(list.getByRole('heading', { level: 1 })).toHaveText('환영합니다')
    await expect(ownFigures(page).getByRole('link', { name: `${words['strip.note']} 0` })).toBeVisible()
  })
  await actTranslated(page, '/comp', async (form) => {
    await button(page, 'comp.all').click()
    await expect(form.locator('[name=points]')).toHaveValue('50,000')
    await expect(form).toContainText(/50,000원/)
    await button(page, 'amount.clear').click()
    await expect(form.locator('[name=points]')).toHaveValue('')
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
    await expect(main(page).getByRole('status')).toContainText(words['launch.opened.title'])
    await (await gameOpens).close()
    await expect(button(page, 'launch.submit')).toBeEnabled()
    await expect(main(page).getByRole('status')).toHaveCount(0)
  })
})
