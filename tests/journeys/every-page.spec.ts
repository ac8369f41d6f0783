import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import {
  demo,
  expect,
  findOverflowPx,
  findViolations,
  signIn,
  skipWithScript,
  test,
  variants,
} from '../support/journey'
import {
  findMisnamedControls,
  findRepeatedIds,
  findSmallTargets,
  findUnmarkedControls,
  findWrongWhenZoomed,
  tabThroughPage,
} from '../support/page-checks'

/** Checks of every page of the site, at the width of a phone; in `npm run test:all` also of a tablet and a desktop. */

const visitorPaths = [
  '/',
  '/login',
  // Without a ticket it leads to the log-in; security.spec.ts has the page itself.
  '/login/code',
  '/register',
  '/register?code=MADANG',
  '/forgot',
  '/reset',
  '/reset?kind=exchange',
  '/terms',
  '/privacy',
  '/accessibility',
  '/safer-play',
  '/no-such-page',
]
const memberPaths = [
  ...['/', '/logout', '/deposit', '/withdraw', '/comp', '/note', '/notice', '/help', '/help?write', '/user'],
  ...['/user?tab=history', '/user?tab=limits', '/user?tab=safer-play', '/user?tab=security', '/user/data'],
  '/user/receipt?kind=deposit&id=HNAK-HA',
  ...['/user?ask=break&break=7d', '/user?ask=exclude', '/reality-check', '/documents'],
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

/** Where the layout changes and journeys of `npm test` do not go; in `npm run test:all` each change and the px before. */
const layoutWidths = variants([600, 768, 1200], [320, 360, 599, 959, 960, 1199, 1600, 1920]).flat()

/** What is wrong with the page at the width of its window, and how many stops Tab made. */
async function walkPage(page: Page): Promise<{ wrong: string[]; stops: number }> {
  const checks = [findMisnamedControls, findRepeatedIds, findSmallTargets]
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

for (const who of ['visitor', 'member'] as const) {
  const paths = who === 'member' ? memberPaths : visitorPaths

  test.describe(`a ${who} on every page`, () => {
    test.beforeEach(async ({ page }) => {
      if (who === 'member') await signIn(page, demo)
    })

    for (const [width, height] of variants<[number, number]>([360, 640], [768, 1024], [1440, 900])) {
      test(`can see, reach and read all of it at ${width} px and at 400 % zoom @script`, async ({ page }) => {
        const found: string[] = []
        let walked = 0
        for (const path of paths) {
          await page.setViewportSize({ width, height })
          await page.goto(path)
          const { wrong, stops } = await walkPage(page)
          walked += stops
          wrong.push(...(await findWrongWhenZoomed(page)))
          found.push(...wrong.map((what) => `${path}: ${what}`))
        }
        expect(found).toEqual([])
        expect(walked).toBeGreaterThan(100)
      })
    }

    for (const lng of variants('en', 'ko', 'vn', 'th', 'jp', 'cn')) {
      test(`scrolls nowhere sideways at ${layoutWidths.join(', ')} px, in ${lng}`, async ({
        page,
        context,
        baseURL,
        script,
      }) => {
        skipWithScript(script)
        await context.addCookies([{ name: 'lng', value: lng, url: baseURL ?? '' }])
        const found: string[] = []
        for (const path of paths) {
          await page.goto(path)
          for (const width of layoutWidths) {
            await page.setViewportSize({ width, height: 900 })
            const overflowPx = await findOverflowPx(page)
            if (overflowPx > 0) found.push(`${path} at ${width} px: ${overflowPx} px too wide`)
          }
        }
        expect(found).toEqual([])
      })
    }
  })
}
