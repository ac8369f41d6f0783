import type { Locator, Page } from '@playwright/test'
import {
  closeByEscape,
  expect,
  expectAccessible,
  holdRequests,
  main,
  setHealthFigures,
  test,
  variants,
} from '../support/foreign-journey'
import { wordsOf } from '../support/words'
import type { ForeignUpstream } from '../upstream/foreign-upstream'

/** What is said with script, in dialogs and in the page. tests/http/message-catalogue.test.ts has every message. */

type Kind = 'loading' | 'success' | 'error' | 'info' | 'warning'

for (const lng of variants('ko', 'en')) {
  const words = wordsOf(lng)
  const message = (key: string) => words[key] ?? `no words for ${key}`
  const button = (place: Page | Locator, key: string) => place.getByRole('button', { name: message(key), exact: true })

  /** The submit button of a money form, whose name includes the sum when there is one. */
  const sendButton = (page: Page, form: string) =>
    main(page).getByRole('button', {
      name: new RegExp(
        `^(${message(`${form}.submit`)}|${message(`${form}.submit.sum`).replace(/\{\{\w+\}\}/, '.+')})$`,
      ),
    })

  /** Expects the dialog of a message, of this kind and with the message's second sentence. */
  async function expectDialog(
    page: Page,
    kind: Kind,
    key: string,
    values: Record<string, string> = {},
  ): Promise<Locator> {
    const filled = (text: string) =>
      Object.entries(values).reduce((said, [name, value]) => said.replace(`{{${name}}}`, value), text)
    const dialog = page.getByRole('dialog', { name: filled(message(key)), exact: true })
    await expect(dialog).toHaveAttribute('data-kind', kind)
    const more = words[`${key}.text`]
    if (more) await expect(dialog).toContainText(filled(more))
    return dialog
  }

  /** Expects a message in the page, below no dialog. */
  async function expectInPage(page: Page, role: 'alert' | 'status', key: string, values: Record<string, string> = {}) {
    const filled = (text: string) =>
      Object.entries(values).reduce((said, [name, value]) => said.replace(`{{${name}}}`, value), text)
    const said = main(page)
      .getByRole(role)
      .filter({ hasText: filled(message(key)) })
    await expect(said).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    return said
  }

  const setLanguage = (page: Page, baseURL: string | undefined) =>
    page.context().addCookies([{ name: 'lng', value: lng, url: baseURL ?? '' }])

  /** Signs in without opening a page and sets the language. */
  async function signInWithLanguage(page: Page, upstream: ForeignUpstream, baseURL: string | undefined): Promise<void> {
    setHealthFigures(upstream, {})
    await setLanguage(page, baseURL)
    const response = await page.request.post('/api/routes/user-do-login', { data: { id: 'demo', pw: 'demo-1234' } })
    expect(response.status()).toBe(200)
  }

  test.describe(`in ${lng} @script`, () => {
    test('a visitor is warned that a member page needs a login, and stays', async ({ page, baseURL }) => {
      await setLanguage(page, baseURL)
      await page.goto('/')
      const link = page.getByRole('contentinfo').getByRole('link', { name: message('footer.help.withdraw') })
      await link.click()
      const dialog = await expectDialog(page, 'warning', 'msg2001')
      await expect(page).toHaveURL('/')
      await expectAccessible(page)
      await closeByEscape(dialog)
      await expect(dialog).toHaveCount(0)
      await expect(link).toBeFocused()

      await link.click()
      await expect(dialog).toBeVisible()
      await page.goBack()
      await expect(dialog).toHaveCount(0)
      await expect(page).toHaveURL('/')

      await link.click()
      await button(dialog, 'common.close').click()
      await expect(link).toBeFocused()
      await expect(page).toHaveURL('/')

      await link.click()
      await button(dialog, 'nav.login').click()
      await expect(page).toHaveURL('/login?next=%2Fwithdraw')
    })

    test('logging in: a missing field, the loading state, a wrong password and the success', async ({
      page,
      baseURL,
      upstream,
    }) => {
      setHealthFigures(upstream, {})
      await setLanguage(page, baseURL)
      await page.goto('/login?next=/notice')
      const id = main(page).getByLabel(message('login.id'), { exact: true })
      const pw = main(page).getByLabel(message('login.pw'), { exact: true })
      await id.fill('demo')
      await pw.press('Enter')
      await expectInPage(page, 'alert', 'msg_auth_error')
      await expect(pw).toBeFocused()

      const { letGo } = await holdRequests(page, '**/api/routes/user-do-login')
      await pw.fill('a wrong password')
      await button(main(page), 'nav.login').click()
      await expectDialog(page, 'loading', 'msg2307')
      letGo()
      await expectInPage(page, 'alert', 'msg2030')
      await expect(id).toHaveValue('demo')
      await expect(pw).toBeFocused()
      await page.keyboard.type('typed over')
      await expect(pw).toHaveValue('typed over')

      await pw.fill('demo-1234')
      await pw.press('Enter')
      await expect(page).toHaveURL('/notice')
      await expect(main(page).getByRole('status').first()).toContainText(message('msg_auth_success'))
    })

    test('depositing and asking for the account', async ({ page, baseURL, upstream }) => {
      await signInWithLanguage(page, upstream, baseURL)
      await page.goto('/deposit')
      const send = sendButton(page, 'deposit')
      const amount = main(page).getByLabel(message('deposit.amount.label'))

      await amount.fill('15000')
      await send.click()
      await expect(amount).toHaveAccessibleDescription(new RegExp(message('msg2009').replace('.', '\\.')))
      await expect(page.getByRole('dialog')).toHaveCount(0)

      await amount.fill('30000')
      upstream.answer('apply-user-deposit', { status: 'wait' })
      await send.click()
      await expect(await expectInPage(page, 'alert', 'msg2287')).toBeFocused()

      const ask = button(main(page), 'deposit.account.ask')
      for (const [role, key, status] of [
        ['alert', 'msg2289', 'alread'],
        ['status', 'msg2005', 'success'],
      ] as const) {
        upstream.answer('user-ask-account', { status })
        await ask.click()
        await expectInPage(page, role, key)
        await expect(page).toHaveURL(/\/deposit/)
      }

      upstream.answer('apply-user-deposit', { status: 'success' })
      await amount.fill('30000')
      await send.click()
      await expect(page).toHaveURL('/')
      await expect(main(page).getByRole('heading', { name: message('msg2010') })).toBeVisible()
    })

    test('withdrawing', async ({ page, baseURL, upstream }) => {
      await signInWithLanguage(page, upstream, baseURL)
      await page.goto('/withdraw')
      const send = sendButton(page, 'withdraw')
      const amount = main(page).getByLabel(message('withdraw.amount.label'))
      const password = main(page).getByLabel(message('register.exchangePw.label'))
      for (const [key, response, values] of [
        ['msg2016.wallet', { status: 'balance' }, { cash: message('money.won').replace('{{amount}}', '1,000,000') }],
        ['msg2286', { status: 'wait', ms: 65_000 }, { time: '01:05' }],
      ] as const) {
        upstream.answer('apply-user-withdraw', response)
        await amount.fill('20000')
        await password.fill('2580')
        await send.click()
        await expectInPage(page, 'alert', key, values)
      }
      upstream.answer('apply-user-withdraw', { status: 'success' })
      await amount.fill('20000')
      await password.fill('2580')
      await send.click()
      await expect(page).toHaveURL('/')
      await expect(main(page).getByRole('heading', { name: message('msg2015') })).toBeVisible()
    })
  })
}
