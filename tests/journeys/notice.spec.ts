import { expect, main, signIn, test } from '../support/journey'

test.describe('a member who reads notices', () => {
  test('comes to one from the home page, opens another from the list and goes to the next', async ({
    page,
    member,
  }) => {
    await signIn(page, member)
    await page.goto('/')
    await main(page)
      .getByRole('link', { name: /정기 점검 안내/ })
      .click()
    await expect(page).toHaveURL(/\/notice\?id=/)
    await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('정기 점검 안내')
    await expect(main(page).getByText(/매주 수요일 04:00부터/)).toBeVisible()

    await main(page).getByRole('link', { name: '공지사항' }).click()
    await expect(page).toHaveURL('/notice')
    const list = main(page).getByRole('list', { name: '공지사항' })
    await expect(list.getByRole('listitem')).toHaveCount(3)
    await expect(list).not.toContainText('안 읽음')
    await list.getByRole('link', { name: /정기 점검 안내/ }).click()
    await main(page).getByRole('list', { name: '다른 공지' }).getByRole('link').first().click()
    await expect(main(page).getByRole('heading', { level: 1 })).not.toHaveText('정기 점검 안내')
  })
})
