import { expect, main, ownFigures, setHealthFigures, signIn, test } from '../../support/foreign-journey'
import { words } from '../../support/words'

test('a note is marked as read once its text is displayed, or by a link without JavaScript', async ({
  page,
  script,
  upstream,
}) => {
  const note = { _id: 5, title: '새 쪽지', text: '본문입니다', regDate: '2026-01-01T00:00:00Z', isRead: false }
  upstream.answer('get-user-note', { note: [note] })
  setHealthFigures(upstream, { notes: 1 })
  await signIn(page)
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/note')
  const unread = main(page).getByText(words['note.unread'])
  await expect(unread).toBeVisible()
  await expect(main(page).getByText(note.text)).toBeHidden()
  expect(upstream.callsOf('read-note-message')).toEqual([])

  setHealthFigures(upstream, { notes: 0 })
  await page.setViewportSize({ width: 1024, height: 800 })
  await expect(main(page).getByText(note.text)).toBeVisible()
  if (!script) await main(page).getByRole('link', { name: words['messages.markRead'] }).click()
  await expect(unread).toHaveCount(0)
  await expect(ownFigures(page).getByRole('link', { name: `${words['strip.note']} 0` })).toBeVisible()
  await expect(main(page).getByText(note.text)).toBeVisible()
  expect(upstream.callsOf('read-note-message').map(({ body }) => body)).toEqual([{ id: 5 }])
})
