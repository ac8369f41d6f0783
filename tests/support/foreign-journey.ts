import type { Page } from '@playwright/test'
import type { ForeignUpstream } from './foreign-upstream'
import { test as journey } from './journey'

export * from './journey'

/** For journeys on a separate site with a foreign upstream, whose figures and failures the test controls. */
export const test = journey.extend<{ upstream: ForeignUpstream }>({
  upstream: async ({ foreign: { upstream } }, use) => {
    await use(upstream)
    upstream.reset()
  },
  baseURL: async ({ foreign }, use) => use(foreign.site.base),
})

/** A member's figures in a health check. Missing figures have the foreign upstream's initial values. */
export type HealthFigures = { balance?: number; inGame?: number; comp?: number; notes?: number; helps?: number } & {
  settled?: object[]
}

/** Makes the next health checks return these figures. */
export function setHealthFigures(upstream: ForeignUpstream, figures: HealthFigures): void {
  const { balance = 1_000_000, inGame = 0, comp = 50_000, notes = 1, helps = 0, settled } = figures
  upstream.answer('user-health-check', {
    status: 'authenticated',
    user: { userId: 'demo', nick: '데모', rolling: comp, balance, in_balance: inGame, level: 1 },
    noteCount: notes,
    helpCount: helps,
    ...(settled && { settled }),
  })
}

/** Simulates switching to another tab and back. In this browser, a second tab would not hide the first. */
export async function leaveAndReturn(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const state of ['hidden', 'visible'] as const) {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
      document.dispatchEvent(new Event('visibilitychange'))
    }
  })
}
