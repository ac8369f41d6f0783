import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTemporaryPostgres } from '../../bin/postgres.mjs'
import { hasHaproxy, startHaproxy } from '../support/haproxy'
import { hasRedis, startRedis, type TestRedis } from '../support/redis'
import { reportFigure } from '../support/report-figure'
import { type Site, startSite } from '../support/site'
import { newMember, type Visitor } from '../support/visitor'

/** Two sites on one PostgreSQL and one Redis, behind a proxy that hands each request to the next of them. */
describe.runIf(hasHaproxy && hasRedis)('two replicas behind haproxy', () => {
  let postgres: Awaited<ReturnType<typeof createTemporaryPostgres>>
  let redis: TestRedis
  let proxy: Awaited<ReturnType<typeof startHaproxy>>
  const sites: Site[] = []

  beforeAll(async () => {
    postgres = await createTemporaryPostgres(() => {})
    await postgres.start()
    redis = await startRedis()
    for (let count = 0; count < 2; count++) {
      sites.push(
        await startSite({
          DATABASE_URL: postgres.url,
          REDIS_URL: redis.url,
          SESSION_SECRET: 'a secret for tests that is long enough to be taken',
          DRAIN_DELAY_MS: '1000',
          PLAY_APPROVAL_MS: '0',
        }),
      )
    }
    proxy = await startHaproxy(sites.map(({ port }) => port))
    await vi.waitFor(async () => expect((await fetch(`${proxy.base}/readyz`)).status).toBe(200), 60_000)
  })
  afterAll(async () => {
    await proxy?.stop()
    for (const site of sites) await site.stop()
    await redis?.kill()
    await postgres?.stop()
  })

  it('lose no request when one of them is told to stop under load', async () => {
    const member = await newMember(proxy.base)
    let isLoaded = true
    let sent = 0
    const statuses: number[] = []
    const clients = Array.from({ length: 8 }, async (_, at) => {
      while (isLoaded) {
        if (at % 2 === 0) sent++
        const { status } = await (at % 2 === 0
          ? member.call('apply-user-deposit', { balance: 10_000, code: randomUUID() })
          : member.get('/note')
        ).catch(() => ({ status: 0 }))
        statuses.push(status)
      }
    })
    await expect.poll(() => statuses.length).toBeGreaterThan(40)
    sites[0]?.process.kill('SIGTERM')
    expect(await sites[0]?.ended).toBe(0)
    const atTheEnd = statuses.length
    await expect.poll(() => statuses.length).toBeGreaterThan(atTheEnd + 40)
    isLoaded = false
    await Promise.all(clients)
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    expect(await depositsOf(member)).toBe(sent)
    reportFigure(`drain of one of two replicas behind haproxy: ${statuses.length} responses, 0 failed`)
  })
})

async function depositsOf(member: Visitor): Promise<number> {
  return ((await member.call('get-deposit-list', { page: 1 })).json() as { total: number }).total
}
