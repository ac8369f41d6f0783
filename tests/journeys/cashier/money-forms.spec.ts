import type { Page } from '@playwright/test'
import { expect, main, setHealthFigures, signIn, skipWithScript, test, variants } from '../../support/foreign-journey'
import type { ForeignUpstream } from '../../support/foreign-upstream'
import { desktop, phone, tablet } from '../../support/viewports'
import { words } from '../../support/words'

/** Window sizes; in `npm run test:all` also a short phone and one in landscape. */
const windows = [
  { width: 320, height: 640 },
  { width: 360, height: 780 },
  tablet,
  desktop,
  ...variants(
    [],
    [phone, { width: 320, height: 568 }, { width: 412, height: 823 }, { width: 780, height: 360 }],
  ).flat(),
]

const screens = [
  { path: '/deposit', list: 'get-deposit-list' },
  { path: '/withdraw', list: 'get-withdraw-list' },
] as const
const furtherOf = { '/deposit': 'deposit.further', '/withdraw': 'withdraw.further' } as const

/** Makes the upstream list this many pending bank transfers above this many completed ones. */
function listPending(
  upstream: ForeignUpstream,
  list: (typeof screens)[number]['list'],
  count: number,
  completed = 0,
): void {
  const regdate = new Date().toISOString()
  const balances = Array.from({ length: count + completed }, (_, index) => ({
    id: index + 1,
    type: 'bank',
    method: 'bank',
    balance: 50_000,
    regdate,
    status: index < count ? 'wait' : 'already',
  }))
  upstream.answer(list, { total: balances.length, sum: 0, usualSeconds: 240, balances })
}

/** Runs in the page: scrolls and finds elements that cover the submit bar. */
function findCovered(): string[] {
  const bar = document.querySelector('[aria-describedby=needs]')?.closest('div:has(> div > #needs)')
  if (!bar) return ['there is no submit bar']
  const inset = 2
  const found: string[] = []
  const step = 40
  for (let top = 0; top <= document.documentElement.scrollHeight - window.innerHeight + step; top += step) {
    window.scrollTo(0, top)
    const { left, right, top: start, bottom: end } = bar.getBoundingClientRect()
    const corners = [left + inset, right - inset].flatMap((x) => [start + inset, end - inset].map((y) => ({ x, y })))
    for (const { x, y } of corners.filter((corner) => corner.y >= 0 && corner.y < window.innerHeight)) {
      const seen = document.elementFromPoint(x, y)
      if (!bar.contains(seen)) found.push(`${seen?.outerHTML.slice(0, 60)} covers a corner at ${top}`)
    }
  }
  window.scrollTo(0, 0)
  return found
}

/** Returns the first result of `findCovered` at each window size. */
async function findCoveredAnywhere(page: Page, what: string): Promise<string[]> {
  const found: string[] = []
  for (const window of windows) {
    await page.setViewportSize(window)
    const [first] = await page.evaluate(findCovered)
    if (first) found.push(`${what}, ${window.width} by ${window.height}: ${first}`)
  }
  return found
}

/** Returns the top of the amount and the bottom of the submit button, in px from the top of the window. */
async function measurePositions(
  page: Page,
  size: { width: number; height: number },
): Promise<{ amount: number; submit: number }> {
  await page.setViewportSize(size)
  return page.evaluate(() => {
    const boxOf = (part: Element | null | undefined) => part?.getBoundingClientRect() ?? new DOMRect(Number.NaN)
    const submit = boxOf(document.querySelector('[aria-describedby=needs]')).bottom
    return { amount: boxOf(document.querySelector('main [name=balance]')).top, submit }
  })
}

test.describe('the submit bar of a money form', () => {
  // Both pages have the same form.
  for (const { path, list } of variants<(typeof screens)[number]>(...screens))
    test(`on ${path} is not covered by another bar, and is in the first view`, async ({ page, upstream, script }) => {
      skipWithScript(script)
      await signIn(page)
      const found: string[] = []
      for (const count of variants([0, 3], [1, 2]).flat()) {
        listPending(upstream, list, count)
        await page.goto(path)
        // Below pending requests, the form is folded and has no bar. Opening it shows the amount.
        if (count > 0) {
          await expect(main(page).getByRole('textbox')).toHaveCount(0)
          await main(page).getByRole('heading', { name: words[furtherOf[path]] }).click()
          await expect(main(page).locator('[name=balance]')).toBeInViewport()
          continue
        }
        found.push(...(await findCoveredAnywhere(page, `${count} pending`)))
        for (const size of [
          { width: 360, height: 780 },
          { width: 960, height: 900 },
          { width: 1280, height: 800 },
          desktop,
        ]) {
          const { amount, submit } = await measurePositions(page, size)
          const what = `with ${count} pending at ${size.width}`
          expect(amount, `the amount ${what}`).toBeLessThan(size.height)
          expect(submit, `the submit button ${what}`).toBeLessThanOrEqual(size.height)
        }
      }
      expect(found).toEqual([])
      const completed = { status: 'already', method: 'bank', balance: 50_000, regdate: new Date().toISOString() }
      const kinds = ['deposit', 'withdraw'].map((kind, id) => ({ ...completed, kind, id: `other-${id}` }))
      setHealthFigures(upstream, { settled: kinds })
      listPending(upstream, list, 1)
      await page.goto(path)
      const news = main(page).getByRole('region', { name: words['news.title'] })
      await expect(main(page).getByRole('heading', { name: words[furtherOf[path]] })).toBeVisible()
      await expect(news, 'older results make room for pending requests').toHaveCount(0)
      listPending(upstream, list, 0)
      await page.goto(path)
      await expect(news.getByRole('status'), 'only results of the form’s kind').toHaveCount(1)
      for (const size of windows.filter(({ width, height }) => width < 960 && height >= 640)) {
        const { amount, submit } = await measurePositions(page, size)
        expect(amount, `the amount below a line about results at ${size.width}`).toBeLessThan(size.height)
        expect(submit, `the submit button below it at ${size.width}`).toBeLessThanOrEqual(size.height)
      }
    })
})

test('on wide screens, a failure is above the open form, or beside pending requests', async ({ page, upstream }) => {
  await signIn(page)
  await page.setViewportSize(desktop)
  const row = { id: 'settled', method: 'bank', balance: 50_000, regdate: new Date().toISOString(), status: 'cansel' }
  for (const { path, list } of screens) {
    setHealthFigures(upstream, { settled: [{ ...row, kind: path.slice(1) }] })
    for (const count of [0, 1]) {
      listPending(upstream, list, count)
      await page.goto(path)
      const news = await main(page).getByRole('region', { name: words['news.title'] }).boundingBox()
      const title = await main(page).getByRole('heading', { level: 1 }).boundingBox()
      const isBeside = (news?.x ?? 0) > desktop.width / 3
      const isBelowTitle = (news?.y ?? 0) > (title?.y ?? 0) + (title?.height ?? 0)
      expect([isBeside, isBelowTitle], `${path} with ${count} pending`).toEqual([count > 0, true])
      const amount = main(page).locator('[name=balance]')
      await expect(amount, 'only pending requests fold the form').toBeVisible({ visible: count === 0 })
    }
  }
})

test('opening a folded form on a wide screen moves no card', async ({ page, upstream }) => {
  await signIn(page)
  await page.setViewportSize(desktop)
  for (const { path, list } of screens) {
    listPending(upstream, list, 1)
    await page.goto(path)
    const title = main(page).getByRole('heading', { name: words[furtherOf[path]] })
    const card = main(page).getByRole('region').first()
    const distances = async () => {
      const [above, below] = [await card.boundingBox(), await title.boundingBox()]
      return [above?.x, below?.x, (below?.y ?? 0) - (above?.y ?? 0)]
    }
    const before = await distances()
    await title.click()
    await expect(main(page).locator('[name=balance]')).toBeInViewport()
    expect(await distances(), path).toEqual(before)
    const form = main(page).locator('details:has([name=balance])')
    expect((await form.boundingBox())?.width, path).toBe((await card.boundingBox())?.width)
  }
})

test('an exchange without an amount shows the error at its field', async ({ page }) => {
  await signIn(page)
  await page.goto('/comp')
  await main(page).getByRole('button', { name: words['form.needs.points'] }).click()
  const points = main(page).getByLabel(words['comp.points.label'], { exact: true })
  await expect(points).toBeFocused()
  await expect(points).toHaveAccessibleDescription(words['comp.points.least'])
})

test('the reason of each of several rejected deposits is as wide as its card', async ({ page, upstream }) => {
  await signIn(page)
  const reason = 'The name of the sender differs from the name of the member.'
  const regdate = new Date().toISOString()
  const row = { kind: 'deposit', method: 'bank', balance: 50_000, regdate, status: 'cansel', reason }
  setHealthFigures(upstream, { settled: [1, 2, 3].map((id) => ({ ...row, id })) })
  await page.setViewportSize(phone)
  await page.goto('/')
  const reasons = main(page).getByRole('region', { name: words['news.title'] }).getByText(reason)
  await expect(reasons).toHaveCount(3)
  for (const shown of await reasons.all()) expect((await shown.boundingBox())?.width).toBeGreaterThanOrEqual(200)
})

test('a form is kept when its member requests the account of a pending deposit @script', async ({ page, upstream }) => {
  await signIn(page)
  listPending(upstream, 'get-deposit-list', 1)
  upstream.answer('apply-user-deposit', { status: 'wait' })
  await page.goto('/deposit')
  const amount = main(page).getByLabel(words['deposit.amount.label'], { exact: true })
  const accountRequests: string[] = []
  page.on('request', (request) => {
    if (request.postData()?.includes('ask-account')) accountRequests.push(request.url())
  })
  await main(page).getByRole('heading', { name: words['deposit.further'] }).click()
  await amount.fill('50000')
  await amount.press('Enter')
  await expect(amount).toHaveValue('50,000')
  expect(accountRequests).toEqual([])
  const reloaded = page.waitForResponse(
    (response) => response.request().method() === 'GET' && new URL(response.url()).pathname === '/deposit.data',
  )
  const busy = { status: 429, headers: { 'Retry-After': '1' } }
  for (const call of ['get-deposit-payment', 'get-deposit-list', 'user-health-check']) upstream.fail(call, busy)
  await main(page).getByRole('button', { name: words['deposit.submit'] }).click()
  await expect(main(page).getByRole('alert').filter({ hasText: words.msg2287 })).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // Reloading the data fails, and the page stays. The upstream's next responses are for the next form.
  expect((await reloaded).status()).toBe(429)
  await expect(main(page).getByRole('alert').filter({ hasText: words.msg2287 })).toBeVisible()
  await expect(amount).toHaveValue('50,000')
  upstream.clearFaults()
  listPending(upstream, 'get-deposit-list', 1)
  const regDate = new Date().toISOString()
  upstream.answer('get-help-list', { helps: [{ _id: 9, title: '입금 계좌', regDate, kind: 'account' }] })
  await main(page).getByRole('button', { name: words['deposit.account.ask'] }).click()
  await expect(main(page).getByRole('status').filter({ hasText: words.msg2005 })).toBeVisible()
  expect(accountRequests).toHaveLength(1)
  await expect(main(page).getByText(words['deposit.account.waiting'])).toHaveCount(1)
  await expect(main(page)).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await expect(amount).toHaveValue('50,000')
})
