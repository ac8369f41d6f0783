import type { Page } from '@playwright/test'
import {
  acceptedOrSettled,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  holdRequests,
  main,
  receiptLink,
  signIn,
  test,
} from '../../support/journey'
import { textOf, words } from '../../support/words'

const amount = (page: Page) => main(page).getByLabel(words['deposit.amount.label'], { exact: true })
const send = (page: Page) => main(page).getByRole('button', { name: words['deposit.submit'] })
const toPayment = (page: Page) => main(page).getByRole('button', { name: words['payment.open'] })

/** Expects that on a phone, the submit bar covers neither choice of the limits question. */
async function expectChoicesUncovered(page: Page) {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.evaluate(() => window.scrollTo(0, 0))
  const choices = main(page).getByRole('group', { name: words['limits.question'] })
  const bar = main(page).getByRole('button', { name: words['form.needs.choice'] })
  await expect
    .poll(async () => {
      const [shown, button] = [await choices.boundingBox(), await bar.boundingBox()]
      return shown && button && shown.y + shown.height <= button.y
    })
    .toBe(true)
}

test.describe('a member who deposits', () => {
  test('sees what the limits question requires, and the error of a limit that is too low', async ({
    page,
    member,
    script,
  }) => {
    await signIn(page, member)
    await page.context().clearCookies({ name: 'no_limit' })
    await page.goto('/deposit')
    await amount(page).fill('50000')
    await expectChoicesUncovered(page)
    const choose = (name: 'set' | 'none') =>
      main(page)
        .getByRole('radio', { name: words[name === 'set' ? 'limits.question.set' : 'limits.none'] })
        .check()
    const lead = (need: 'choice' | 'limit') => main(page).getByRole('button', { name: words[`form.needs.${need}`] })
    const day = main(page).getByLabel(words['limits.day'])
    await expect(send(page)).toBeHidden()
    await lead('choice').click()
    // The question shows its error, immediately with script, otherwise from the server.
    const required = main(page).getByText(words['limits.question.required']).filter({ visible: true })
    if (script) await expect(main(page).getByRole('radio', { name: words['limits.none'] })).toBeFocused()
    await expect(required).toHaveCount(1)
    const isUncovered = (element: Element) => {
      const { x, y } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(x + 1, y + 1))
    }
    for (const part of [main(page).getByText(words['limits.question']), required])
      await expect.poll(() => part.evaluate(isUncovered)).toBe(true)
    await choose('set')
    if (script) await expect(required).toHaveCount(0)
    await lead('limit').click()
    if (script) await expect(day).toBeFocused()
    else {
      const alert = main(page).getByRole('alert')
      await expect(alert.getByRole('link', { name: words['limits.day'] })).toBeVisible()
    }
    await day.fill('20000')
    if (script) {
      // A typed separator is kept, because 1,50 is not 150.
      await day.clear()
      await day.pressSequentially('2000,00')
      await expect(day).toHaveValue('2,000,00')
      await day.clear()
      await day.pressSequentially('20000')
      await expect(day).toHaveValue('20,000')
      await day.blur()
      await expect(day).toHaveAccessibleDescription(textOf('limits.question.tooLow', { amount: '50,000원' }))
      await expectAccessible(page)
      await main(page).getByRole('button', { name: '100,000원', exact: true }).click()
      await expect(day).toHaveValue('100,000')
      await expect(main(page).getByRole('button', { name: '100,000원', pressed: true })).toBeVisible()
      await expect(day).toHaveAccessibleDescription(words['limits.question.text'])
    }
    await expect(send(page)).toBeVisible()
    const sums = main(page).getByRole('region', { name: words['deposit.sum.title'] })
    if (script) await expect(sums).toContainText(`${words['limits.day']}100,000원`)
    await choose('none')
    await expect(send(page)).toBeVisible()
    await expect(sums.getByText(words['limits.day'])).toHaveCount(0)
    await expectNoHorizontalScroll(page)
  })

  test('sends a first deposit with only a monthly limit', async ({ page, member }) => {
    await signIn(page, member)
    await page.context().clearCookies({ name: 'no_limit' })
    await page.goto('/deposit')
    await amount(page).fill('50000')
    await main(page).getByRole('radio', { name: words['limits.question.set'] }).check()
    await main(page)
      .getByText(words['limits.longer'] ?? '')
      .click()
    await main(page)
      .getByLabel(words['limits.month'] ?? '')
      .fill('1000000')
    await send(page).click()
    await expect(acceptedOrSettled(page, 'msg2010', '50,000원')).toBeVisible()
  })

  test('reads why an amount is rejected, corrects it with one tap and deposits', async ({ page, member, script }) => {
    await signIn(page, member)
    await page.goto('/deposit')
    await amount(page).pressSequentially('15000')
    if (!script) await send(page).click()

    // With script, the error appears before the form is sent.
    await expect(amount(page)).toHaveAccessibleDescription(
      `10,000원 단위로 입력해 주세요. ${words['amount.nearest']} 10,000원 20,000원`,
    )
    await expect(amount(page)).toHaveValue(/^15,?000$/)
    await expect(amount(page)).toBeFocused()
    if (script) await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    const posts: string[] = []
    page.on('request', (request) => {
      const isForm = request.method() === 'POST' && new URL(request.url()).pathname.startsWith('/deposit')
      if (isForm) posts.push(request.url())
    })
    if (script) {
      await main(page).getByRole('button', { name: words['form.needs.mend'] }).click()
      await expect(amount(page)).toBeFocused()
    }
    await main(page)
      .getByRole('group', { name: words['amount.nearest'] })
      .getByRole('button', { name: '20,000원' })
      .click()
    await expect(amount(page)).toHaveAccessibleDescription(/^2만 원/)
    await expect(main(page).getByRole('alert')).toBeHidden()
    expect(posts).toHaveLength(script ? 0 : 1)
    if (script) await expect(amount(page)).toBeFocused()
    await send(page).click()
    await expect(page).toHaveURL('/')
    const accepted = acceptedOrSettled(page, 'msg2010', '20,000원')
    await expect(receiptLink(accepted)).toBeVisible()
    if (script) await expectAccessible(page)
  })

  test('sees the hint disappear after correcting an amount; Enter moves to the button @script', async ({
    page,
    member,
  }) => {
    await signIn(page, member)
    await page.goto('/deposit')
    await main(page).getByRole('button', { name: words['form.needs.amount'] }).click()
    await expect(amount(page)).toBeFocused()
    await expect(amount(page)).toHaveAccessibleDescription(words.msg2007)
    await expect(page).toHaveURL('/deposit')
    await amount(page).fill('155000')
    await amount(page).blur()
    const hint = main(page).getByRole('button', { name: words['form.needs.mend'] })
    await expect(hint).toBeVisible()

    await amount(page).fill('１만')
    await expect(hint).toBeHidden()
    await expect(main(page)).not.toContainText('155,000원')
    // WebKit sends this Enter at the end of a composition.
    await amount(page).dispatchEvent('keydown', { key: 'Enter', keyCode: 229 })
    await expect(amount(page)).toBeFocused()
    // Only the first press of a held key counts.
    for (let presses = 0; presses < 4; presses++) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await expect(send(page)).toBeFocused()
    await expect(send(page)).toHaveAccessibleDescription('')
    await expect(page).toHaveURL('/deposit')
    await send(page).press('Enter')
    await expect(page).toHaveURL('/')
  })

  test('adds chips and reads the amount in words, in the summary and on the button @script', async ({
    page,
    member,
  }) => {
    await signIn(page, member)
    await page.goto('/deposit')
    const form = main(page).locator('#deposit-form')
    const expectSums = (...sums: string[]) =>
      expect
        // Ignores the buttons that correct a wrong amount.
        .poll(async () => {
          const texts = await form.locator('dl, [name=intent]').filter({ visible: true }).allInnerTexts()
          return [...new Set(texts.join(' ').match(/[\d,]+원/g))]
        }, `with ${sums}`)
        .toEqual(sums)

    await expectSums()
    // An amount that would be rejected is not shown.
    await amount(page).fill('15000')
    await expectSums()
    await amount(page).fill('50000')
    await expectSums('50,000원')
    await main(page)
      .getByRole('button', { name: textOf('amount.add', { chip: '+1만', amount: '10,000원' }) })
      .click()
    await expect(amount(page)).toHaveValue('60,000')
    await expect(amount(page)).toHaveAccessibleDescription(/^6만 원/)
    await expectSums('60,000원')
    await amount(page).fill('100000')
    await expectSums('100,000원')
    await main(page)
      .getByRole('radio', { name: /이음 상품권/ })
      .check()
    await expectSums('99,500원', '100,000원', '500원')
    // A payment service has a separate page, so there is no offer to request an account.
    await expect(toPayment(page)).toBeVisible()
    await expect(send(page)).toBeHidden()
    await expect(main(page).getByRole('region', { name: words['deposit.account.title'] })).toBeHidden()
    await main(page)
      .getByRole('button', { name: /^\+1만/ })
      .click()
    await expect(amount(page)).toHaveValue('110,000')
    await expectSums('109,500원', '110,000원', '500원')
    await expect(form).toContainText(
      new RegExp(`${words['deposit.sum.after']}\\s*109,500원.*${words['deposit.sum.fee']}\\s*500원`),
    )
    await main(page).getByRole('button', { name: words['amount.clear'] }).click()
    await expect(amount(page)).toHaveValue('')
    await expect(main(page).getByRole('radio', { name: /이음 상품권/ })).toBeChecked()
    await expectSums()

    // The caret stays in place while digits of a grouped amount are inserted and deleted.
    await amount(page).pressSequentially('234000')
    await expect(amount(page)).toHaveValue('234,000')
    await amount(page).press('Home')
    await page.keyboard.type('15')
    await expect(amount(page)).toHaveValue('15,234,000')
    for (const key of ['Delete', 'Delete', 'Backspace', 'Delete']) await page.keyboard.press(key)
    await expect(amount(page)).toHaveValue('14,000')
    await page.keyboard.type('만')
    await expect(amount(page)).toHaveValue('1만4,000')

    // Undo reverts grouping, and a value set by a button or on leaving the field.
    const undo = () => page.keyboard.press('ControlOrMeta+z')
    await amount(page).fill('')
    await amount(page).pressSequentially('50000')
    await expect(amount(page)).toHaveValue('50,000')
    await undo()
    await expect(amount(page)).toHaveValue('5,000')
    await page.keyboard.press('ControlOrMeta+Shift+z')
    await expect(amount(page)).toHaveValue('50,000')
    await amount(page).fill('')
    await page.keyboard.insertText('1234567')
    await expect(amount(page)).toHaveValue('1,234,567')
    await undo()
    await expect(amount(page)).toHaveValue('1234567')
    await amount(page).fill('2만')
    await main(page)
      .getByRole('button', { name: /^\+1만/ })
      .click()
    await expect(amount(page)).toHaveValue('30,000')
    await amount(page).focus()
    await undo()
    await expect(amount(page)).toHaveValue('2만')

    // A chip doesn't replace an unreadable amount, but shows an error.
    await amount(page).fill('10.5')
    await main(page)
      .getByRole('button', { name: /^\+1만/ })
      .click()
    await expect(amount(page)).toHaveValue('10.5')
    await expect(amount(page)).toHaveAccessibleDescription(new RegExp(words['amount.unclear']))
    await main(page)
      .getByRole('button', { name: /^\+1만/ })
      .click()
    await expect(amount(page)).toBeFocused()
    await amount(page).clear()
    await amount(page).pressSequentially('10000,00')
    await expect(amount(page)).toHaveValue('10,000,00')
    await amount(page).blur()
    await expect(amount(page)).toHaveAccessibleDescription(new RegExp(words['amount.unclear']))
    await amount(page).clear()
    await amount(page).pressSequentially('1,234,567')
    await expect(amount(page)).toHaveValue('1,234,567')
  })

  test('keeps values typed before scripts ran, and through an account request @script', async ({ page, member }) => {
    await signIn(page, member)
    const { letGo } = await holdRequests(page, /\.js(\?|$)/)
    await page.goto('/deposit', { waitUntil: 'commit' })
    await amount(page).fill('70000')
    await main(page)
      .getByRole('radio', { name: /이음 상품권/ })
      .check()
    letGo()
    await expect(toPayment(page)).toBeVisible()
    await expect(amount(page)).toHaveValue('70000')
    await expect(main(page).getByRole('region', { name: words['deposit.sum.title'] })).toContainText('69,500원')

    await main(page).getByRole('radio', { name: words['payment.transfer'] }).check()
    await main(page).getByRole('button', { name: words['deposit.account.ask'] }).click()
    // On a busy machine, the embedded upstream may answer before the message is rendered.
    const box = main(page).getByRole('region', { name: words['deposit.account.title'] })
    const accepted = main(page).getByRole('status').filter({ hasText: words.msg2005 })
    await expect(accepted.or(box.getByText(words['deposit.account.next'])).first()).toBeVisible()
    // The box gets the focus, or its button keeps it if the account is already answered.
    await expect.poll(() => box.evaluate((region) => region.contains(document.activeElement))).toBe(true)
    await expect(amount(page)).toHaveValue(/^70,?000$/)
  })
})
