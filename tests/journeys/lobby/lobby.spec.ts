import { expect, expectAccessible, main, signIn, test, variants } from '../../support/journey'
import { type MessageKey, textOf, words } from '../../support/words'

test.describe('a member in the lobbies', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page)
  })

  test('filters while typing, in one history entry without a reload, and opens a result @script', async ({ page }) => {
    await page.goto('/')
    await page.goto('/casino')
    await page.evaluate(() => document.documentElement.setAttribute('data-kept', 'yes'))
    const search = page.getByRole('searchbox', { name: words['lobby.search.providers'] })

    await search.pressSequentially('가온', { delay: 20 })
    await expect(page).toHaveURL('/casino?q=%EA%B0%80%EC%98%A8')
    await expect(search).toBeFocused()
    await search.pressSequentially(' 카지노', { delay: 20 })
    await expect(main(page).getByRole('status')).toContainText('‘가온 카지노’')
    await expect(page.locator('html')).toHaveAttribute('data-kept', 'yes')

    await page.goBack()
    await expect(page).toHaveURL('/')

    // A game clicked right after typing opens, although the search is still due.
    await page.goto('/slot')
    const game = main(page).getByRole('list', { name: words['lobby.games.all'] }).getByRole('link').first()
    const name = (await game.getByRole('paragraph').first().textContent()) ?? ''
    await page.getByRole('searchbox', { name: words['lobby.search.slot'] }).fill('달토끼')
    await game.evaluate((link: HTMLElement) => {
      link.click()
      // On a slow device, the search falls due before the page has rendered anything.
      const until = performance.now() + 400
      while (performance.now() < until);
    })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  })

  test('can type immediately after following the link to the search @script', async ({ page }) => {
    await page.goto('/slot#search')
    await expect(page.getByRole('searchbox', { name: words['lobby.search.slot'] })).toBeFocused()
  })

  test('sees search results right below the field, above a phone’s keyboard @script @phone', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 780 })
    /** One of each kind of result; in `npm run test:all` in every lobby. */
    const lobbies = variants<{ path: string; query: string; result: string | RegExp }[]>(
      [
        { path: '/slot', query: '도담', result: '도담 플레이' },
        { path: '/casino', query: '가옹', result: /가온 카지노/ },
      ],
      [
        {
          path: '/slot',
          query: '바카라',
          result: textOf('lobby.elsewhere_other' as MessageKey, {
            lobby: words['lobby.casino.title'],
            query: '바카라',
            count: '9',
          }),
        },
        { path: '/slot', query: '달토기', result: /달토끼/ },
        { path: '/slot/game?code=dodam-play', query: '토끼', result: /달토끼의 방앗간/ },
        { path: '/sport', query: '스포츠', result: /온들 스포츠/ },
      ],
    ).flat()
    let opened = ''
    for (const { path, query, result } of lobbies) {
      const search = main(page).getByRole('searchbox')
      if (path === opened) await search.fill('')
      else await page.goto(path)
      opened = path
      // The part of the screen that a keyboard leaves visible.
      await page.setViewportSize({ width: 360, height: 400 })
      await search.pressSequentially(query)
      await expect(main(page).getByRole('status').filter({ hasText: query })).toHaveCount(1)
      const first = main(page).getByRole('link', { name: result }).first()
      await expect(first).toBeVisible()
      const [field, found] = [await search.boundingBox(), await first.boundingBox()]
      const distance = (found?.y ?? Infinity) - (field?.y ?? 0)
      expect(distance, `${path} ${query}`).toBeLessThanOrEqual(260)
      await expect(search).toBeFocused()
      await expect(search).toBeInViewport({ ratio: 1 })
      await expect(first).toBeInViewport()
      await page.setViewportSize({ width: 360, height: 780 })
    }
  })

  test('marks and unmarks favourites with undo, sorts them and searches them @script', async ({ page, member }) => {
    await signIn(page, member)
    await page.goto('/slot')
    await main(page).getByRole('link', { name: words['lobby.sort.name'] }).click()
    await expect(main(page).getByRole('link', { name: words['lobby.sort.name'] })).toHaveAttribute(
      'aria-current',
      'true',
    )
    await expect(page).toHaveURL('/slot?sort=name')
    await page.evaluate(() => document.documentElement.setAttribute('data-kept', 'yes'))

    const hearts = main(page).getByRole('button', { name: textOf('lobby.favourite', {}) })
    for (const index of [0, 4]) {
      const stored = page.waitForResponse((response) => new URL(response.url()).pathname.startsWith('/favourite'))
      await hearts.nth(index).click()
      await expect(hearts.nth(index)).toHaveAttribute('aria-pressed', 'true')
      await stored
    }
    for (const [index, pressed] of [
      [5, 'false'],
      [0, 'true'],
    ] as const) {
      await hearts.nth(index).click()
      await expect(hearts.nth(index)).toHaveAttribute('aria-pressed', pressed === 'true' ? 'false' : 'true')
      const message = page.getByRole('status').filter({ hasText: words['lobby.favourites'] })
      await expect(message).toContainText(
        words[pressed === 'true' ? 'lobby.favourite.removed' : 'lobby.favourite.added'],
      )
      // A toast stays while the pointer is on it.
      await message.hover()
      if (index === 5) await expectAccessible(page)
      const undone = page.waitForResponse((response) => {
        const { pathname, searchParams } = new URL(response.url())
        return pathname.startsWith('/favourite') && searchParams.get('on') === (pressed === 'true' ? 'yes' : 'no')
      })
      await message.getByRole('button', { name: words['lobby.favourite.undo'] }).click()
      await expect(hearts.nth(index)).toHaveAttribute('aria-pressed', pressed)
      await undone
      await expect(hearts.nth(index)).toBeFocused()
    }
    let fail = () => {}
    const bothClicked = new Promise<void>((resolve) => {
      fail = resolve
    })
    await page.route('**/favourite*', (route) => bothClicked.then(() => route.abort()), { times: 1 })
    await hearts.nth(1).click()
    await hearts.nth(2).click()
    await expect(hearts.nth(1)).toHaveAttribute('aria-pressed', 'true')
    fail()
    await expect(hearts.nth(1), 'a failed click is reverted, although another is pending').toHaveAttribute(
      'aria-pressed',
      'false',
    )
    await expect(hearts.nth(2)).toHaveAttribute('aria-pressed', 'true')
    await expect(page.locator('html')).toHaveAttribute('data-kept', 'yes')
    await page.goto('/slot?view=favourites&sort=name')
    await expect(main(page).getByRole('button', { pressed: true })).toHaveCount(3)

    const search = page.getByRole('searchbox', { name: words['lobby.search.slot'] })
    await search.fill('없는 게임')
    await expect(main(page).getByRole('link', { name: words['lobby.search.clear'] })).toBeVisible()
    await main(page).getByRole('link', { name: words['lobby.search.clear'] }).click()
    await expect(page).toHaveURL('/slot?view=favourites&sort=name')
    await expect(search).toHaveValue('')
  })
})

test.describe('a member whose finger rests on the list', () => {
  test.use({ ownContext: true })

  test('sees no new results until the finger is lifted @script', async ({ page }) => {
    await signIn(page)
    await page.clock.install()
    await page.goto('/slot')
    await page.getByRole('heading', { level: 1 }).hover()
    await page.mouse.down()
    await page.getByRole('searchbox', { name: words['lobby.search.slot'] }).fill('달토끼')
    const searches: string[] = []
    page.on('request', (request) => request.url().includes('/slot.data?q=') && searches.push(request.url()))
    await page.clock.runFor(5_000)
    expect(await page.evaluate(() => location.pathname + location.search)).toBe('/slot')
    expect(searches).toEqual([])
    await page.mouse.up()
    await page.clock.runFor(1_000)
    await expect(page).toHaveURL(/q=/)
  })
})
