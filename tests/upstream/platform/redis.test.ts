import { describe, expect, it, vi } from 'vitest'
import type { SharedStore } from '~/platform/redis.server'
import { createRateLimiter } from '~/server/middleware/rate-limiter.server'
import { createSharedRevocations } from '~/server/session/revocations.server'
import { hasRedis } from '../../support/redis'
import { sharedRedis } from '../../support/shared-redis'

const { redis, connect: replica } = sharedRedis()

const waitUntilConnected = (store: SharedStore) => vi.waitFor(() => store.check(), 60_000)

const rules = { retentionMs: 3_600_000 }
const session = { sid: 'session-1', userId: 'demo', generation: '' }

describe.runIf(hasRedis)('state shared by replicas', () => {
  it('includes rate limits, which are counted together', async () => {
    const limit = { count: 3, seconds: 60 }
    const [first, second] = [
      createRateLimiter(limit, { name: 'test', store: replica() }),
      createRateLimiter(limit, { name: 'test', store: replica() }),
    ]
    expect([await first.consume('a'), await second.consume('a'), await first.consume('a')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(await second.consume('a')).toBe(60)
    expect(await second.consume('b')).toBeUndefined()
  })

  it('includes ended sessions, single ones and all of a member’s', async () => {
    const [first, second] = [createSharedRevocations(replica(), rules), createSharedRevocations(replica(), rules)]
    await first.revoke('session-1')
    expect(await second.isRevoked(session)).toBe(true)
    expect(await second.isRevoked({ ...session, sid: 'session-2' })).toBe(false)
    await second.revokeAll('demo')
    expect(await first.isRevoked({ ...session, sid: 'session-2' })).toBe(true)
    const generation = await first.getGeneration('demo')
    expect(await second.getGeneration('demo')).toBe(generation)
    expect(await first.isRevoked({ ...session, sid: 'session-3', generation })).toBe(false)
    expect(await first.isRevoked({ ...session, sid: 'session-4', userId: 'other' })).toBe(false)
    await first.revokeAll('demo')
    expect(await second.isRevoked({ ...session, sid: 'session-3', generation })).toBe(true)
  })

  it('is restored after a loss by the replicas that remember it, and new logins work', async () => {
    const [first, second] = [createSharedRevocations(replica(), rules), createSharedRevocations(replica(), rules)]
    await first.revoke('lost-1')
    await first.revokeAll('lost')
    const lost = { sid: 'lost-2', userId: 'lost', generation: '' }
    expect(await second.isRevoked(lost)).toBe(true)
    const store = replica()
    await store.run((connection) => connection.flushall())

    expect(await second.isRevoked(lost)).toBe(true)
    expect(await first.isRevoked({ ...lost, sid: 'lost-1' })).toBe(true)
    // A new process without any state.
    const third = createSharedRevocations(store, rules)
    expect(await third.isRevoked(lost)).toBe(true)
    const started = { sid: 'new-1', userId: 'lost', generation: await third.getGeneration('lost') }
    expect(await third.isRevoked({ ...started, sid: 'lost-1' })).toBe(true)
    for (const replica of [first, second, third]) expect(await replica.isRevoked(started)).toBe(false)
  })

  it('never returns to an older generation that a replica still remembers', async () => {
    const [first, second] = [createSharedRevocations(replica(), rules), createSharedRevocations(replica(), rules)]
    await first.revokeAll('twice')
    await second.revokeAll('twice')
    const started = { sid: 'new-2', userId: 'twice', generation: await second.getGeneration('twice') }
    for (const replica of [first, second]) expect(await replica.isRevoked(started)).toBe(false)
    await replica().run((connection) => connection.flushall())
    for (const replica of [first, second, first]) expect(await replica.isRevoked(started)).toBe(false)
  })

  it('contains no readable member ID or IP address', async () => {
    await createRateLimiter({ count: 3, seconds: 60 }, { name: 'test', store: replica() }).consume('203.0.113.77')
    await createSharedRevocations(replica(), rules).revokeAll('a-member-of-ours')
    expect(redis.dump()).not.toMatch(/203\.0\.113\.77|a-member-of-ours/)
  })

  it('continues in memory while Redis is down, and is shared again afterwards', async () => {
    const [store, second] = [replica(), replica()]
    const limiter = createRateLimiter({ count: 2, seconds: 60 }, { name: 'gone', store })
    const revocations = createSharedRevocations(store, rules)
    expect([await limiter.consume('a'), await limiter.consume('a')]).toEqual([undefined, undefined])
    await waitUntilConnected(second)
    await redis.kill()

    expect(await limiter.consume('a')).toBe(60)
    expect(await limiter.consume('b')).toBeUndefined()
    await revocations.revoke('session-9')
    expect(await revocations.isRevoked({ ...session, sid: 'session-9' })).toBe(true)
    expect(await revocations.isRevoked({ ...session, sid: 'session-8' })).toBe(false)

    await redis.start()
    await Promise.all([waitUntilConnected(store), waitUntilConnected(second)])
    await expect
      .poll(() => createSharedRevocations(second, rules).isRevoked({ ...session, sid: 'session-9' }))
      .toBe(true)
    expect(
      await createRateLimiter({ count: 2, seconds: 60 }, { name: 'gone', store: second }).consume('a'),
    ).toBeUndefined()
  })

  it('doesn’t block each request while Redis hangs', async () => {
    const store = replica()
    const limiter = createRateLimiter({ count: 2, seconds: 60 }, { name: 'silent', store })
    await limiter.consume('a')
    redis.freeze()
    const began = performance.now()
    await limiter.consume('a')
    for (let request = 0; request < 10; request++) expect(await limiter.consume('a')).toBeDefined()
    // Only the first waits for a second. If each did, this would take eleven seconds.
    expect(performance.now() - began).toBeLessThan(6_000)
    redis.thaw()
    await waitUntilConnected(store)
  })
})
