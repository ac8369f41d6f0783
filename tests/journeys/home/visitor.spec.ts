import type { Page } from '@playwright/test'
import {
  blockSiteScripts,
  demo,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  main,
  signIn,
  signInWithMoney,
  skipWithScript,
  test,
  variants,
} from '../../support/journey'
import { phone } from '../../support/viewports'
import { textOf, words } from '../../support/words'

test.describe('a visitor', () => {
  test('has accessible pages with scripts blocked, also when depositing @script', async ({ page }) => {
    await blockSiteScripts(page)
    for (const path of ['/register', '/deposit']) {
      if (path === '/deposit') await signIn(page)
      await page.goto(path)
      await expectAccessible(page)
    }
  })

  test('gets all fields of the sign-up on one page if the site’s scripts are missing @script @phone', async ({
    page,
    member,
  }) => {
    await page.setViewportSize(phone)
    await blockSiteScripts(page)
    await page.goto('/register')
    const field = (name: string) => main(page).getByLabel(name, { exact: true })
    await field(words['register.id.label']).fill(`n${member.id.slice(1)}`)
    await expect(field(words['register.nick.label'])).toBeHidden()
    await main(page)
      .getByRole('button', { name: textOf('register.step.next', { part: words['register.part.contact'] }) })
      .click()
    await expect(main(page).getByRole('alert')).toContainText(words['form.summary'])
    await expect(field(words['register.id.label'])).toHaveValue(`n${member.id.slice(1)}`)
    for (const name of [words['register.pw.label'], words['register.nick.label'], words['register.bankowner.label']])
      await expect(field(name)).toBeVisible()
    await expect(main(page).getByRole('button', { name: words['register.submit'] })).toBeVisible()
  })

  test('sees ten top-bar entries, each on one line and apart from the languages @desktop', async ({ page }) => {
    await page.goto('/')
    const entries = page.getByRole('banner').getByRole('navigation').getByRole('link')
    const leadTo = await entries.evaluateAll((links) => links.map((link) => link.getAttribute('href')?.slice(1)))
    expect(leadTo.join(' ')).toBe('casino slot sport deposit withdraw comp notice help help?write user')
    await page.setViewportSize({ width: 1200, height: 800 })
    for (const lng of variants(['ko', 'en'], ['vn', 'jp', 'cn', 'th']).flat()) {
      await page.goto(`/terms?lng=${lng}`)
      const wrong = await page.getByRole('banner').evaluate((bar) => {
        const nav = bar.querySelector('nav')
        const after = nav?.nextElementSibling?.getBoundingClientRect().left ?? 0
        const entries = [...(nav?.querySelectorAll('a, summary') ?? [])].filter((entry) => entry.checkVisibility())
        return entries
          .filter((entry) => {
            const range = document.createRange()
            range.selectNodeContents(entry)
            const { height, right } = range.getBoundingClientRect()
            return height > 1.6 * Number.parseFloat(getComputedStyle(entry).lineHeight) || right > after
          })
          .map(({ textContent }) => textContent)
      })
      expect([lng, ...wrong]).toEqual([lng])
    }
  })
})

function countWholePictures(page: Page): Promise<number> {
  return main(page).evaluate((part) => {
    const bar = document.querySelector('footer ~ nav')
    const barTop = bar?.checkVisibility() ? bar.getBoundingClientRect().top : window.innerHeight
    const boxes = [...part.querySelectorAll('ul[aria-labelledby] a[href^="/game?"] img')].map((picture) =>
      picture.getBoundingClientRect(),
    )
    return boxes.filter(({ top, bottom, left, right }) => top > 0 && bottom < barTop && left > 0 && right < innerWidth)
      .length
  })
}

test.describe('on a phone of 360 by 780 px @phone', () => {
  test.beforeEach(({ page }) => page.setViewportSize({ width: 360, height: 780 }))

  test('home starts with games and sign-up for visitors, and games for members', async ({ page, script, member }) => {
    skipWithScript(script)
    await page.goto('/')
    expect(await countWholePictures(page)).toBeGreaterThanOrEqual(3)
    await expect(main(page).getByRole('link', { name: words['login.register'] })).toBeInViewport({ ratio: 1 })
    await expect(main(page).getByText(words['home.about'])).toBeInViewport({ ratio: 1 })
    // Login is offered only in the two bars.
    await expect(main(page).getByText(words['nav.login'], { exact: true }).filter({ visible: true })).toHaveCount(0)
    const band = main(page).getByRole('region', { name: textOf('home.jackpot.label', { brand: words['brand.name'] }) })
    expect((await band.boundingBox())?.height).toBeLessThanOrEqual(250)

    // A member with money who has not played yet sees no steps to a first deposit and no recent games.
    await signInWithMoney(page, member, '30000')
    await page.goto('/')
    expect(await countWholePictures(page)).toBeGreaterThanOrEqual(3)
    expect((await band.boundingBox())?.height).toBeLessThanOrEqual(90)
    const parts = [
      main(page).getByRole('heading', { name: words['lobby.casino.title'] }),
      main(page).getByRole('searchbox', { name: words['lobby.search.slot'] }),
      main(page).getByRole('heading', { name: textOf('home.jackpot.label', { brand: words['brand.name'] }) }),
      main(page).getByRole('heading', { name: words['lobby.rail.new'] }),
      main(page).getByRole('heading', { name: words['notice.title'] }),
      main(page).getByRole('heading', { name: words['home.transactions'] }),
    ]
    const tops = await Promise.all(parts.map(async (part) => (await part.boundingBox())?.y))
    expect(tops).toEqual(tops.toSorted((left, right) => (left ?? 0) - (right ?? 0)))
    const tiles = main(page).getByRole('list', { name: words['lobby.rail.new'] }).getByRole('listitem')
    for (const tile of await tiles.all()) {
      expect((await tile.boundingBox())?.width).toBeGreaterThanOrEqual(104)
      expect((await tile.locator('p').first().boundingBox())?.height).toBeLessThan(24)
    }
    await expectNoHorizontalScroll(page)
  })

  test('the footer folds its provider names and is at most a quarter of a short page @script', async ({ page }) => {
    await signIn(page, demo)
    const footer = page.getByRole('contentinfo')
    for (const lng of variants(['ko'], ['en', 'vn', 'th', 'jp', 'cn', 'ko']).flat()) {
      await page.goto(`/note?lng=${lng}`)
      const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight)
      expect(((await footer.boundingBox())?.height ?? pageHeight) / pageHeight, lng).toBeLessThanOrEqual(0.25)
    }
    await expect(footer.getByText('가온 카지노')).toBeHidden()
    await footer.getByText(words['lobby.providers'], { exact: true }).click()
    await expect(footer.getByText('가온 카지노')).toBeVisible()
    await expect(footer.getByText('온들 스포츠')).toBeVisible()

    await page.setViewportSize({ width: 768, height: 1024 })
    await expect(footer.getByText('가온 카지노')).toBeVisible()
    await footer.getByText(words['lobby.providers'], { exact: true }).click()
    await expect(footer.getByText('가온 카지노')).toBeHidden()
  })
})
