import { createConnection, createServer, type Server } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { checkEviction, connectRedis, RedisUnavailable, type SharedStore } from '~/platform/redis.server'
import { SettingError } from '~/platform/settings/setting-error.server'
import { log } from '~/platform/telemetry/log.server'
import { redisUp } from '~/platform/telemetry/metrics.server'
import { createRateLimiter } from '~/server/middleware/rate-limiter.server'
import { loginLimits, runAttempt } from '~/server/middleware/rate-limits.server'
import { freePort } from '../../../bin/free-port.mjs'
import { hasRedis } from '../../support/redis'
import { sharedRedis } from '../../support/shared-redis'

/** Redis counts as available only if it accepts writes. */

const [{ redis }, { redis: second }] = [sharedRedis(), sharedRedis()]
let store: SharedStore
const warned = vi.spyOn(log, 'warn')
const informed = vi.spyOn(log, 'info')

const isUp = async () => (await redisUp.get()).values[0]?.value === 1
const waitUntilUp = () => vi.waitFor(() => store.check(), 60_000)

/** States in which Redis accepts reads but rejects writes, with their ends and the logged reasons. */
const refusals = [
  { why: 'full', reason: 'OOM', begin: ['CONFIG', 'SET', 'maxmemory', '1'], end: ['CONFIG', 'SET', 'maxmemory', '0'] },
  {
    why: 'short of replicas',
    reason: 'NOREPLICAS',
    begin: ['CONFIG', 'SET', 'min-replicas-to-write', '1'],
    end: ['CONFIG', 'SET', 'min-replicas-to-write', '0'],
  },
] as const

describe.runIf(hasRedis)('a Redis that rejects writes', () => {
  beforeEach(async () => {
    store = connectRedis(redis.url)
    await waitUntilUp()
    vi.clearAllMocks()
  })
  afterEach(async () => {
    for (const { end } of refusals) redis.tell(...end)
    await store.close()
  })

  it.each(refusals)(
    'because it is $why is unavailable until it accepts them again, and each change is logged once',
    async ({ reason, begin, end }) => {
      const reconnected = vi.fn()
      store.onReconnect(reconnected)
      await store.run((connection) => connection.set('kept', 'value'))
      redis.tell(...begin)
      warned.mockClear()

      await expect(store.run((connection) => connection.set('other', 'value'))).rejects.toBeInstanceOf(RedisUnavailable)
      await expect.poll(() => warned).toHaveBeenCalled()
      for (let times = 0; times < 10; times += 1) {
        await expect(store.run((connection) => connection.set('other', 'value'))).rejects.toBeInstanceOf(
          RedisUnavailable,
        )
        // It still responds to reads, such as of ended sessions, but that doesn't make it available.
        expect(await store.run((connection) => connection.get('kept'))).toBe('value')
        expect(await isUp()).toBe(false)
      }
      await expect(store.check()).rejects.toBeInstanceOf(RedisUnavailable)
      expect(warned.mock.calls.filter(([about]) => (about as { reason?: string }).reason === reason)).toHaveLength(1)
      expect(warned.mock.calls.filter(([, text]) => String(text).startsWith('Redis: '))).toHaveLength(1)
      expect(informed).not.toHaveBeenCalled()

      redis.tell(...end)
      // It becomes available automatically, without a request.
      await expect.poll(isUp).toBe(true)
      expect(informed.mock.calls.filter(([text]) => String(text).startsWith('Redis: '))).toHaveLength(1)
      expect(reconnected).toHaveBeenCalledTimes(1)
      expect(await store.run((connection) => connection.set('other', 'value'))).toBe('OK')
    },
  )

  it('doesn’t stop the counting of failed logins, which continues in memory', async () => {
    const limit = { count: 3, seconds: 60 }
    const limiters = {
      loginId: createRateLimiter(limit, { name: 'unwritten-id', store }),
      loginAddress: createRateLimiter(limit, { name: 'unwritten-address', store }),
    }
    const [, shortOfReplicas] = refusals
    redis.tell(...shortOfReplicas.begin)
    const kinds = []
    for (let tries = 0; tries < 5; tries += 1) {
      const { kind } = await runAttempt(loginLimits(limiters, 'demo', '203.0.113.9'), async () => ({
        wrong: true,
        result: 0,
      }))
      kinds.push(kind)
    }
    expect(kinds).toEqual(['tried', 'tried', 'tried', 'limited', 'limited'])
  })

  it('causes a warning if it may drop keys when it is full, and prevents startup with real money', async () => {
    await checkEviction(store, 'real')
    expect(warned).not.toHaveBeenCalled()
    redis.tell('CONFIG', 'SET', 'maxmemory-policy', 'volatile-lru')
    onTestFinished(() => void redis.tell('CONFIG', 'SET', 'maxmemory-policy', 'noeviction'))
    await checkEviction(store, 'play')
    expect(warned).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('volatile-lru'))
    await expect(checkEviction(store, 'real')).rejects.toThrow(SettingError)
    redis.tell('ACL', 'SETUSER', 'default', '-info')
    onTestFinished(() => void redis.tell('ACL', 'SETUSER', 'default', '+info'))
    await checkEviction(store, 'real')
    expect(warned).toHaveBeenLastCalledWith(expect.stringContaining('maxmemory-policy is not shown'))
  })

  it('is still available if it rejects only an unknown command', async () => {
    await expect(store.run((connection) => connection.call('no-such-command'))).rejects.toBeInstanceOf(RedisUnavailable)
    await store.check()
    expect(await isUp()).toBe(true)
    expect(warned).not.toHaveBeenCalled()
  })
})

describe.runIf(hasRedis)('a Redis behind a host name', () => {
  let relay: Server
  let target = ''

  beforeAll(async () => {
    target = redis.url
    relay = createServer((socket) => {
      const { hostname, port } = new URL(target)
      const onward = createConnection(Number(port), hostname)
      socket.pipe(onward).pipe(socket)
      for (const end of [socket, onward]) end.on('error', () => [socket, onward].map((open) => open.destroy()))
    })
    const port = await freePort()
    await new Promise<void>((resolve) => relay.listen(port, '127.0.0.1', resolve))
    store = connectRedis(`redis://127.0.0.1:${port}`)
    await waitUntilUp()
  })
  afterAll(async () => {
    await store?.close()
    await new Promise((resolve) => relay?.close(resolve))
  })

  it('is found at the name’s new address even if the former primary keeps its connections open', async () => {
    redis.tell('REPLICAOF', '127.0.0.1', '1')
    target = second.url
    await expect(store.run((connection) => connection.set('first', '1'))).rejects.toBeInstanceOf(RedisUnavailable)
    await vi.waitFor(() => store.run((connection) => connection.set('first', '1')), 60_000)
    expect(second.dump()).toContain('first')
  })
})
