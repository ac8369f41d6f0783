import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import {
  demo,
  expect,
  findOverflowPx,
  findViolations,
  isLongRun,
  preloadAxe,
  signIn,
  skipWithScript,
  test,
  variants,
} from '../../support/journey'
import {
  findRepeatedIds,
  findSmallTargets,
  findUnmarkedControls,
  findWrongWhenZoomed,
  tabThroughPage,
} from '../../support/page-checks'
import { phone } from '../../support/viewports'
import { visitorPaths } from '../../support/visitor'

/** Checks one page of each layout on a phone; in `npm run test:all` every page, also on larger screens. */

const memberPaths = [
  ...['/', '/logout', '/deposit', '/deposit/cancel', '/withdraw', '/comp', '/note', '/notice', '/help'],
  ...['/help?write', '/user', '/user?tab=history', '/user?tab=limits', '/user?tab=safer-play', '/user?tab=security'],
  '/user/data',
  '/user/receipt?kind=deposit&id=HNAK-HA',
  ...['/user?ask=break&break=7d', '/user?ask=exclude', '/reality-check?dialog', '/documents'],
  ...['/casino', '/sport', '/slot', '/slot?q=zzzz', '/slot/game?code=dodam-play', '/admin/error'],
  '/game?company=dodam-play&code=moon-rabbit-mill',
]

const ofEachLayout = [
  ...['/', '/login', '/register?code=MADANG', '/safer-play', '/deposit', '/note', '/help?write', '/user?tab=history'],
  ...['/user?tab=limits', '/user/receipt?kind=deposit&id=HNAK-HA', '/slot', '/slot/game?code=dodam-play'],
  '/game?company=dodam-play&code=moon-rabbit-mill',
]

test('the tests cover all pages of the site @script', () => {
  const routes = [
    ...readFileSync('app/routes.ts', 'utf8').matchAll(/route\('([^']+)', '(?!features\/preferences)[\w/-]+\.tsx'/g),
  ]
  const testedPaths = new Set([...visitorPaths, ...memberPaths].map((path) => path.slice(1).split('?')[0]))
  const missing = routes.map(([, path = '']) => path).filter((path) => path !== '*' && !testedPaths.has(path))
  expect(missing).toEqual([])
  expect(routes.length).toBeGreaterThan(15)
})

/** Widths at which the layout changes; in `npm run test:all` also the width just below each. */
const layoutWidths = variants([280, 600, 768, 1200], [320, 360, 599, 959, 960, 1199, 1600, 1920]).flat()

// These walks take longest. With a worker each, none of them runs last while the other workers are idle.
test.describe.configure({ mode: 'parallel' })

/** Returns the faults of the page at the width of its window, and its number of tab stops. */
async function walkPage(page: Page): Promise<{ wrong: string[]; stops: number }> {
  const checks = [findRepeatedIds, findSmallTargets]
  const wrong = (await Promise.all(checks.map((check) => page.evaluate(check)))).flat()
  const overflowPx = await findOverflowPx(page)
  if (overflowPx > 0) wrong.push(`${overflowPx} px too wide`)
  await page.emulateMedia({ forcedColors: 'active' })
  wrong.push(...(await page.evaluate(findUnmarkedControls)))
  await page.emulateMedia({ forcedColors: 'none' })
  const { hidden, stops } = await tabThroughPage(page)
  wrong.push(...hidden.map((stop) => `${stop} has the focus and is hidden`))
  // Last, because axe scrolls to the end of the page. The focused skip link would cover the top bar.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  wrong.push(...(await findViolations(page)))
  return { wrong, stops }
}

/** Returns by how many px the page is too wide, for each width at which its layout changes. */
async function findTooWide(page: Page, widths: readonly number[] = layoutWidths): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const overflowPx = await findOverflowPx(page)
    if (overflowPx > 0) found.push(`${overflowPx} px too wide at ${width} px`)
  }
  return found
}

for (const who of ['visitor', 'member'] as const) {
  const all = who === 'member' ? memberPaths : visitorPaths
  const paths = all.filter((path) => isLongRun || ofEachLayout.includes(path))

  /** Opens every page in a language at this window size, and lists the faults of each. */
  async function findOnEveryPage(
    page: Page,
    lng: string,
    size: { width: number; height: number },
    find: () => Promise<string[]>,
  ): Promise<string[]> {
    await page.context().addCookies([{ name: 'lng', value: lng, url: test.info().project.use.baseURL ?? '' }])
    const found: string[] = []
    for (const path of paths) {
      await page.setViewportSize(size)
      await page.goto(path)
      found.push(...(await find()).map((what) => `${path}: ${what}`))
    }
    return found
  }

  test.describe(`a ${who} on ${isLongRun ? 'every page' : 'a page of each layout'}`, () => {
    test.beforeEach(async ({ page }) => {
      if (who === 'member') await signIn(page, demo)
    })

    // English has the longest words; the journeys of single screens cover Korean.
    for (const [width, height, lng] of variants<[number, number, string]>(
      [360, 640, 'en'],
      [360, 640, 'ko'],
      [768, 1024, 'ko'],
      [1440, 900, 'ko'],
    )) {
      test(`can use it at ${width} px, 400 % zoom and double text, in ${lng} @script`, async ({ page }) => {
        let walked = 0
        await preloadAxe(page)
        const browser = await page.context().newCDPSession(page)
        const setFontSize = (px: number) =>
          browser.send('Page.setFontSizes', { fontSizes: { standard: px, fixed: px === 16 ? 13 : px } })
        const found = await findOnEveryPage(page, lng, { width, height }, async () => {
          const { wrong, stops } = await walkPage(page)
          walked += stops
          wrong.push(...(await findWrongWhenZoomed(page)), ...(await findTooWide(page)))
          await setFontSize(32)
          expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
          await page.evaluate(() => {
            // A long amount with its fee.
            for (const figure of document.querySelectorAll('main td [translate=no]')) {
              figure.textContent = '+9,007,199,254,740,991'
              figure.closest('td')?.append(document.createElement('span'))
            }
            for (const line of document.querySelectorAll('main td > span:empty'))
              line.textContent = '299,000 won paid out after a fee of 1,000 won'
          })
          const tooWide = await findTooWide(page, variants([280, 768, 1280], [320, 360, 1440]).flat())
          // With large text, the menu doesn't fit beside the brand at 1280 px.
          await expect(page.getByRole('banner').getByRole('navigation')).toBeHidden()
          await setFontSize(16)
          return [...wrong, ...tooWide.map((what) => `${what}, with large text`)]
        })
        expect(found).toEqual([])
        expect(walked).toBeGreaterThan(100)
      })
    }

    for (const lng of variants([], ['en', 'vn', 'th', 'jp', 'cn']).flat()) {
      test(`has no horizontal scrolling at ${layoutWidths.join(', ')} px, in ${lng}`, async ({ page, script }) => {
        skipWithScript(script)
        expect(await findOnEveryPage(page, lng, phone, () => findTooWide(page))).toEqual([])
      })
    }
  })
}
