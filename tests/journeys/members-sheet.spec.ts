import type { Page } from '@playwright/test'
import { expect, main, signIn, test, waitForHydration } from '../support/journey'

/** The style sheet of what members alone see, on the pages that visitors see too: docs/decisions/032-two-style-sheets.md. */

const membersSheet = /\/assets\/members-[\w-]+\.css$/

/** Whether the members' style sheet applies now. */
function hasMembersSheet(page: Page): Promise<boolean> {
  return page.evaluate(() => [...document.styleSheets].some(({ href }) => href?.includes('/assets/members-')))
}

async function goHome(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: '마당', exact: true }).click()
}

test.describe('the members’ style sheet @script', () => {
  test('is there before a visitor’s page shows who logged in in another tab', async ({ page }) => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(membersSheet, async (route) => {
      await released
      await route.continue()
    })
    await page.goto('/register')
    await waitForHydration(page)
    expect(await hasMembersSheet(page)).toBe(false)
    await signIn(page)
    const asked = page.waitForRequest(membersSheet)
    await goHome(page)
    await asked
    const strip = page.getByRole('region', { name: '내 현황' })
    await expect(strip).toBeHidden()
    release()
    await expect(strip).toBeVisible()
    expect(await hasMembersSheet(page)).toBe(true)
  })

  test('stays from a page of members to one that visitors see too, and back', async ({ page }) => {
    await signIn(page)
    await page.goto('/deposit')
    await waitForHydration(page)
    const links = page.locator('link[rel=stylesheet][href*="/assets/members-"]')
    await expect(links, 'beside the one of the page’s route').toHaveCount(2)
    await links.evaluateAll((all) => {
      for (const link of all) Object.assign(link, { wasThere: true })
    })
    const kept = () => links.evaluateAll((all) => all.filter((link) => 'wasThere' in link).length)
    await goHome(page)
    await expect(page).toHaveURL('/')
    await expect.poll(kept).toBe(1)
    await main(page).getByRole('link', { name: /^슬롯/ }).first().click()
    await expect(page).toHaveURL('/slot')
    await expect(main(page).getByRole('heading', { level: 1 })).toBeAttached()
    await expect.poll(kept).toBe(1)
  })

  test('is that of the page’s own build after an upgrade, whose sheet names other classes', async ({ page }) => {
    await page.goto('/register')
    await waitForHydration(page)
    await signIn(page)
    // What a newer build answers.
    await page.route(/\.data\b/, async (route) => {
      const answer = await route.fetch()
      const body = (await answer.text()).replace(/members-[\w-]{8}\.css/, 'members-newbuild.css')
      expect(body).toContain('members-newbuild.css')
      await route.fulfill({ response: answer, body })
    })
    await goHome(page)
    await expect(page.getByRole('region', { name: '내 현황' })).toBeVisible()
    expect(await hasMembersSheet(page)).toBe(true)
    await expect(page.locator('link[href*="members-newbuild"]')).toHaveCount(0)
  })

  test('loads the page as a document where an upgrade took it away', async ({ page }) => {
    await page.goto('/register')
    await waitForHydration(page)
    await signIn(page)
    const documents: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
    })
    await page.route(membersSheet, (route) => route.fulfill({ status: 404, body: 'Not Found' }), { times: 1 })
    await goHome(page)
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('region', { name: '내 현황' })).toBeVisible()
    expect(documents).toEqual(['/'])
    expect(await hasMembersSheet(page)).toBe(true)
  })
})
