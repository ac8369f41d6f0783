import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { demo, expect, findOverflowPx, signIn, test, variants } from '../support/journey'

/** Checks of every page of the site, at the width of a phone; in `npm run test:all` also of a tablet and a desktop. */

const visitorPaths = [
  '/',
  '/login',
  '/register',
  '/register?code=MADANG',
  '/terms',
  '/privacy',
  '/safer-play',
  '/no-such-page',
]
const memberPaths = [
  ...['/', '/logout', '/deposit', '/withdraw', '/comp', '/note', '/notice', '/help', '/help?write', '/user'],
  '/user/receipt?kind=deposit&id=HNAK-HA',
  ...['/user?ask=break&break=7d', '/user?ask=exclude', '/reality-check', '/documents'],
  ...['/casino', '/sport', '/slot', '/slot/game?code=dodam-play', '/admin/error'],
  '/game?company=dodam-play&code=moon-rabbit-mill',
]

test('the pages tested here are all that the site has @script', () => {
  const routes = [...readFileSync('app/routes.ts', 'utf8').matchAll(/route\('([^']+)', '[\w/-]+\.tsx'/g)]
  const testedPaths = new Set([...visitorPaths, ...memberPaths].map((path) => path.slice(1).split('?')[0]))
  const missing = routes.map(([, path = '']) => path).filter((path) => path !== '*' && !testedPaths.has(path))
  expect(missing).toEqual([])
  expect(routes.length).toBeGreaterThan(15)
})

/** Finds controls whose aria-label lacks their visible text. Clipped or screen-reader-only text is not visible. */
function findMisnamedControls(): string[] {
  const normalizeText = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim()
  const visibleTextOf = (control: Element) => {
    const words = document.createTreeWalker(control, NodeFilter.SHOW_TEXT)
    const seen: string[] = []
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      const holder = node.parentElement
      if (!holder?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const { width, height } = range.getBoundingClientRect()
      const clipped = getComputedStyle(holder).clipPath !== 'none' || holder.closest('[hidden]') !== null
      if (!clipped && width > 1 && height > 1) seen.push(node.textContent ?? '')
    }
    return normalizeText(seen.join(' '))
  }
  const controls = document.querySelectorAll('[aria-label]:is(a, button, summary, input, select, [role=button])')
  return [...controls]
    .filter((control) => control.checkVisibility())
    .map((control) => ({ name: normalizeText(control.getAttribute('aria-label') ?? ''), seen: visibleTextOf(control) }))
    .filter(({ name, seen }) => !name.includes(seen))
    .map(({ name, seen }) => `“${seen}” is called “${name}”`)
}

/**
 * Finds fields and worded buttons without an edge or underline, and chosen links and buttons that look like the others
 * of their group. In forced colours backgrounds are gone, and a bold word alone is no mark.
 */
function findUnmarkedControls(): string[] {
  const isSeen = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const isClear = (colour: string) => /^(transparent|rgba\(.*, 0\))$/.test(colour)
  const hasEdge = (element: Element) => {
    const { borderBottomWidth, borderBottomStyle, borderBottomColor, textDecorationLine } = getComputedStyle(element)
    const isLined = Number.parseFloat(borderBottomWidth) >= 1 && borderBottomStyle !== 'none'
    return (isLined && !isClear(borderBottomColor)) || textDecorationLine.includes('underline')
  }
  const canvas = getComputedStyle(document.documentElement).backgroundColor
  const paintOf = (colour: string) => (isClear(colour) || colour === canvas ? 'none' : colour)
  const lookOf = (element: Element) => {
    const marks = (['', '::before', '::after'] as const).map((part) => {
      const style = getComputedStyle(element, part)
      const border =
        Number.parseFloat(style.borderBottomWidth) > 0 ? [style.borderBottomWidth, style.borderBottomColor] : []
      return [paintOf(style.backgroundColor), ...border, style.textDecorationLine]
    })
    const shapes = [...element.querySelectorAll('svg')].map((shape) => getComputedStyle(shape).fill)
    return JSON.stringify([marks, shapes])
  }
  const fields = 'input:not([type=hidden], [type=radio], [type=checkbox]), select, textarea'
  const edgeless = [...document.querySelectorAll(`${fields}, main button`)].filter((control) => {
    const isWorded = !control.matches('button') || (control.textContent ?? '').trim() !== ''
    const isInField = control.closest(`label, :has(> :is(${fields}))`)
    return isWorded && isSeen(control) && ![control, ...(isInField ? [isInField] : [])].some(hasEdge)
  })
  const chosen = '[aria-current], [aria-pressed=true], [aria-selected=true]'
  const unmarked = [...document.querySelectorAll(chosen)].filter(isSeen).filter((one) => {
    const group = one.closest('ul, nav, [role=group]')
    const others = [...(group?.querySelectorAll(one.localName) ?? [])]
    const other = others.find((element) => !element.matches(chosen) && element.className === one.className)
    return other !== undefined && lookOf(one) === lookOf(other)
  })
  const describe = (element: Element) =>
    element.getAttribute('aria-label') ?? (element.textContent || element.outerHTML)
  return [
    ...edgeless.map((control) => `“${describe(control).slice(0, 80)}” has no edge`),
    ...unmarked.map((control) => `“${describe(control).slice(0, 80)}” is chosen without a mark`),
  ]
}

/** More tab stops than any page has: a longer walk means a focus trap. */
const maxStops = 400
/** Presses of Tab in one go. The page is painted and asked once for all of them. */
const pressesAtOnce = 16

/** A walk through a page by Tab: the focused elements that were hidden, and the number of tab stops. */
type TabWalk = { hidden: string[]; stops: number; ended: boolean }

/**
 * Inspects the focused element at each press of Tab, before the focus goes on. It is hidden when none of fifteen points
 * on it, or on its label, is visible: outside the window or under something else. The walk ends at an element seen
 * before, or outside the page.
 */
function inspectTabStops(): void {
  const walk: TabWalk = { hidden: [], stops: 0, ended: false }
  const seenStops = new Set<Element>()
  Object.assign(window, { tabWalk: walk })
  const inspectFocus = () => {
    const focused = document.activeElement
    const isOnPage = focused && focused !== document.body && focused !== document.documentElement
    if (isOnPage ? seenStops.has(focused) : seenStops.size > 0) walk.ended = true
    if (walk.ended || !isOnPage) return
    seenStops.add(focused)
    walk.stops = seenStops.size

    const labels = focused instanceof HTMLInputElement ? [...(focused.labels ?? [])] : []
    const isSeen = [focused, ...labels].some((one) => {
      const { left, top, width, height } = one.getBoundingClientRect()
      if (width < 3 || height < 3) return false
      for (const across of [0.05, 0.25, 0.5, 0.75, 0.95]) {
        for (const down of [0.1, 0.5, 0.9]) {
          const seen = document.elementFromPoint(left + width * across, top + height * down)
          if (seen && (one.contains(seen) || labels.some((label) => label.contains(seen)))) return true
        }
      }
      return false
    })
    const name = focused.getAttribute('aria-label') ?? focused.textContent?.trim().slice(0, 40)
    if (!isSeen) walk.hidden.push(`${focused.localName}[${focused.getAttribute('name') ?? ''}] ${name}`)
  }
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === 'Tab') inspectFocus()
  }
  window.addEventListener('keydown', onKey, true)
}

/** Tabs once through a page. */
async function tabThroughPage(page: Page): Promise<TabWalk> {
  await page.evaluate(inspectTabStops)
  const keyboard = await page.context().newCDPSession(page)
  const tab = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 }
  for (let presses = 0; presses < maxStops; presses += pressesAtOnce) {
    const events = Array.from({ length: pressesAtOnce }, () => [
      keyboard.send('Input.dispatchKeyEvent', { ...tab, type: 'rawKeyDown' }),
      keyboard.send('Input.dispatchKeyEvent', { ...tab, type: 'keyUp' }),
    ])
    await Promise.all(events.flat())
    const walk = await page.evaluate(() => (window as unknown as { tabWalk: TabWalk }).tabWalk)
    if (walk.ended) {
      await keyboard.detach()
      return walk
    }
  }
  throw new Error(`No end after ${maxStops} stops on ${page.url()}`)
}

test.describe('every page @script', () => {
  for (const [width, height] of variants<[number, number]>([360, 640], [768, 1024], [1440, 900])) {
    for (const who of ['visitor', 'member'] as const) {
      test(`never hides the focus, calls controls what they show and marks them in forced colours, for a ${who} at ${width} px`, async ({
        page,
      }) => {
        test.setTimeout(180_000)
        await page.setViewportSize({ width, height })
        if (who === 'member') await signIn(page, demo)
        const found: string[] = []
        let walked = 0
        for (const path of who === 'member' ? memberPaths : visitorPaths) {
          await page.goto(path)
          const misnamed = await page.evaluate(findMisnamedControls)
          await page.emulateMedia({ forcedColors: 'active' })
          const unmarked = await page.evaluate(findUnmarkedControls)
          await page.emulateMedia({ forcedColors: 'none' })
          const { hidden, stops } = await tabThroughPage(page)
          walked += stops
          const hiddenStops = hidden.map((stop) => `${stop} has the focus and is hidden`)
          found.push(...[...misnamed, ...unmarked, ...hiddenStops].map((wrong) => `${path}: ${wrong}`))
        }
        expect(found).toEqual([])
        expect(walked).toBeGreaterThan(100)
      })
    }
  }
})

/** Where the layout changes and journeys of `npm test` do not go; in `npm run test:all` each change and the px before. */
const layoutWidths = variants([600, 768, 1200], [320, 360, 599, 959, 960, 1199, 1600, 1920]).flat()

test.describe('no page is wider than its window @script', () => {
  for (const lng of variants('en', 'ko', 'vn', 'th', 'jp', 'cn')) {
    for (const who of ['visitor', 'member'] as const) {
      test(`for a ${who} at ${layoutWidths.join(', ')} px, in ${lng}`, async ({ page, context, baseURL }) => {
        test.setTimeout(180_000)
        if (who === 'member') await signIn(page, demo)
        await context.addCookies([{ name: 'lng', value: lng, url: baseURL ?? '' }])
        const wide: string[] = []
        for (const path of who === 'member' ? memberPaths : visitorPaths) {
          await page.goto(path)
          for (const width of layoutWidths) {
            await page.setViewportSize({ width, height: 900 })
            const overflowPx = await findOverflowPx(page)
            if (overflowPx > 0) wide.push(`${path} at ${width} px: ${overflowPx} px too wide`)
          }
        }
        expect(wide).toEqual([])
      })
    }
  }
})
