import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { config } from '~/config.server'
import { log } from '~/telemetry/log.server'
import { redisUp } from '~/telemetry/metrics.server'

/** Redis can't be asked now, or did not answer in time. What was asked of it may have been done all the same. */
export class RedisAway extends Error {
  override name = 'RedisAway'
}

/** What replicas share. */
export type SharedStore = {
  /**
   * Asks Redis, and waits a second for it at most; while it is known to be away, not at all.
   *
   * @throws RedisAway when it gives no answer, or refuses to work.
   */
  ask<T>(command: (redis: Redis) => Promise<T>): Promise<T>
  /** Sends a command that nobody waits for, also to a Redis that does not answer now: it may yet read it. */
  tell(command: (redis: Redis) => Promise<unknown>): void
  /** Calls this each time Redis answers again. */
  whenBack(listener: () => void): void
  /** @throws RedisAway */
  check(): Promise<void>
  close(): Promise<void>
}

/** A connection, or an answer, that takes longer counts as none. */
const patienceMs = 1_000
/** After an answer that did not come, Redis is left alone for this time; then one command tries it. */
const restMs = 1_000
const reconnectStepMs = 100

/**
 * A connection to Redis that never keeps a page waiting for one that is gone. Opens at the first use or `check`.
 *
 * @param url redis: or rediss: with whatever password it holds; never logged.
 */
export function connectRedis(url: string): SharedStore {
  const listeners: (() => void)[] = []
  let state: 'unknown' | 'here' | 'away' = 'unknown'
  let restUntil = 0
  let trying = false
  let opened: Promise<Redis> | undefined

  const here = () => {
    restUntil = 0
    redisUp.set(1)
    if (state === 'here') return
    const wasAway = state === 'away'
    state = 'here'
    log.info('Redis answers: limits, request codes and revoked sessions are shared')
    if (wasAway) for (const listener of listeners) listener()
  }
  const away = (reason: string) => {
    redisUp.set(0)
    if (state === 'away') return
    state = 'away'
    log.warn(
      { reason },
      'Redis is out of reach: limits and revoked sessions are kept in memory, money forms answer 503 until it is back',
    )
  }

  const open = async (): Promise<Redis> => {
    const { Redis } = await import('ioredis')
    const redis = new Redis(url, {
      lazyConnect: true,
      connectionName: 'madang',
      connectTimeout: patienceMs,
      commandTimeout: patienceMs,
      // Whoever asks is told at once; nothing is kept for later or sent a second time.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      retryStrategy: (times) => Math.min(times * reconnectStepMs, patienceMs),
    })
    redis.on('error', (error) => away(reasonOf(error)))
    redis.on('close', () => away('closed'))
    redis.on('ready', here)
    await Promise.race([redis.connect().catch(() => undefined), pause(patienceMs, undefined, { ref: false })])
    return redis
  }
  const opening = () => {
    opened ??= open()
    return opened
  }

  const ask: SharedStore['ask'] = async (command) => {
    const redis = await opening()
    if (redis.status !== 'ready') throw new RedisAway('not connected')
    const rests = restUntil > 0
    if (rests && (trying || performance.now() < restUntil)) throw new RedisAway('resting')
    trying = rests
    try {
      const answer = await command(redis)
      here()
      return answer
    } catch (cause) {
      // It answered, if only to refuse: out of memory, read-only. The next command may be another matter.
      if (!isRefusal(cause)) {
        restUntil = performance.now() + restMs
        // A connection that stays silent twice is dead, whatever the system thinks of it.
        if (rests) redis.disconnect(true)
      }
      away(reasonOf(cause))
      throw new RedisAway(reasonOf(cause), { cause })
    } finally {
      if (rests) trying = false
    }
  }

  return {
    ask,
    tell: (command) => {
      opening()
        .then(command)
        .catch(() => undefined)
    },
    whenBack: (listener) => void listeners.push(listener),
    check: async () => {
      await ask((redis) => redis.ping())
    },
    close: async () => {
      const redis = await opened
      redis?.removeAllListeners('close')
      await redis?.quit().catch(() => redis.disconnect())
    },
  }
}

function isRefusal(cause: unknown): boolean {
  return cause instanceof Error && cause.name === 'ReplyError'
}

/** A code or a name; never a message, which can hold an address. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown'
  if (isRefusal(cause)) return cause.message.split(' ', 1)[0] ?? cause.name
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}

/** The Redis that REDIS_URL names; undefined without that setting. One connection for the whole process. */
export const sharedStore: SharedStore | undefined = config.redisUrl && connectRedis(config.redisUrl.reveal())
