import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { connectionRefusal } from './connection-error.server'
import { config } from './settings/config.server'
import { SettingError } from './settings/setting-error.server'
import { log } from './telemetry/log.server'
import { redisUp, registry } from './telemetry/metrics.server'

/** Redis is unavailable, timed out or rejected the command. The command may still have been executed. */
export class RedisUnavailable extends Error {
  override name = 'RedisUnavailable'

  get isRefusal(): boolean {
    return isReplyError(this.cause)
  }
}

export function ignoreRedisUnavailable(error: unknown): undefined {
  if (error instanceof RedisUnavailable) return undefined
  throw error
}

export type SharedStore = {
  /** Runs a command within a second. @throws RedisUnavailable if Redis does not answer or rejects the command */
  run<T>(command: (redis: Redis) => Promise<T>): Promise<T>
  /** Sends a command without waiting for the reply, even if Redis seems to be unavailable. Ignores failures. */
  runInBackground(command: (redis: Redis) => Promise<unknown>): void
  onReconnect(listener: () => void): void
  check(): Promise<void>
  close(): Promise<void>
}

const timeoutMs = 1_000
const probeEveryMs = 1_000
const reconnectStepMs = 100

/** Writes and deletes a key. PING is not enough, because a full or read-only Redis answers it too. */
const probeScript = `redis.call('set', KEYS[1], '') return redis.call('del', KEYS[1])`
const probeKey = 'madang:probe'

/**
 * Connects to Redis on first use, and fails fast while it is unavailable. Redis counts as available again after the
 * probe has written to it.
 * @param url is never logged
 */
export function connectRedis(url: string): SharedStore {
  const listeners: (() => void)[] = []
  let state: 'unknown' | 'available' | 'unavailable' = 'unknown'
  let isSilent = false
  let opened: Promise<Redis> | undefined
  let runningProbe: Promise<void> | undefined
  let probeTimer: NodeJS.Timeout | undefined
  let connectionError: unknown
  let loggedError: string | undefined
  registry.registerMetric(redisUp)

  const markAvailable = () => {
    isSilent = false
    clearInterval(probeTimer)
    redisUp.set(1)
    if (state === 'available') return
    const wasUnavailable = state === 'unavailable'
    state = 'available'
    log.info('Redis: accepts writes; rate limits, request codes, play limits and revoked sessions are shared')
    if (wasUnavailable) for (const listener of listeners) listener()
  }
  const markUnavailable = (cause: unknown) => {
    redisUp.set(0)
    const refusal = connectionRefusal(cause)?.why
    // After an outage, Redis may reject the site's credentials. Retrying can't fix that, so a new reason is logged.
    if (state === 'unavailable' && (refusal === undefined || refusal === loggedError)) return
    if (state !== 'unavailable') probeTimer = setInterval(probeInBackground, probeEveryMs).unref()
    state = 'unavailable'
    loggedError = refusal
    log.warn(
      { reason: refusal ?? redisErrorReason(cause) },
      `Redis: ${isReplyError(cause) ? 'refuses writes' : 'out of reach'}; rate limits and revoked sessions are in memory, and ` +
        'money forms, with UPSTREAM_URL games and registration too, answer 503 until it is back',
    )
  }

  const open = async (): Promise<Redis> => {
    const { Redis } = await import('ioredis')
    const redis = new Redis(url, {
      lazyConnect: true,
      connectionName: 'madang',
      connectTimeout: timeoutMs,
      commandTimeout: timeoutMs,
      // Commands fail immediately. They are neither queued nor retried.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      retryStrategy: (times) => Math.min(times * reconnectStepMs, timeoutMs),
    })
    redis.on('error', (cause) => {
      connectionError = cause
      markUnavailable(cause)
    })
    redis.on('close', () => markUnavailable(new RedisUnavailable('closed')))
    redis.on('ready', probeInBackground)
    await Promise.race([redis.connect().catch(() => undefined), pause(timeoutMs, undefined, { ref: false })])
    return redis
  }
  const connected = async () => {
    opened ??= open()
    const redis = await opened
    if (redis.status !== 'ready') throw new RedisUnavailable('not connected', { cause: connectionError })
    return redis
  }

  const writeProbe = async () => {
    try {
      const redis = await connected()
      // If Redis lacks the database in the URL, the client silently uses database 0.
      if (redis.options.db) await redis.select(redis.options.db)
      await redis.eval(probeScript, 1, probeKey)
    } catch (cause) {
      const redis = await opened
      // Reconnects if Redis has become a read-only replica, or if it failed to reply twice in a row.
      const isUseless = isReplyError(cause) ? redisErrorReason(cause) === 'READONLY' : isSilent
      if (isUseless && redis?.status === 'ready') redis.disconnect(true)
      isSilent = !isReplyError(cause)
      markUnavailable(cause)
      throw new RedisUnavailable(redisErrorReason(cause), { cause })
    }
    markAvailable()
  }
  const probe = () => {
    runningProbe ??= writeProbe().finally(() => {
      runningProbe = undefined
    })
    return runningProbe
  }
  const probeInBackground = () => void probe().catch(() => undefined)

  return {
    run: async (command) => {
      const redis = await connected()
      if (isSilent) throw new RedisUnavailable('silent')
      try {
        return await command(redis)
      } catch (cause) {
        if (isReplyError(cause)) {
          // Redis may have rejected only this command. The probe finds out whether it rejects all writes.
          if (state !== 'unavailable') probeInBackground()
        } else {
          isSilent = true
          markUnavailable(cause)
        }
        throw new RedisUnavailable(redisErrorReason(cause), { cause })
      }
    },
    runInBackground: (command) => {
      connected()
        .then(command)
        .catch(() => undefined)
    },
    onReconnect: (listener) => void listeners.push(listener),
    check: probe,
    close: async () => {
      clearInterval(probeTimer)
      const redis = await opened
      redis?.removeAllListeners('close')
      await redis?.quit().catch(() => redis.disconnect())
    },
  }
}

/** Warns if Redis may evict keys or hides its policy. @throws SettingError if it may evict keys and money is real */
export async function checkEviction(store: SharedStore, money = config.money): Promise<void> {
  const info = await store.run((redis) => redis.info('memory')).catch(ignoreRedisUnavailable)
  const policy = info && /^maxmemory_policy:(\S+)/m.exec(info)?.[1]
  if (policy === 'noeviction') return
  const reason = `maxmemory-policy is ${policy ?? 'not shown'}: request codes, breaks and ended sessions may be lost`
  const problem = new SettingError('Redis', reason, 'set it to noeviction')
  if (policy && money === 'real') throw problem
  log.warn(problem.message)
}

const isReplyError = (cause: unknown) => cause instanceof Error && cause.name === 'ReplyError'

/** Returns an error's code or name for the log. Leaves out the message, which can contain a host. */
function redisErrorReason(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown'
  if (isReplyError(cause)) return cause.message.split(' ', 1)[0] ?? cause.name
  if (cause instanceof RedisUnavailable) return cause.message
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}

export const sharedStore: SharedStore | undefined = config.redisUrl && connectRedis(config.redisUrl.reveal())
if (import.meta.hot) {
  // The development server evaluates this module again when a file is saved, so the old connection is closed.
  void import.meta.hot.data.sharedStore?.close()
  import.meta.hot.data.sharedStore = sharedStore
}
