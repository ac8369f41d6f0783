import type { Page } from '@playwright/test'
import { expect, expectNoHorizontalScroll, main, signInWithMoney, tabTo, test } from '../../support/journey'
import { words } from '../../support/words'

const amount = (page: Page) => main(page).getByLabel('출금 금액', { exact: true })
const password = (page: Page) => main(page).getByLabel('출금 비밀번호', { exact: true })
const send = (page: Page) => main(page).getByRole('button', { name: /출금 신청$/ })

test('a member withdraws everything by keyboard, after the page has named each missing field', async ({
  page,
  member,
  script,
}) => {
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
    await expect(alert).toContainText('출금 금액')
    await main(page)
      .getByRole('button', { name: /^\+1만/ })
      .press('Enter')
    await expect(alert).toHaveText(/출금 비밀번호/)
    await expect(alert).not.toContainText('출금 금액')
  }
  await tabTo(main(page).getByRole('button', { name: words['amount.allOf'] }))
  await page.keyboard.press('Enter')
  await expect(amount(page)).toHaveValue('50,000')
  await expect(main(page).getByRole('region', { name: words['deposit.sum.title'] })).toContainText(
    /출금 후 남는 금액\s*0원/,
  )
  await tabTo(password(page))
  await page.keyboard.type('9731')
  await tabTo(send(page))
  await page.keyboard.press('Enter')
  await expect(password(page)).toHaveAccessibleDescription(/출금 비밀번호가 맞지 않습니다/)
  await expect(password(page)).toHaveValue('')
  await expect(amount(page)).toHaveValue('50,000')
  await expect(password(page)).toBeFocused()

  await page.keyboard.type(member.exchangePw)
  if (script) await expect(password(page)).toHaveAccessibleDescription('로그인 비밀번호와 다른 비밀번호입니다.')
  if (script) await expect(send(page)).toHaveAccessibleName('50,000원 출금 신청')
  await tabTo(send(page))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
  const receipt = main(page).getByRole('region', { name: words.msg2015 })
  await expect(receipt).toContainText(/50,000원.*접수 번호/)

  await page.goto('/withdraw')
  await expect(main(page)).toContainText(/출금 50,000원확인 중|50,000원.*완료/)
})
