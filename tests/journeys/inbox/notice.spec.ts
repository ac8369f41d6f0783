import { expect, main, signIn, test } from '../../support/journey'

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

    // From 960 px the list stands beside it.
    const back = main(page).getByRole('link', { name: '공지사항' })
    if (await back.isVisible()) {
      await back.click()
      await expect(page).toHaveURL('/notice')
    }
    const list = main(page).getByRole('list', { name: '공지사항' })
    await expect(list.getByRole('listitem')).toHaveCount(3)
    await expect(list).not.toContainText('안 읽음')
    await list.getByRole('link', { name: /정기 점검 안내/ }).click()
    await expect(list.getByRole('link', { name: /정기 점검 안내/ })).toHaveAttribute('aria-current', 'true')
    await list.getByRole('link').last().click()
    await expect(main(page).getByRole('heading', { level: 1 })).not.toHaveText('정기 점검 안내')
  })
})
