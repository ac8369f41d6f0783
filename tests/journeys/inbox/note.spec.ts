import type { Page } from '@playwright/test'
import { expect, expectNoHorizontalScroll, main, ownFigures, signIn, test } from '../../support/foreign-journey'
import { words } from '../../support/words'

const list = (page: Page) => main(page).getByRole('list', { name: words['note.title'], exact: true })

test('an unread note is no longer counted once it was opened, and a strange one is shown as it was written @script', async ({
  page,
  upstream,
}) => {
  const strange = [
    '<script>document.title="hacked"</script><img src="/x" onerror="document.title=\'hacked\'">',
    `보세요: https://example.com/${'길고-긴-주소'.repeat(3)} 그리고 https://example.com/${'very-long/'.repeat(60)}`,
    'a'.repeat(1_500),
    'مرحبا بكم\n한국어 줄\n\u202E뒤집힌 글',
    `Z${'\u0351\u036b\u0343'.repeat(60)} ${'👨‍👩‍👧‍👦'.repeat(80)}`,
  ]
  const notes = [
    { title: '점검 안내', text: '새벽에\n점검합니다.', isRead: false },
    { title: '환영합니다', text: '', isRead: false },
    { title: `<b>${'긴제목'.repeat(60)}</b>`, text: strange.join('\n\n'), isRead: true },
  ]
  upstream.account.notes = notes.map((note, index) => ({ _id: index + 1, regDate: '2026-01-02T03:04:05Z', ...note }))
  await signIn(page)
  await page.goto('/')
  await ownFigures(page)
    .getByRole('link', { name: `${words['strip.note']} 2` })
    .click()

  await expect(page).toHaveURL('/note')
  await expect(list(page).getByRole('listitem')).toHaveCount(3)
  await expect(list(page).getByRole('listitem').first()).toContainText(words['note.unread'])
  await expect(list(page).getByRole('listitem').nth(2)).not.toContainText(words['note.unread'])
  await page.evaluate(() => document.body.setAttribute('data-same', ''))
  await list(page)
    .getByRole('link', { name: /점검 안내/ })
    .click()

  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('점검 안내')
  await expect(main(page).getByText('점검합니다.')).toBeVisible()
  await expect(ownFigures(page).getByRole('link', { name: `${words['strip.note']} 1` })).toBeVisible()
  await expect(page).toHaveTitle(`점검 안내 · ${words['brand.name']}`)
  await expect(page.locator('body')).toHaveAttribute('data-same')

  await main(page).getByRole('link', { name: words['note.title'], exact: true }).click()
  await expect(list(page).getByRole('listitem').first()).not.toContainText(words['note.unread'])
  await expect(list(page).getByRole('listitem').nth(1)).toContainText(words['note.unread'])

  // Inside their column, in the list and on the page.
  await expectNoHorizontalScroll(page)
  await list(page).getByRole('link').last().click()
  await expect(main(page).getByRole('heading', { level: 1 })).toContainText('<b>긴제목')
  await expect(main(page).getByText('<img src="/x" onerror=')).toBeVisible()
  await expect(page).toHaveTitle(/^<b>긴제목/)
  await expectNoHorizontalScroll(page)
  const followed = main(page).getByRole('link', { name: /https:\/\/example\.com\/very-long/ })
  await expect(followed).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc')
})
