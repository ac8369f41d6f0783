import type { Page, Route } from '@playwright/test'
import { expect, main, signIn, test, waitForHydration } from '../../support/journey'
import { words } from '../../support/words'

test.use({ ownContext: true })

/** Responds as the site does for a script of a replaced build. */
const gone = (route: Route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not Found' })

const helpScript = /\/assets\/help-[\w-]{8}\.js$/

/** The script of the shell's parts for members only. */
const memberScript = /\/assets\/member-shell-[\w-]{8}\.js$/

const amount = (page: Page) => main(page).getByLabel(words['deposit.amount.label'], { exact: true })

function loadedDocuments(page: Page): string[] {
  const loaded: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loaded.push(new URL(request.url()).pathname)
  })
  return loaded
}

test.describe('after an upgrade that removed the old scripts @script', () => {
  test('the browser asks a question natively, and a link opens a freshly loaded page', async ({ page, member }) => {
    await signIn(page, member)
    await page.route('**/assets/dialog-*.js', gone)
    await page.goto('/deposit')
    await amount(page).fill('50000')
    const asked = page.waitForEvent('dialog')
    const press = page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/logout"]')?.click())
    await (await asked).dismiss()
    await press
    await expect(amount(page)).toHaveValue(/^50,?000$/)
    const documents = loadedDocuments(page)
    await page.route(helpScript, gone, { times: 1 })
    const link = page.getByRole('contentinfo').getByRole('link', { name: words['footer.help.inquiry'] })
    const reloaded = page.waitForEvent('domcontentloaded')
    await link.click()
    // The framework reloads the page, with the scripts of the new build.
    await reloaded
    await waitForHydration(page)
    await link.click()
    await expect(page).toHaveURL('/help')
    await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible()
    expect(documents).toEqual(['/deposit'])
  })

  test('a page whose texts are gone is loaded as a document', async ({ page }) => {
    await page.goto('/')
    await waitForHydration(page)
    const documents = loadedDocuments(page)
    await page.route('**/assets/ko-*.json', gone, { times: 1 })
    await main(page).getByRole('link', { name: words['login.register'] }).first().click()
    await expect(page).toHaveURL('/register')
    await waitForHydration(page)
    await expect(main(page).getByRole('heading', { level: 1, name: words['register.title'] })).toBeVisible()
    expect(documents).toEqual(['/register'])
  })

  test('a member’s page works without its missing member-only scripts', async ({ page, member }) => {
    await signIn(page, member)
    const isGone = page.waitForResponse(memberScript)
    await page.route(memberScript, gone)
    await page.goto('/deposit', { waitUntil: 'commit' })
    await isGone
    await expect(amount(page)).toBeVisible()
    const documents = loadedDocuments(page)
    await page.getByRole('contentinfo').getByRole('link', { name: words['footer.help.inquiry'] }).click()
    await expect(page).toHaveURL('/help')
    await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible()
    expect(documents).toEqual(['/help'])
  })
})
