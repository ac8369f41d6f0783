import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { Admission, type AdmissionRules, type Leave, type Load } from '~/server/admission.server'

const rules: AdmissionRules = {
  running: 4,
  runningPerClient: 2,
  membersWhenBusy: 2,
  waiting: 10,
  waitingPerAddress: 6,
  waitMs: 1_000,
}

const calm: Load = { isBusy: () => false, whenCalm: () => undefined }

/** Enters at once or waits, as the front door does. */
async function come(admission: Admission, client: string, rank: 'member' | 'visitor' = 'visitor') {
  return admission.enter(client) ?? (await admission.wait(client, rank))
}

describe('admission', () => {
  it('limits one client to its places and admits others at once', async () => {
    const admission = new Admission(rules, calm)
    expect(admission.enter('abuser')).toBeDefined()
    expect(admission.enter('abuser')).toBeDefined()
    expect(admission.enter('abuser')).toBeUndefined()
    void admission.wait('abuser', 'visitor')
    expect(await come(admission, 'honest')).toBeDefined()
  })

  it('admits few members and no further visitor while the process is busy', async () => {
    let act = () => {}
    const state = { isBusy: true }
    const admission = new Admission(
      { ...rules, running: 10 },
      {
        isBusy: () => state.isBusy,
        whenCalm: (given) => {
          act = given
        },
      },
    )
    expect(admission.enter('a')).toBeDefined()
    expect(admission.enter('b')).toBeUndefined()
    expect(await admission.wait('m', 'member')).toBeDefined()
    expect(await admission.wait('n', 'member')).toBeDefined()
    const waits = [admission.wait('b', 'visitor'), admission.wait('o', 'member'), admission.wait('m', 'member')]
    state.isBusy = false
    act()
    expect((await Promise.all(waits)).every((leave) => leave !== undefined)).toBe(true)
  })

  it('gives a free place to the waiting clients in turn, members before visitors', async () => {
    const admission = new Admission({ ...rules, running: 1 }, calm)
    const first = admission.enter('first')
    const order: string[] = []
    const ask = async (name: string, client: string, rank: 'member' | 'visitor') => {
      const leave = await admission.wait(client, rank)
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
      const admission = new Admission({ ...rules, running: 1, waiting: 2, waitingPerAddress: 1 }, calm)
      admission.enter('a')
      const waits = admission.wait('a', 'visitor')
      expect(await admission.wait('a', 'visitor')).toBeUndefined()
      void admission.wait('b', 'visitor')
      expect(await admission.wait('c', 'visitor')).toBeUndefined()
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
        const admission = new Admission({ ...rules, waiting: 1_000, waitingPerAddress: 1_000, waitMs: 60_000 }, calm)
        const running = new Map<string, number>()
        let total = 0
        const work = async (name: string, leave: Leave | undefined) => {
          expect(leave).toBeDefined()
          total += 1
          running.set(name, (running.get(name) ?? 0) + 1)
          expect(total).toBeLessThanOrEqual(rules.running)
          expect(running.get(name)).toBeLessThanOrEqual(rules.runningPerClient)
          await Promise.resolve()
          total -= 1
          running.set(name, (running.get(name) ?? 1) - 1)
          leave?.()
          leave?.()
        }
        await Promise.all(
          arrivals.map(async ([name, as]) => {
            const leave = await come(admission, `${name} ${as}`, as)
            await work(`${name} ${as}`, leave)
          }),
        )
        expect(total).toBe(0)
        expect(admission.enter('a visitor')).toBeDefined()
      }),
    )
  })
})
