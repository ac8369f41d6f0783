import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { Admission, type AdmissionLimits, type LoadMonitor, type Release } from '~/server/admission.server'

const rules: AdmissionLimits = {
  maxRunning: 4,
  maxRunningPerClient: 2,
  maxMembersWhenBusy: 2,
  maxWaiting: 10,
  maxWaitingPerIp: 6,
  maxWaitMs: 1_000,
}

const calm: LoadMonitor = { isBusy: () => false, onBusyEnd: () => undefined }

/** Enters at once or waits, as the front door does. */
async function enterOrWait(admission: Admission, client: string, rank: 'member' | 'visitor' = 'visitor') {
  return admission.tryAcquire(client) ?? (await admission.acquire(client, rank))
}

describe('admission', () => {
  it('limits one client to its places and admits others at once', async () => {
    const admission = new Admission(rules, calm)
    expect(admission.tryAcquire('abuser')).toBeDefined()
    expect(admission.tryAcquire('abuser')).toBeDefined()
    expect(admission.tryAcquire('abuser')).toBeUndefined()
    void admission.acquire('abuser', 'visitor')
    expect(await enterOrWait(admission, 'honest')).toBeDefined()
  })

  it('admits few members and no further visitor while the process is busy', async () => {
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
    expect(admission.tryAcquire('a')).toBeDefined()
    expect(admission.tryAcquire('b')).toBeUndefined()
    expect(await admission.acquire('m', 'member')).toBeDefined()
    expect(await admission.acquire('n', 'member')).toBeDefined()
    const waits = [
      admission.acquire('b', 'visitor'),
      admission.acquire('o', 'member'),
      admission.acquire('m', 'member'),
    ]
    state.isBusy = false
    act()
    expect((await Promise.all(waits)).every((leave) => leave !== undefined)).toBe(true)
  })

  it('gives a free place to the waiting clients in turn, members before visitors', async () => {
    const admission = new Admission({ ...rules, maxRunning: 1 }, calm)
    const first = admission.tryAcquire('first')
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
      admission.tryAcquire('a')
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
            const leave = await enterOrWait(admission, `${name} ${as}`, as)
            await work(`${name} ${as}`, leave)
          }),
        )
        expect(total).toBe(0)
        expect(admission.tryAcquire('a visitor')).toBeDefined()
      }),
    )
  })
})
