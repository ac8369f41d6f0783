import { expect, signIn, test } from '../../support/journey'

/** First loads, with an empty cache and with pictures. */

test.use({ pictures: true })

test('a first visit shifts nothing, loads each script once and drops foreign data @script', async ({ page }) => {
  const loaded: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (shift.hadRecentInput) continue
        const { dataset } = document.documentElement
        dataset.shifted = String(Number(dataset.shifted ?? 0) + shift.value)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const shifted = () => page.evaluate(() => Number(document.documentElement.dataset.shifted ?? 0))
  const expectNoShift = async (paths: readonly string[]) => {
    for (const path of paths) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      expect([path, (await shifted()) < 0.01]).toEqual([path, true])
    }
  }
  await expectNoShift(['/'])
  const scripts = loaded.filter((path) => /\.js(on)?$/.test(path))
  expect(new Set(scripts).size).toBe(scripts.length)
  expect(scripts.length).toBeGreaterThan(5)
  await expectNoShift(['/register'])
  await signIn(page)
  await expectNoShift(['/', '/deposit', '/slot', '/user'])
  expect(complaints).toEqual([])

  for (const path of ['/service-worker.js', '/sw.js']) {
    await page.evaluate(async (worker) => {
      await (await caches.open('another site')).put('/', new Response('another home'))
      await navigator.serviceWorker.register(worker)
    }, path)
    const left = async () => [
      await page.evaluate(() => caches.keys()),
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
    ]
    await expect.poll(left).toEqual([[], 0])
  }
})
