import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { keepPlayLimits } from '../../support/foreign-limits'
import { createHttpClient } from '../../support/http-client'
import { sharedForeignSite } from '../../support/shared-site'
import { signedIn, type Visitor, visitor } from '../../support/visitor'

/** A page makes its upstream calls in parallel, so it waits only for the slowest. */

const { site, upstream } = sharedForeignSite()
let member: Visitor
let release = () => {}

beforeAll(async () => {
  keepPlayLimits(upstream)
  // An empty history would also query the last twelve months.
  const row = { id: 1, balance: 50_000, method: 'bank', regdate: new Date().toISOString(), status: 'already' }
  upstream.answer('get-withdraw-list', { total: 1, sum: 50_000, balances: [row] })
  member = await signedIn(site.base)
  // The history checks once which optional lists this upstream has.
  for (const path of ['/', '/slot', '/user', '/user?tab=history']) await member.get(path)
})
afterEach(() => release())

/** Calls whose responses are shared by everyone, and refreshed in the background. */
const shared = new Set([
  'get-casino-setting',
  'get-slot-setting',
  'get-sport-setting',
  'get-slot-by-company',
  'get-jackpot',
  'get-lobby-rails',
  'get-notice-popup',
])
const pageCalls = () => upstream.calls.map(({ callName }) => callName).filter((callName) => !shared.has(callName))

const limits = '/user/get_play_limits'
/** Calls on every page of a member: money and counts, and a break or self-exclusion. */
const frame = ['user-health-check', limits]

/** Calls of each page besides the shared ones. Without pending transactions, most pages need no list of them. */
const memberPages: Record<string, string[]> = {
  '/': ['get-deposit-list', 'get-user-notices', 'get-withdraw-list', ...frame],
  '/casino': frame,
  '/slot': frame,
  '/comp': ['get-comp-list', ...frame],
  '/deposit': ['get-deposit-list', 'get-deposit-payment', ...frame],
  '/withdraw': ['get-in-game-balance', 'get-withdraw-list', 'get-withdrawal-payment', ...frame],
  '/note': ['get-user-note', ...frame],
  '/user': frame,
  '/user?tab=history': ['get-deposit-list', 'get-withdraw-list', ...frame],
  '/user?tab=limits': ['get-deposit-list', 'get-withdraw-list', ...frame],
}

/** Opens a page while the upstream holds back its responses, and expects exactly the `needed` calls. */
async function expectCalls(browser: Visitor, path: string, needed: readonly string[]): Promise<void> {
  upstream.calls.length = 0
  release = upstream.holdResponses()
  const page = browser.get(path)
  await expect.poll(() => pageCalls().sort()).toEqual(needed.toSorted())
  release()
  expect((await page).status).toBe(200)
  expect(pageCalls().sort(), 'no call waits for another').toEqual(needed.toSorted())
}

describe('a page’s calls', () => {
  it.each(Object.entries(memberPages))('on a member’s %s are only the needed ones, all in parallel', (path, needed) =>
    expectCalls(member, path, needed),
  )

  it('are none for a visitor', () => expectCalls(visitor(site.base), '/', []))

  it('fetch shared data of home pages at most once in two seconds, however many are opened', async () => {
    upstream.calls.length = 0
    const beganMs = performance.now()
    await Promise.all(Array.from({ length: 12 }, () => member.get('/')))
    const most = 1 + Math.floor((performance.now() - beganMs) / 2_000)
    for (const callName of ['get-jackpot', 'get-notice-popup']) {
      expect(upstream.callsOf(callName).length, callName).toBeLessThanOrEqual(most)
    }
    expect(upstream.callsOf('get-user-notices')).toHaveLength(12)
  })
})

describe('an unknown path below /api', () => {
  const paths = ['/api', '/API/x', '/api/routes/nothing', '/api/routes/get-jackpot/x']

  it.each(paths)('%s is a 404 in JSON for every method, without an upstream call', async (path) => {
    upstream.calls.length = 0
    const client = createHttpClient(site.port)
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const { status, headers, body } = await client.send(method, path)
      expect([method, status]).toEqual([method, 404])
      expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' })
      if (method !== 'HEAD') expect(JSON.parse(body)).toMatchObject({ status: 'error', error: { code: 'not_found' } })
    }
    client.close()
    expect(upstream.calls).toEqual([])
  })
})
