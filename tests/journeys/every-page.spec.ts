import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { translatePage } from '../support/bare-text'
import {
  demo,
  expect,
  findOverflowPx,
  findViolations,
  main,
  preloadAxe,
  signIn,
  skipWithScript,
  test,
  variants,
} from '../support/journey'
import {
  findRepeatedIds,
  findSmallTargets,
  findUnmarkedControls,
  findWrongWhenZoomed,
  tabThroughPage,
} from '../support/page-checks'
import { phone } from '../support/viewports'
import { visitorPaths } from '../support/visitor'
import { wordsOf } from '../support/words'

/** Checks of every page of the site, at the width of a phone; in `npm run test:all` also of a tablet and a desktop. */

const memberPaths = [
  ...['/', '/logout', '/deposit', '/withdraw', '/comp', '/note', '/notice', '/help', '/help?write', '/user'],
  ...['/user?tab=history', '/user?tab=limits', '/user?tab=safer-play', '/user?tab=security', '/user/data'],
  '/user/receipt?kind=deposit&id=HNAK-HA',
  ...['/user?ask=break&break=7d', '/user?ask=exclude', '/reality-check?dialog', '/documents'],
  ...['/casino', '/sport', '/slot', '/slot?q=zzzz', '/slot/game?code=dodam-play', '/admin/error'],
  '/game?company=dodam-play&code=moon-rabbit-mill',
]

test('the pages tested here are all that the site has @script', () => {
  const routes = [...readFileSync('app/routes.ts', 'utf8').matchAll(/route\('([^']+)', '[\w/-]+\.tsx'/g)]
  const testedPaths = new Set([...visitorPaths, ...memberPaths].map((path) => path.slice(1).split('?')[0]))
  const missing = routes.map(([, path = '']) => path).filter((path) => path !== '*' && !testedPaths.has(path))
  expect(missing).toEqual([])
  expect(routes.length).toBeGreaterThan(15)
})

const words = wordsOf('ko')

/** Where the layout changes; in `npm run test:all` each change and the px before. */
const layoutWidths = variants([280, 600, 768, 1200], [320, 360, 599, 959, 960, 1199, 1600, 1920]).flat()

/** What is wrong with the page at the width of its window, and how many stops Tab made. */
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
  // Last, since it scrolls to the end of the page. The skip link covers the top bar as long as it has the focus.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  wrong.push(...(await findViolations(page)))
  return { wrong, stops }
}

/** How many px the page is too wide at each width at which its layout changes. */
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
  const paths = who === 'member' ? memberPaths : visitorPaths

  /** Opens every page in a language and a window of this size, and lists what is found on each. */
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

  test.describe(`a ${who} on every page`, () => {
    test.beforeEach(async ({ page }) => {
      if (who === 'member') await signIn(page, demo)
    })

    // English has the longest words; journeys of single screens look at Korean.
    for (const [width, height, lng] of variants<[number, number, string]>(
      [360, 640, 'en'],
      [360, 640, 'ko'],
      [768, 1024, 'ko'],
      [1440, 900, 'ko'],
    )) {
      test(`can see, reach and read all of it at ${width} px and at 400 % zoom, in ${lng} @script`, async ({
        page,
      }) => {
        let walked = 0
        await preloadAxe(page)
        const found = await findOnEveryPage(page, lng, { width, height }, async () => {
          const { wrong, stops } = await walkPage(page)
          walked += stops
          return [...wrong, ...(await findWrongWhenZoomed(page)), ...(await findTooWide(page))]
        })
        expect(found).toEqual([])
        expect(walked).toBeGreaterThan(100)
      })
    }

    test('reads pages with text of twice the size, none wider than its window @script', async ({ page }) => {
      const browser = await page.context().newCDPSession(page)
      await browser.send('Page.enable')
      await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 32 } })
      // Japanese has the longest figures.
      const found = await findOnEveryPage(page, 'jp', phone, async () => {
        const tooWide = await findTooWide(page, [280, 320, 360, 768, 1280, 1440])
        // At 1280 px the menu has no room beside the brand.
        await expect(page.getByRole('banner').getByRole('navigation')).toBeHidden()
        return tooWide
      })
      expect(found).toEqual([])
    })

    test('goes on by a link of a page that the browser has translated @script', async ({ page }) => {
      const errors: string[] = []
      page.on('pageerror', ({ message }) => errors.push(message))
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
      const targets =
        who === 'member'
          ? ([
              ['/comp', 'comp.title'],
              ['/notice', 'notice.title'],
            ] as const)
          : ([
              ['/login', 'nav.login'],
              ['/register', 'register.title'],
            ] as const)
      for (const path of paths) {
        const [target, title] = path.startsWith(targets[0][0]) ? targets[1] : targets[0]
        await page.goto(path)
        await page.evaluate(translatePage)
        errors.length = 0
        const stays = await page.evaluate((href) => {
          document.body.setAttribute('data-same', '')
          document.querySelector<HTMLAnchorElement>(`a[href^="${href}"]`)?.click()
          return 'hydrated' in document.documentElement.dataset
        }, target)
        await expect(page, path).toHaveURL((url) => url.pathname === target)
        await expect(main(page).getByRole('heading', { level: 1 }), path).toHaveText(words[title] ?? '')
        expect([errors, await page.locator('body[data-same]').count()], path).toEqual([[], stays ? 1 : 0])
      }
    })

    for (const lng of variants([], ['en', 'vn', 'th', 'jp', 'cn']).flat()) {
      test(`scrolls nowhere sideways at ${layoutWidths.join(', ')} px, in ${lng}`, async ({ page, script }) => {
        skipWithScript(script)
        expect(await findOnEveryPage(page, lng, phone, () => findTooWide(page))).toEqual([])
      })
    }
  })
}
