import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { config } from '~/config.server'
import { log } from '~/telemetry/log.server'
import { redisUp } from '~/telemetry/metrics.server'

/** Redis is unavailable, did not answer in time, or refused the command. A command may still have been executed. */
export class RedisAway extends Error {
  override name = 'RedisAway'
}

/** The state that replicas share. */
export type SharedStore = {
  /**
   * Runs a command, with a timeout of a second. While Redis is known to be unavailable, fails at once.
   *
   * @throws RedisUnavailable when Redis does not answer, or refuses the command.
   */
  ask<T>(command: (redis: Redis) => Promise<T>): Promise<T>
  /** Sends a command without waiting for it and ignores failures. Tries even while Redis is known to be unavailable. */
  tell(command: (redis: Redis) => Promise<unknown>): void
  /** Calls the listener each time Redis becomes available again. */
  whenBack(listener: () => void): void
  /** @throws RedisUnavailable */
  check(): Promise<void>
  close(): Promise<void>
}

/** Timeout of a connection and of a command. */
const patienceMs = 1_000
/** After a timeout, commands fail at once for this time. Then one command probes Redis. */
const restMs = 1_000
const reconnectStepMs = 100

/**
 * A connection to Redis that fails fast when Redis is unavailable. Opens at the first use or `check`.
 *
 * @param url redis: or rediss:, possibly with a password; never logged.
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
      // Commands fail at once: nothing is queued or resent.
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
      // After a refusal (out of memory, read-only) the next command may succeed, so only other errors start a pause.
      if (!isRefusal(cause)) {
        restUntil = performance.now() + restMs
        // The probe failed as well: the connection is dead, so reconnect.
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

/** An error code or name for the log. Never the message, which can contain a host. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown'
  if (isRefusal(cause)) return cause.message.split(' ', 1)[0] ?? cause.name
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}

/** The connection to REDIS_URL, one per process; undefined without that setting. */
export const sharedStore: SharedStore | undefined = config.redisUrl && connectRedis(config.redisUrl.reveal())
