import { createHash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import type { MiddlewareFunction, RouterContextProvider } from 'react-router'
import { config } from '~/config/config.server'
import type { RateLimit, RateLimitName } from '~/config/rate-limits.server'
import { RedisUnavailable, type SharedStore, sharedStore } from '~/redis/redis.server'
import { sessionContext } from '~/session/session.server'
import { log } from '~/telemetry/log.server'
import { refusals } from '~/telemetry/metrics.server'
import type { PasswordAttempts } from '~/upstream/client.server'
import type { CallRateLimit } from '~/upstream/contract/call'
import { networkOf } from './client-ip.server'
import { incomingContext } from './incoming.server'
import { refusal } from './refusal.server'
import { type RequestInfo, requestInfoContext } from './request-info.server'
import { sendHeader } from './response-headers.server'

/** A fixed-window rate limit by key: `count` per window of `seconds`, which starts with the first one. */
export type RateLimiter = {
  /** Consumes one. Resolves to the seconds to wait when the limit is exceeded, else undefined. */
  consume(key: string): Promise<number | undefined>
  /** Returns one that turned out not to count. */
  refund(key: string): Promise<void>
  /** How many are left and the seconds until the window ends, without consuming one. */
  peek(key: string): Promise<{ left: number; waitSeconds: number }>
}

const millisecondsInSecond = 1000

/** The operations of the package's stores that are used here. */
type CounterStore = Pick<RateLimiterMemory, 'penalty' | 'reward' | 'get'>

/** A limiter in the memory of this process. Keys are hashed, so that long ones take no more memory. */
export function createRateLimiter({ count, seconds }: RateLimit): RateLimiter {
  const memory = new RateLimiterMemory({ points: count, duration: seconds })
  return rateLimiterOver(count, (ask) => ask(memory))
}

/**
 * A limiter that replicas share through Redis. This process also counts in memory, and falls back to that count while
 * Redis is unavailable.
 *
 * @param name prefixes its keys in Redis.
 */
export function createSharedRateLimiter(name: string, { count, seconds }: RateLimit, store: SharedStore): RateLimiter {
  const memory = new RateLimiterMemory({ points: count, duration: seconds })
  let shared: RateLimiterRedis | undefined
  return rateLimiterOver(count, async (ask) => {
    const inMemory = await ask(memory)
    try {
      return await store.run((redis) => {
        shared ??= new RateLimiterRedis({
          storeClient: redis,
          keyPrefix: `madang:limit:${name}`,
          points: count,
          duration: seconds,
        })
        return ask(shared)
      })
    } catch (error) {
      if (error instanceof RedisUnavailable) return inMemory
      throw error
    }
  })
}

function rateLimiterOver(
  count: number,
  withStore: <T>(ask: (counts: CounterStore) => Promise<T>) => Promise<T>,
): RateLimiter {
  const waitSeconds = (msBeforeNext: number) => Math.max(1, Math.ceil(msBeforeNext / millisecondsInSecond))
  return {
    async consume(key) {
      const { consumedPoints, msBeforeNext } = await withStore((counts) => counts.penalty(hashKey(key)))
      return consumedPoints > count ? waitSeconds(msBeforeNext) : undefined
    },
    async refund(key) {
      await withStore((counts) => counts.reward(hashKey(key)))
    },
    async peek(key) {
      const known = await withStore((counts) => counts.get(hashKey(key)))
      if (!known) return { left: count, waitSeconds: 1 }
      return { left: Math.max(0, count - known.consumedPoints), waitSeconds: waitSeconds(known.msBeforeNext) }
    },
  }
}

function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

const limiters: Record<RateLimitName, RateLimiter> = {
  loginId: configuredLimiter('loginId'),
  loginAddress: configuredLimiter('loginAddress'),
  register: configuredLimiter('register'),
  checks: configuredLimiter('checks'),
  help: configuredLimiter('help'),
  money: configuredLimiter('money'),
  all: configuredLimiter('all'),
}

function configuredLimiter(name: RateLimitName, redisName: string = name): RateLimiter {
  const limit = config.rateLimits[name]
  return sharedStore ? createSharedRateLimiter(redisName, limit, sharedStore) : createRateLimiter(limit)
}

const exchangePasswordLimiter = configuredLimiter('loginAddress', 'exchange')

/** Counts a request against the overall limit of its client. @returns the seconds to wait when it is exceeded. */
export function consumeOverallLimit(
  requestInfo: Pick<RequestInfo, 'clientIp' | 'requestId'>,
): Promise<number | undefined> {
  return consume(requestInfo, 'all', networkOf(requestInfo.clientIp))
}

/** Middleware that applies the overall limit behind another server. The front door applies it itself. */
export const overallRateLimit: MiddlewareFunction<Response> = async ({ context }) => {
  if (context.get(incomingContext)) return
  const wait = await consumeOverallLimit(context.get(requestInfoContext))
  if (wait !== undefined) throw refusal(context, 'limited', wait)
}

/**
 * The rate limits of a request's upstream calls. `money` and `help` count by member, the others by client network.
 *
 * @returns a function that consumes one and resolves to the seconds to wait when the limit is exceeded.
 */
export function callRateLimits(
  context: Readonly<RouterContextProvider>,
): (limit: CallRateLimit) => Promise<number | undefined> {
  const { member } = context.get(sessionContext)
  const network = networkOf(context.get(requestInfoContext).clientIp)
  const requestInfo = context.get(requestInfoContext)
  return (limit) => {
    const ofMember = member && (limit === 'money' || limit === 'help')
    return consume(requestInfo, limit, ofMember ? `member ${member.userId}` : network)
  }
}

/** Consumes one and logs an exceeded limit. Resolves to the seconds to wait, or undefined. */
async function consume(
  requestInfo: Pick<RequestInfo, 'clientIp' | 'requestId'>,
  name: RateLimitName,
  key: string,
): Promise<number | undefined> {
  const wait = await limiters[name].consume(key)
  if (wait !== undefined) logLimitReached(requestInfo, name)
  return wait
}

function logLimitReached(
  { clientIp, requestId }: Pick<RequestInfo, 'clientIp' | 'requestId'>,
  name: RateLimitName | 'exchange',
): void {
  refusals.inc({ reason: `limit-${name}` })
  log.warn({ limit: name, address: clientIp, requestId }, 'limited')
}

/**
 * Limits failed logins per id and network, and per network, so that attempts from elsewhere cannot lock a member out.
 * Successes are not counted.
 *
 * No more attempts run at once per key than failures are left, so that parallel requests get no more guesses than
 * sequential ones. Further attempts wait.
 */
export class LoginAttempts {
  readonly #byId: RateLimiter
  readonly #byNetwork: RateLimiter
  readonly #queues = new Map<string, { running: number; queue: (() => void)[] }>()

  constructor(byId: RateLimiter, byNetwork: RateLimiter) {
    this.#byId = byId
    this.#byNetwork = byNetwork
  }

  /**
   * Runs one attempt within the limits.
   *
   * @param attempt resolves to its result and whether it counts as a failure.
   * @returns the result, or which limit was reached and the seconds to wait.
   */
  async run<T>(
    id: string,
    clientIp: string,
    attempt: () => Promise<{ wrong: boolean; result: T }>,
  ): Promise<{ kind: 'tried'; result: T } | ({ kind: 'limited' } & LoginLimitReached)> {
    const network = networkOf(clientIp)
    const limits = [
      {
        limit: 'loginId' as const,
        limiter: this.#byId,
        key: `id ${id.normalize('NFKC').trim().toLowerCase()} ${network}`,
      },
      { limit: 'loginAddress' as const, limiter: this.#byNetwork, key: `address ${network}` },
    ]
    const acquiredKeys: string[] = []
    try {
      for (const { limit, limiter, key } of limits) {
        const wait = await this.#acquire(limiter, key)
        if (wait !== undefined) return { kind: 'limited', limit, retryAfterSeconds: wait }
        acquiredKeys.push(key)
      }
      const { wrong, result } = await attempt()
      if (wrong) await Promise.all(limits.map(({ limiter, key }) => limiter.consume(key)))
      return { kind: 'tried', result }
    } finally {
      for (const key of acquiredKeys) this.#release(key)
    }
  }

  /** Waits until an attempt may run. Resolves to the seconds to wait when no failures are left. */
  async #acquire(limiter: RateLimiter, key: string): Promise<number | undefined> {
    for (;;) {
      const runningBefore = this.#queues.get(key)?.running ?? 0
      const { left, waitSeconds } = await limiter.peek(key)
      if (left === 0) return waitSeconds
      const queue = this.#queues.get(key) ?? { running: 0, queue: [] }
      this.#queues.set(key, queue)
      // Both counts, because an attempt that failed during the query is in neither `left` nor `queue.running`.
      if (Math.max(runningBefore, queue.running) < left) {
        queue.running += 1
        return undefined
      }
      if (queue.running > 0) await new Promise<void>((resolve) => queue.queue.push(resolve))
      else this.#queues.delete(key)
    }
  }

  #release(key: string): void {
    const queue = this.#queues.get(key)
    if (!queue) return
    queue.running -= 1
    if (queue.running === 0) this.#queues.delete(key)
    for (const wake of queue.queue.splice(0)) wake()
  }
}

/** Which of the two limits was reached. */
type LoginLimitReached = { limit: 'loginId' | 'loginAddress'; retryAfterSeconds: number }

/** The id under which wrong old passwords of a member count in the login limits. */
export function passwordChangeAttemptId(userId: string | undefined): string {
  return `change ${userId ?? ''}`
}

const loginAttempts = new LoginAttempts(limiters.loginId, limiters.loginAddress)

/** Runs a login attempt within the site's login limits. See `LoginAttempts.run`. */
export async function runLoginAttempt<T>(
  context: Readonly<RouterContextProvider>,
  id: string,
  attempt: () => Promise<{ wrong: boolean; result: T }>,
): Promise<{ kind: 'tried'; result: T } | { kind: 'limited'; retryAfterSeconds: number }> {
  const result = await loginAttempts.run(id, context.get(requestInfoContext).clientIp, attempt)
  if (result.kind === 'limited') {
    logLimitReached(context.get(requestInfoContext), result.limit)
    sendHeader(context, 'Retry-After', String(result.retryAfterSeconds))
  }
  return result
}

/**
 * Limits wrong passwords of one member in calls that check one (withdrawals, password changes), from any network, so
 * that a stolen session cannot be used to guess the few digits. Uses the count and time of the `loginAddress` limit.
 */
export function passwordAttemptsOf(context: Readonly<RouterContextProvider>, userId: string): PasswordAttempts {
  const key = `member ${userId}`
  return {
    consume: async () => {
      const wait = await exchangePasswordLimiter.consume(key)
      if (wait !== undefined) logLimitReached(context.get(requestInfoContext), 'exchange')
      return wait
    },
    refund: () => exchangePasswordLimiter.refund(key),
  }
}
