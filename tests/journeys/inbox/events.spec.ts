import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  main,
  signIn,
  tabTo,
  test,
} from '../../support/foreign-journey'
import { words } from '../../support/words'

const cells = Array.from({ length: 12 }, (_, index) => `<td>보너스${index}</td>`).join('')
const table = `<table><tr>${cells}</tr></table>`
const contents = `<h1>행사</h1><p>${'가나다abc'.repeat(60)}</p>${table}<blockquote>${table}</blockquote>`

test('an event with wide tables fits its page, and each table can be scrolled by keyboard', async ({
  page,
  script,
  upstream,
}) => {
  upstream.answer('get-event-list', { events: [{ idx: 5, title: '여름 행사', contents }] })
  await page.setViewportSize({ width: 360, height: 800 })
  await signIn(page)
  await page.goto('/notice')
  await main(page).getByRole('link', { name: words['event.title'] }).click()
  await main(page).getByRole('link', { name: '여름 행사' }).click()
  const tables = main(page).getByRole('figure', { name: words['message.table'] })
  await expect(tables).toHaveCount(2)
  await expectNoHorizontalScroll(page)
  if (script) await expectAccessible(page)
  for (const wide of await tables.all()) {
    await tabTo(wide)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => wide.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0)
  }
})
