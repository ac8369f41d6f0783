import type { Page, Route } from '@playwright/test'
import { test as onForeignSite, setHealthFigures } from '../support/foreign-journey'
import { expect, main, signIn, test, waitForHydration } from '../support/journey'

/** What the site answers for a script of a build that an upgrade has replaced. */
const gone = (route: Route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not Found' })

const helpScript = /\/assets\/help-[\w-]{8}\.js$/

const amount = (page: Page) => main(page).getByLabel('입금 금액', { exact: true })

/** Addresses of the documents that the page loads from now on. */
function loadedDocuments(page: Page): string[] {
  const loaded: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loaded.push(new URL(request.url()).pathname)
  })
  return loaded
}

test.describe('after an upgrade that took the old scripts away @script', () => {
  test('a link leads to its page, as a document', async ({ page, member }) => {
    await signIn(page, member)
    await page.goto('/deposit')
    const documents = loadedDocuments(page)
    await page.route(helpScript, gone, { times: 1 })
    await page.getByRole('contentinfo').getByRole('link', { name: '1:1 문의' }).click()
    await expect(page).toHaveURL('/help')
    await waitForHydration(page)
    await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible()
    expect(documents).toEqual(['/help'])
  })

  test('a page without its script is loaded once, and shown as without scripts', async ({ page, member }) => {
    await signIn(page, member)
    await page.goto('/deposit')
    const documents = loadedDocuments(page)
    await page.route(helpScript, gone)
    await page.getByRole('contentinfo').getByRole('link', { name: '1:1 문의' }).click()
    await expect(page).toHaveURL('/help')
    await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(documents).toEqual(['/help'])
  })

  test('a step back leads to its page', async ({ page, member }) => {
    await signIn(page, member)
    await page.goto('/help')
    await page.getByRole('contentinfo').getByRole('link', { name: '입금 신청' }).click()
    await expect(page).toHaveURL('/deposit')
    await page.reload()
    const documents = loadedDocuments(page)
    await page.route(helpScript, gone, { times: 1 })
    await page.goBack()
    await expect(page).toHaveURL('/help')
    await expect(main(page).getByRole('heading', { level: 1, name: '고객센터' })).toBeVisible()
    expect(documents).toEqual(['/help'])
  })

  // On this site a deposit waits, so its page loads the code that follows it.
  onForeignSite('code that a page loads later reloads it once, with what was typed', async ({ page, upstream }) => {
    setHealthFigures(upstream, {})
    await signIn(page)
    await page.goto('/deposit')
    await amount(page).fill('20000')
    await main(page)
      .getByRole('button', { name: /입금 신청$/ })
      .click()
    await expect(page).toHaveURL('/')

    let requests = 0
    let answer = () => {}
    const typed = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/assets/follow-movement-*.js', async (route) => {
      requests += 1
      await typed
      await gone(route)
    })
    const asked = page.waitForRequest('**/assets/follow-movement-*.js')
    await page.goto('/deposit', { waitUntil: 'commit' })
    await asked
    await amount(page).fill('50000')
    const documents = loadedDocuments(page)
    answer()
    await expect.poll(() => documents).toEqual(['/deposit'])
    await expect.poll(() => requests).toBe(2)
    await expect(amount(page)).toHaveValue('50,000')
    await expect(amount(page)).toHaveAccessibleDescription(/^5만 원/)
    // The script is still missing: the page stays as it is.
    await page.waitForLoadState('networkidle')
    expect(documents).toEqual(['/deposit'])
    expect(await page.evaluate(() => sessionStorage.getItem('typed-fields'))).toBeNull()
  })

  test('a question is asked by the browser, and the next link loads a document', async ({ page, member }) => {
    await signIn(page, member)
    await page.route('**/assets/dialog-*.js', gone)
    await page.goto('/deposit')
    await amount(page).fill('50000')
    const documents = loadedDocuments(page)
    const asked = page.waitForEvent('dialog')
    const press = page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/logout"]')?.click())
    await (await asked).dismiss()
    await press
    await expect(amount(page)).toHaveValue(/^50,?000$/)
    await page.getByRole('contentinfo').getByRole('link', { name: '1:1 문의' }).click()
    await expect(page).toHaveURL('/help')
    expect(documents).toEqual(['/help'])
  })
})
