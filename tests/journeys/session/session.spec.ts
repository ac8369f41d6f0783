import type { Page } from '@playwright/test'
import { leaveAndReturn, ownFigures } from '../../support/foreign-journey'
import {
  acceptedOrSettled,
  expect,
  expectAccessible,
  goOnTo,
  holdRequests,
  main,
  signIn,
  signInWithMoney,
  skipWithScript,
  test,
} from '../../support/journey'
import { type MessageKey, textOf, words } from '../../support/words'

/** Matches a text of the catalogue within other text, such as a hint in an accessible description. */
const text = (key: MessageKey) => new RegExp(words[key].replace(/[()?.+]/g, '\\$&'))

/** Logs out in another browser with the same cookie. */
async function signOutElsewhere(page: Page, base: string): Promise<void> {
  const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const response = await fetch(`${base}/logout`, {
    method: 'POST',
    headers: { Cookie: cookies, Origin: base, 'Content-Type': 'application/x-www-form-urlencoded' },
    redirect: 'manual',
  })
  expect(response.status).toBe(303)
}

test.describe('logging in and out', () => {
  test('a health check that finds a logout before the next page changes nothing @script', async ({ page, member }) => {
    await signIn(page, member)
    await page.goto('/logout')
    const check = await holdRequests(page, '**/api/routes/user-health-check')
    const home = await holdRequests(page, /\/\/[^/]+\/$/)
    const checked = page.waitForResponse('**/api/routes/user-health-check')
    const logout = main(page).getByRole('button', { name: words['nav.logout'], exact: true })
    await expect(logout).toBeEnabled()
    await leaveAndReturn(page)
    await check.arrived
    // On a slow machine, the click only ends with the next page, which is held back here.
    const pressed = logout.click()
    await home.arrived
    check.letGo()
    expect((await checked).status()).toBe(401)
    home.letGo()
    await pressed
    await expect(page).toHaveURL('/')
    await expect(page.getByText(words['logout.done'])).toBeVisible()
    await expect(page.getByText(words['session.ended'])).toHaveCount(0)
  })

  test('logging out on every device is offered as well', async ({ page, browser, baseURL, member, script }) => {
    const elsewhere = await browser.newPage({ baseURL })
    await signIn(elsewhere, member)
    await signIn(page, member)
    await page.goto('/')
    const openDrawer = page.getByRole('banner').getByRole('button', { name: words['drawer.wallet.open'] })
    // From 1200 px, the panel is part of the page.
    if (await openDrawer.isVisible()) await openDrawer.click()
    await page.getByRole('link', { name: words['nav.logout'] }).filter({ visible: true }).first().click()
    const question = script ? page.getByRole('dialog', { name: words.msg2285 }) : main(page)
    if (script) {
      await question.getByRole('button', { name: words['logout.stay'] }).click()
      await expect(question).toBeHidden()
      await page.getByRole('link', { name: words['nav.logout'] }).filter({ visible: true }).first().click()
    }
    await question.getByRole('checkbox', { name: words['logout.everywhere'] }).check()
    await question.getByRole('button', { name: words['nav.logout'], exact: true }).click()
    await expect(page.getByText(words['logout.done']).first()).toBeVisible()

    await elsewhere.goto('/deposit')
    await expect(elsewhere).toHaveURL(/\/login\?next=%2Fdeposit/)
    await elsewhere.close()
  })
})

test.describe('Back', () => {
  /** Opens home, the notes and the deposits by links: three history entries. */
  async function openThreePages(page: Page): Promise<void> {
    await page.goto('/')
    for (const [name, path] of [
      [words['note.title'], '/note'],
      [words['footer.help.deposit'], '/deposit'],
    ] as const) {
      await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(path)
    }
  }

  test('passes each page that needs a login after a logout @script', async ({ page, member }) => {
    await signIn(page, member)
    await openThreePages(page)
    await page.goto('/logout')
    await main(page).getByRole('button', { name: words['nav.logout'] }).click()
    await expect(page).toHaveURL('/')

    // The logout question, which visitors can't see.
    const question = page.waitForResponse((response) => /\/logout(\.data)?(\?|$)/.test(response.url()))
    await page.goBack()
    await question
    await expect(page).toHaveURL('/')
    await page.goBack()
    await expect(page).toHaveURL(/\/login\?next=%2Fdeposit$/)
    await page.goBack()
    await expect(page).toHaveURL(/\/login\?next=%2Fnote$/)
    await page.goBack()
    await expect(page).toHaveURL('/')
    await expect(main(page).getByRole('link', { name: words['lobby.casino.title'] }).first()).toBeVisible()
  })
})

test('a logged-out member’s money form is restored for the next member @script', async ({ page, context, member }) => {
  await signIn(page)
  await page.goto('/deposit')
  const amount = main(page).getByLabel(words['deposit.amount.label'], { exact: true })
  await amount.fill('20000')
  await page.context().clearCookies({ name: 'madang' })
  const submit = main(page).getByRole('button', { name: words['deposit.submit'] })
  await leaveAndReturn(page)
  await expect(main(page).getByText(words['session.ended.typed'])).toBeVisible()
  await signIn(await context.newPage(), member)
  await page.bringToFront()
  await submit.click()
  await expect(main(page).getByRole('alert')).toContainText(words['form.anothers'])
  await expect(page.getByText(words['session.ended'])).toHaveCount(0)
  await expect(ownFigures(page)).toContainText(member.id.slice(1))
  await expect(page.locator('body')).not.toContainText('demo')
  await expect(amount).toHaveValue('20,000')
  await submit.click()
  await expect(acceptedOrSettled(page, 'msg2010', '20,000원')).toBeVisible()
})

test('a member’s form has no other member’s choices after going back', async ({ page, context, member, script }) => {
  skipWithScript(script)
  await signIn(page)
  await page.goto('/user?tab=limits')
  const choice = main(page).getByRole('radio', { name: '15분' })
  await expect(choice).not.toBeChecked()
  await choice.check({ force: true })
  await page.goto('/terms')
  await page.goBack()
  await expect(choice, 'the browser restores the member’s choice').toBeChecked()
  await page.goto('/terms')
  await context.clearCookies({ name: 'madang' })
  await signIn(await context.newPage(), member)
  await page.goBack()
  await expect(choice).not.toBeChecked()
})

test('an expired form hides money until a login, and keeps its text @script', async ({
  page,
  context,
  member,
  baseURL,
}) => {
  await signInWithMoney(page, member, '50,000')
  await page.goto('/withdraw')
  const ofMember = ['국민은행', '50,000원', '김•늘']
  for (const text of ofMember) await expect(main(page)).toContainText(text)
  await main(page).getByLabel(words['withdraw.amount.label'], { exact: true }).fill('20000')
  await signOutElsewhere(page, baseURL ?? '')
  await leaveAndReturn(page)
  const alert = main(page).getByText(words['session.ended.typed'])
  await expect(alert).toBeVisible()
  for (const text of ofMember) await expect(main(page)).not.toContainText(text)

  await signIn(await context.newPage(), member)
  await leaveAndReturn(page)
  await expect(alert).toBeHidden()
  for (const text of ofMember) await expect(main(page)).toContainText(text)
  await expect(main(page).getByLabel(words['withdraw.amount.label'], { exact: true })).toHaveValue(/^20,?000$/)
})

test.describe('signing up', () => {
  test('continues to the page of a members-only link after a corrected field', async ({ page, script }, info) => {
    const id = `j${Date.now().toString(36)}${info.project.name.length}`.slice(0, 20)
    await page.goto('/')
    const wanted = main(page).getByRole('link', { name: words['home.tile.slot'] }).first()
    await wanted.click()
    if (script) {
      const dialog = page.getByRole('dialog', { name: words.msg2001 })
      await expect(page).toHaveURL('/')
      await expect(dialog.getByRole('button')).toHaveText([
        words['nav.login'],
        words['login.register'],
        words['common.close'],
      ])
      await dialog.getByRole('button', { name: words['login.register'] }).click()
    } else {
      await expect(main(page).getByRole('status')).toContainText(words.msg2001)
      await main(page).getByRole('link', { name: words['login.register'] }).click()
    }
    await expect(page).toHaveURL('/register?next=%2Fslot')
    await expect(main(page).getByText(`${words['register.code.label']} MADANG`)).toBeVisible()

    await main(page).getByLabel(words['register.id.label'], { exact: true }).fill('demo')
    await main(page).getByRole('button', { name: words['register.id.check'] }).click()
    await expect(main(page).getByLabel(words['register.id.label'], { exact: true })).toHaveAccessibleDescription(
      text('register.id.taken'),
    )

    await main(page).getByLabel(words['register.id.label'], { exact: true }).fill(id)
    await main(page).getByLabel(words['register.pw.label'], { exact: true }).fill('three-plain-words')
    await main(page).getByLabel(words['register.passCheck.label']).fill('three-plain-words')
    await goOnTo(page, words['register.part.contact'])
    await main(page).getByLabel(words['register.nick.label'], { exact: true }).fill(id.slice(-12))
    await main(page).getByLabel(words['register.phone.label']).fill('010-1234-5678')
    await goOnTo(page, words['register.part.account'])
    await main(page).getByLabel(words['register.bankname.label'], { exact: true }).selectOption('카카오뱅크')
    await main(page).getByLabel(words['register.banknumber.label']).fill('3333-01-1234567')
    await main(page).getByLabel(words['register.bankowner.label']).fill('김하늘')
    await main(page).getByLabel(words['register.exchangePw.label']).fill('25')
    await main(page).getByRole('checkbox').check()
    await main(page).getByRole('button', { name: words['register.submit'] }).click()

    await expect(main(page).getByRole('alert')).toContainText(words['form.summary'])
    await expect(main(page).getByLabel(words['register.exchangePw.label'])).toHaveAccessibleDescription(
      text('register.exchangePw.rule'),
    )
    await expect(main(page).getByLabel(words['register.nick.label'], { exact: true })).toHaveValue(id.slice(-12))

    if (!script) {
      await main(page).getByLabel(words['register.pw.label'], { exact: true }).fill('three-plain-words')
      await main(page).getByLabel(words['register.passCheck.label']).fill('three-plain-words')
    }
    await main(page).getByLabel(words['register.exchangePw.label']).fill('258000')
    await main(page).getByRole('button', { name: words['register.submit'] }).click()

    await expect(page).toHaveURL('/slot')
    await expect(main(page).getByRole('status').first()).toContainText(words['register.welcome'])
    await expect(ownFigures(page)).toContainText(id.slice(-12))
    await page.goto('/user')
    await expect(main(page).getByText(id.slice(-12)).first()).toBeVisible()
  })

  test('shows a password and its strength, and a field’s error on leaving it @script', async ({ page }) => {
    await page.goto('/register')
    const field = (name: string) => main(page).getByLabel(name, { exact: true })
    const password = field(words['register.pw.label'])
    await expect(password).toHaveAccessibleDescription(text('register.pw.hint'))
    for (const [typed, says] of [
      ['abcd', text('register.pw.strength.1')],
      ['three-plain-words-and-more', text('register.pw.strength.4')],
    ] as const) {
      await expect(async () => {
        await password.fill('')
        await password.fill(typed)
        await expect(password).toHaveAccessibleDescription(says, { timeout: 500 })
      }).toPass()
    }
    await main(page).getByRole('button', { name: words['password.show'] }).first().click()
    await expect(password).toHaveAttribute('type', 'text')
    await main(page).getByRole('button', { name: words['password.hide'] }).click()
    await expect(password).toHaveAttribute('type', 'password')
    await expect(password).toHaveValue('three-plain-words-and-more')

    for (const [name, wrong, error, right, accepted] of [
      [words['register.id.label'], 'demo', text('register.id.taken'), 'not_demo', text('register.id.free')],
      [
        words['register.passCheck.label'],
        'three-plain-words',
        text('register.passCheck.rule'),
        'three-plain-words-and-more',
        text('register.passCheck.same'),
      ],
    ] as const) {
      await field(name).fill(wrong)
      await field(name).blur()
      await expect(field(name)).toHaveAccessibleDescription(error)
      await expect(field(name)).toHaveAttribute('aria-invalid', 'true')
      await field(name).fill(right)
      await field(name).blur()
      await expect(field(name)).toHaveAccessibleDescription(accepted)
    }
    // Changing the password makes the repeated one wrong.
    await field(words['register.pw.label']).fill('four-more-plain-words')
    await field(words['register.pw.label']).blur()
    await expect(field(words['register.passCheck.label'])).toHaveAccessibleDescription(words['register.passCheck.rule'])
  })

  test('shows one group of fields at a time on a phone, and goes back without losing input @script @phone', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 780 })
    await page.goto('/register')
    const posts: string[] = []
    page.on('request', (request) => request.method() === 'POST' && posts.push(new URL(request.url()).pathname))
    const group = (name: string) => main(page).getByRole('group', { name })
    const field = (name: string) => main(page).getByLabel(name, { exact: true })
    const expectGroup = async (name: string) => {
      for (const groupName of [
        words['register.part.login'],
        words['register.part.contact'],
        words['register.part.account'],
      ])
        await expect(group(groupName)).toBeVisible({ visible: groupName === name })
    }
    await expectGroup(words['register.part.login'])
    await expect(main(page).getByRole('button', { name: words['register.submit'] })).toBeHidden()
    const next = await main(page)
      .getByRole('button', { name: textOf('register.step.next', { part: words['register.part.contact'] }) })
      .boundingBox()
    expect(
      (next?.y ?? Number.NaN) + (next?.height ?? 0),
      'the button is in view, because visitors have no bottom bar here',
    ).toBeLessThanOrEqual(780)

    // Neither the button nor Enter leaves an incomplete group. Only field checks are sent.
    await field(words['register.id.label']).fill('demo')
    await field(words['register.id.label']).press('Enter')
    await expect(field(words['register.id.label'])).toBeFocused()
    await expect(field(words['register.id.label'])).toHaveAccessibleDescription(text('register.id.taken'))
    await expect(field(words['register.pw.label'])).toHaveAccessibleDescription(text('field.required'))
    await field(words['register.id.label']).fill('by_groups')
    await field(words['register.pw.label']).fill('three-plain-words')
    await field(words['register.passCheck.label']).fill('three-plain-words')
    await goOnTo(page, words['register.part.contact'])
    await expectGroup(words['register.part.contact'])
    await main(page)
      .getByRole('button', { name: textOf('register.step.next', { part: words['register.part.account'] }) })
      .click()
    await expect(field(words['register.nick.label'])).toBeFocused()
    await field(words['register.nick.label']).fill('무리별')
    await field(words['register.phone.label']).fill('010-1234-5678')
    await goOnTo(page, words['register.part.account'])
    await expectGroup(words['register.part.account'])
    expect(new Set(posts)).toEqual(new Set(['/register/check']))

    await main(page).getByRole('button', { name: words['register.step.back'] }).click()
    await expectGroup(words['register.part.contact'])
    await expect(field(words['register.nick.label'])).toHaveValue('무리별')
    await expect(group(words['register.part.contact']).locator('legend')).toBeFocused()
    await main(page).getByRole('button', { name: words['register.step.back'] }).click()
    await expectGroup(words['register.part.login'])
    await expect(field(words['register.pw.label'])).toHaveValue('three-plain-words')
    await goOnTo(page, words['register.part.contact'])
    await goOnTo(page, words['register.part.account'])

    // The response to the form opens the group of its first error. A link in the summary opens another group.
    await main(page).getByRole('button', { name: words['register.submit'] }).click()
    await expect(main(page).getByRole('alert')).toBeFocused()
    await expectGroup(words['register.part.account'])
    await expect(main(page).getByRole('checkbox')).toHaveAccessibleDescription(
      new RegExp(textOf('register.adult.rule', { age: '19' })),
    )
    await page.route('/register/check', (route) => route.abort())
    await main(page).getByRole('button', { name: words['register.step.back'] }).click()
    await field(words['register.phone.label']).fill('1')
    await goOnTo(page, words['register.part.account'])
    await main(page).getByRole('button', { name: words['register.submit'] }).click()
    await expect(main(page).getByRole('alert')).toBeFocused()
    await expectGroup(words['register.part.contact'])
    await main(page)
      .getByText(new RegExp(textOf('form.summary.others_other' as MessageKey, { count: '\\d' })))
      .click()
    await main(page)
      .getByRole('link', { name: text('register.bankname.rule') })
      .click()
    await expect(field(words['register.bankname.label'])).toBeFocused()
    await expectAccessible(page)
  })
})
