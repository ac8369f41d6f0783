import type { Page } from '@playwright/test'
import { findOverflowPx } from './journey'

/** Checks of the current page. Functions without parameters run in the page. */

/** Finds fields and text buttons without an edge, and selected ones without a mark, in forced colours. */
export function findUnmarkedControls(): string[] {
  const isSeen = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const isTransparent = (colour: string) => /^(transparent|rgba\(.*, 0\))$/.test(colour)
  const hasEdge = (element: Element) => {
    const { borderBottomWidth, borderBottomStyle, borderBottomColor, textDecorationLine } = getComputedStyle(element)
    const isLined = Number.parseFloat(borderBottomWidth) >= 1 && borderBottomStyle !== 'none'
    return (isLined && !isTransparent(borderBottomColor)) || textDecorationLine.includes('underline')
  }
  const canvas = getComputedStyle(document.documentElement).backgroundColor
  const paintOf = (colour: string) => (isTransparent(colour) || colour === canvas ? 'none' : colour)
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
  const unmarked = [...document.querySelectorAll(chosen)].filter(isSeen).filter((marked) => {
    const group = marked.closest('ul, nav, [role=group]')
    const siblings = [...(group?.querySelectorAll(marked.localName) ?? [])]
    const unchosen = siblings.find((element) => !element.matches(chosen) && element.className === marked.className)
    return unchosen !== undefined && lookOf(marked) === lookOf(unchosen)
  })
  const describe = (element: Element) =>
    element.getAttribute('aria-label') ?? (element.textContent || element.outerHTML)
  return [
    ...edgeless.map((control) => `“${describe(control).slice(0, 80)}” has no edge`),
    ...unmarked.map((control) => `“${describe(control).slice(0, 80)}” is selected without a mark`),
  ]
}

/** Finds duplicate ids. A label or `form` attribute would refer only to the first element. */
export function findRepeatedIds(): string[] {
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  return ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `several elements have the id ${id}`)
}

/** Finds buttons, fields and navigation links that are smaller than 44 by 44 px. */
export function findSmallTargets(): string[] {
  const controls = document.querySelectorAll<HTMLElement>(
    'button, summary, select, textarea, input:not([type=hidden]):not([type=radio]):not([type=checkbox]), nav a',
  )
  return [...controls]
    .filter((control) => control.checkVisibility())
    .map((control) => ({ control, box: control.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 1 && (box.height < 43.5 || box.width < 43.5))
    .map(
      ({ control, box }) =>
        `“${control.textContent || control.outerHTML.slice(0, 80)}” is ${box.width} by ${box.height} px`,
    )
}

/** Measures how many px of the window are covered by bars that don't scroll with the page. */
function measureFixedBars(): number {
  window.scrollTo(0, 300)
  const bars = [...document.querySelectorAll('body *')].filter(
    // Toasts don't count, because they disappear after a while or when their button is clicked.
    (element) =>
      /sticky|fixed/.test(getComputedStyle(element).position) &&
      element.checkVisibility() &&
      element.getAttribute('role') !== 'status',
  )
  return bars.reduce((sum, bar) => sum + bar.getBoundingClientRect().height, 0)
}

/** A screen of 1280 by 1024 px at 400 % zoom. */
const zoomed = { width: 320, height: 256 }

/** Checks that a zoomed page scrolls in one direction only and that bars leave three quarters of the window free. */
export async function findWrongWhenZoomed(page: Page): Promise<string[]> {
  await page.setViewportSize(zoomed)
  const overflowPx = await findOverflowPx(page)
  const coveredPx = await page.evaluate(measureFixedBars)
  return [
    ...(overflowPx > 0 ? [`${overflowPx} px too wide at 400 % zoom`] : []),
    ...(coveredPx > zoomed.height / 4 ? [`bars cover ${coveredPx} px at 400 % zoom`] : []),
  ]
}

/** More tab stops than any page has. A longer walk means that the focus is trapped. */
const maxStops = 400
/** How many times Tab is pressed in a batch. The page is painted and inspected only once per batch. */
const pressesAtOnce = 16

/** A walk through a page with Tab: the focused elements that were hidden, and the number of tab stops. */
type TabWalk = { hidden: string[]; stops: number; ended: boolean }

/**
 * Inspects the focused element at each press of Tab, before the focus moves on. An element counts as hidden if all of
 * fifteen points on it or its label are outside the window or covered. The walk ends outside the page or at an element
 * that has already had the focus.
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
    const isSeen = [focused, ...labels].some((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      if (width < 3 || height < 3) return false
      for (const across of [0.05, 0.25, 0.5, 0.75, 0.95]) {
        for (const down of [0.1, 0.5, 0.9]) {
          const seen = document.elementFromPoint(left + width * across, top + height * down)
          if (seen && (element.contains(seen) || labels.some((label) => label.contains(seen)))) return true
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

/** Walks through a page once with Tab. */
export async function tabThroughPage(page: Page): Promise<TabWalk> {
  await page.evaluate(inspectTabStops)
  const keyboard = await page.context().newCDPSession(page)
  const tab = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 }
  for (let presses = 0; presses < maxStops; presses += pressesAtOnce) {
    const press = () => keyboard.send('Input.dispatchKeyEvent', { ...tab, type: 'rawKeyDown' })
    await Promise.all(Array.from({ length: pressesAtOnce }, press))
    const walk = await page.evaluate(() => (window as unknown as { tabWalk: TabWalk }).tabWalk)
    if (walk.ended) {
      await keyboard.detach()
      return walk
    }
  }
  throw new Error(`No end after ${maxStops} stops on ${page.url()}`)
}
