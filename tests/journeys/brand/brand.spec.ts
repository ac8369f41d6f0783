import { startForeignUpstream } from '../../support/foreign-upstream'
import { expect, expectAccessible, expectNoHorizontalScroll, main, test } from '../../support/journey'
import { startSite } from '../../support/site'
import { textOf, words } from '../../support/words'

// The theme of the device, from which the visitor goes to the other.
test.use({ colorScheme: 'dark' })

/** The site of the example brand, whose texts and colours must survive React's hydration, as those of the shipped one do. */
test('a visitor meets the brand on every screen and in both themes @script @long', async ({ page }) => {
  const upstream = await startForeignUpstream()
  const site = await startSite({
    BRAND: 'docs/examples/brand/brand.json',
    UPSTREAM_URL: upstream.url,
    SESSION_SECRET: 'a secret for journeys that is long enough to be taken',
  })
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  try {
    await page.goto(site.base)
    const colours = () =>
      page.evaluate(() => {
        const brush = new OffscreenCanvas(1, 1).getContext('2d')
        return ['main a[href="/register"]', 'html'].map((selector) => {
          const element = document.querySelector(selector)
          if (brush && element) brush.fillStyle = getComputedStyle(element).backgroundColor
          return brush?.fillStyle
        })
      })
    await expect.poll(colours).toEqual(['#3fb68b', '#10161f'])
    await expect(page.getByRole('banner').getByRole('img', { name: '별마당' })).toBeVisible()

    await page.getByRole('button', { name: words['theme.toLight'] }).click()
    await expect(page.locator('meta[name=theme-color]')).toHaveCount(1)
    const [, lightGround] = await colours()
    expect(await page.locator('meta[name=theme-color]').getAttribute('content')).toBe(lightGround)
    await expectAccessible(page)

    // Rendered in the browser: the name comes with the document, not with the catalogue.
    await page.getByRole('link', { name: words['nav.login'] }).filter({ visible: true }).first().click()
    await expect(page).toHaveTitle(`${words['nav.login']} · 별마당`)
    await expect(
      main(page).getByRole('link', { name: textOf('contact.phone', { phone: '1588-0000' }) }),
    ).toHaveAttribute('href', 'tel:15880000')
    await expectNoHorizontalScroll(page)
    expect(problems).toEqual([])
  } finally {
    await site.stop()
    await upstream.stop()
  }
})
