import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import { bareTextMark, reportBareTexts } from './bare-text'
import { keepPlayLimits } from './foreign-limits'
import { type ForeignUpstream, startForeignUpstream } from './foreign-upstream'
import { type Site, startSite } from './site'
import { desktop } from './viewports'
import { memberExchangePassword, memberPassword, registerMember, visitor } from './visitor'
import { textOf, words } from './words'

export { expect }

export type Credentials = { id: string; pw: string; exchangePw: string }

export const demo: Credentials = { id: 'demo', pw: 'demo-1234', exchangePw: '2580' }

type ForeignSite = { site: Site; upstream: ForeignUpstream }

/** Starts a site with a foreign upstream after `prepare` has changed the upstream, and stops both after `use`. */
async function useForeignSite(
  use: (foreign: ForeignSite) => Promise<void>,
  prepare: (upstream: ForeignUpstream) => void = () => {},
): Promise<void> {
  const upstream = await startForeignUpstream()
  prepare(upstream)
  const site = await startSite({
    UPSTREAM_URL: upstream.url,
    UPSTREAM_BODIES: 'html',
    SESSION_SECRET: 'a secret for journeys that is long enough to be taken',
  })
  await use({ site, upstream })
  await site.stop()
  await upstream.stop()
}

/** The sessions in which members registered, until they sign in. */
const sessionsOfRegistration = new WeakMap<Credentials, { url: string; cookies: ReadonlyMap<string, string> }>()

/** The browser contexts that this worker's journeys share, by their options. */
const sharedContexts = new Map<string, BrowserContext>()

/** Whether `npm run test:all` runs the journeys: at all widths, with pictures and with all inputs. */
export const isLongRun = process.env.TEST_WIDTHS === 'all'
const withoutPictures = '--blink-settings=imagesEnabled=false'

/** Sites are fixtures that start on first use, because different worker fixtures would need new browsers. */
export const test = base.extend<
  { member: Credentials; script: boolean; ownContext: boolean; pictures: boolean },
  { foreign: ForeignSite; longPlayed: ForeignSite }
>({
  /** Whether the browser loads pictures, an eighth of the time, as in `npm run test:all` and loading tests. */
  pictures: [isLongRun, { option: true }],
  launchOptions: [
    async ({ launchOptions }, use) => {
      const { args = [] } = launchOptions
      await use({ ...launchOptions, args: isLongRun ? args : [...args, withoutPictures] })
    },
    { scope: 'worker' },
  ],

  /** For the journeys in foreign-journey.ts. */
  foreign: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
    async ({}, use) => useForeignSite(use),
    { scope: 'worker', timeout: 300_000 },
  ],

  /** A site whose upstream reports that the member has played for 72 minutes. */
  longPlayed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
    async ({}, use) => useForeignSite(use, keepPlayLimits),
    { scope: 'worker', timeout: 300_000 },
  ],

  /** Whether each journey gets a new context with an empty cache, for lost connections, first loads and the clock. */
  ownContext: [false, { option: true }],

  /** Other journeys share a context, which is cleared after each. New contexts would take a seventh of their time. */
  context: async (
    { browser, launchOptions, ownContext, pictures, baseURL, viewport, colorScheme, javaScriptEnabled },
    use,
    info,
  ) => {
    if (pictures !== isLongRun) {
      const args = launchOptions.args?.filter((arg) => arg !== withoutPictures)
      const own = await browser.browserType().launch({ ...launchOptions, args })
      await use(await own.newContext())
      return own.close()
    }
    const options = JSON.stringify([baseURL, viewport, colorScheme, javaScriptEnabled])
    const context = (!ownContext && sharedContexts.get(options)) || (await browser.newContext())
    if (!ownContext && !sharedContexts.has(options)) {
      sharedContexts.set(options, context)
      await (await context.newPage()).goto('/healthz')
    }
    await use(context)
    const [keeper, ...opened] = context.pages()
    if (ownContext) return context.close()
    if (!keeper || info.status !== info.expectedStatus) {
      sharedContexts.delete(options)
      return context.close()
    }
    await Promise.all(opened.map((page) => page.close()))
    await keeper.evaluate(() => localStorage.clear()).catch(() => {})
    await Promise.all([context.clearCookies(), context.clearPermissions(), context.setOffline(false)])
  },

  /** Journeys for wide screens get a wide viewport in every project. */
  viewport: async ({ viewport }, use, { tags }) => use(tags.includes('@desktop') ? desktop : viewport),

  /** With JavaScript, a journey continues only once an opened or reloaded page is hydrated. */
  page: async ({ page, script }, use) => {
    const bareTexts: string[] = []
    page.on('console', (message) => {
      if (message.text().startsWith(bareTextMark)) bareTexts.push(message.text())
    })
    await page.addInitScript(reportBareTexts, bareTextMark)
    const waitIfScripted = async () => {
      if (!script || pagesWithoutScripts.has(page)) return
      if (await page.evaluate(() => '__reactRouterContext' in window)) await waitForHydration(page)
    }
    const { goto, reload } = page
    page.goto = async (...args) => {
      const response = await goto.apply(page, args)
      if (args[1]?.waitUntil !== 'commit') await waitIfScripted()
      return response
    }
    page.reload = async (...args) => {
      const response = await reload.apply(page, args)
      await waitIfScripted()
      return response
    }
    await use(page)
    expect(bareTexts, 'changing text must be its element’s only child, for page translators').toEqual([])
  },

  /** Registers a member for each journey, so that journeys don't share a wallet. The member isn't signed in. */
  member: async ({ baseURL }, use) => {
    const browser = visitor(baseURL ?? '')
    const id = await registerMember(browser)
    const member = { id, pw: memberPassword, exchangePw: memberExchangePassword }
    const answers = { question: 'on', limit: 'none' }
    // The upstream rejects the payment method, but the member has answered the question about limits.
    await browser.post('/deposit', { intent: 'deposit', code: randomUUID(), balance: '10000', idx: 'none', ...answers })
    sessionsOfRegistration.set(member, { url: browser.base, cookies: browser.cookies })
    await use(member)
  },
  /** Whether this project runs the page's scripts. */
  script: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled !== false),
})

/** Selects the variants of a journey: only the first in `npm test`, but all in `npm run test:all`. */
export function variants<Variant>(first: Variant, ...further: Variant[]): Variant[] {
  return isLongRun ? [first, ...further] : [first]
}

/** Skips a journey with JavaScript if scripts change nothing. `npm run test:all` does not skip it. */
export function skipWithScript(script: boolean): void {
  test.skip(script && !isLongRun, 'scripts change nothing here; test:all runs it anyway')
}

/** The member's money and unread counts: in the strip above the page, or from 1200 px in the panel beside it. */
export function ownFigures(page: Page): Locator {
  const panel = page.getByRole('complementary', { name: words['panel.label'] })
  return page.getByRole('region', { name: words['strip.label'] }).or(panel)
}

/** The page's main part. The shell's drawers have forms with the same field names. */
export function main(page: Page): Locator {
  return page.getByRole('main')
}

/**
 * The panel of an accepted request or the news of its result: play money is settled after PLAY_APPROVAL_MS, which on a
 * busy machine may be before the page is rendered.
 */
export function acceptedOrSettled(page: Page, accepted: 'msg2010' | 'msg2015', amount: string): Locator {
  const name = new RegExp(`${words[accepted]}|${words['news.title']}`)
  return main(page).getByRole('region', { name }).filter({ hasText: amount })
}

/** The link to a receipt, whose name ends with the transaction's number. Other links of the transaction name it too. */
export function receiptLink(part: Locator): Locator {
  const name = new RegExp(`(^|, )${words['receipt.number']} [\\dA-Z]{4}-[\\dA-Z]{2}$`)
  return part.getByRole('link', { name }).and(part.page().locator('[href^="/user/receipt"]'))
}

/** Signs the browser in, as the demo member by default, without opening a page. */
export async function signIn(page: Page, member: Credentials = demo): Promise<void> {
  const session = sessionsOfRegistration.get(member)
  if (session) {
    // A second browser of this member must sign in separately.
    sessionsOfRegistration.delete(member)
    const { url, cookies } = session
    const given = ['madang', 'userId', 'no_limit'].map((name) => ({
      name,
      value: cookies.get(name) ?? '',
      url,
      httpOnly: true,
    }))
    return page.context().addCookies(given)
  }
  const response = await page.request.post('/login', { form: { id: member.id, pw: member.pw }, maxRedirects: 0 })
  expect(response.status()).toBe(303)
  // Removes the login message from the first page of the journey.
  await page.context().clearCookies({ name: 'notice' })
}

/** Signs in and deposits an amount such as '50,000', without opening a page. */
export async function signInWithMoney(page: Page, member: Credentials, won: string): Promise<void> {
  await signIn(page, member)
  const balance = won.replaceAll(',', '')
  const form = { balance, code: randomUUID() }
  const response = await page.request.post('/deposit', { form, maxRedirects: 0 })
  expect(response.status(), await response.text()).toBe(303)
  let ids: string[] = []
  const wallet = async () => {
    const health = await page.request.post('/api/routes/user-health-check', { data: {} })
    const { user, settled } = await health.json()
    ids = settled.map(({ id }: { id: string }) => id)
    return user.balance
  }
  await expect.poll(wallet, 'the deposit is approved').toBe(Number(balance))
  // Removes the messages about the request and its approval from the first page of the journey.
  await page.context().clearCookies({ name: 'notice' })
  await page.request.post('/api/routes/mark-settled-seen', { data: { ids } })
}

/** Delays the requests for a URL. @returns `arrived`, which resolves at the first, and `letGo`, which continues all. */
export async function holdRequests(page: Page, url: string | RegExp) {
  let [letGo, noteArrival] = [() => {}, () => {}]
  const released = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const arrived = new Promise<void>((resolve) => {
    noteArrival = resolve
  })
  // Pages abort calls after ten seconds, and the test may take longer on a busy machine.
  const neverGiveUp = () => {
    AbortSignal.timeout = () => new AbortController().signal
  }
  await page.addInitScript(neverGiveUp)
  await page.evaluate(neverGiveUp)
  await page.route(url, async (route) => {
    noteArrival()
    await released
    await route.continue()
  })
  return { arrived, letGo }
}

/** Continues to the next group of a registration if groups are shown one by one, as on a phone with JavaScript. */
export async function goOnTo(page: Page, group: string): Promise<void> {
  const next = main(page).getByRole('button', { name: textOf('register.step.next', { part: group }) })
  if (!(await next.isVisible())) return
  await next.click()
  await expect(main(page).getByRole('group', { name: group }).locator('legend')).toBeFocused()
}

/** Presses Tab until the element has the focus. */
export async function tabTo(wanted: Locator): Promise<void> {
  // Looked up once, because finding an element by role takes longer than pressing a key.
  const handle = await wanted.elementHandle()
  for (let presses = 0; presses < 60; presses++) {
    await wanted.page().keyboard.press('Tab')
    if (await handle?.evaluate((element) => element === document.activeElement)) return
  }
  await expect(wanted).toBeFocused()
}

/** Presses Escape once the dialog has the focus, or immediately if it is a native popover. */
export async function closeByEscape(dialog: Locator): Promise<void> {
  const listens = () =>
    dialog.evaluate((element) => element.contains(document.activeElement) || element.matches(':popover-open'))
  await expect.poll(listens, 'the dialog listens to keys').toBe(true)
  await dialog.page().keyboard.press('Escape')
}

/**
 * Watches the pages that are opened next for moments in which they are hidden from assistive technology although no
 * dialog is open.
 * @returns a function that counts these moments in the current document.
 */
export async function watchHiddenPage(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const watched = Object.assign(window, { hiddenWithoutDialog: 0 })
    new MutationObserver(() => {
      const isHidden = document.querySelector('main')?.closest('[aria-hidden=true]') != null
      if (isHidden && !document.querySelector('[role=dialog]:not([popover])')) watched.hiddenWithoutDialog += 1
    }).observe(document, { attributes: true, attributeFilter: ['aria-hidden'], childList: true, subtree: true })
  })
  return () => page.evaluate(() => (window as unknown as { hiddenWithoutDialog: number }).hiddenWithoutDialog)
}

/** Waits until React has hydrated the page. Until then, links and buttons work as without JavaScript. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
}

/** The minified file, because `axe.source` is more than twice as long, and every page parses it. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Adds axe to every page that the browser opens. This is the fastest method for journeys with many pages. */
export const preloadAxe = (page: Page) => page.addInitScript({ content: axeSource })

const pagesWithoutScripts = new WeakSet<Page>()

/** Waits until all style sheets are loaded and applied. Before that, axe would measure the browser's own colours. */
async function waitForStyles(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.waitForFunction(() => {
    const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
    // The site's pages set the background of the root element, and game pages set the body's.
    const backgrounds = [document.documentElement, document.body].map((box) => getComputedStyle(box).backgroundColor)
    return sheets.every(({ sheet }) => sheet !== null) && backgrounds.some((colour) => colour !== 'rgba(0, 0, 0, 0)')
  })
}

/** Returns axe's WCAG 2.2 AA violations. Needs JavaScript, so call it only in @script tests. */
export async function findViolations(page: Page): Promise<string[]> {
  await waitForStyles(page)
  // At the end of the page, the bottom bar doesn't cover any targets.
  const hasStyleSheet = await page.evaluate(() => {
    window.scrollTo(0, document.documentElement.scrollHeight)
    return document.querySelector('link[rel=stylesheet]') !== null
  })
  const options: RunOptions = {
    resultTypes: ['violations'],
    // Parsing style sheets for one rule takes a fifth of the time. tests/http/project/build.test.ts checks it instead.
    preload: !hasStyleSheet,
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  }
  // Waits for transitions, because axe would measure intermediate colours and ignore a dialog with an opacity of 0.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect, playState, timeline }) => {
      const { endTime } = effect?.getComputedTiming() ?? {}
      return playState === 'running' && timeline === document.timeline && endTime !== Infinity
    })
    return Promise.allSettled(ending.map(({ finished }) => finished))
  })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const violations = await page.evaluate(async (wanted) => {
    const inPage = window as unknown as { axe: typeof axe }
    return (await inPage.axe.run(document, wanted)).violations
  }, options)
  return violations.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`)
}

/** Asserts that `findViolations` finds none. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findViolations(page), page.url()).toEqual([])
}

/** Blocks the site's scripts but not axe, so that the page is as without JavaScript. */
export async function blockSiteScripts(page: Page): Promise<void> {
  pagesWithoutScripts.add(page)
  await page.route(/\.js(\?|$)/, (route) => route.abort())
}

/** Returns by how many px the page is wider than its window; 0 or less if it fits. */
export function findOverflowPx(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** Asserts that the page is not wider than the screen. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  expect(await findOverflowPx(page)).toBeLessThanOrEqual(0)
}
