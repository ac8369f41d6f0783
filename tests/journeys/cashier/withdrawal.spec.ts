import type { Page } from '@playwright/test'
import {
  acceptedOrSettled,
  expect,
  expectNoHorizontalScroll,
  main,
  receiptLinkName,
  signInWithMoney,
  tabTo,
  test,
} from '../../support/journey'
import { textOf, words } from '../../support/words'

const amount = (page: Page) => main(page).getByLabel(words['withdraw.amount.label'], { exact: true })
const password = (page: Page) => main(page).getByLabel(words['register.exchangePw.label'], { exact: true })
const send = (page: Page) => main(page).getByRole('button', { name: words['withdraw.submit'] })

test('a member withdraws everything by keyboard and reads each missing field', async ({ page, member, script }) => {
  await signInWithMoney(page, member, '50,000')
  await page.goto('/withdraw')
  await expect(main(page).getByRole('region', { name: words['withdraw.account.title'] })).toContainText('***-**-*1234')
  await expect(main(page).getByRole('region', { name: words['withdraw.account.title'] })).toContainText('김*늘')

  // A payment asks for amount and password on its own page.
  await main(page).getByRole('radio').last().check()
  for (const field of [amount(page), password(page)]) await expect(field).toBeHidden()
  await main(page).getByRole('radio').first().check()

  if (script) {
    // Sent empty: the summary names both fields, and only the other one once an amount is there.
    await tabTo(send(page))
    await page.keyboard.press('Enter')
    const alert = main(page).getByRole('alert')
    await expect(alert).toBeFocused()
    await expectNoHorizontalScroll(page)
    await expect(alert).toContainText(words['withdraw.amount.label'])
    await main(page)
      .getByRole('button', { name: /^\+1만/ })
      .press('Enter')
    await expect(alert).toHaveText(new RegExp(words['register.exchangePw.label']))
    await expect(alert).not.toContainText(words['withdraw.amount.label'])
  }
  await tabTo(main(page).getByRole('button', { name: words['amount.allOf'] }))
  await page.keyboard.press('Enter')
  await expect(amount(page)).toHaveValue('50,000')
  await expect(main(page).getByRole('region', { name: words['deposit.sum.title'] })).toContainText(
    new RegExp(`${words['withdraw.sum.after']}\\s*0원`),
  )
  await tabTo(password(page))
  await page.keyboard.type('9731')
  await tabTo(send(page))
  await page.keyboard.press('Enter')
  await expect(password(page)).toHaveAccessibleDescription(new RegExp(words['withdraw.exchangePw.wrong']))
  await expect(password(page)).toHaveValue('')
  await expect(amount(page)).toHaveValue('50,000')
  await expect(password(page)).toBeFocused()

  await page.keyboard.type(member.exchangePw)
  if (script) await expect(password(page)).toHaveAccessibleDescription(words['withdraw.exchangePw.hint'])
  if (script) await expect(send(page)).toHaveAccessibleName(textOf('withdraw.submit.sum', { amount: '50,000원' }))
  await tabTo(send(page))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
  const accepted = acceptedOrSettled(page, 'msg2015', '50,000원')
  await expect(accepted.getByRole('link', { name: receiptLinkName })).toBeVisible()

  await page.goto('/withdraw')
  await expect(main(page)).toContainText(/50,000원/)
})
