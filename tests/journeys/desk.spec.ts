import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../support/journey'

/** Logs in with the token that the site made. */
async function enter(page: Page): Promise<void> {
  await page.goto('/desk')
  await page.getByLabel('이름').fill('owner')
  await page
    .getByLabel('토큰', { exact: true })
    .fill(readFileSync(join(process.env.JOURNEYS_DATA ?? '', 'desk-token'), 'utf8').trim())
  await page.getByRole('main').getByRole('button', { name: '로그인' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '오늘' })).toBeVisible()
}

test.describe('an operator at the desk in a browser', () => {
  test('finds a member, sees what a correction would be, and makes it by one press', async ({ page, member }) => {
    await enter(page)
    await page.getByRole('searchbox').fill(member.id)
    await page.getByRole('button', { name: '찾기' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(member.id)
    await page.getByRole('link', { name: '잔액 정정' }).click()
    await page.getByLabel('계정').selectOption('보유 머니')
    await page.getByLabel('금액').fill('25,000')
    await page.getByLabel('사유').fill('잘못 입금된 금액')
    await page.getByRole('button', { name: '결과 미리 보기' }).click()
    await expect(page.getByText('아직 아무것도 바뀌지 않았습니다')).toBeVisible()
    await page.getByRole('button', { name: '잔액 정정 실행' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '잔액 정정: 완료' })).toBeVisible()
    await page.getByRole('link', { name: '계속' }).click()
    await expect(page.getByRole('region', { name: '원장' })).toContainText('25,000')
    await page.getByRole('button', { name: '로그아웃' }).click()
    await expect(page.getByRole('heading', { name: '데스크 로그인' })).toBeVisible()
  })

  test('can read every screen, and gets to the search and through a list by keys @script', async ({ page }) => {
    await enter(page)
    const screens = [
      '',
      '/waiting?state=all',
      '/member?id=demo',
      '/inquiries?state=all',
      '/content',
      '/people',
      '/books',
      '/log',
      '/factor',
    ]
    for (const screen of [...screens, '/command/change-member?member=demo']) {
      await page.goto(`/desk${screen}`)
      await expectAccessible(page)
      await expectNoHorizontalScroll(page)
    }
    await page.goto('/desk')
    await expect(page.getByLabel('새 일이 오면 소리')).not.toBeChecked()
    await page.goto('/desk/member')
    await page.keyboard.press('j')
    await expect(page.getByRole('region').getByRole('link').first()).toBeFocused()
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox')).toBeFocused()
  })
})
