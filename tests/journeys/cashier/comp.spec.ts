import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, holdRequests, main, signInWithMoney, test } from '../../support/journey'

const points = (page: Page) => main(page).getByLabel('전환할 콤프', { exact: true })
const send = (page: Page) => main(page).getByRole('button', { name: /콤프 전환$/ })

test.describe('a member with comp money', () => {
  test('sees what points will be worth and exchanges some @script', async ({ page, member }) => {
    await signInWithMoney(page, member, '10,000')
    const toComp = { points: 5_000, code: randomUUID() }
    expect((await page.request.post('/api/routes/money-to-point', { data: toComp })).status()).toBe(200)
    await page.goto('/comp')
    await points(page).fill('9,999,999')
    await expect(points(page)).toHaveAccessibleDescription(/콤프가 부족합니다/)
    await expect(points(page)).toHaveValue('9,999,999')

    await main(page).getByRole('group', { name: '가능한 금액' }).getByRole('button').click()
    await expect(points(page)).toHaveValue(/^\d[\d,]*$/)
    await expect(points(page)).not.toHaveValue('9,999,999')
    await expect(points(page)).toHaveAccessibleDescription(/^1콤프는 1원/)
    const all = await points(page).inputValue()
    await main(page).getByRole('button', { name: '전액' }).click()
    await expect(points(page)).toHaveValue(all)

    await points(page).fill('100')
    await expect(main(page).getByRole('region', { name: '전환 내용 확인' })).toContainText(/지갑에 반영될 금액\s*100원/)
    await expect(send(page)).toHaveAccessibleName('100콤프 전환')
    await send(page).click()
    await expect(main(page).getByRole('status').filter({ hasText: '100원이 지갑에 더해졌습니다' })).toBeVisible()
    await expect(page).toHaveURL('/comp')
    await expect(points(page)).toHaveValue('')

    // Another tab is first.
    await points(page).fill('4,000')
    // It would find out first, and the page then has no form any more.
    await holdRequests(page, '**/api/routes/user-health-check')
    const meanwhile = { points: 4_900, code: randomUUID() }
    expect((await page.request.post('/api/routes/roll-to-balance', { data: meanwhile })).status()).toBe(200)
    await send(page).click()
    await expect(points(page)).toHaveAccessibleDescription(/콤프가 부족합니다/)
    await expect(main(page)).toContainText(/보유 콤프\s*0(?!\d)/)
  })
})
