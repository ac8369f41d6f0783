import { chromium, type Page } from '@playwright/test'

/** The network that Chrome calls slow 4G: what a phone has in the tests of Lighthouse, applied to each request. */
const slow4g = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 1_474_560 / 8,
  uploadThroughput: 675_000 / 8,
}
const processorSlowdown = 4
const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

export type PhoneSample = {
  largestPaintMs: number
  layoutShift: number
  /** From the tap to when the page begins to handle it, and until the next frame is painted. */
  inputDelayMs: number
  tapToPaintMs: number
}

/** Opens a page as a first visit on a slow phone, taps the menu as soon as the page has loaded, and measures. */
export async function samplePhone(
  executablePath: string,
  base: string,
  path: string,
  cookie?: string,
): Promise<PhoneSample> {
  const browser = await chromium.launch({ executablePath })
  try {
    const context = await browser.newContext({ ...phone, locale: 'ko-KR' })
    if (cookie) {
      const [name = '', ...value] = cookie.split('=')
      await context.addCookies([{ name, value: value.join('='), url: base }])
    }
    const page = await context.newPage()
    const devTools = await context.newCDPSession(page)
    await devTools.send('Network.enable')
    await devTools.send('Network.emulateNetworkConditions', slow4g)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown })
    await page.addInitScript(observe)
    await page.goto(`${base}${path}`, { waitUntil: 'load' })
    // A tap ends the largest paint's observation, so it is read before.
    const { largestPaintMs } = await read(page)
    await page.locator('[popovertarget]:visible').first().tap()
    await page.waitForFunction(() => (window as MeasuredWindow).measured.taps > 0)
    await page.waitForLoadState('networkidle')
    return { ...(await read(page)), largestPaintMs }
  } finally {
    await browser.close()
  }
}

type Measured = PhoneSample & { taps: number }

/** The page's window after `observe`. */
type MeasuredWindow = Window & typeof globalThis & { measured: Measured }

function read(page: Page): Promise<PhoneSample> {
  return page.evaluate(() => (window as MeasuredWindow).measured)
}

/** Runs in the page: records what its performance observers report. */
function observe(): void {
  const measured: Measured = { largestPaintMs: 0, layoutShift: 0, inputDelayMs: 0, tapToPaintMs: 0, taps: 0 }
  Object.assign(window, { measured })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) measured.largestPaintMs = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput)
        measured.layoutShift += Number(entry.value)
    }
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!(entry instanceof PerformanceEventTiming) || entry.interactionId === 0) continue
      measured.taps += 1
      measured.inputDelayMs = Math.max(measured.inputDelayMs, entry.processingStart - entry.startTime)
      measured.tapToPaintMs = Math.max(measured.tapToPaintMs, entry.duration)
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
}
