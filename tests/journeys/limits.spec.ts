import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoHorizontalScroll, main, signIn, test } from '../support/journey'
import { wordsOf } from '../support/words'

const korean = wordsOf('ko')

const limits = (page: Page) => main(page).getByRole('region', { name: '이용 한도', exact: true })
const save = (page: Page) => limits(page).getByRole('button', { name: '한도 저장' })
const amount = (page: Page) => main(page).getByLabel('입금 금액', { exact: true })
const sendDeposit = (page: Page) => main(page).getByRole('button', { name: /입금 신청$/ })

test.describe('a member', () => {
  test('is asked for a limit before the first deposit, says twice that none is wanted, and limits losses and time later', async ({
    page,
    member,
    script,
  }) => {
    await signIn(page, member)
    await page.goto('/deposit')
    const question = main(page).getByRole('heading', { name: korean['limits.question'] })
    await expect(question).toBeVisible()
    if (script) await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    const wantNone = main(page).getByRole('link', { name: '한도 없이 이용' })
    await wantNone.click()
    const none = main(page).getByRole('button', { name: '한도 없이 계속' })
    if (script) {
      // When its response is lost, the page is, and no deposit.
      await page.route(/\.data(\?|$)/, (route) => route.abort())
      await none.click()
      await expect(main(page).getByRole('heading', { level: 1, name: '화면을 불러오지 못했습니다' })).toBeVisible()
      await page.unrouteAll({ behavior: 'wait' })
      await main(page).getByRole('link', { name: '다시 열기' }).click()
      await wantNone.click()
    }
    await none.click()
    await expect(main(page).getByText('입금 한도를 설정하지 않으셨습니다')).toBeVisible()
    await expect(question).toBeHidden()

    await page.goto('/user?tab=limits')
    await limits(page).getByLabel('하루 손실 한도').fill('3만')
    await limits(page).getByLabel(korean['limits.time_week']).fill('99999')
    await save(page).click()
    await expect(limits(page).getByLabel(korean['limits.time_week'])).toHaveAccessibleDescription(
      /0분부터 10,080분까지/,
    )
    if (script) await expectAccessible(page)
    await limits(page).getByLabel(korean['limits.time_week']).fill('600')
    await save(page).click()
    await expect(main(page).getByText('변경 사항이 적용되었습니다')).toBeVisible()
    await expect(limits(page).getByRole('meter', { name: '오늘 손실' })).toHaveAttribute('value', '0')
    await expect(limits(page)).toContainText(/0분 사용\s*10시간 0분 남음/)
    await expectNoHorizontalScroll(page)
  })

  test('sets a limit from the deposit form, is stopped by it, deposits what is left, and thinks better of a raise @script', async ({
    page,
    member,
  }) => {
    await signIn(page, member)
    await page.goto('/deposit')
    await main(page).getByRole('link', { name: korean['deposit.limit.set'] }).click()
    await limits(page).getByLabel('하루 입금 한도').fill('5만')
    await save(page).click()
    const response = main(page).getByText('변경 사항이 적용되었습니다')
    await expect(response).toBeInViewport()
    await expect(limits(page).getByRole('meter', { name: '오늘 입금' })).toHaveAttribute('value', '0')

    await page.goto('/deposit')
    await expect(main(page)).toContainText('오늘 50,000원 더 입금하실 수 있습니다')
    await amount(page).fill('60000')
    await sendDeposit(page).click()
    // The page says the same while it is typed: what is typed before the site has answered would go.
    await expect(main(page).getByRole('alert')).toContainText('오늘은 50,000원까지 입금하실 수 있습니다')
    await expect(amount(page)).toHaveAccessibleDescription(/오늘은 50,000원까지 입금하실 수 있습니다/)
    await amount(page).fill('50000')
    await sendDeposit(page).click()
    await expect(page).toHaveURL('/')

    await page.goto('/user?tab=limits')
    await expect(limits(page)).toContainText(/50,000원 사용\s*0원 남음/)
    await limits(page).getByLabel('하루 입금 한도').fill('100000')
    await save(page).click()
    await expect(main(page)).toContainText('올린 한도는 아직 적용되지 않았습니다')
    const waiting = limits(page).getByRole('region', { name: '확인이 필요한 변경' })
    await expect(waiting).toContainText('하루 입금 한도: 50,000원 → 100,000원')
    await expect(waiting.getByRole('button')).toHaveText(['요청 취소'])
    await waiting.getByRole('button').click()
    await expect(main(page)).toContainText('한도 상향 요청을 취소했습니다')
    await expect(waiting).toHaveCount(0)
    await expectNoHorizontalScroll(page)
  })

  test('takes a break, which closes deposits and games until its end @script', async ({ page, member }) => {
    await signIn(page, member)
    await page.goto('/user')
    await main(page).getByRole('link', { name: '안전한 이용', exact: true }).click()
    const card = main(page).getByRole('region', { name: '휴식' })
    await card.getByRole('button', { name: '다음' }).click()
    await expect(main(page).getByRole('alert')).toContainText(korean['limits.length.missing'])
    await expect(main(page).getByRole('link', { name: '안전한 이용' })).toHaveAttribute('aria-current', 'page')
    await expect(card.getByRole('radio').first()).toBeFocused()
    await card.getByText('7일').click()
    await card.getByRole('button', { name: '다음' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('7일 동안 휴식하시겠습니까?')
    await main(page).getByRole('button', { name: korean['limits.break.yes'] }).click()
    await expect(main(page)).toContainText('휴식 중입니다')
    await expectAccessible(page)

    for (const path of ['/deposit', '/game?company=dodam-play&code=moon-rabbit-mill']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('휴식 중입니다')
    }
    await expectAccessible(page)
    await main(page).getByRole('link', { name: '출금' }).click()
    await expect(page).toHaveURL('/withdraw')
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('휴식 중입니다')
  })
})
