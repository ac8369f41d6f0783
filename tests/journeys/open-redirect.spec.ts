import type { Page } from '@playwright/test'
import { expect, main, test } from '../support/journey'
import { inputsOf } from '../support/products'

/** Values of `next` that a browser may resolve to another site. */
const offSiteTargets = [
  '//evil.example/steal',
  '/\\evil.example/steal',
  '/\t/evil.example/steal',
  '/\n\\evil.example/steal',
  '/.//evil.example/steal',
  '/%2e%2e//evil.example/steal',
  '/\ud800/evil.example',
  'https://evil.example/steal',
]

/** Collects every navigation request to another site, and blocks those to evil.example. */
async function collectOffSiteRequests(page: Page, base: string): Promise<string[]> {
  const left: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest() && new URL(request.url()).origin !== base) left.push(request.url())
  })
  await page.route(/evil\.example\/|evil\.example$/, (route) =>
    new URL(route.request().url()).origin === base ? route.continue() : route.abort(),
  )
  return left
}

test.describe('a login with a redirect to another site', () => {
  test('stays on this site, whatever the redirect', async ({ page, context, baseURL, member, script }) => {
    test.slow()
    const left = await collectOffSiteRequests(page, `${baseURL}`)
    for (const next of inputsOf(offSiteTargets, script ? 0 : 1, 2)) {
      await context.clearCookies()
      await page.goto(`/login?${new URLSearchParams({ next: next.toWellFormed() })}`)
      await main(page).getByLabel('아이디', { exact: true }).fill(member.id)
      await main(page).getByLabel('비밀번호', { exact: true }).fill(member.pw)
      await main(page).getByRole('button', { name: '로그인', exact: true }).click()

      await expect(page.getByRole('region', { name: '내 현황' }), next).toContainText(member.id)
      expect(left, next).toEqual([])
      expect(new URL(page.url()).origin, next).toBe(baseURL)
    }
  })

  test('stays on this site on a page whose path begins with two slashes @script', async ({ page, baseURL, member }) => {
    const left = await collectOffSiteRequests(page, `${baseURL}`)
    await page.goto(`${baseURL}//evil.example/steal`)
    await page.getByRole('banner').getByText('로그인', { exact: true }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('아이디', { exact: true }).fill(member.id)
    await drawer.getByLabel('비밀번호', { exact: true }).fill(member.pw)
    await drawer.getByRole('button', { name: '로그인', exact: true }).click()

    await expect(page.getByText(member.id).first()).toBeVisible()
    expect(left).toEqual([])
  })
})
