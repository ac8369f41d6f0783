import type { Locator, Page } from '@playwright/test'
import {
  closeByEscape,
  demo,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  holdRequests,
  main,
  ownFigures,
  setHealthFigures,
  signIn,
  skipWithScript,
  test,
  variants,
} from '../../support/foreign-journey'
import { inputsOf } from '../../support/products'
import { words } from '../../support/words'

const hideButton = words['popup.hide']
const hourSeconds = 60 * 60

test.describe('a balance of up to thirteen digits', () => {
  const balances = variants(
    { balance: 9_990_105_900_000, inGame: 9_990_105_900_000 },
    { balance: 1_059_000, inGame: 99_900_000_000 },
  )
  const languages = variants(['ko', 'en', 'vn'], ['jp', 'cn', 'th']).flat()

  for (const width of variants(320, 360)) {
    test(`stays within ${width} px, in ${languages}`, async ({ page, context, baseURL, script, upstream }) => {
      test.slow()
      skipWithScript(script)
      await page.setViewportSize({ width, height: 640 })
      await signIn(page)
      for (const [index, { balance, inGame }] of balances.entries()) {
        setHealthFigures(upstream, { balance, inGame, comp: inGame })
        upstream.answer('get-in-game-balance', { status: 'success', balance, gameMoney: inGame })
        for (const [place, lng] of languages.entries()) {
          await context.addCookies([{ name: 'lng', value: lng, url: baseURL ?? '' }])
          for (const path of inputsOf(['/deposit', '/withdraw', '/comp'], index + place, languages.length)) {
            await page.goto(path)
            const overflowing = await main(page).evaluate((part) => {
              const edge = document.documentElement.clientWidth
              const wide = [...part.querySelectorAll('span, dd, p')].filter(
                (element) => element.getBoundingClientRect().right > edge,
              )
              return wide.map((element) => element.textContent)
            })
            expect(overflowing, `${inGame} ${lng} ${path}`).toEqual([])
            await expectNoHorizontalScroll(page)
          }
        }
      }
    })
  }
})

test.describe('notice pop-ups on the home page', () => {
  const popups = [
    { idx: 'a1', title: '설 연휴 안내', contents: '연휴에도 쉬지 않습니다.' },
    { idx: 22, title: '점검 안내', contents: '긴 글입니다. '.repeat(500) },
    { idx: 'c;3', title: '이벤트', contents: '<b>굵게</b> &amp; 그대로' },
  ]

  const titles = (box: Locator) => box.locator('summary')

  test('unfold, and stay hidden for eight hours, each separately @script', async ({
    page,
    context,
    baseURL,
    upstream,
  }) => {
    upstream.answer('get-notice-popup', { note: popups })
    // A remembered id bypasses the page cache that visitors share.
    await context.addCookies([{ name: 'userId', value: 'demo', url: baseURL ?? '' }])
    // The site may reuse the response from an earlier journey for a moment.
    await expect(async () => expect(await (await context.request.get('/')).text()).toContain('설 연휴 안내')).toPass()
    await page.goto('/')
    const box = main(page).getByRole('region', { name: words['popup.label'] })
    await expect(titles(box)).toHaveText(popups.map(({ title }) => title))
    for (const line of await titles(box).all()) expect((await line.boundingBox())?.height).toBe(48)
    await expect(box.getByRole('button')).toHaveCount(0)
    await titles(box).last().click()
    await expect(box.getByText('굵게 & 그대로')).toBeVisible()
    await titles(box).nth(1).click()
    await expect(box.getByText(/^긴 글입니다/)).toBeVisible()
    await expectNoHorizontalScroll(page)

    await page.reload()
    await titles(box).nth(1).click()
    await box.getByRole('button', { name: hideButton }).click()
    await expect(titles(box)).toHaveText(['설 연휴 안내', '이벤트'])
    await expect(page).toHaveURL('/')
    await expect(main(page)).toBeFocused()
    const cookie = (await context.cookies()).find(({ name }) => name === 'pop_22')
    const lasts = (cookie?.expires ?? 0) - Date.now() / 1000
    expect(lasts).toBeGreaterThan(8 * hourSeconds - 60)
    expect(lasts).toBeLessThanOrEqual(8 * hourSeconds)

    await page.reload()
    await expect(titles(box)).toHaveText(['설 연휴 안내', '이벤트'])
  })
})

test('a clicked link shows that its page is loading @script @phone', async ({ page }) => {
  await signIn(page)
  await page.goto('/notice')
  const { letGo } = await holdRequests(page, '**/slot.data*')
  const link = page
    .getByRole('navigation', { name: words['bottom.label'] })
    .getByRole('link', { name: words['nav.slot'] })
  await link.click()
  await expect(link).toHaveAttribute('data-pending')
  await expect(page.getByRole('status').filter({ hasText: words['navigation.loading'] })).toHaveCount(1)
  letGo()
  await expect(page).toHaveURL('/slot')
  await expect(link).not.toHaveAttribute('data-pending')
  await expect(page.getByText(words['navigation.loading'])).toHaveCount(0)
})

const bar = (page: Page) => page.getByRole('banner')
const drawer = (page: Page, name: string) => page.getByRole('dialog', { name })

async function signInWithin(place: Locator, id = demo.id): Promise<void> {
  await place.getByLabel(words['login.id'], { exact: true }).fill(id)
  await place.getByLabel(words['login.pw'], { exact: true }).fill(demo.pw)
  await place.getByRole('button', { name: words['nav.login'], exact: true }).click()
}

test.describe('the drawers', () => {
  test('contain the menu and languages, close with a button or Escape, and log in @phone', async ({ page, script }) => {
    skipWithScript(script)
    await page.goto('/terms')
    const button = bar(page).getByRole('button', { name: words['drawer.menu.open'] })
    const menu = drawer(page, words['brand.name'])
    await button.click()
    await expect(menu.getByRole('link', { name: words['nav.sport'] })).toBeVisible()
    await expect(menu.getByRole('navigation').getByRole('link')).toHaveCount(10)
    await expect(menu.getByRole('button', { name: 'English' })).toBeVisible()
    await menu.getByRole('button', { name: words['common.close'] }).click()
    await expect(menu).toBeHidden()

    await button.click()
    await closeByEscape(menu)
    await expect(menu).toBeHidden()
    await expect(button).toBeFocused()

    await bar(page).getByRole('button', { name: words['nav.login'] }).click()
    const login = drawer(page, words['nav.login'])
    await expect(login.getByLabel(words['login.id'], { exact: true })).toBeFocused()
    await signInWithin(login)
    await expect(page).toHaveURL('/terms')
    await expect(ownFigures(page)).toContainText('데모')
  })

  test('trap the focus and are closed by Back where the browser supports it @script @phone', async ({ page }) => {
    // Simulates Android: this browser has CloseWatcher, but sends it only Escape.
    await page.addInitScript(() => {
      const watchers: EventTarget[] = []
      class CloseWatcher extends EventTarget {
        constructor() {
          super()
          watchers.push(this)
        }
        destroy() {
          watchers.splice(watchers.indexOf(this), 1)
        }
      }
      Object.assign(window, { CloseWatcher, pressBack: () => watchers.at(-1)?.dispatchEvent(new Event('close')) })
    })
    await page.goto('/login')
    await main(page).getByRole('link', { name: words['login.register'] }).click()
    await expect(page).toHaveURL('/register')
    const button = bar(page).getByRole('button', { name: words['drawer.menu.open'] })
    const menu = drawer(page, words['brand.name'])
    await button.click()
    await expect(menu).toBeVisible()
    const box = await menu.elementHandle()
    for (let index = 0; index < 20; index++) {
      await page.keyboard.press('Tab')
      expect(await box?.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    }
    await expectAccessible(page)
    let loads = 0
    page.on('request', (request) => {
      // Images below the first view may load at any time.
      if (request.resourceType() !== 'image') loads += 1
    })
    await page.evaluate(() => (window as unknown as { pressBack: () => void }).pressBack())
    await expect(menu).toBeHidden()
    await expect(page).toHaveURL('/register')
    expect(loads, 'nothing is loaded').toBe(0)
    await expect(button).toBeFocused()

    await button.click()
    await menu.getByRole('button', { name: words['common.close'] }).click()
    await expect(menu).toBeHidden()
    await button.click()
    await menu.getByRole('link', { name: words['brand.name'] }).click()
    await expect(page).toHaveURL('/')
    await page.goBack()
    await expect(page).toHaveURL('/register')
    await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(words['register.title'])
    await page.goBack()
    await expect(page).toHaveURL('/login')
  })

  test('are never wider than 440 px, and become a panel in the page from 1200 px @desktop', async ({ page }) => {
    await signIn(page)
    await page.setViewportSize({ width: 2400, height: 900 })
    await page.goto('/notice')
    await expect(main(page), 'Korean breaks only between words').toHaveCSS('word-break', 'keep-all')
    const cash = ownFigures(page).getByText('1,000,000').first()
    await expect(cash).toHaveCSS('font-variant-numeric', /tabular-nums/)
    const inner = (await main(page).locator('xpath=..').boundingBox())?.width ?? 0
    expect(inner).toBeGreaterThan(1900)
    expect(inner, 'the page has a maximum width').toBeLessThanOrEqual(1920)

    const welcome = words['strip.welcome'].replace('{{name}}', '데모')
    const panel = page.getByRole('complementary')
    const button = bar(page).getByRole('button', { name: words['drawer.wallet.open'] })
    for (const [width, hasPanel] of [
      [1200, true],
      [1199, false],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await expect(panel).toBeVisible({ visible: hasPanel })
      await expect(button).toBeVisible({ visible: !hasPanel })
      if (hasPanel) await expect(panel.getByRole('link', { name: words['nav.logout'] })).toBeVisible()
      await expect(ownFigures(page)).toContainText(welcome)
    }
    await page.setViewportSize({ width: 1000, height: 800 })
    await button.click()
    const opened = drawer(page, words['panel.label']).or(panel)
    await expect.poll(async () => (await opened.boundingBox())?.width).toBe(440)
  })
})

/** Simulates a return from the back-forward cache, which is disabled in a browser under test. */
const simulateCachedReturn = (page: Page) =>
  page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))

test.describe('the session in the browser @script', () => {
  test('starts with a full page load, and remembers the member’s ID, whatever its case', async ({ page }) => {
    await page.goto('/login')
    await page.evaluate(() => document.documentElement.setAttribute('data-before', 'yes'))
    await signInWithin(main(page), 'DEMO')
    await expect(page).toHaveURL('/')
    await expect(page.locator('html')).not.toHaveAttribute('data-before', 'yes')
    // The browser stores only the member's id and the router's scroll positions.
    const stored = await page.evaluate(() => ({ local: { ...localStorage }, session: Object.keys(sessionStorage) }))
    expect(stored).toEqual({ local: { userId: 'demo' }, session: ['react-router-scroll-positions'] })

    await page.context().clearCookies()
    await page.goto('/login')
    await expect(main(page).getByLabel(words['login.id'], { exact: true })).toHaveValue('demo')
  })

  test('is checked on return from the bfcache, before figures show', async ({ page, context, upstream }) => {
    await signIn(page)
    await page.goto('/notice')
    const figures = ownFigures(page)
    await expect(figures).toContainText('1,000,000원')
    const { letGo } = await holdRequests(page, /\.data/)
    setHealthFigures(upstream, { balance: 2_000_000 })
    await expect(async () => {
      await simulateCachedReturn(page)
      await expect(figures).toContainText(words['strip.fetching'], { timeout: 500 })
    }).toPass()
    await expect(figures.getByText('1,000,000').first()).toBeHidden()
    letGo()
    await expect(figures).toContainText('2,000,000원')

    // A session that has ended leads to the login.
    await context.clearCookies({ name: 'madang' })
    await expect(async () => {
      await simulateCachedReturn(page)
      await expect(page).toHaveURL('/login?next=%2Fnotice', { timeout: 500 })
    }).toPass()
  })
})

test.describe('every user', () => {
  test('sees no motion with reduced motion @script @phone', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/')
    const figure = main(page).getByText('123,456,789원')
    await expect(figure.first()).toBeVisible()
    const longest = () =>
      page.evaluate(() => {
        const times = [...document.querySelectorAll('*')].flatMap((element) => {
          const { animationDuration, transitionDuration } = getComputedStyle(element)
          return `${animationDuration},${transitionDuration}`.split(',').map((time) => Number.parseFloat(time))
        })
        return Math.max(...times)
      })
    expect(await longest()).toBeLessThanOrEqual(0.001)
    await bar(page).getByRole('button', { name: words['drawer.menu.open'] }).click()
    await expect(drawer(page, words['brand.name'])).toBeVisible()
    expect(await longest()).toBeLessThanOrEqual(0.001)
  })

  test('gets the device’s theme, can choose another and undo it, and keeps typed values', async ({ page, script }) => {
    await page.goto('/register?code=MADANG')
    const id = main(page).getByLabel(words['register.id.label'], { exact: true })
    await id.fill('haneul77')
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    await page.emulateMedia({ colorScheme: 'dark' })
    const dark = await ground()
    await page.emulateMedia({ colorScheme: 'light' })
    const light = await ground()
    expect(light).not.toBe(dark)
    for (const [press, theme, next, shown] of [
      [words['theme.toDark'], 'dark', words['theme.toLight'], dark],
      [words['theme.toLight'], 'light', words['theme.toDark'], light],
      [words['theme.toSystem'], 'system', words['theme.toLight'], dark],
      [words['theme.toLight'], 'light', words['theme.toDark'], light],
    ] as const) {
      await page.getByRole('button', { name: press }).click()
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      // The device’s theme, which a chosen theme overrides.
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await ground()).toBe(shown)
      await expect(page.getByRole('button', { name: next })).toBeVisible()
      if (!script) continue
      await expect(page.getByRole('button', { name: next })).toBeFocused()
      await expect(id).toHaveValue('haneul77')
    }
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await expect(page.locator('meta[name=color-scheme]')).toHaveAttribute('content', 'light')
  })
})
