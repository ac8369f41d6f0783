import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoHorizontalScroll, main, signIn, test } from '../../support/journey'

const limits = (page: Page) => main(page).getByRole('region', { name: '이용 한도', exact: true })
const save = (page: Page) => limits(page).getByRole('button', { name: '한도 저장' })

test.describe('a member', () => {
  test('is asked for a limit before the first deposit, says twice that none is wanted, and limits losses and time later', async ({
    page,
    member,
    script,
  }) => {
    await signIn(page, member)
    await page.goto('/deposit')
    const question = main(page).getByRole('heading', { name: '입금 한도를 설정하시겠습니까?' })
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
    await limits(page).getByLabel('한 주 게임 시간 한도').fill('99999')
    await save(page).click()
    await expect(limits(page).getByLabel('한 주 게임 시간 한도')).toHaveAccessibleDescription(/0분부터 10,080분까지/)
    await limits(page).getByLabel('한 주 게임 시간 한도').fill('600')
    await save(page).click()
    await expect(main(page).getByText('변경 사항이 적용되었습니다')).toBeVisible()
    await expect(limits(page).getByRole('meter', { name: '오늘 손실' })).toHaveAttribute('value', '0')
    await expect(limits(page)).toContainText(/0분 사용\s*10시간 0분 남음/)
    await expectNoHorizontalScroll(page)
    if (!script) return

    await page.goto('/user?tab=safer-play')
    const card = main(page).getByRole('region', { name: '휴식' })
    await card.getByRole('button', { name: '다음' }).click()
    await expect(card.getByRole('radio').first()).toBeFocused()
  })
})
