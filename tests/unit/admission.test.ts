import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { Admission, type AdmissionLimits, type LoadMonitor, type Release } from '~/server/admission.server'

const rules: AdmissionLimits = {
  maxRunning: 4,
  maxRunningPerClient: 2,
  maxRunningWhenBusy: 2,
  maxWaiting: 10,
  maxWaitingPerIp: 6,
  maxWaitMs: 1_000,
}

const calm: LoadMonitor = { isBusy: () => false, onBusyEnd: () => undefined }

describe('admission', () => {
  it('limits one client to its places and admits others at once', async () => {
    const admission = new Admission(rules, calm)
    const [first, second, third] = [1, 2, 3].map(() => admission.acquire('abuser', 'visitor'))
    expect(await first).toBeDefined()
    expect(await second).toBeDefined()
    expect(await admission.acquire('honest', 'visitor')).toBeDefined()
    ;(await first)?.()
    expect(await third).toBeDefined()
  })

  it('admits few while the process is busy, and all who wait when it no longer is', async () => {
    let act = () => {}
    const state = { isBusy: true }
    const admission = new Admission(
      { ...rules, maxRunning: 10 },
      {
        isBusy: () => state.isBusy,
        onBusyEnd: (given) => {
          act = given
        },
      },
    )
    const waits = [
      admission.acquire('a', 'visitor'),
      admission.acquire('m', 'member'),
      admission.acquire('n', 'member'),
      admission.acquire('a', 'visitor'),
    ]
    let admitted = 0
    for (const wait of waits) void wait.then(() => admitted++)
    await new Promise((resolve) => setImmediate(resolve))
    expect(admitted).toBe(2)
    state.isBusy = false
    act()
    expect((await Promise.all(waits)).every((leave) => leave !== undefined)).toBe(true)
  })

  it('gives a free place to the waiting clients in turn, members before visitors', async () => {
    const admission = new Admission({ ...rules, maxRunning: 1 }, calm)
    const first = await admission.acquire('first', 'visitor')
    const order: string[] = []
    const ask = async (name: string, client: string, rank: 'member' | 'visitor') => {
      const leave = await admission.acquire(client, rank)
      order.push(name)
      leave?.()
    }
    const all = [
      ask('a1', 'a', 'visitor'),
      ask('a2', 'a', 'visitor'),
      ask('b1', 'b', 'visitor'),
      ask('m1', 'm', 'member'),
      ask('m2', 'm', 'member'),
    ]
    first?.()
    await Promise.all(all)
    expect(order).toEqual(['m1', 'm2', 'a1', 'b1', 'a2'])
  })

  it('refuses at once when the queue is full, and after the longest wait otherwise', async () => {
    vi.useFakeTimers()
    try {
      const admission = new Admission({ ...rules, maxRunning: 1, maxWaiting: 2, maxWaitingPerIp: 1 }, calm)
      await admission.acquire('a', 'visitor')
      const waits = admission.acquire('a', 'visitor')
      expect(await admission.acquire('a', 'visitor')).toBeUndefined()
      void admission.acquire('b', 'visitor')
      expect(await admission.acquire('c', 'visitor')).toBeUndefined()
      await vi.advanceTimersByTimeAsync(1_000)
      expect(await waits).toBeUndefined()
    } finally {
      vi.useRealTimers()
    }
  })

  it('never exceeds its limits, and admits everybody in the end', async () => {
    const client = fc.constantFrom('a', 'b', 'c', 'd')
    const rank = fc.constantFrom('member' as const, 'visitor' as const)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(client, rank), { maxLength: 40 }), async (arrivals) => {
        const admission = new Admission(
          { ...rules, maxWaiting: 1_000, maxWaitingPerIp: 1_000, maxWaitMs: 60_000 },
          calm,
        )
        const running = new Map<string, number>()
        let total = 0
        const work = async (name: string, leave: Release | undefined) => {
          expect(leave).toBeDefined()
          total += 1
          running.set(name, (running.get(name) ?? 0) + 1)
          expect(total).toBeLessThanOrEqual(rules.maxRunning)
          expect(running.get(name)).toBeLessThanOrEqual(rules.maxRunningPerClient)
          await Promise.resolve()
          total -= 1
          running.set(name, (running.get(name) ?? 1) - 1)
          leave?.()
          leave?.()
        }
        await Promise.all(
          arrivals.map(async ([name, as]) => {
            const leave = await admission.acquire(`${name} ${as}`, as)
            await work(`${name} ${as}`, leave)
          }),
        )
        expect(total).toBe(0)
        expect(await admission.acquire('a visitor', 'visitor')).toBeDefined()
      }),
    )
  })
})
