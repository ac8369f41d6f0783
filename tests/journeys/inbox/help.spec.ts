import type { Page } from '@playwright/test'
import { expect, expectAccessible, main, signIn, test } from '../../support/journey'

const title = (page: Page) => main(page).getByLabel('제목', { exact: true })
const contents = (page: Page) => main(page).getByLabel('내용', { exact: true })
const send = (page: Page) => main(page).getByRole('button', { name: '문의 보내기' })
const list = (page: Page) => main(page).getByRole('list', { name: '내 문의' })

test.describe('a member who asks support', () => {
  test('is told what is wrong, corrects it, and finds the inquiry pending', async ({ page, member, script }) => {
    await signIn(page, member)
    await page.goto('/help')
    // From 960 px the form stands beside the list.
    const write = main(page).getByRole('link', { name: '1:1 문의하기' })
    if (await write.isVisible()) await write.click()
    await expect(contents(page)).toHaveAccessibleDescription(/최대 4,000자/)
    await title(page).fill('제'.repeat(101))
    await send(page).click()

    await expect(main(page).getByRole('alert')).toBeFocused()
    if (script) await expectAccessible(page)
    await expect(title(page)).toHaveAccessibleDescription('제목은 최대 100자까지 입력하실 수 있습니다.')
    await expect(title(page)).toHaveValue('제'.repeat(101))
    await main(page).getByRole('alert').getByRole('link', { name: '내용을 입력해 주세요.' }).click()
    await expect(contents(page)).toBeFocused()

    await title(page).fill('출금이 아직 대기로 보입니다')
    if (script) {
      // A red count while the text is too long, of which nothing is lost.
      await contents(page).fill('가'.repeat(4_001))
      await expect(main(page).getByText('4,001 / 4,000자')).toBeVisible()
      await send(page).click()
      await expect(contents(page)).toHaveAccessibleDescription(/내용은 최대 4,000자까지/)
      await expect(contents(page)).toHaveValue('가'.repeat(4_001))
    }
    await contents(page).fill('오늘 신청한 출금입니다.\n\n더 할 일이 있을까요?')
    if (script) await expect(main(page).getByText('27 / 4,000자')).toBeVisible()
    await send(page).click()
    await expect(page).toHaveURL('/help')
    await expect(main(page).getByRole('status')).toContainText('문의를 보냈습니다')
    await expect(list(page).getByRole('listitem')).toHaveText([/출금이 아직 대기로 보입니다.*(대기|완료)/])
  })
})
