import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  holdRequests,
  main,
  signIn,
  signInWithMoney,
  test,
  variants,
  waitForHydration,
  watchHiddenPage,
} from '../../support/journey'
import { words } from '../../support/words'

const slot = '/game?company=dodam-play&code=moon-rabbit-mill'
const startButton = words['launch.submit']

function start(page: Page) {
  return main(page).getByRole('button', { name: startButton })
}

function gameWindows(page: Page): Page[] {
  const windows: Page[] = []
  page.on('popup', (opened) => windows.push(opened))
  return windows
}

/** Browsers, web views and apps in which no separate window opens. */
const viewsWithoutWindows = [
  {
    view: 'a view with a single window',
    simulate: () => {
      window.open = (address) => {
        if (address !== '') location.assign(address ?? 'about:blank')
        return window
      }
    },
  },
  {
    view: 'a view that empties its only window',
    simulate: () => {
      window.open = () => {
        location.assign('about:blank')
        return window
      }
    },
  },
  {
    view: 'a view in which links and forms to new windows do nothing',
    simulate: () => {
      window.open = () => null
      const isDead = (target: EventTarget | null) =>
        target instanceof Element && target.closest('a, form')?.getAttribute('target') === '_blank'
      addEventListener(
        'click',
        (event) => event.target instanceof HTMLAnchorElement && isDead(event.target) && event.preventDefault(),
      )
      addEventListener('submit', (event) => isDead(event.target) && event.preventDefault())
      const { submit } = HTMLFormElement.prototype
      HTMLFormElement.prototype.submit = function () {
        if (!isDead(this)) submit.call(this)
      }
    },
  },
  {
    view: 'a browser that throws',
    simulate: () => {
      window.open = () => {
        throw new Error('not allowed')
      }
    },
  },
  {
    view: 'a web app on the home screen of an iPhone',
    simulate: () => {
      const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)'
      Object.defineProperty(navigator, 'userAgent', { get: () => agent })
      Object.defineProperty(navigator, 'standalone', { get: () => true })
    },
  },
]

/** Responds to the page's `open-game` call instead of the site. */
async function answerOpening(page: Page, response: { status: number; body?: object } | 'offline') {
  await page.route('/api/routes/open-game', (route) =>
    response === 'offline'
      ? route.abort()
      : route.fulfill({
          status: response.status,
          contentType: 'application/json',
          body: JSON.stringify(response.body),
        }),
  )
}

test.describe('a member opens a game', () => {
  test('in a separate window without an opener, while a dialog says so', async ({ page, context, script }) => {
    await signIn(page)
    await page.addInitScript(() => {
      for (const name of ['availWidth', 'availHeight']) Object.defineProperty(screen, name, { get: () => 2_000 })
    })
    await page.goto(slot)
    // Another journey of this member may have moved all of the money into a game.
    const money = main(page)
      .getByText(new RegExp(`${words['launch.money']}|${words['withdraw.inGame']}`))
      .first()
    await expect(money.locator('..')).toContainText(/[1-9][\d,]*원/)
    const held = script ? await holdRequests(page, '**/api/routes/open-game') : undefined
    const opening = context.waitForEvent('page')
    await start(page).click()
    const dialog = page.getByRole('dialog', { name: words.msg2306 })
    if (script) await expect(dialog).toBeVisible()
    held?.letGo()
    const game = await opening
    await expect(game).toHaveURL(/\/sandbox\/game\//)
    await expect(dialog).toHaveCount(0)
    await expect(game.getByRole('heading', { level: 1 })).toHaveText('달토끼의 방앗간')
    expect(await game.evaluate(() => window.opener)).toBeNull()
    if (script) {
      expect(await game.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([800, 1400])
      await expect(start(page)).toBeFocused()
      await expect(main(page).getByRole('link', { name: words['launch.blocked.link'] })).toHaveAttribute(
        'href',
        /^\/sandbox\/game\//,
      )
    }
    await expect(page).toHaveURL(slot)
    await game.close()
  })

  test('in place of the page with the second button or the loading dialog', async ({ page, script }) => {
    await signIn(page)
    const windows = gameWindows(page)
    const here = { name: words['launch.direct'] }
    await page.goto(slot)
    await main(page).getByRole('button', here).click()
    await expect(page).toHaveURL(/\/sandbox\/game\//)
    await page.goBack()
    await expect(page).toHaveURL(slot)
    expect(windows).toEqual([])
    if (!script) return
    await waitForHydration(page)
    const launches: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && /open-game|\/game\?/.test(request.url())) launches.push(request.url())
    })
    const held = await holdRequests(page, '**/api/routes/open-game')
    await start(page).click()
    await held.arrived
    await page.getByRole('dialog').getByRole('button', here).click()
    await expect.poll(() => windows.map((opened) => opened.isClosed())).toEqual([true])
    held.letGo()
    await expect(page).toHaveURL(/\/sandbox\/game\//)
    expect(launches).toHaveLength(1)
  })
})

test.describe('with script, opening a game @script', () => {
  test('closes the dialog after 4 s, while the game is still loading', async ({ page }) => {
    await page.clock.install()
    await signIn(page)
    const hiddenWithoutDialog = await watchHiddenPage(page)
    await page.goto(slot)
    const held = await holdRequests(page, '**/api/routes/open-game')
    // An installed clock keeps running, so the seconds of a slow machine would count as well.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
    await start(page).click()
    const dialog = page.getByRole('dialog', { name: words.msg2306 })
    await expect(dialog).toBeVisible()
    await page.clock.runFor(2_000)
    await expect(dialog).toBeVisible()
    await page.clock.runFor(2_100)
    await expect(dialog).toBeHidden()
    expect(await hiddenWithoutDialog()).toBe(0)
    held.letGo()
    // The clock belongs to the context, which other journeys share.
    await page.clock.resume()
  })

  for (const [index, { view, simulate }] of viewsWithoutWindows.entries()) {
    // The others differ only in what window.open returns.
    const tag = [0, viewsWithoutWindows.length - 1].includes(index) ? '' : ' @long'
    test(`happens in place of the page in ${view}, and Back shows a working page${tag}`, async ({ page, member }) => {
      await signInWithMoney(page, member, '10,000')
      const windows = gameWindows(page)
      await page.addInitScript(simulate)
      const card = main(page).getByRole('link', { name: '달토끼의 방앗간' }).locator('img').first()
      for (const [path, button] of index === 0
        ? ([
            [slot, start(page)],
            ['/slot', card],
          ] as const)
        : ([[slot, start(page)]] as const)) {
        await page.goto(path)
        await button.click()
        await expect(page).toHaveURL(/\/sandbox\/game\//)
        await page.goBack()
        await expect(page).toHaveURL(path)
        await waitForHydration(page)
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
      expect(windows).toEqual([])
      if (index > 0) return

      await page.goto(slot)
      await page.route('**/game?*', (route) => route.continue({ postData: 'company=no&code=such' }))
      await start(page).click()
      await expect(page.getByRole('heading', { name: words['launch.unknown.title'] })).toBeVisible()
      await expect(page).toHaveURL(slot)
      expect(windows).toEqual([])
    })
  }

  test('nothing covers a card’s clickable picture, and its name links to the launch page', async ({ page, member }) => {
    await signInWithMoney(page, member, '10,000')
    await page.goto('/slot')
    await waitForHydration(page)
    const card = main(page).getByRole('link', { name: '달토끼의 방앗간' }).first()
    const isOnTop = await card.locator('img').evaluate((picture) => {
      picture.scrollIntoView({ block: 'center', inline: 'center' })
      const { x, y, width, height } = picture.getBoundingClientRect()
      return document.elementFromPoint(x + width / 2, y + height / 2) === picture
    })
    expect(isOnTop).toBe(true)
    await card.getByText('달토끼의 방앗간').click()
    await expect(page).toHaveURL(slot)
  })

  test('requests no game before its window exists', async ({ page, member }) => {
    await signInWithMoney(page, member, '10,000')
    await page.addInitScript(() => {
      window.open = () => null
      HTMLFormElement.prototype.submit = () => {}
    })
    await page.clock.install()
    await page.goto(slot)
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
    const calls: string[] = []
    page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()))
    await start(page).click()
    await expect(page.getByRole('dialog', { name: words.msg2306 })).toBeVisible()
    // The view loads nothing. The button works again once no response can come.
    await page.clock.runFor(4_000)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(main(page).getByRole('button', { name: words['launch.opening'] })).toBeVisible()
    await page.clock.runFor(6_000)
    await expect(start(page)).toBeEnabled()
    await page.clock.resume()
    expect(calls.filter((url) => !url.includes('health-check'))).toEqual([])
  })

  test('offers the game in place of the page if its window is closed before it loads', async ({ page }) => {
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await signIn(page)
    const windows = gameWindows(page)
    await page.goto(slot)
    const held = await holdRequests(page, '**/api/routes/open-game')
    await start(page).click()
    await held.arrived
    await windows[0]?.close()
    held.letGo()
    const dialog = page.getByRole('dialog', { name: words['launch.blocked'] })
    await expect(dialog).toContainText(words['launch.blocked.text'])
    await dialog.getByRole('button', { name: words['common.close'] }).click()
    await main(page).getByRole('link', { name: words['launch.blocked.link'] }).click()
    await expect(page).toHaveURL(/\/sandbox\/game\//)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(errors).toEqual([])

    // Reloading the page closes an empty window.
    await page.goto(slot)
    const heldAgain = await holdRequests(page, '**/api/routes/open-game')
    await start(page).click()
    await heldAgain.arrived
    await page.reload()
    await expect.poll(() => windows.map((opened) => opened.isClosed())).toEqual([true, true])
    heldAgain.letGo()
  })

  test('leaves no empty page in a window that no script can close', async ({ page }) => {
    await signIn(page)
    const windows = gameWindows(page)
    await page.addInitScript(() => {
      const { open } = window
      window.open = (...about) => {
        const opened = open.apply(window, about)
        if (opened) opened.close = () => {}
        return opened
      }
    })
    await page.goto(slot)
    await answerOpening(page, { status: 200, body: { status: 'time' } })
    await start(page).click()
    await expect(page.getByRole('dialog', { name: words.msg2303 })).toBeVisible()
    await expect.poll(() => windows[0]?.url()).toContain(slot)
    await windows[0]?.close()
  })

  const refused = (status: string) => ({ status: 200, body: { status } })
  const failed = (status: number, code: string) => ({
    status,
    body: { status: 'error', error: { code, message: '', requestId: 'r-77' } },
  })
  type Failure = { what: string; response: Parameters<typeof answerOpening>[1]; title?: string; text?: string }
  const unknownMoney = words['msg2303.text']
  /** One of each kind of response; in `npm run test:all` all. */
  const failures = variants<Failure[]>(
    [
      { what: 'time', response: refused('time') },
      { what: 'balance', response: refused('balance'), title: words.msg2016 },
      { what: 'a lost response', response: failed(503, 'outcome_unknown'), text: unknownMoney },
      { what: 'too many tries', response: failed(429, 'limited'), title: words['problem.limited.title'] },
    ],
    [
      { what: 'another word', response: refused('no') },
      { what: 'an upstream that is down', response: failed(503, 'unavailable'), text: 'R-77' },
      { what: 'no connection', response: 'offline' },
    ],
  ).flat()
  test('explains a failure accessibly, closes the empty window and offers a retry', async ({ page, context }) => {
    await signIn(page)
    const windows = gameWindows(page)
    const hiddenWithoutDialog = await watchHiddenPage(page)
    await page.goto(slot)
    const alert = main(page).getByRole('alert')
    let tries = 0
    for (const { what, response, title = words.msg2303, text = '' } of failures) {
      await test.step(what, async () => {
        await page.unroute('/api/routes/open-game')
        await answerOpening(page, response)
        await start(page).click()
        // The alert of the previous try is gone.
        await expect(alert).toHaveCount(0)
        const dialog = page.getByRole('dialog', { name: title })
        await expect(dialog).toBeVisible()
        if (what === 'time') await expectAccessible(page)
        await expect.poll(() => windows.every((opened) => opened.isClosed())).toBe(true)
        expect(windows).toHaveLength(++tries)
        await dialog.getByRole('button', { name: new RegExp(`${words['common.ok']}|${words['common.close']}`) }).click()
        await expect(alert).toContainText(title)
        await expect(alert).toContainText(text)
        await expect(alert).not.toContainText('그대로')
        await expect(start(page)).toBeEnabled()
        await expect(start(page)).toBeFocused()
      })
    }
    expect(await hiddenWithoutDialog()).toBe(0)
    await page.unroute('/api/routes/open-game')

    await test.step('an expired session', async () => {
      // Otherwise a health check may redirect to the login before the click.
      await page.route('**/user-health-check', (route) => route.abort())
      await context.clearCookies({ name: 'madang' })
      await start(page).click()
      await expect(page).toHaveURL(`/login?next=${encodeURIComponent(slot)}`)
      expect(windows.map((opened) => opened.isClosed())).not.toContain(false)
    })
  })
})
