import type { Page } from '@playwright/test'
import { leaveAndReturn, ownFigures } from '../../support/foreign-journey'
import {
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
import { words } from '../../support/words'

/** Signs out in another browser that has the same cookie. */
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
  test('a health check that finds the session ended by logging out, before the page that follows, changes nothing @script', async ({
    page,
    member,
  }) => {
    await signIn(page, member)
    await page.goto('/logout')
    const check = await holdRequests(page, '**/api/routes/user-health-check')
    const home = await holdRequests(page, /\/\/[^/]+\/$/)
    const checked = page.waitForResponse('**/api/routes/user-health-check')
    const logout = main(page).getByRole('button', { name: '로그아웃', exact: true })
    await expect(logout).toBeEnabled()
    await leaveAndReturn(page)
    await check.arrived
    // On a slow machine the press ends with the page that follows, which is held back here.
    const pressed = logout.click()
    await home.arrived
    check.letGo()
    expect((await checked).status()).toBe(401)
    home.letGo()
    await pressed
    await expect(page).toHaveURL('/')
    await expect(page.getByText('로그아웃했습니다')).toBeVisible()
    await expect(page.getByText('로그아웃되었습니다')).toHaveCount(0)
  })

  test('logging out is offered for every device too, in the dialog as on the page', async ({
    page,
    browser,
    baseURL,
    member,
    script,
  }) => {
    const elsewhere = await browser.newPage({ baseURL })
    await signIn(elsewhere, member)
    await signIn(page, member)
    await page.goto('/')
    const openDrawer = page.getByRole('banner').getByRole('button', { name: words['drawer.wallet.open'] })
    // From 1200 px the panel stands in the page.
    if (await openDrawer.isVisible()) await openDrawer.click()
    await page.getByRole('link', { name: '로그아웃' }).filter({ visible: true }).first().click()
    const question = script ? page.getByRole('dialog', { name: words.msg2285 }) : main(page)
    if (script) {
      await question.getByRole('button', { name: words['logout.stay'] }).click()
      await expect(question).toBeHidden()
      await page.getByRole('link', { name: '로그아웃' }).filter({ visible: true }).first().click()
    }
    await question.getByRole('checkbox', { name: words['logout.everywhere'] }).check()
    await question.getByRole('button', { name: '로그아웃', exact: true }).click()
    await expect(page.getByText('로그아웃했습니다').first()).toBeVisible()

    await elsewhere.goto('/deposit')
    await expect(elsewhere).toHaveURL(/\/login\?next=%2Fdeposit/)
    await elsewhere.close()
  })
})

test.describe('Back', () => {
  /** Opens home, the notes and the deposits by links: three entries of the history. */
  async function walk(page: Page): Promise<void> {
    await page.goto('/')
    for (const [name, path] of [
      ['쪽지', '/note'],
      ['입금 신청', '/deposit'],
    ] as const) {
      await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(path)
    }
  }

  test('says why a browser that refuses cookies is not logged in @script', async ({ page, context, member }) => {
    await page.goto('/login?next=%2Fdeposit')
    await page.route('**/api/routes/user-do-login', async (route) => {
      const response = await route.fetch()
      await context.clearCookies()
      const { 'set-cookie': _, ...headers } = response.headers()
      await route.fulfill({ response, headers })
    })
    const field = (label: string) => main(page).getByLabel(label, { exact: true })
    await field('아이디').fill(member.id)
    await field('비밀번호').fill(member.pw)
    const login = main(page).getByRole('button', { name: words['nav.login'], exact: true })
    await login.click()
    await expect(main(page).getByRole('alert')).toContainText('쿠키를 저장하지 않아')

    await page.unrouteAll({ behavior: 'wait' })
    await field('비밀번호').fill(member.pw)
    await login.click()
    await expect(page).toHaveURL('/deposit')
  })

  test('after logging out leads past each page that needs a login @script', async ({ page, member }) => {
    await signIn(page, member)
    await walk(page)
    await page.goto('/logout')
    await main(page).getByRole('button', { name: '로그아웃' }).click()
    await expect(page).toHaveURL('/')

    // The question, which is no page of a visitor.
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
    await expect(main(page).getByRole('link', { name: '라이브 카지노' }).first()).toBeVisible()
  })
})

test('a money form of a member who is no longer logged in comes back as that of who is, with what was typed @script', async ({
  page,
  context,
  member,
}) => {
  await signIn(page)
  await page.goto('/deposit')
  const amount = main(page).getByLabel('입금 금액', { exact: true })
  await amount.fill('20000')
  await page.context().clearCookies({ name: 'madang' })
  const submit = main(page).getByRole('button', { name: '20,000원 입금 신청' })
  await leaveAndReturn(page)
  await expect(main(page).getByText('작성하신 내용은 그대로 있습니다')).toBeVisible()
  await signIn(await context.newPage(), member)
  await page.bringToFront()
  await submit.click()
  await expect(main(page).getByRole('alert')).toContainText(words['form.anothers'])
  await expect(page.getByText('로그아웃되었습니다')).toHaveCount(0)
  await expect(ownFigures(page)).toContainText(member.id)
  await expect(page.locator('body')).not.toContainText('demo')
  await expect(amount).toHaveValue('20,000')
  await submit.click()
  await expect(main(page).getByRole('region', { name: words.msg2010 })).toContainText('20,000원')
})

test('what one member chose in a form does not come back in that of another by a step back', async ({
  page,
  context,
  member,
  script,
}) => {
  skipWithScript(script)
  await signIn(page)
  await page.goto('/user?tab=limits')
  const choice = main(page).getByRole('radio', { name: '15분' })
  await expect(choice).not.toBeChecked()
  await choice.check({ force: true })
  await page.goto('/terms')
  await page.goBack()
  await expect(choice, 'it comes back to the member').toBeChecked()
  await page.goto('/terms')
  await context.clearCookies({ name: 'madang' })
  await signIn(await context.newPage(), member)
  await page.goBack()
  await expect(choice).not.toBeChecked()
})

test('a form whose session is over hides the member’s money until a login, and keeps what was typed @script', async ({
  page,
  context,
  member,
  baseURL,
}) => {
  await signInWithMoney(page, member, '50,000')
  await page.goto('/withdraw')
  const ofMember = [/국민은행/, /출금 가능 금액50,000원/, /김\*늘/]
  for (const text of ofMember) await expect(main(page)).toContainText(text)
  await main(page).getByLabel('출금 금액', { exact: true }).fill('20000')
  await signOutElsewhere(page, baseURL ?? '')
  await leaveAndReturn(page)
  const alert = main(page).getByText('작성하신 내용은 그대로 있습니다')
  await expect(alert).toBeVisible()
  for (const text of ofMember) await expect(main(page)).not.toContainText(text)

  await signIn(await context.newPage(), member)
  await leaveAndReturn(page)
  await expect(alert).toBeHidden()
  for (const text of ofMember) await expect(main(page)).toContainText(text)
  await expect(main(page).getByLabel('출금 금액', { exact: true })).toHaveValue(/^20,?000$/)
})

test.describe('signing up', () => {
  test('a visitor who pressed a link of members signs up, corrects a field and is there', async ({
    page,
    script,
  }, info) => {
    const id = `j${Date.now().toString(36)}${info.project.name.length}`.slice(0, 20)
    await page.goto('/')
    const wanted = main(page)
      .getByRole('link', { name: /슬롯 게임/ })
      .first()
    await wanted.click()
    if (script) {
      const dialog = page.getByRole('dialog', { name: words.msg2001 })
      await expect(page).toHaveURL('/')
      await expect(dialog.getByRole('button')).toHaveText(['로그인', '가입하기', '닫기'])
      await dialog.getByRole('button', { name: words['login.register'] }).click()
    } else {
      await expect(main(page).getByRole('alert')).toContainText(words.msg2001)
      await main(page).getByRole('link', { name: words['login.register'] }).click()
    }
    await expect(page).toHaveURL('/register?next=%2Fslot')
    await expect(main(page).getByText('추천 코드 MADANG')).toBeVisible()

    await main(page).getByLabel('아이디', { exact: true }).fill('demo')
    await main(page).getByRole('button', { name: words['register.id.check'] }).click()
    await expect(main(page).getByLabel('아이디', { exact: true })).toHaveAccessibleDescription(/이미 사용 중인/)

    await main(page).getByLabel('아이디', { exact: true }).fill(id)
    await main(page).getByLabel('비밀번호', { exact: true }).fill('three-plain-words')
    await main(page).getByLabel(words['register.passCheck.label']).fill('three-plain-words')
    await goOnTo(page, '연락처')
    await main(page).getByLabel(words['register.nick.label'], { exact: true }).fill(id.slice(-12))
    await main(page).getByLabel(words['register.phone.label']).fill('010-1234-5678')
    await goOnTo(page, '출금 계좌')
    await main(page).getByLabel('은행', { exact: true }).selectOption('카카오뱅크')
    await main(page).getByLabel('계좌번호').fill('3333-01-1234567')
    await main(page).getByLabel('예금주').fill('김하늘')
    await main(page).getByLabel('출금 비밀번호').fill('25')
    await main(page).getByRole('checkbox').check()
    await main(page).getByRole('button', { name: words['register.submit'] }).click()

    await expect(main(page).getByRole('alert')).toContainText('입력하신 내용을 확인해 주세요')
    await expect(main(page).getByLabel('출금 비밀번호')).toHaveAccessibleDescription(/숫자 4~12자리/)
    await expect(main(page).getByLabel(words['register.nick.label'], { exact: true })).toHaveValue(id.slice(-12))

    if (!script) {
      await main(page).getByLabel('비밀번호', { exact: true }).fill('three-plain-words')
      await main(page).getByLabel(words['register.passCheck.label']).fill('three-plain-words')
    }
    await main(page).getByLabel('출금 비밀번호').fill('258000')
    await main(page).getByRole('button', { name: words['register.submit'] }).click()

    await expect(page).toHaveURL('/slot')
    const welcome = `${id}님, 환영합니다`
    await expect(main(page).getByRole('status').first()).toContainText(welcome)
    await expect(ownFigures(page)).toContainText(id)
    await page.goto('/user')
    await expect(main(page).getByText(id.slice(-12)).first()).toBeVisible()
  })

  test('sees how strong a password is and the password itself, and is told what is wrong with a field on leaving it @script', async ({
    page,
  }) => {
    await page.goto('/register')
    const field = (name: string) => main(page).getByLabel(name, { exact: true })
    const password = field('비밀번호')
    await expect(password).toHaveAccessibleDescription(/^8~64자/)
    for (const [typed, says] of [
      ['abcd', /^약함/],
      ['three-plain-words-and-more', /^아주 안전/],
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
      ['아이디', 'demo', /이미 사용 중인 아이디/, 'not_demo', /사용 가능한 아이디/],
      ['비밀번호 확인', 'three-plain-words', /일치하지 않습니다/, 'three-plain-words-and-more', /일치합니다/],
    ] as const) {
      await field(name).fill(wrong)
      await field(name).blur()
      await expect(field(name)).toHaveAccessibleDescription(error)
      await expect(field(name)).toHaveAttribute('aria-invalid', 'true')
      await field(name).fill(right)
      await field(name).blur()
      await expect(field(name)).toHaveAccessibleDescription(accepted)
    }
    // Another password makes the repeated one wrong.
    await field('비밀번호').fill('four-more-plain-words')
    await field('비밀번호').blur()
    await expect(field('비밀번호 확인')).toHaveAccessibleDescription(words['register.passCheck.rule'])
  })

  test('is asked group by group on a phone, and goes back without losing a word @script @phone', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 780 })
    await page.goto('/register')
    const posts: string[] = []
    page.on('request', (request) => request.method() === 'POST' && posts.push(new URL(request.url()).pathname))
    const group = (name: string) => main(page).getByRole('group', { name })
    const field = (name: string) => main(page).getByLabel(name, { exact: true })
    const expectGroup = async (name: string) => {
      for (const groupName of ['로그인 정보', '연락처', '출금 계좌'])
        await expect(group(groupName)).toBeVisible({ visible: groupName === name })
    }
    await expectGroup('로그인 정보')
    await expect(main(page).getByRole('button', { name: words['register.submit'] })).toBeHidden()
    const next = await main(page).getByRole('button', { name: '다음: 연락처' }).boundingBox()
    expect((next?.y ?? Number.NaN) + (next?.height ?? 0), 'clear of the bottom bar').toBeLessThanOrEqual(780 - 60)

    // A group that is not filled in well is not left, by Enter either, and nothing is sent but checks.
    await field('아이디').fill('demo')
    await field('아이디').press('Enter')
    await expect(field('아이디')).toBeFocused()
    await expect(field('아이디')).toHaveAccessibleDescription(/이미 사용 중인 아이디/)
    await expect(field('비밀번호')).toHaveAccessibleDescription(/비밀번호를 입력해 주세요/)
    await field('아이디').fill('by_groups')
    await field('비밀번호').fill('three-plain-words')
    await field('비밀번호 확인').fill('three-plain-words')
    await goOnTo(page, '연락처')
    await expectGroup('연락처')
    await main(page).getByRole('button', { name: '다음: 출금 계좌' }).click()
    await expect(field('닉네임')).toBeFocused()
    await field('닉네임').fill('무리별')
    await field('휴대전화').fill('010-1234-5678')
    await goOnTo(page, '출금 계좌')
    await expectGroup('출금 계좌')
    expect(new Set(posts)).toEqual(new Set(['/register/check']))

    await main(page).getByRole('button', { name: words['register.step.back'] }).click()
    await expectGroup('연락처')
    await expect(field('닉네임')).toHaveValue('무리별')
    await expect(group('연락처').locator('legend')).toBeFocused()
    await main(page).getByRole('button', { name: words['register.step.back'] }).click()
    await expectGroup('로그인 정보')
    await expect(field('비밀번호')).toHaveValue('three-plain-words')
    await goOnTo(page, '연락처')
    await goOnTo(page, '출금 계좌')

    // The response to the whole form opens the group of its first error; a link of the summary opens another one.
    await main(page).getByRole('button', { name: words['register.submit'] }).click()
    await expect(main(page).getByRole('alert')).toBeFocused()
    await expectGroup('출금 계좌')
    await expect(main(page).getByRole('checkbox')).toHaveAccessibleDescription(/만 19세 이상 확인/)
    await page.route('/register/check', (route) => route.abort())
    await main(page).getByRole('button', { name: words['register.step.back'] }).click()
    await field('휴대전화').fill('1')
    await goOnTo(page, '출금 계좌')
    await main(page).getByRole('button', { name: words['register.submit'] }).click()
    await expect(main(page).getByRole('alert')).toBeFocused()
    await expectGroup('연락처')
    await main(page)
      .getByText(/그 밖에 확인할 항목 \d개/)
      .click()
    await main(page)
      .getByRole('link', { name: /은행을 선택해/ })
      .click()
    await expect(field('은행')).toBeFocused()
    await expectAccessible(page)
  })
})
