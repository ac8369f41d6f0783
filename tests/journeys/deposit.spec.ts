import type { Page } from '@playwright/test'
import {
  blockSiteScripts,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  main,
  signIn,
  test,
} from '../support/journey'

const amount = (page: Page) => main(page).getByLabel('입금 금액', { exact: true })
const send = (page: Page) => main(page).getByRole('button', { name: /입금 신청$/ })

/** Expects the message after a successful money form: a dialog with script, a notice on the next page without. */
async function expectMessage(page: Page, script: boolean, words: string): Promise<void> {
  if (!script) return expect(main(page).getByRole('status').filter({ hasText: words })).toBeVisible()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(words)
  await dialog.getByRole('button', { name: '확인' }).click()
  await expect(dialog).toBeHidden()
}

test.describe('a member who deposits', () => {
  test('is told what is wrong with an amount, corrects it and deposits', async ({ page, member, script }) => {
    await signIn(page, member)
    await page.goto('/deposit')
    await amount(page).fill('15000')
    await send(page).click()

    await expect(amount(page)).toHaveAccessibleDescription(/10,000원 단위로.*10,000원과 20,000원/)
    await expect(amount(page)).toHaveValue(/^15,?000$/)
    const summary = main(page).getByRole('alert')
    await expect(summary).toBeFocused()
    await summary.getByRole('link', { name: /입금 금액/ }).click()
    await expect(amount(page)).toBeFocused()

    // Typing clears the error and keeps the focus in the field.
    await amount(page).fill('20000')
    if (script) {
      await expect(amount(page)).toHaveAccessibleDescription(/^2만 원/)
      await expect(summary).toBeHidden()
      await expect(amount(page)).toBeFocused()
    }
    await send(page).click()
    await expect(page).toHaveURL('/')
    await expectMessage(page, script, '입금 신청을 받았습니다')
    if (script) await expect(main(page)).toBeFocused()

    await page.goto('/deposit')
    const row = main(page).getByRole('list', { name: '최근 입금' }).getByRole('listitem').first()
    await expect(row).toContainText('20,000원')
    await expect(row).toContainText(/대기|완료/)
  })

  test('sends the form by Enter, never a chip', async ({ page, member }) => {
    await signIn(page, member)
    await page.goto('/deposit')
    await amount(page).fill('１만')
    await amount(page).press('Enter')
    await expect(page).toHaveURL('/')
  })

  test('adds the amount up by chips, reads it in words and sees what arrives before sending', async ({
    page,
    member,
    script,
  }) => {
    await signIn(page, member)
    await page.goto('/deposit')
    await main(page).getByRole('button', { name: '+10만, 100,000원 더하기' }).click()
    await expect(amount(page)).toHaveValue('100,000')
    await main(page).getByRole('button', { name: '+3만, 30,000원 더하기' }).click()
    await expect(amount(page)).toHaveValue('130,000')
    await expect(amount(page)).toHaveAccessibleDescription(/^13만 원/)

    const sum = main(page).getByRole('region', { name: '신청할 내용' })
    await expect(sum).toContainText(/들어올 금액\s*130,000원/)
    await main(page)
      .getByRole('radio', { name: /이음 상품권/ })
      .check()
    if (script) {
      await expect(sum).toContainText(/수수료\s*500원\s*들어올 금액\s*129,500원/)
      await expect(send(page)).toHaveAccessibleName('130,000원 입금 신청')
    } else {
      await main(page).getByRole('button', { name: '+1만, 10,000원 더하기' }).click()
      await expect(sum).toContainText(/수수료\s*500원\s*들어올 금액\s*139,500원/)
      await expect(send(page)).toHaveAccessibleName('입금 신청')
    }

    await main(page).getByRole('button', { name: '지우기' }).click()
    await expect(amount(page)).toHaveValue('')
    await expect(main(page).getByRole('radio', { name: /이음 상품권/ })).toBeChecked()
  })

  test('pays by a payment on its own page', async ({ page, member }) => {
    await signIn(page, member)
    await page.goto('/deposit')
    await amount(page).fill('50,000')
    await main(page)
      .getByRole('radio', { name: /바로페이/ })
      .check()
    await send(page).click()
    await expect(page).toHaveURL(/\/house\/pay\//)
    await expect(page.getByText(/50,000/).first()).toBeVisible()
  })

  test('asks for the account and loses nothing of what was typed', async ({ page, member, script }) => {
    await signIn(page, member)
    await page.goto('/deposit')
    await amount(page).fill('40000')
    await main(page)
      .getByRole('radio', { name: /바로페이/ })
      .check()
    await main(page).getByRole('button', { name: '계좌 문의' }).click()
    await expectMessage(page, script, '입금 계좌 문의를 받았습니다')
    await expect(amount(page)).toHaveValue(/^40,?000$/)
    await expect(main(page).getByRole('radio', { name: /바로페이/ })).toBeChecked()
  })

  test('keeps what was typed before the scripts ran @script', async ({ page, member }) => {
    await signIn(page, member)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\.js(\?|$)/, async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/deposit', { waitUntil: 'commit' })
    await amount(page).fill('70000')
    await main(page)
      .getByRole('radio', { name: /이음 상품권/ })
      .check()
    release()
    await expect(send(page)).toHaveAccessibleName('70,000원 입금 신청')
    await expect(amount(page)).toHaveValue('70000')
    await expect(main(page).getByRole('region', { name: '신청할 내용' })).toContainText('69,500원')
  })

  test('has an accessible page, at first and with an error @script', async ({ page, member }) => {
    await signIn(page, member)
    await page.goto('/deposit')
    await expectAccessible(page)
    await amount(page).fill('5000')
    await send(page).click()
    await expect(main(page).getByRole('alert')).toBeFocused()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
  })

  test('has an accessible page while the scripts are blocked @script', async ({ page, member }) => {
    await signIn(page, member)
    await blockSiteScripts(page)
    await page.goto('/deposit')
    await expectAccessible(page)
  })
})
