import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { FairQueue } from '~/values/fair-queue'

/** Uses of a queue, which the test ends. `order` lists the clients in the order in which they started. */
function usesOf(queue: FairQueue) {
  const order: string[] = []
  const releases: (() => void)[] = []
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return {
    order,
    ask: (client: string) =>
      void queue.acquire(client).then((release) => {
        order.push(client)
        releases.push(release)
      }),
    settle,
    endOne: () => releases.shift()?.(),
    async endAll() {
      for (await settle(); releases.length > 0; await settle()) releases.shift()?.()
    },
  }
}

describe('a fair queue', () => {
  it('serves the client with the least time used, not round robin', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const queue = new FairQueue(1)
      const order: string[] = []
      const use = async (client: string, ms: number) => {
        const release = await queue.acquire(client)
        order.push(client)
        vi.advanceTimersByTime(ms)
        release()
      }
      const first = await queue.acquire('x')
      const uses = [...Array(3)].map(() => use('long', 10)).concat([...Array(6)].map(() => use('short', 2)))
      first()
      await Promise.all(uses)
      expect(order.join(' ')).toBe('long short short short short short long short long')
    } finally {
      vi.useRealTimers()
    }
  })

  it('serves a constantly waiting client within a bound, however many new ones arrive', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const [maxClients, maxMs] = [8, 20]
    const step = fc.record({ newcomers: fc.nat(3), ms: fc.integer({ min: 1, max: maxMs }) })
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 100, maxLength: 200 }), async (steps) => {
          const uses = usesOf(new FairQueue(1))
          uses.ask('patient')
          uses.ask('patient')
          let newcomers = 0
          let waitedMs = 0
          for (const [index, { newcomers: more, ms }] of steps.entries()) {
            await Promise.resolve()
            await Promise.resolve()
            const isPatient = uses.order.at(-1) === 'patient'
            waitedMs = isPatient ? 0 : waitedMs + ms
            expect(waitedMs).toBeLessThanOrEqual(2 * maxClients * maxMs)
            for (let count = 0; count < more && newcomers + 1 < maxClients; count += 1, newcomers += 1)
              uses.ask(`${index} ${count}`)
            if (isPatient) uses.ask('patient')
            else newcomers -= 1
            vi.advanceTimersByTime(ms)
            uses.endOne()
          }
        }),
        { numRuns: 20 },
      )
    } finally {
      vi.useRealTimers()
    }
  })

  it('limits each client to its share, and serves its requests in order', async () => {
    const queue = new FairQueue(4, 2)
    const uses = usesOf(queue)
    for (const client of ['a', 'a', 'a', 'b']) uses.ask(client)
    await uses.settle()
    expect([uses.order, queue.waiting]).toEqual([['a', 'a', 'b'], 1])
    await uses.endAll()
    expect(uses.order).toEqual(['a', 'a', 'b', 'a'])
  })

  it('rejects clients that wait too long, and releases their places', async () => {
    const queue = new FairQueue(1)
    const release = await queue.acquire('a')
    await expect(queue.acquire('b', 5)).rejects.toThrow('no turn in time')
    release()
    release()
    expect(await queue.acquire('c')).toEqual(expect.any(Function))
    expect(queue.waiting).toBe(0)
  })
})
