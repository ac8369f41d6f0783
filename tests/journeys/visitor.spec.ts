import {
  blockSiteScripts,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  main,
  test,
  variants,
} from '../support/journey'

test.describe('a visitor', () => {
  test('finds the three ways to play, help and sign-up on the home page, in Korean', async ({ page }) => {
    await page.goto('/')

    await expect(page.locator('html')).toHaveAttribute('lang', 'ko')
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(
      main(page)
        .getByRole('link', { name: /라이브 카지노/ })
        .first(),
    ).toHaveAttribute('href', '/casino')
    await expect(
      main(page)
        .getByRole('link', { name: /슬롯 게임/ })
        .first(),
    ).toHaveAttribute('href', '/slot')
    await expect(
      main(page)
        .getByRole('link', { name: /스포츠/ })
        .first(),
    ).toHaveAttribute('href', '/sport')

    const footer = page.getByRole('contentinfo')
    await expect(footer.getByRole('link', { name: '입금 신청' })).toBeVisible()
    await expect(footer.getByRole('link', { name: '1:1 문의' })).toBeVisible()
  })

  test('is asked to log in for a member page, and told why', async ({ page, script }) => {
    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('link', { name: '입금 신청' }).click()

    await expect(page.getByText('로그인이 필요합니다').first()).toBeVisible()
    if (script) await expect(page).toHaveURL('/')
    else await expect(page).toHaveURL(/\/login\?next=%2Fdeposit/)
  })

  test('is sent to the login page when opening a member URL by hand', async ({ page }) => {
    await page.goto('/deposit')

    await expect(page).toHaveURL(/\/login\?next=%2Fdeposit/)
    await expect(main(page).getByText('로그인이 필요합니다')).toBeVisible()
  })

  test('reads the site in another language, which is remembered', async ({ page }) => {
    await page.goto('/?lng=en')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await page.goto('/')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(
      main(page)
        .getByRole('link', { name: /Live casino/ })
        .first(),
    ).toBeVisible()
  })

  test('gets a page with a link to go on at a URL that does not exist', async ({ page }) => {
    const answer = await page.goto('/no-such-page')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('찾으시는 화면이 없습니다')
    await page.getByRole('link', { name: '홈으로 가기' }).click()
    await expect(page).toHaveURL('/')
  })

  for (const path of ['/', '/login', '/register', '/terms', '/privacy', '/safer-play', '/no-such-page']) {
    test(`has an accessible page at ${path} @script`, async ({ page }) => {
      await page.goto(path)
      await expectAccessible(page)
    })

    test(`has an accessible page at ${path} while its scripts are blocked @script`, async ({ page }) => {
      await blockSiteScripts(page)
      await page.goto(path)
      await expectAccessible(page)
    })
  }

  test('sees all ten entries in the top bar of a wide screen @desktop', async ({ page }) => {
    await page.goto('/')
    const entries = page.getByRole('banner').getByRole('navigation').getByRole('link')
    const leadTo = await entries.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(leadTo).toEqual([
      '/casino',
      '/slot',
      '/sport',
      '/deposit',
      '/withdraw',
      '/comp',
      '/notice',
      '/help',
      '/help',
      '/user',
    ])
  })

  test('reads each entry of the top bar in one line, clear of the languages, in all six @desktop', async ({ page }) => {
    await page.setViewportSize({ width: 1200, height: 800 })
    for (const lng of ['ko', 'en', 'vn', 'jp', 'cn', 'th']) {
      await page.goto(`/terms?lng=${lng}`)
      const wrong = await page.getByRole('banner').evaluate((bar) => {
        const nav = bar.querySelector('nav')
        const after = nav?.nextElementSibling?.getBoundingClientRect().left ?? 0
        const entries = [...(nav?.querySelectorAll('a, summary') ?? [])].filter((entry) => entry.checkVisibility())
        return entries
          .filter((entry) => {
            const words = document.createRange()
            words.selectNodeContents(entry)
            const { height, right } = words.getBoundingClientRect()
            return height > 1.6 * Number.parseFloat(getComputedStyle(entry).lineHeight) || right > after
          })
          .map(({ textContent }) => textContent)
      })
      expect([lng, ...wrong]).toEqual([lng])
    }
  })

  for (const width of variants(320, 768, 1200, 1920)) {
    test(`never scrolls sideways on a screen ${width} px wide @script`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      for (const path of ['/', '/login', '/register', '/terms', '/no-such-page']) {
        await page.goto(path)
        await expectNoHorizontalScroll(page)
      }
    })
  }
})
