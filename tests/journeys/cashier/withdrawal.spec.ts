import type { Locator, Page } from '@playwright/test'
import {
  acceptedOrSettled,
  expect,
  expectNoHorizontalScroll,
  main,
  receiptLink,
  signInWithMoney,
  tabTo,
  test,
} from '../../support/journey'
import { desktop } from '../../support/viewports'
import { words, wordsIn } from '../../support/words'

const amount = (page: Page) => main(page).getByLabel(words['withdraw.amount.label'], { exact: true })
const password = (page: Page) => main(page).getByLabel(words['register.exchangePw.label'], { exact: true })
const send = (page: Page) => main(page).getByRole('button', { name: words['withdraw.submit'] })

test('a member withdraws everything by keyboard and reads each field’s error', async ({ page, member, script }) => {
  await signInWithMoney(page, member, '50,000')
  await page.goto('/withdraw')
  await expect(main(page)).toContainText(new RegExp(`${words['payment.transfer']}.*••1234\\s김•늘`))

  // A payment service asks for amount and password on a separate page.
  await main(page).locator('summary', { hasText: words['payment.transfer'] }).click()
  await main(page).getByRole('radio').last().check()
  for (const field of [amount(page), password(page)]) await expect(field).toBeHidden()
  await main(page).getByRole('radio').first().check()

  if (script) {
    // The button names the missing field and leads to it, instead of sending the form.
    await tabTo(main(page).getByRole('button', { name: words['form.needs.amount'] }))
    await page.keyboard.press('Enter')
    await expect(amount(page)).toBeFocused()
    await expect(amount(page)).toHaveAccessibleDescription(words.msg2014)
    await expectNoHorizontalScroll(page)
    await main(page)
      .getByRole('button', { name: /^\+1만/ })
      .press('Enter')
    await main(page).getByRole('button', { name: words['form.needs.exchangePw'] }).click()
    await expect(password(page)).toBeFocused()
    await expect(password(page)).toHaveAccessibleDescription(words['withdraw.exchangePw.empty'])
    await expect(main(page).getByRole('alert')).toHaveCount(0)
  }
  await tabTo(main(page).getByRole('button', { name: words['amount.allOf'] }))
  await page.keyboard.press('Enter')
  await expect(amount(page)).toHaveValue('50,000')
  await expect(main(page)).toContainText(new RegExp(`${words['withdraw.sum.after']}\\s*0원`))
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
  await tabTo(send(page))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
  const accepted = acceptedOrSettled(page, 'msg2015', '50,000원')
  await expect(receiptLink(accepted)).toBeVisible()

  await page.goto('/withdraw')
  await expect(main(page)).toContainText(/50,000원/)
})

test('a withdrawal form has no blank space below it after a wrong password @script', async ({ page, member }) => {
  await signInWithMoney(page, member, '50,000')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/withdraw')
  await page.context().addCookies([{ name: 'lng', value: 'en', url: page.url() }])
  await page.reload()
  const en = wordsIn('pages', 'en')
  await page.locator('[name=balance]').fill('20000')
  await page.locator('[name=exchange_pw]').fill('9731')
  await page.locator('[aria-describedby=needs]').click()
  await expect(page.locator('[name=exchange_pw]')).toHaveAccessibleDescription(
    new RegExp(en['withdraw.exchangePw.wrong'] ?? ''),
  )
  const blankPx = () => document.documentElement.scrollHeight - document.body.getBoundingClientRect().height
  expect(await page.evaluate(blankPx)).toBeLessThan(1)
})

test('on a wide screen, a withdrawal form has its button in view and separate error lines @script @desktop', async ({
  page,
  member,
}) => {
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const bottomOf = async (part: Locator) => (await boxOf(part)).y + (await boxOf(part)).height
  const code = page.locator('#withdraw-form [name=code]')
  await page.setViewportSize({ width: 1280, height: 800 })
  await signInWithMoney(page, member, '50,000')
  await page.goto('/withdraw')
  await amount(page).fill('20000')
  await password(page).fill(member.exchangePw)
  const summary = main(page).getByRole('region', { name: words['deposit.sum.title'] })
  const hint = main(page).getByText(words['withdraw.exchangePw.hint'])
  const after = main(page).getByText(words['withdraw.sum.after'])
  for (const size of [{ width: 1280, height: 600 }, { width: 1280, height: 800 }, desktop]) {
    await page.setViewportSize(size)
    await page.evaluate(() => window.scrollTo(0, 0))
    await expect(main(page).getByText(words['withdraw.waiting.hint'])).toBeVisible()
    await expect(after).toBeVisible()
    await expect(summary).toBeInViewport({ ratio: 1 })
    await expect(send(page)).toBeInViewport({ ratio: 1 })
    await amount(page).focus()
    await password(page).focus()
    expect(await bottomOf(hint), `${size.height}: the hint`).toBeLessThanOrEqual((await boxOf(summary)).y)
    await expect(send(page)).toBeInViewport({ ratio: 1 })
  }
  const used = await code.inputValue()
  await send(page).click()
  await expect(page).toHaveURL('/')

  // The error of a used code with another amount belongs to no field, so its text is not a link.
  await page.goto('/withdraw')
  // The form is folded unless the withdrawal is already settled.
  const further = main(page).getByRole('heading', { name: words['withdraw.further'] })
  if (await further.isVisible()) await further.click()
  await amount(page).fill('10000')
  await password(page).fill(member.exchangePw)
  await code.evaluate((input: HTMLInputElement, value) => {
    input.value = value
  }, used)
  await send(page).click()
  const alert = main(page).getByRole('alert')
  await expect(alert).toContainText(words['code.reused.text'])
  expect(await bottomOf(alert.getByText(words['code.reused'], { exact: true }))).toBeLessThanOrEqual(
    (await boxOf(alert.getByRole('listitem'))).y,
  )
})
