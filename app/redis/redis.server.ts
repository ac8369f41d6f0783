import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { config } from '~/config/config.server'
import { log } from '~/telemetry/log.server'
import { redisUp, registry } from '~/telemetry/metrics.server'

/** Redis is unavailable, did not answer in time, or refused the command. A command may still have been executed. */
export class RedisUnavailable extends Error {
  override name = 'RedisUnavailable'
}

/** For `catch`: undefined for RedisUnavailable. @throws any other error */
export function ignoreRedisUnavailable(error: unknown): undefined {
  if (error instanceof RedisUnavailable) return undefined
  throw error
}

/** The state that replicas share. */
export type SharedStore = {
  /**
   * Runs a command, with a timeout of a second. While Redis is known to be unavailable, fails at once.
   *
   * @throws RedisUnavailable when Redis does not answer, or refuses the command.
   */
  run<T>(command: (redis: Redis) => Promise<T>): Promise<T>
  /** Sends a command without waiting for it and ignores failures. Tries even while Redis is known to be unavailable. */
  runInBackground(command: (redis: Redis) => Promise<unknown>): void
  /** Calls the listener each time Redis becomes available again. */
  onReconnect(listener: () => void): void
  /** @throws RedisUnavailable */
  check(): Promise<void>
  close(): Promise<void>
}

/** Timeout of a connection and of a command. */
const timeoutMs = 1_000
/** After a timeout, commands fail at once for this time. Then one command probes Redis. */
const pauseAfterTimeoutMs = 1_000
const reconnectStepMs = 100

/**
 * A connection to Redis that fails fast when Redis is unavailable. Opens at the first use or `check`.
 *
 * @param url redis: or rediss:, possibly with a password; never logged.
 */
export function connectRedis(url: string): SharedStore {
  const listeners: (() => void)[] = []
  let state: 'unknown' | 'available' | 'unavailable' = 'unknown'
  let pausedUntilMs = 0
  let isProbing = false
  let opened: Promise<Redis> | undefined
  registry.registerMetric(redisUp)

  const markAvailable = () => {
    pausedUntilMs = 0
    redisUp.set(1)
    if (state === 'available') return
    const wasUnavailable = state === 'unavailable'
    state = 'available'
    log.info('Redis answers: rate limits, request codes, play limits and revoked sessions are shared')
    if (wasUnavailable) for (const listener of listeners) listener()
  }
  const markUnavailable = (reason: string) => {
    redisUp.set(0)
    if (state === 'unavailable') return
    state = 'unavailable'
    log.warn(
      { reason },
      'Redis is out of reach: rate limits and revoked sessions are kept in memory; money forms, and with UPSTREAM_URL ' +
        'games and registration, answer 503 until it is back',
    )
  }

  const open = async (): Promise<Redis> => {
    const { Redis } = await import('ioredis')
    const redis = new Redis(url, {
      lazyConnect: true,
      connectionName: 'madang',
      connectTimeout: timeoutMs,
      commandTimeout: timeoutMs,
      // Commands fail at once: nothing is queued or resent.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      retryStrategy: (times) => Math.min(times * reconnectStepMs, timeoutMs),
    })
    redis.on('error', (error) => markUnavailable(redisErrorReason(error)))
    redis.on('close', () => markUnavailable('closed'))
    redis.on('ready', markAvailable)
    await Promise.race([redis.connect().catch(() => undefined), pause(timeoutMs, undefined, { ref: false })])
    return redis
  }
  const connected = () => {
    opened ??= open()
    return opened
  }

  const run: SharedStore['run'] = async (command) => {
    const redis = await connected()
    if (redis.status !== 'ready') throw new RedisUnavailable('not connected')
    const isPaused = pausedUntilMs > 0
    if (isPaused && (isProbing || performance.now() < pausedUntilMs)) throw new RedisUnavailable('paused')
    isProbing = isPaused
    try {
      const answer = await command(redis)
      markAvailable()
      return answer
    } catch (cause) {
      // After a refusal (out of memory, read-only) the next command may succeed, so only other errors start a pause.
      if (!isReplyError(cause)) {
        pausedUntilMs = performance.now() + pauseAfterTimeoutMs
        // The probe failed as well: the connection is dead, so reconnect.
        if (isPaused) redis.disconnect(true)
      }
      markUnavailable(redisErrorReason(cause))
      throw new RedisUnavailable(redisErrorReason(cause), { cause })
    } finally {
      if (isPaused) isProbing = false
    }
  }

  return {
    run,
    runInBackground: (command) => {
      connected()
        .then(command)
        .catch(() => undefined)
    },
    onReconnect: (listener) => void listeners.push(listener),
    check: async () => {
      await run((redis) => redis.ping())
    },
    close: async () => {
      const redis = await opened
      redis?.removeAllListeners('close')
      await redis?.quit().catch(() => redis.disconnect())
    },
  }
}

function isReplyError(cause: unknown): boolean {
  return cause instanceof Error && cause.name === 'ReplyError'
}

/** An error code or name for the log. Never the message, which can contain a host. */
function redisErrorReason(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown'
  if (isReplyError(cause)) return cause.message.split(' ', 1)[0] ?? cause.name
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}

/** The connection to REDIS_URL, one per process; undefined without that setting. */
export const sharedStore: SharedStore | undefined = config.redisUrl && connectRedis(config.redisUrl.reveal())
