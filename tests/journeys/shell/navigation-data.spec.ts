import type { Page } from '@playwright/test'
import { expect, main, ownFigures, setHealthFigures, signIn, test } from '../../support/foreign-journey'
import { words } from '../../support/words'

/** Requests of a navigation to the site, and of the site to its upstream: docs/performance.md. */

/** Collects a page's data requests from now on: the path of each, and its routes. */
function watchDataRequests(page: Page): { path: string; routes: string | null }[] {
  const requests: { path: string; routes: string | null }[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (!pathname.endsWith('.data')) return
    requests.push({ path: pathname.replace(/_?\.data$/, ''), routes: searchParams.get('_routes') })
  })
  return requests
}

test.describe('a navigation @script @desktop', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page)
    await page.addInitScript(() => {
      // Prevents health checks: the random first one is due now, and a hidden page makes none.
      Math.random = () => 0
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
    })
  })

  test('to another page requests the figures, but not the document’s data again', async ({ page, upstream }) => {
    const names = page.getByRole('contentinfo').getByRole('heading', { name: words['nav.casino'], includeHidden: true })
    // The footer leaves out lists that load too late.
    await expect(async () => {
      await page.goto('/')
      await expect(names).toBeAttached({ timeout: 500 })
    }).toPass()
    const requests = watchDataRequests(page)
    upstream.calls.length = 0
    const steps = [
      ['banner', words['nav.slot'], '/slot'],
      ['banner', words['nav.deposit'], '/deposit'],
      ['banner', words['nav.user'], '/user'],
      ['contentinfo', words['note.title'], '/note'],
      ['banner', words['brand.name'], '/'],
    ] as const
    for (const [place, name, path] of steps) {
      await page.getByRole(place).getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(path)
    }
    await expect(names).toBeAttached()
    expect(requests).toEqual([
      { path: '/slot', routes: 'root,features/account/members-only,features/lobby/slot' },
      { path: '/deposit', routes: 'root,features/cashier/deposit/deposit' },
      { path: '/user', routes: 'root,features/account/profile/profile' },
      { path: '/note', routes: 'root,features/inbox/notes' },
      { path: '/', routes: 'root,features/home/home' },
    ])
    expect(upstream.callsOf('user-health-check')).toHaveLength(steps.length)
  })

  test('to the same link reloads all data; to other games detects the end of the session', async ({
    page,
    context,
    upstream,
  }) => {
    setHealthFigures(upstream, { balance: 1_000_000 })
    await page.goto('/slot')
    const requests = watchDataRequests(page)
    setHealthFigures(upstream, { balance: 2_000_000 })
    await page.getByRole('banner').getByRole('link', { name: words['nav.slot'], exact: true }).click()
    await expect(ownFigures(page)).toContainText('2,000,000')
    expect(requests).toEqual([{ path: '/slot', routes: 'root,features/lobby/slot' }])

    await context.clearCookies({ name: 'madang' })
    await main(page).getByRole('link', { name: words['lobby.sort.name'] }).click()
    await expect(page).toHaveURL(/^[^?]*\/login\?next=/)
    await expect(ownFigures(page)).toHaveCount(0)
  })
})
