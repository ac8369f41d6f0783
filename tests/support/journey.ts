import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { memberExchangePassword, memberPassword, registered, visitor } from './visitor'

export { expect }

/** Someone who has an account of their own, so that journeys do not meet in one wallet. */
export type Member = { id: string; pw: string; exchangePw: string }

export const demo: Member = { id: 'demo', pw: 'demo-1234', exchangePw: '2580' }

export const test = base.extend<{ member: Member; script: boolean }>({
  /** A member registered for this test alone; not logged in yet. */
  member: async ({ baseURL }, use) => {
    const id = await registered(visitor(baseURL ?? ''))
    await use({ id, pw: memberPassword, exchangePw: memberExchangePassword })
  },
  /** Whether this project runs the page's scripts. */
  script: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled !== false),
})

/** The page's own part, without the shell: drawers hold forms of the same names. */
export function main(page: Page): Locator {
  return page.getByRole('main')
}

/**
 * Logs the browser in, as the demo member unless another is given, and leaves it on no page yet: the form is sent
 * without drawing it. Logging in by hand has journeys of its own.
 */
export async function signIn(page: Page, member: Member = demo): Promise<void> {
  const { origin } = new URL((await page.request.get('/favicon.svg')).url())
  const answer = await page.request.post('/login', {
    form: { id: member.id, pw: member.pw },
    headers: { Origin: origin },
  })
  expect(answer.url()).toBe(`${origin}/`)
}

/** Waits until the page's scripts have taken it over: before that its links and buttons work as without script. */
export async function scriptsRun(page: Page): Promise<void> {
  await page.waitForFunction(() => Object.keys(document.body).some((name) => name.startsWith('__reactFiber')))
}

/**
 * Holds the page to WCAG 2.2 AA as far as a machine can. Needs script, for axe puts itself into the page: call it in
 * tests tagged @script, or in a context of its own whose scripts are kept away (`bareScripts`).
 */
export async function expectAccessible(page: Page): Promise<void> {
  // Colours are those of the style sheet: a document that just came may not have it yet.
  await page.waitForLoadState('load')
  // Only at the end of a page does the bar at the bottom lie over nothing: elsewhere it cuts targets in two.
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`,
  )
  expect(found).toEqual([])
}

/** Keeps the site's scripts away while axe still runs: the markup as it is without script. */
export async function bareScripts(page: Page): Promise<void> {
  await page.route(/\.js(\?|$)/, (route) => route.abort())
}

/** Nothing wider than the screen: no sideways scroll. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(wider).toBeLessThanOrEqual(0)
}
