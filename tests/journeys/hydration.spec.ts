import type { Page } from '@playwright/test'
import { expect, test, waitForHydration } from '../support/journey'

test.use({ ownContext: true })

/** Holds React's work back, as a slow phone does, until the test calls `window.releaseReact`. */
async function holdReact(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const held: (() => void)[] = []
    let isHeld = true
    const postMessage = MessagePort.prototype.postMessage
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
      const post = () => postMessage.call(this, message)
      if (isHeld) held.push(post)
      else post()
    }
    Object.assign(window, {
      isReactWaiting: () => held.length > 0,
      releaseReact: () => {
        isHeld = false
        for (const post of held) post()
      },
    })
  })
}

type HeldWindow = Window & { isReactWaiting: () => boolean; releaseReact: () => void }

test.describe('a page that is still being hydrated @script', () => {
  test.beforeEach(async ({ page }) => {
    await holdReact(page)
    await page.goto('/', { waitUntil: 'commit' })
    await page.waitForFunction(() => (window as unknown as HeldWindow).isReactWaiting())
  })

  test('opens its menu at once, without waiting for all of the page, and keeps it open @phone', async ({ page }) => {
    const menu = page.locator('[popovertarget]:visible').first()
    const drawer = page.locator(`#${await menu.getAttribute('popovertarget')}`)
    await menu.click()
    await expect(drawer).toBeVisible()
    await expect(page.locator('html')).not.toHaveAttribute('data-hydrated')

    await page.evaluate(() => (window as unknown as HeldWindow).releaseReact())
    await waitForHydration(page)
    await expect(drawer).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
  })

  test('follows a link as without script', async ({ page }) => {
    await page.locator('a[href="/login"]:visible').first().click()
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
})
