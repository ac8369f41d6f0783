import type { Locator, Page } from '@playwright/test'
import {
  closeByEscape,
  expect,
  expectAccessible,
  holdRequests,
  main,
  setHealthFigures,
  test,
} from '../../support/foreign-journey'
import { type MessageKey, words } from '../../support/words'

/** Messages shown by script, in dialogs and in the page. tests/http/i18n/message-catalogue.test.ts covers all. */

type Kind = 'loading' | 'question' | 'warning'

const button = (place: Page | Locator, key: MessageKey) => place.getByRole('button', { name: words[key], exact: true })

/** Expects a message's dialog of this kind, with its second sentence. */
async function expectDialog(page: Page, kind: Kind, key: MessageKey): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: words[key], exact: true })
  await expect(dialog).toHaveAttribute('data-kind', kind)
  const more = words[`${key}.text` as MessageKey]
  if (more) await expect(dialog).toContainText(more)
  return dialog
}

/** Expects an alert in the page, and no dialog. */
async function expectInPage(page: Page, key: MessageKey): Promise<void> {
  await expect(main(page).getByRole('alert').filter({ hasText: words[key] })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test.describe('login messages @script', () => {
  test('ask a visitor who opens a member page to log in, without leaving the page', async ({ page }) => {
    await page.goto('/')
    const link = page.getByRole('contentinfo').getByRole('link', { name: words['footer.help.inquiry'] })
    await link.click()
    const dialog = await expectDialog(page, 'question', 'msg2001')
    await expect(page).toHaveURL('/')
    await expectAccessible(page)
    await closeByEscape(dialog)
    await expect(dialog).toHaveCount(0)
    await expect(link).toBeFocused()

    await link.click()
    await button(dialog, 'common.close').click()
    await expect(link).toBeFocused()
    await expect(page).toHaveURL('/')

    await link.click()
    await button(dialog, 'nav.login').click()
    await expect(page).toHaveURL('/login?next=%2Fhelp')
  })

  test('show a missing field, the loading state, a wrong password and the success', async ({ page, upstream }) => {
    setHealthFigures(upstream, {})
    await page.goto('/login?next=/notice')
    const id = main(page).getByLabel(words['login.id'], { exact: true })
    const pw = main(page).getByLabel(words['login.pw'], { exact: true })
    await id.fill('demo')
    await pw.press('Enter')
    await expectInPage(page, 'msg_auth_error')
    await expect(pw).toBeFocused()

    const { letGo } = await holdRequests(page, '**/api/routes/user-do-login')
    await pw.fill('a wrong password')
    await button(main(page), 'nav.login').click()
    await expectDialog(page, 'loading', 'msg2307')
    letGo()
    await expectInPage(page, 'msg2030')
    await expect(id).toHaveValue('demo')
    await expect(pw).toBeFocused()
    await page.keyboard.type('typed over')
    await expect(pw).toHaveValue('typed over')

    await pw.fill('demo-1234')
    await pw.press('Enter')
    await expect(page).toHaveURL('/notice')
    const welcome = main(page).getByRole('status').first()
    await expect(welcome).toContainText(words.msg_auth_success)
    await expect(welcome.locator('..')).toHaveCSS('position', 'fixed')
  })

  test('appear once while Enter is held down: the password is sent once', async ({ page }) => {
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/user-do-login')) sent.push(request.url())
    })
    await page.goto('/login')
    await main(page).getByLabel(words['login.id'], { exact: true }).fill('demo')
    const pw = main(page).getByLabel(words['login.pw'], { exact: true })
    await pw.fill('a wrong password')
    const press = () => page.keyboard.down('Enter')
    await press()
    await expectInPage(page, 'msg2030')
    await expect(pw).toBeFocused()
    await press()
    await press()
    await page.keyboard.up('Enter')
    expect(sent).toHaveLength(1)
    const answered = page.waitForResponse(/user-do-login$/)
    await press()
    await answered
    expect(sent).toHaveLength(2)
  })
})
