import { expect, expectAccessible, expectNoSidewaysScroll, main, signIn, test } from '../support/foreign-journey'

const hideButton = '8시간 동안 보지 않기'
const hours = 60 * 60

test.describe('notice pop-ups on the home page', () => {
  const popups = [
    { idx: 'a1', title: '설 연휴 안내', contents: '연휴에도 쉬지 않습니다.' },
    { idx: 22, title: '점검 안내', contents: '긴 글입니다. '.repeat(500) },
    { idx: 'c;3', title: '이벤트', contents: '<b>굵게</b> & 그대로' },
  ]

  test.beforeEach(async ({ upstream, context, baseURL }) => {
    upstream.answer('get-notice-popup', { note: popups })
    // Who was here before is shown a page of their own, not the copy that visitors share for a while.
    await context.addCookies([{ name: 'userId', value: 'demo', url: baseURL ?? '' }])
  })

  test('stand several at once under the first view, none as high as a phone', async ({ page, script }) => {
    await page.goto('/')
    const box = main(page).getByRole('region', { name: '알림' })
    await expect(box.getByRole('heading')).toHaveText(popups.map(({ title }) => title))
    await expect(box.getByText('<b>굵게</b> & 그대로')).toBeVisible()

    const jackpot = await page.getByRole('heading', { level: 1 }).boundingBox()
    const height = page.viewportSize()?.height ?? 0
    for (const heading of await box.getByRole('heading').all()) {
      const card = await heading.locator('xpath=../..').boundingBox()
      expect(card?.height ?? height).toBeLessThan(height / 2)
      expect(card?.y ?? 0).toBeGreaterThan(jackpot?.y ?? 0)
    }
    await box.getByText('더 보기').click()
    await expect(box.getByText(/^긴 글입니다/)).toBeVisible()
    await expectNoSidewaysScroll(page)
    if (script) await expectAccessible(page)
  })

  test('are hidden one by one for eight hours, and stay hidden', async ({ page, context }) => {
    await page.goto('/')
    const box = main(page).getByRole('region', { name: '알림' })
    await box.getByRole('button', { name: hideButton }).nth(1).click()
    await expect(box.getByRole('heading')).toHaveText(['설 연휴 안내', '이벤트'])
    await expect(page).toHaveURL('/')

    const cookie = (await context.cookies()).find(({ name }) => name === 'pop_22')
    const lasts = (cookie?.expires ?? 0) - Date.now() / 1000
    expect(lasts).toBeGreaterThan(8 * hours - 60)
    expect(lasts).toBeLessThanOrEqual(8 * hours)

    await page.goto('/')
    await box.getByRole('button', { name: hideButton }).last().click()
    await expect(box.getByRole('heading')).toHaveText(['설 연휴 안내'])
    await box.getByRole('button', { name: hideButton }).click()
    await expect(box).toHaveCount(0)
    await page.reload()
    await expect(box).toHaveCount(0)
  })

  test('can be closed for now, and the focus goes on to the page @script', async ({ page }) => {
    await page.goto('/')
    const box = main(page).getByRole('region', { name: '알림' })
    await box.getByRole('button', { name: '닫기' }).first().click()
    await expect(box.getByRole('heading')).toHaveText(['점검 안내', '이벤트'])
    await expect(main(page)).toBeFocused()
    await page.reload()
    await expect(box.getByRole('heading')).toHaveCount(3)
  })

  test('are the same for members', async ({ page }) => {
    await signIn(page)
    await page.goto('/')
    await main(page).getByRole('button', { name: hideButton }).first().click()
    await expect(main(page).getByRole('region', { name: '알림' }).getByRole('heading')).toHaveText([
      '점검 안내',
      '이벤트',
    ])
  })
})
