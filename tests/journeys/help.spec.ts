import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoHorizontalScroll, main, signIn, test } from '../support/journey'
import { wordsOf } from '../support/words'

const korean = wordsOf('ko')

const title = (page: Page) => main(page).getByLabel('제목', { exact: true })
const contents = (page: Page) => main(page).getByLabel('내용', { exact: true })
const send = (page: Page) => main(page).getByRole('button', { name: '문의 보내기' })
const list = (page: Page) => main(page).getByRole('list', { name: '내 문의' })

test.describe('a member who asks support', () => {
  test('is told what is wrong, corrects it, and finds the inquiry pending, on accessible pages', async ({
    page,
    member,
    script,
  }) => {
    await signIn(page, member)
    await page.goto('/help')
    // From 960 px the form stands beside the list.
    const write = main(page).getByRole('link', { name: '1:1 문의하기' })
    if (await write.isVisible()) await write.click()
    await expect(contents(page)).toHaveAccessibleDescription(/최대 4,000자/)
    await title(page).fill('제'.repeat(101))
    await send(page).click()

    await expect(main(page).getByRole('alert')).toBeFocused()
    await expect(title(page)).toHaveAccessibleDescription(korean['help.title.long'])
    await expect(title(page)).toHaveValue('제'.repeat(101))
    await main(page).getByRole('alert').getByRole('link', { name: '내용을 입력해 주세요.' }).click()
    await expect(contents(page)).toBeFocused()

    await title(page).fill('출금이 아직 대기로 보입니다')
    if (script) {
      // A red count while the text is too long, of which nothing is lost.
      await contents(page).fill('가'.repeat(4_001))
      await expect(main(page).getByText('4,001 / 4,000자')).toBeVisible()
      await send(page).click()
      await expect(contents(page)).toHaveAccessibleDescription(/내용은 4,000자까지/)
      await expect(contents(page)).toHaveValue('가'.repeat(4_001))
    }
    await contents(page).fill('오늘 신청한 출금입니다.\n\n더 할 일이 있을까요?')
    if (script) await expect(main(page).getByText('27 / 4,000자')).toBeVisible()
    await send(page).click()
    await expect(page).toHaveURL('/help')
    await expect(main(page).getByRole('status')).toContainText('문의를 보냈습니다')
    await expect(list(page).getByRole('listitem')).toHaveText([/출금이 아직 대기로 보입니다.*(대기|완료)/])
    if (!script) return

    await list(page).getByRole('link').click()
    await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('출금이 아직 대기로 보입니다')
    await expectAccessible(page)
    await main(page).getByRole('link', { name: '1:1 문의하기' }).click()
    await send(page).click()
    await expect(main(page).getByRole('alert')).toBeFocused()
    await expectAccessible(page)
    for (const path of ['/help?ask=delete-all', '/help?id=none']) {
      await page.goto(path)
      await expectAccessible(page)
      await expectNoHorizontalScroll(page)
    }
  })
})
