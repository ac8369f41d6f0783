import { AsyncLocalStorage } from 'node:async_hooks'
import fc from 'fast-check'
import { RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { rateLimitDefaults } from '~/platform/settings/rate-limit-settings.server'
import { Admission, type AdmissionLimits, type Release } from '~/server/middleware/admission.server'
import { type Client, ThreadShare } from '~/server/middleware/thread-share.server'

const limits: AdmissionLimits = {
  maxRunning: 4,
  maxRunningPerClient: 2,
  maxWaiting: 10,
  maxWaitingPerClient: 6,
  maxWaitMs: 1_000,
  maxPassMs: 0,
}

const visitor = (name: string): Client => ({ name, priority: 'visitor' })
const member = (name: string): Client => ({ name, priority: 'member' })

function steppedLoop() {
  let callbacks: (() => void)[] = []
  return {
    nextPass: (callback: () => void) => {
      callbacks.push(callback)
    },
    /** Runs one pass and the promises that it resolves. @returns whether any callback was due */
    async pass(): Promise<boolean> {
      const due = callbacks
      callbacks = []
      for (const callback of due) callback()
      await new Promise((resolve) => setImmediate(resolve))
      return due.length > 0
    },
  }
}

// With the real clock, a slow machine would change the order, because visitors get a turn after 50 ms.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

describe('admission', () => {
  it('removes a client that has left from the queue, and gives a released slot to a waiting one', async () => {
    const admission = new Admission({ ...limits, maxWaiting: 1, maxRunningPerClient: 1 })
    const [left, release] = [new AbortController(), await admission.acquireSlot(visitor('a'))]
    const gone = admission.acquireSlot(visitor('a'), left.signal)
    expect(await admission.acquireSlot(visitor('a'))).toBeUndefined()
    left.abort()
    expect(await gone).toBeUndefined()
    expect(await new Admission(limits).acquireSlot(visitor('a'), left.signal)).toBeUndefined()
    const waiting = admission.acquireSlot(visitor('a'))
    release?.()
    expect(await waiting).toBeDefined()
  })

  it('has separate slots for members and visitors', async () => {
    for (const [abuser, honest] of [
      [visitor, member('m')],
      [member, visitor('v')],
    ] as const) {
      const admission = new Admission({ ...limits, maxRunning: 2 })
      await admission.acquireSlot(abuser('a'))
      await admission.acquireSlot(abuser('b'))
      expect(await admission.acquireSlot(honest)).toBeDefined()
    }
  })

  it('grants one turn per pass of the event loop, however many requests arrived in it', async () => {
    const loop = steppedLoop()
    const admission = new Admission({ ...limits, maxRunning: 10, maxRunningPerClient: 10 }, loop)
    let began = 0
    for (let index = 0; index < 5; index += 1) void admission.acquireSlot(visitor('a')).then(() => began++)
    await new Promise((resolve) => setImmediate(resolve))
    for (const expected of [1, 2, 3, 4, 5, 5]) {
      expect(began).toBe(expected)
      await loop.pass()
    }
    expect(await loop.pass()).toBe(false)
  })

  it('grants further turns in a short pass while nobody waits', async () => {
    const loop = steppedLoop()
    const admission = new Admission({ ...limits, maxPassMs: 4 }, loop)
    let turns = 0
    for (let index = 0; index < 4; index += 1) {
      void admission.awaitTurn(member('m')).then(() => turns++)
      vi.advanceTimersByTime(2)
    }
    await new Promise((resolve) => setImmediate(resolve))
    expect(turns).toBe(2)
    await loop.pass()
    expect(turns).toBe(3)
  })

  it('alternates between waiting clients, members before visitors', async () => {
    const loop = steppedLoop()
    const admission = new Admission({ ...limits, maxRunning: 10, maxRunningPerClient: 10 }, loop)
    const order: string[] = []
    await admission.acquireSlot(visitor('first'))
    const ask = (name: string, client: Client) => void admission.acquireSlot(client).then(() => order.push(name))
    ask('a1', visitor('a'))
    ask('a2', visitor('a'))
    ask('b1', visitor('b'))
    ask('m1', member('m'))
    ask('m2', member('m'))
    ask('n1', member('n'))
    while (await loop.pass());
    expect(order).toEqual(['m1', 'n1', 'm2', 'a1', 'b1', 'a2'])
  })

  it('finishes a client’s running requests before starting another one', async () => {
    const loop = steppedLoop()
    const admission = new Admission({ ...limits, maxRunning: 10, maxRunningPerClient: 10 }, loop)
    const order: string[] = []
    await admission.acquireSlot(member('m'))
    void admission.acquireSlot(member('m')).then(() => order.push('begin'))
    void admission.awaitTurn(member('m')).then(() => order.push('render'))
    void admission.awaitTurn(member('m')).then(() => order.push('render'))
    while (await loop.pass());
    expect(order).toEqual(['render', 'render', 'begin'])
  })

  it('gives a visitor a turn every 50 ms even if members are always waiting', async () => {
    const loop = steppedLoop()
    const admission = new Admission({ ...limits, maxWaiting: 1_000, maxWaitingPerClient: 1_000 }, loop)
    const order: string[] = []
    await admission.acquireSlot(visitor('first'))
    for (let index = 0; index < 40; index += 1)
      void admission.awaitTurn(member(`m${index}`)).then(() => order.push('m'))
    for (let index = 0; index < 2; index += 1) void admission.awaitTurn(visitor('v')).then(() => order.push('v'))
    for (let index = 0; index < 20; index += 1) {
      vi.advanceTimersByTime(10)
      await loop.pass()
    }
    expect(order.join('')).toBe('mmmmvmmmmvmmmmmmmmmm')
  })

  it('rejects immediately when the queue is full, and otherwise after the maximum wait', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const admission = new Admission({ ...limits, maxRunning: 1, maxWaiting: 2, maxWaitingPerClient: 1 })
    await admission.acquireSlot(visitor('a'))
    const waits = admission.acquireSlot(visitor('a'))
    expect(await admission.acquireSlot(visitor('a'))).toBeUndefined()
    void admission.acquireSlot(visitor('b'))
    expect(await admission.acquireSlot(visitor('c'))).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await waits).toBeUndefined()
  })

  it('never exceeds its limits, and eventually admits everybody', async () => {
    const client = fc.constantFrom('a', 'b', 'c', 'd')
    const priority = fc.constantFrom('member' as const, 'visitor' as const)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(client, priority), { maxLength: 40 }), async (arrivals) => {
        const admission = new Admission({ ...limits, maxWaiting: 1_000, maxWaitingPerClient: 1_000, maxWaitMs: 60_000 })
        const running = new Map<string, number>()
        const totals = { member: 0, visitor: 0 }
        const work = async ({ name, priority }: Client, release: Release | undefined) => {
          expect(release).toBeDefined()
          totals[priority] += 1
          running.set(name, (running.get(name) ?? 0) + 1)
          expect(totals[priority]).toBeLessThanOrEqual(limits.maxRunning)
          expect(running.get(name)).toBeLessThanOrEqual(limits.maxRunningPerClient)
          await admission.awaitTurn({ name, priority })
          totals[priority] -= 1
          running.set(name, (running.get(name) ?? 1) - 1)
          release?.()
          release?.()
        }
        await Promise.all(
          arrivals.map(async ([name, priority]) => {
            const client = { name: `${name} ${priority}`, priority }
            await work(client, await admission.acquireSlot(client))
          }),
        )
        expect(totals).toEqual({ member: 0, visitor: 0 })
        expect(await admission.acquireSlot(visitor('a visitor'))).toBeDefined()
      }),
    )
  })
})

describe('a client’s share', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(visitor) as [Client, Client, Client, Client]
  /** Waits until the turn's callbacks have run and the share has counted them. */
  const settle = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setImmediate(resolve))
  }

  it('includes the time of turns, and is half of the time by default', async () => {
    const share = new ThreadShare(rateLimitDefaults.time)
    share.begin(a)
    vi.advanceTimersByTime(300)
    await settle()
    // A client with half of the time waits for twice its excess over the burst.
    expect(share.waitMs(a)).toBe((300 - 250) / 0.5)
    share.spend(a, 100)
    expect([share.waitMs(a), share.waitMs(b)]).toEqual([300, 0])
    vi.advanceTimersByTime(299)
    expect(share.waitMs(a)).toBeCloseTo(1)
    vi.advanceTimersByTime(1)
    expect(share.waitMs(a)).toBe(0)
  })

  it('never counts time twice, and is unlimited at all of the time', async () => {
    const [share, all] = [new ThreadShare({ count: 500, seconds: 1 }), new ThreadShare({ count: 1_000, seconds: 1 })]
    share.begin(a)
    vi.advanceTimersByTime(400)
    share.spend(b, 300)
    await settle()
    expect([share.waitMs(a), share.waitMs(b)]).toEqual([0, 100])
    share.spend(c, 250)
    share.begin(c)
    vi.advanceTimersByTime(260)
    // A statement that started long before the turn doesn't reduce the time of the turn's client.
    share.spend(d, 900)
    await settle()
    share.spend(c, 131)
    expect(share.waitMs(c)).toBeCloseTo(2)
    all.spend(a, 10_000)
    expect(all.waitMs(a)).toBe(0)
  })

  it('delays a client that has used it up, and members on one network only above 1.5 shares in total', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
    const loop = steppedLoop()
    const share = new ThreadShare({ count: 500, seconds: 1 })
    const gate = new Admission({ ...limits, maxRunning: 10 }, { ...loop, share })
    const admitted: string[] = []
    const memberOf = (name: string): Client => ({ name, priority: 'member', network: 'nat' })
    const ask = (client: Client) => void gate.acquireSlot(client).then(() => admitted.push(client.name))
    for (let seconds = 0; seconds < 10; seconds += 1) {
      // A visitor on the network constantly uses as much as allowed.
      share.spend(visitor('nat'), 500)
      vi.advanceTimersByTime(1_000)
      expect(share.waitMs(memberOf('m'))).toBe(0)
    }
    share.spend(visitor('nat'), 350)
    for (const client of [visitor('nat'), memberOf('m'), visitor('other')]) ask(client)
    while (await loop.pass());
    // The network has slightly exceeded its total too, which recovers faster than the visitor's share.
    expect(admitted.toSorted()).toEqual(['other'])
    await vi.advanceTimersByTimeAsync(134)
    while (await loop.pass());
    expect(admitted.toSorted()).toEqual(['m', 'other'])
    await vi.advanceTimersByTimeAsync(66)
    while (await loop.pass());
    expect(admitted.toSorted()).toEqual(['m', 'nat', 'other'])
    share.spend(memberOf('m'), 260)
    expect([memberOf('m'), memberOf('n'), visitor('nat')].map((client) => share.waitMs(client) > 0)).toEqual([
      true,
      true,
      false,
    ])
  })

  it('admits a client whose wait ends while the queue is being checked', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const share = new ThreadShare({ count: 500, seconds: 1 })
    // The remaining wait decreases with each reading, as with a running clock.
    const readings = [0.001, 0.001]
    vi.spyOn(share, 'waitMs').mockImplementation(() => readings.shift() ?? 0)
    const gate = new Admission(limits, { ...steppedLoop(), share })
    const isGranted = gate.acquireSlot(a).then((release) => release !== undefined)
    await vi.advanceTimersByTimeAsync(limits.maxWaitMs)
    expect(await isGranted).toBe(true)
  })
})

describe('the storage for requests', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
    vi.resetModules()
  })

  it.each([
    ['the embedded upstream, whose SQL time is counted', '', 1],
    ['another upstream, not at all, because it would slow down every promise', 'https://upstream.example', 0],
  ])('runs with %s', async (_, url, count) => {
    vi.resetModules()
    vi.stubEnv('UPSTREAM_URL', url)
    vi.stubEnv('SESSION_SECRET', 'a secret for tests that is long enough to be taken')
    const { runForRequest } = await import('~/server/middleware/thread-share.server')
    const run = vi.spyOn(AsyncLocalStorage.prototype, 'run')
    expect(runForRequest(new RouterContextProvider(), () => 7)).toBe(7)
    expect(run).toHaveBeenCalledTimes(count)
  })
})
