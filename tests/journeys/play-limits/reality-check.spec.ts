import type { Page, Request } from '@playwright/test'
import { keepPlayLimits } from '../../support/foreign-limits'
import { closeByEscape, expect, expectAccessible, test as journey, signIn } from '../../support/journey'
import { textOf, words } from '../../support/words'

/** Uses a site whose upstream reports that the member has played for 72 minutes. */
const test = journey.extend({
  baseURL: async ({ longPlayed }, use) => use(longPlayed.site.base),
})

/** Makes every health check report a due reality check, as the site does long after a game was opened. */
async function makeCheckDue(page: Page): Promise<void> {
  await page.route('**/api/routes/user-health-check', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'x-reality-check': 'due' } })
  })
}

const dialog = (page: Page) => page.getByRole('dialog', { name: textOf('reality.title', { time: '1시간 12분' }) })

/** Opens a page with a clock that the test controls, until the health check has opened the dialog. */
async function openPageWithDialog(page: Page, path: string): Promise<void> {
  await makeCheckDue(page)
  await page.clock.install()
  await page.goto(path)
  await advanceUntilDialog(page)
}

/** Advances the clock only while no request is in flight; otherwise requests on a slow machine would time out. */
async function advanceUntilDialog(page: Page): Promise<void> {
  const inFlight = new Set<Request>()
  const started = (request: Request) => void inFlight.add(request)
  const ended = (request: Request) => void inFlight.delete(request)
  page.on('request', started).on('requestfinished', ended).on('requestfailed', ended)
  await expect
    .poll(
      async () => {
        if (inFlight.size === 0) await page.clock.fastForward(10_000)
        return dialog(page).count()
      },
      { intervals: [200] },
    )
    .toBe(1)
  page.off('request', started).off('requestfinished', ended).off('requestfailed', ended)
}

test.describe('a reality check on an open page @script', () => {
  test.use({ ownContext: true })

  test('stays due if dismissed; continuing restarts its clock', async ({ page, longPlayed: { upstream } }) => {
    await signIn(page)
    await openPageWithDialog(page, '/notice')
    await expect(dialog(page)).toContainText('−38,000원')
    const [goOn, stop] = [
      dialog(page).getByRole('button', { name: words['reality.goOn'] }),
      dialog(page)
        .getByRole('button', { name: words['reality.stop'] })
        .or(dialog(page).getByRole('link', { name: words['reality.stop'] })),
    ]
    expect(await goOn.getAttribute('class')).toBe(await stop.getAttribute('class'))
    await expect(dialog(page)).toBeFocused()
    await expectAccessible(page)

    const calls = upstream.callsOf('/user/set_play_limits').length
    await closeByEscape(dialog(page))
    await expect(dialog(page)).toHaveCount(0)
    expect(upstream.callsOf('/user/set_play_limits')).toHaveLength(calls)

    await advanceUntilDialog(page)
    await page.route('**/api/routes/set-play-limits', (route) => route.abort())
    await goOn.click()
    await expect(page.getByText(words['connection.press'])).toBeVisible()
    await page.unroute('**/api/routes/set-play-limits')
    await advanceUntilDialog(page)
    await goOn.click()
    await expect.poll(() => upstream.callsOf('/user/set_play_limits').length).toBe(calls + 1)
    await expect(page).toHaveURL('/notice')

    // Continuing keeps an interval that was chosen on another device since the dialog opened.
    await advanceUntilDialog(page)
    keepPlayLimits(upstream, 15)
    await goOn.click()
    await expect.poll(() => upstream.callsOf('/user/set_play_limits').length).toBe(calls + 2)
    expect(upstream.callsOf('/user/set_play_limits').at(-1)?.body).toEqual({ reality: 15 })
    keepPlayLimits(upstream)

    // Following a link of the dialog leaves the check unanswered.
    await advanceUntilDialog(page)
    await dialog(page).getByRole('link', { name: words['safer.limits.act'] }).click()
    await expect(page).toHaveURL('/user?tab=limits')
    await expect(dialog(page)).toHaveCount(0)
    expect(upstream.callsOf('/user/set_play_limits')).toHaveLength(calls + 2)
  })
})
