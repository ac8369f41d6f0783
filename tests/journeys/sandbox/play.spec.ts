import type { Page, Route } from '@playwright/test'
import { formatSeoulMinute } from '~/values/seoul'
import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  main,
  ownFigures,
  signInWithMoney,
  skipWithScript,
  test,
  variants,
} from '../../support/journey'
import { textOf, words, wordsIn } from '../../support/words'

const playWords = wordsIn('play', 'ko')
/** Returns a Korean text of the games with its variables filled in. */
const play = (key: string, values: Record<string, string> = {}) =>
  (playWords[key] ?? key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '').trim()
const staked = new RegExp(play('game.staked', { amount: '[\\d,]+원' }))
const returnsWords = new RegExp(`^${play('slip.returns')}`)

async function openInWindow(page: Page): Promise<Page> {
  await page.goto('/game?company=dodam-play&code=moon-rabbit-mill')
  const opening = page.context().waitForEvent('page')
  await main(page).getByRole('button', { name: words['launch.submit'] }).click()
  const game = await opening
  await expect(game).toHaveURL(/\/sandbox\/game\//)
  return game
}

/** Opens a game in this page, a slot by default, by posting the form of its launch page. */
async function openGame(page: Page, company = 'dodam-play', code = 'moon-rabbit-mill'): Promise<Page> {
  const response = await page.request.post('/game', { form: { company, code }, maxRedirects: 0 })
  expect(response.status()).toBe(303)
  await page.goto(response.headers().location ?? '')
  return page
}

const parseWon = (text: string | null) => Number((text ?? '').replace(/\D/g, ''))
const moneyInGame = async (game: Page) => parseWon(await game.getByRole('definition').first().textContent())

/** Plays the next round. Until it is due, script disables the button; without script, the page says to try again. */
async function playNext(game: Page, press: () => Promise<void>): Promise<void> {
  const spin = game.locator('[name=spin]')
  const before = await spin.inputValue()
  await expect(game.locator('[data-busy]')).toHaveCount(0)
  await expect(async () => {
    await press()
    await expect(spin).not.toHaveValue(before, { timeout: 2_000 })
    await expect(game.getByRole('status')).toContainText(staked, { timeout: 500 })
  }).toPass()
}

/** Names of the animations that are running or about to run. */
const movingNow = (game: Page) =>
  game.evaluate(() =>
    document.getAnimations().map((animation) => (animation instanceof CSSAnimation ? animation.animationName : '')),
  )

/** Number of reels that are animated in this round, or were a moment ago. */
const turningReels = (game: Page) =>
  game.evaluate(
    () => [...document.querySelectorAll('svg')].filter((svg) => getComputedStyle(svg).animationName === 'reel').length,
  )

/** Stakes whose figure wraps or is wider than its button. */
const findBrokenStakes = (game: Page) =>
  game.locator('.stakes .choice b').evaluateAll((figures) => {
    const isBroken = (figure: Element) => {
      const text = document.createRange()
      text.selectNodeContents(figure)
      const [line, second] = text.getClientRects()
      return second !== undefined || (line?.width ?? 0) > (figure.parentElement?.clientWidth ?? 0)
    }
    return figures.filter(isBroken).map(({ textContent }) => textContent)
  })

test('a round turns the reels, one click repeats it, and the money returns', async ({ page, member, script }) => {
  await signInWithMoney(page, member, '50,000')
  const game = await openInWindow(page)
  await expect(game.getByRole('heading', { level: 1 })).toHaveText('달토끼의 방앗간')
  const loads: string[] = []
  game.on('framenavigated', (frame) => loads.push(frame.url()))
  const spin = game.getByRole('button', { name: play('slot.spin') })
  await game.getByRole('radio', { name: '2,000원' }).check()
  await spin.click()
  await expect(game.getByRole('status')).toContainText(play('game.staked', { amount: '2,000원' }))
  expect(await turningReels(game)).toBe(3)
  await expect.poll(() => movingNow(game)).toEqual([])
  await expect(spin).toBeFocused()
  if (script) await expectAccessible(game)

  await game.emulateMedia({ reducedMotion: 'reduce' })
  await playNext(game, () => spin.press('Enter'))
  await expect(game.getByRole('status')).toContainText(play('game.staked', { amount: '2,000원' }))
  expect([await movingNow(game), await turningReels(game)]).toEqual([[], 0])
  expect(loads.length).toBeGreaterThanOrEqual(script ? 0 : 2)
  if (script) expect(loads).toEqual([])
  for (const [width, height] of [
    [320, 640],
    [740, 360],
  ] as const) {
    await game.setViewportSize({ width, height })
    await game.evaluate(() => scrollTo(0, 0))
    await expectNoHorizontalScroll(game)
    await expect(spin).toBeInViewport({ ratio: 1 })
    await expect(game.getByRole('img')).toBeInViewport({ ratio: 1 })
  }
  for (const [width, height] of [...screens, [740, 900], [800, 900], [900, 900]] as const) {
    await game.setViewportSize({ width, height })
    expect(await findBrokenStakes(game), `${width}`).toEqual([])
  }

  const left = await moneyInGame(game)
  await game.getByRole('button', { name: play('game.leave') }).click()
  await expect(game.getByRole('status')).toContainText(`${left.toLocaleString('ko-KR')}원`)
  expect(await moneyInGame(game)).toBe(0)
  if (script) {
    // The site's window closes, maybe during the click, and the site shows the returned money.
    const closed = game.waitForEvent('close')
    await game
      .getByRole('link', { name: play('site.back') })
      .click()
      .catch(() => {})
    await closed
    await expect(ownFigures(page)).toContainText(`${left.toLocaleString('ko-KR')}원`)
  } else {
    await game.getByRole('link', { name: play('site.back') }).click()
    await expect(game).toHaveURL('/')
  }
})

test('repeated clicks, a held key and a lost response make one round @script', async ({ page, member }) => {
  await signInWithMoney(page, member, '50,000')
  const game = await openGame(page)
  const spins: string[] = []
  await game.route(/\/sandbox\/game\//, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    spins.push(new URLSearchParams(route.request().postData() ?? '').get('spin') ?? '')
    if (spins.length > 1) return route.continue()
    // The round is played, but its response is lost.
    await route.fetch()
    await route.abort()
  })
  const spin = game.getByRole('button', { name: play('slot.spin') })
  await spin.click({ clickCount: 3 })
  await expect(game.getByRole('status')).toContainText(play('game.unanswered'))
  expect(spins).toHaveLength(1)
  await spin.click()
  await expect(game.getByRole('status')).toContainText(play('game.staked', { amount: '1,000원' }))
  expect(spins).toEqual([spins[0], spins[0]])

  // A held key plays one round.
  await game.emulateMedia({ reducedMotion: 'reduce' })
  await spin.focus()
  await expect(game.locator('[data-busy]')).toHaveCount(0)
  await expect(spin).toBeEnabled()
  await game.keyboard.down('Enter')
  await expect.poll(() => spins.length).toBe(3)
  await expect(spin).toBeDisabled()
  await expect(game.locator('[data-busy]')).toHaveCount(0)
  await expect(spin).toBeEnabled()
  for (let repeats = 0; repeats < 5; repeats += 1) await game.keyboard.down('Enter')
  await game.keyboard.up('Enter')
  expect(spins).toHaveLength(3)
  await page.goto('/user?tab=bets')
  await expect(main(page).getByRole('row')).toHaveCount(3)
})

test('a round highlights nothing while it runs, and keeps a choice made during it @script', async ({
  page,
  member,
}) => {
  await signInWithMoney(page, member, '50,000')
  const game = await openGame(page)
  const status = game.getByRole('status')
  const answers: (() => void)[] = []
  await game.route(/\/sandbox\/game\//, async (route) => {
    const response = await route.fetch()
    // A win, which is highlighted.
    const body = (await response.text()).replace('class="frame"', 'class="frame lit"')
    await new Promise<void>((answer) => answers.push(answer))
    await route.fulfill({ response, body })
  })
  const answer = async () => {
    await expect.poll(() => answers.length).toBe(1)
    answers.pop()?.()
    await expect(status).toContainText(staked)
  }
  // The reels may have stopped before the test could check, so the page records the state when the result appears.
  const wasBusy = game.evaluate(
    () =>
      new Promise((resolve) => {
        const recordState = () => {
          const result = document.querySelector('[role=status]')
          if (/\d원/.test(result?.textContent ?? '')) resolve(result?.getAttribute('aria-busy'))
        }
        new MutationObserver(recordState).observe(document.body, {
          subtree: true,
          childList: true,
          characterData: true,
        })
      }),
  )
  await game.getByRole('button', { name: play('slot.spin') }).click()
  await game.getByRole('radio', { name: '5,000원' }).check()
  await answer()
  expect(await wasBusy).toBe('true')
  await expect(game.getByRole('radio', { name: '5,000원' })).toBeChecked()
  await expect(game.locator('.frame.lit')).toHaveCount(1)
  await expect(status).toHaveAttribute('aria-busy', 'false')
  await expect(game.locator('[data-busy]')).toHaveCount(0)
  await game.getByRole('button', { name: play('slot.spin') }).click()
  await expect(game.locator('.lit')).toHaveCount(0)
  await expect(status).toHaveText('')
  await answer()
  await expect(status).toContainText(play('game.staked', { amount: '5,000원' }))
})

test('a game follows returned money, a closed provider and a reality check @script', async ({ page, member }) => {
  await signInWithMoney(page, member, '50,000')
  const game = await openGame(page)
  const secondWindow = await game.context().newPage()
  await secondWindow.goto(game.url())
  await secondWindow.getByRole('button', { name: play('game.leave') }).click()
  await expect(secondWindow.getByRole('status')).toContainText('50,000원')
  await secondWindow.close()
  await game.evaluate(() => dispatchEvent(new Event('focus')))
  await game.getByRole('button', { name: play('game.bringIn') }).click()
  const spin = game.getByRole('button', { name: play('slot.spin') })
  await expect(spin).toBeVisible()
  expect(await moneyInGame(game)).toBe(50_000)

  // A closed provider disables the button; focusing the window enables it again.
  const closed = async (route: Route) => {
    const page = await (await route.fetch({ method: 'GET', headers: { 'Sec-Fetch-Dest': 'empty' } })).text()
    await route.fulfill({
      status: 409,
      contentType: 'text/html',
      body: page.replace(/<button class="main"/, '$& disabled'),
    })
  }
  await game.route(/\/sandbox\/game\//, closed, { times: 1 })
  await spin.click()
  await expect(game.locator('[data-busy]')).toHaveCount(0)
  await expect(spin).toBeDisabled()
  await game.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(spin).toBeEnabled()

  // A page returned instead of a round replaces the game's page and leads back to the game.
  const check =
    '<main><h1>1시간 동안 게임하셨습니다</h1><form method="post"><button name="intent" value="go-on">계속하기</button>'
  await game.route(
    /\/sandbox\/game\//,
    (route) => route.fulfill({ status: 409, contentType: 'text/html', body: check }),
    { times: 1 },
  )
  await spin.click()
  await expect(game.getByRole('heading', { name: play('check.title.wholeHours', { hours: '1' }) })).toBeVisible()
  await expect(game.getByRole('main')).toBeFocused()
  await game.getByRole('button', { name: play('check.goOn') }).click()
  await expect(spin).toBeVisible()
  expect(await moneyInGame(game)).toBe(50_000)
})

const screens = [
  [320, 640],
  [640, 360],
  [768, 1024],
] as const

/** Elements that are clipped or not entirely in the window. One evaluation is much faster than one per element. */
const findOutOfSight = (game: Page, selector: string) =>
  game.evaluate((wanted) => {
    const isWhole = (part: Element) => {
      const { left, top, right, bottom } = part.getBoundingClientRect()
      const inside = (box: { left: number; top: number; right: number; bottom: number }) =>
        left > box.left - 0.5 && top > box.top - 0.5 && right < box.right + 0.5 && bottom < box.bottom + 0.5
      for (let box = part.parentElement; box && box !== document.body; box = box.parentElement)
        if (getComputedStyle(box).overflow !== 'visible' && !inside(box.getBoundingClientRect())) return false
      return bottom > top && inside({ left: 0, top: 0, right: innerWidth, bottom: innerHeight })
    }
    const parts = [...document.querySelectorAll(wanted)]
    if (parts.length === 0) return [`no element matches ${wanted}`]
    return parts.filter((part) => !isWhole(part)).map(({ outerHTML }) => outerHTML.slice(0, 80))
  }, selector)

/** Whether the game's bar overlaps the focused pick. */
const isPickCovered = (game: Page) =>
  game.evaluate(() => {
    const [pick, bar] = [document.activeElement, document.querySelector('.act')].map((part) =>
      part?.getBoundingClientRect(),
    )
    if (!pick || !bar) return true
    return pick.left < bar.right && bar.left < pick.right && pick.top < bar.bottom && bar.top < pick.bottom
  })

test.describe('lobbies with their own games', () => {
  test('deal baccarat from a shoe, and accept one bet on each fixture', async ({ page, member, script }) => {
    /** Does nothing without script, which axe needs. */
    const expectSoundPage = async (game: Page) => {
      if (!script) return
      await expect.poll(() => movingNow(game)).toEqual([])
      await expectAccessible(game)
      await expectNoHorizontalScroll(game)
    }
    await signInWithMoney(page, member, '50,000')
    const table = await openGame(page, 'gaon-casino', 'gaon-casino')
    // Phones with a low screen have room for the road, but not for the shoe.
    const { width = 0, height = 0 } = table.viewportSize() ?? {}
    const hasShoe = width > height || width >= 752 || height > 768
    await expect(table.getByText(play('baccarat.left', { left: '416' }))).toBeVisible({ visible: hasShoe })
    const deal = table.getByRole('button', { name: play('baccarat.deal') })
    /** Distance of the button from the message above it. */
    const placeOfDeal = () => deal.evaluate((button) => (button as HTMLElement).offsetTop)
    const place = await placeOfDeal()
    // Without a choice, no round is played, and the page shows its own message.
    await deal.click()
    if (script)
      await expect(table.getByRole('radio', { name: new RegExp(`^${play('baccarat.player')}`) })).toBeFocused()
    else await expect(table.getByRole('status')).toContainText(play('game.chooseFirst'))
    await expect(table.getByText(play('baccarat.left', { left: '416' }))).toBeVisible({ visible: hasShoe })
    await table.getByRole('radio', { name: new RegExp(`^${play('baccarat.tie')}`) }).check()
    expect(await placeOfDeal()).toBe(place)
    await deal.click()
    await expect(table.getByRole('status')).toContainText(play('game.staked', { amount: '1,000원' }))
    expect(await placeOfDeal()).toBe(place)
    // The bet stays selected, so one press repeats it.
    await expect(table.getByRole('radio', { name: new RegExp(`^${play('baccarat.tie')}`) })).toBeChecked()
    await expectSoundPage(table)

    const book = await openGame(page, 'ondeul-sports', 'ondeul-sports')
    const fixtures = book.getByRole('group', { name: / – / })
    await expect(fixtures).toHaveCount(6)
    // A pick whose match has begun is struck out until the button confirms it.
    const [day = '', time = ''] = formatSeoulMinute(new Date(Date.now() - 90 * 60_000).toISOString()).split(' ')
    await book.goto(`${book.url()}?picks=${day}.${Number(time.slice(0, 2))}:home`)
    await expect(book.getByText(play('slip.dropped.begun'))).toBeVisible()
    await fixtures.last().getByRole('radio').first().focus()
    await book.keyboard.press('Tab')
    await expect(book.getByRole('button', { name: play('slip.dropped.seen') })).toBeFocused()
    await book.keyboard.press('Enter')
    await expect(book.getByText(play('slip.dropped.begun'))).toBeHidden()
    // Without a pick, the bar has neither stakes nor a button.
    await expect(book.locator('.act :is(button, [name=stake])').filter({ visible: true })).toHaveCount(0)
    const [first, second] = [fixtures.nth(0), fixtures.nth(1)].map((fixture) => fixture.getByRole('radio').first())
    if (!first || !second) throw new Error('the page has fewer than two fixtures')
    const odds: number[] = []
    for (const side of [first, second]) {
      odds.push(Number((await side.getAttribute('value'))?.split(':').at(-1)))
      await side.check()
    }
    const [product = 0] = [odds.reduce((all, each) => all * each, 1) / 100].map((each) => Math.floor(each + 1e-6))
    // On narrow screens, the slip is a bar with stakes and the pick, which unfolds to all picks.
    const bar = book.locator('.act')
    const isFolded = (book.viewportSize()?.width ?? 0) < 760
    const unfold = async () => isFolded && book.getByRole('checkbox', { name: play('slip.unfold') }).check()
    if (isFolded) expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(120)
    await unfold()
    await book.getByRole('radio', { name: '5,000원', exact: true }).check()
    if (!script) {
      // The returns computed by the server are shown only for the picks and stake they were computed for.
      await expect(bar.getByText(returnsWords).filter({ visible: true })).toHaveCount(0)
      await book.getByRole('button', { name: play('slip.quote') }).click()
      await unfold()
    }
    const total = (count: string, hundredths: number) =>
      bar
        .getByRole('paragraph')
        .filter({ hasText: play('slip.total', { count }), visible: true })
        .getByText((hundredths / 100).toFixed(2))
    await expect(total('2', product)).toBeVisible()
    await expect(bar.getByRole('button', { name: play('slip.bet', { amount: '5,000원' }) })).toBeVisible()
    const returns = bar.getByText(returnsWords).filter({ visible: true })
    await expect(returns).toHaveText(play('slip.returns', { amount: `${(50 * product).toLocaleString('ko-KR')}원` }))
    await bar
      .getByRole('radio', { name: play('slip.remove') })
      .filter({ visible: true })
      .last()
      .check()
    // The odds of a single pick are on its row, not repeated as a total.
    await expect(total('1', odds[0] ?? 0)).toHaveCount(0)
    const single = `${(50 * (odds[0] ?? 0)).toLocaleString('ko-KR')}원`
    if (script) await expect(returns).toHaveText(play('slip.returns', { amount: single }))
    else await expect(bar.getByText(play('slip.stale'))).toBeVisible()
    await second.check()
    await second.press('Enter')
    await expect(bar.getByRole('status')).toContainText(play('slip.placed'))
    await expect(bar.getByRole('status')).toContainText(play('game.staked', { amount: '5,000원' }))
    await expect(bar.getByText(play('slip.waiting'))).toBeVisible()
    await expect(bar.getByRole('link', { name: play('slip.again') })).toBeFocused()
    await expect(second).toBeDisabled()
    await expect(bar.getByRole('link', { name: play('slip.bets') })).toHaveAttribute('href', '#bets')
    await expectSoundPage(book)
    // In the lobby, a member's bet doesn't change the layout of its row: rows with equally many odds are alike.
    // A pick that became a bet is no longer in the slip or the URL.
    const [id, side] = (await first.getAttribute('value'))?.split(':') ?? []
    await page.goto(`/sport?q=${encodeURIComponent('온들')}&picks=${id}:${side}:ondeul-sports`)
    expect(new URL(page.url()).searchParams.get('picks')).toBeNull()
    await expect(main(page).getByRole('link', { name: words['matches.bet'] })).toHaveCount(0)
    const matches = main(page).getByRole('list', { name: words['matches.heading'] }).getByRole('listitem')
    await expect(matches.getByRole('link', { name: textOf('matches.staked', { amount: '5,000원' }) })).toHaveCount(2)
    const rows = await matches.evaluateAll((all) =>
      all.map((row) => {
        const boxes = [row, ...row.querySelectorAll(':has(> b):not(p)')].map((box) => box.getBoundingClientRect())
        return boxes.map(({ x, height }) => Math.round(x - (boxes[0]?.x ?? 0)) + height / 1000).join(' ')
      }),
    )
    // At 320 px, the bet wraps to a separate line.
    if (width >= 360) expect(new Set(rows).size, rows.join('\n')).toBe(2)
    // On a phone, the slip is one line above the bottom bar, with the button. On wider screens it is always unfolded.
    const pick = matches.getByRole('link', { name: /\.\d\d$/ }).first()
    await pick.click()
    await expect(main(page).getByRole('link', { name: words['matches.bet'] })).toBeInViewport({ ratio: 1 })
    for (const fold of await main(page).locator('summary:visible').all()) await fold.click()
    await expect(main(page).getByRole('link', { name: textOf('matches.remove', { match: '' }) })).toBeVisible()
    await expectSoundPage(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    const withPick = await pick.boundingBox()
    await pick.click()
    await expect(main(page).getByText(words['matches.slip.empty'])).toBeVisible()
    expect((await pick.boundingBox())?.width, 'matches use the space of the empty slip').toBeGreaterThan(
      withPick?.width ?? 0,
    )

    const wheel = await openGame(page, 'byeolha-casino', 'byeolha-casino.roulette')
    // On a phone, the bar leaves room for the board, and the wheel is in view after a bet at its bottom.
    await wheel.setViewportSize({ width: 360, height: 780 })
    await wheel.getByRole('radio', { name: '36', exact: true }).check()
    await expect(wheel.getByText(returnsWords).filter({ visible: true })).toHaveText(
      play('slip.returns', { amount: '36,000원' }),
    )
    expect((await wheel.locator('.act').boundingBox())?.height).toBeLessThanOrEqual(180)
    await wheel.getByRole('button', { name: play('roulette.spin') }).click()
    await expect(wheel.getByRole('status')).toContainText(play('game.staked', { amount: '1,000원' }))
    await expect(wheel.getByRole('radio', { name: '36', exact: true })).toBeChecked()
    await expectSoundPage(wheel)
    await expect(wheel.getByRole('img', { name: play('roulette.latest') })).toBeVisible()
    expect((await wheel.locator('.act').boundingBox())?.height).toBeLessThanOrEqual(180)
    if (script) await expect.poll(() => findOutOfSight(wheel, '.rim')).toEqual([])
    // Stakes keep their size after the phone is rotated and rotated back.
    for (const [width, height] of [
      [844, 390],
      [360, 780],
    ] as const) {
      await wheel.setViewportSize({ width, height })
      for (const stake of await wheel.locator('.stakes .choice').all())
        expect((await stake.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
  })

  test('clear the slip of picks that became bets when the window closes @script', async ({ page, member }) => {
    await signInWithMoney(page, member, '50,000')
    await page.goto(`/sport?q=${encodeURIComponent('온들')}`)
    await main(page)
      .getByRole('link', { name: /\.\d\d$/ })
      .first()
      .click()
    const [book] = await Promise.all([
      page.waitForEvent('popup'),
      main(page).getByRole('link', { name: words['matches.bet'] }).click(),
    ])
    await expect(main(page).getByText(words['launch.opened.title'])).toBeVisible()
    await book.locator('.act .main').click()
    await expect(book.getByRole('status')).toContainText(play('slip.placed'))
    await book.close()
    await expect(main(page).getByText(words['launch.opened.title'])).toBeHidden()
    await expect(main(page).getByRole('link', { name: words['matches.bet'] })).toHaveCount(0)
    await expect(main(page).getByRole('link', { name: textOf('matches.staked', { amount: '1,000원' }) })).toBeVisible()
    expect(new URL(page.url()).searchParams.get('picks')).toBeNull()
  })

  test('show the pick, the stakes and the button together at every screen size', async ({ page, member, script }) => {
    skipWithScript(script)
    await signInWithMoney(page, member, '50,000')
    for (const company of variants('ondeul-sports', 'gaon-casino', 'byeolha-casino')) {
      const game = await openGame(page, company, company)
      const picks = game.locator('.bets .choice input, .groups .choice input, .numbers .choice input')
      // The bar of a slip unfolds over the fixtures.
      const fold = game.locator('#fold')
      for (const [width, height] of screens) {
        await game.setViewportSize({ width, height })
        await game.evaluate(() => scrollTo(0, 0))
        await expect.poll(() => findOutOfSight(game, '.act')).toEqual([])
        for (const pick of [picks.first(), picks.last()]) {
          await pick.check()
          await pick.focus()
          await expect.poll(() => findOutOfSight(game, ':focus')).toEqual([])
          expect(await isPickCovered(game), `${company} ${width}`).toBe(false)
          const isFolded = await fold.isVisible()
          if (isFolded) await fold.check()
          // Without script, another button lets the server compute the returns of a slip.
          const buttons = script ? '.act .main' : '.act button'
          await expect.poll(() => findOutOfSight(game, `[name=stake], ${buttons}`)).toEqual([])
          if (isFolded) await fold.uncheck()
        }
        await expectNoHorizontalScroll(game)
      }
    }
  })
})
