import { createHash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import type { MiddlewareFunction, RouterContextProvider } from 'react-router'
import { config, type RateLimit, type RateLimitName } from '~/config.server'
import { RedisAway, type SharedStore, sharedStore } from '~/redis/redis.server'
import { sessionContext } from '~/session/session.server'
import { log } from '~/telemetry/log.server'
import { refusals } from '~/telemetry/metrics.server'
import type { Guesses } from '~/upstream/client.server'
import type { CallLimit } from '~/upstream/contract'
import { networkOf } from './address.server'
import { sendHeader } from './answer.server'
import { incomingContext } from './incoming.server'
import { refusal } from './refusal.server'
import { type Visit, visitContext } from './visit.server'

/** A fixed-window rate limit by key: `count` per window of `seconds`, which starts with the first one. */
export type Limiter = {
  /** Consumes one. Resolves to the seconds to wait when the limit is exceeded, else undefined. */
  take(key: string): Promise<number | undefined>
  /** Returns one that turned out not to count. */
  giveBack(key: string): Promise<void>
  /** How many are left and the seconds until the window ends, without consuming one. */
  state(key: string): Promise<{ left: number; waitSeconds: number }>
}

const millisecondsInSecond = 1000

/** The operations of the package's stores that are used here. */
type Counts = Pick<RateLimiterMemory, 'penalty' | 'reward' | 'get'>

/** A limiter in the memory of this process. Keys are hashed, so that long ones take no more memory. */
export function limiterOf({ count, seconds }: RateLimit): Limiter {
  const memory = new RateLimiterMemory({ points: count, duration: seconds })
  return limiterOver(count, (ask) => ask(memory))
}

/**
 * A limiter that replicas share through Redis. This process also counts in memory, and falls back to that count while
 * Redis is unavailable.
 *
 * @param name prefixes its keys in Redis.
 */
export function sharedLimiterOf(name: string, { count, seconds }: RateLimit, store: SharedStore): Limiter {
  const memory = new RateLimiterMemory({ points: count, duration: seconds })
  let shared: RateLimiterRedis | undefined
  return limiterOver(count, async (ask) => {
    const inMemory = await ask(memory)
    try {
      return await store.ask((redis) => {
        shared ??= new RateLimiterRedis({
          storeClient: redis,
          keyPrefix: `madang:limit:${name}`,
          points: count,
          duration: seconds,
        })
        return ask(shared)
      })
    } catch (error) {
      if (error instanceof RedisAway) return inMemory
      throw error
    }
  })
}

function limiterOver(count: number, asked: <T>(ask: (counts: Counts) => Promise<T>) => Promise<T>): Limiter {
  const waitSeconds = (msBeforeNext: number) => Math.max(1, Math.ceil(msBeforeNext / millisecondsInSecond))
  return {
    async take(key) {
      const { consumedPoints, msBeforeNext } = await asked((counts) => counts.penalty(hashed(key)))
      return consumedPoints > count ? waitSeconds(msBeforeNext) : undefined
    },
    async giveBack(key) {
      await asked((counts) => counts.reward(hashed(key)))
    },
    async state(key) {
      const known = await asked((counts) => counts.get(hashed(key)))
      if (!known) return { left: count, waitSeconds: 1 }
      return { left: Math.max(0, count - known.consumedPoints), waitSeconds: waitSeconds(known.msBeforeNext) }
    },
  }
}

function hashed(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

const limiters: Record<RateLimitName, Limiter> = {
  loginId: ownLimiter('loginId'),
  loginAddress: ownLimiter('loginAddress'),
  register: ownLimiter('register'),
  checks: ownLimiter('checks'),
  help: ownLimiter('help'),
  money: ownLimiter('money'),
  all: ownLimiter('all'),
}

function ownLimiter(name: RateLimitName, called: string = name): Limiter {
  const limit = config.rateLimits[name]
  return sharedStore ? sharedLimiterOf(called, limit, sharedStore) : limiterOf(limit)
}

const guesses = ownLimiter('loginAddress', 'exchange')

/** Counts a request against the overall limit of its client. @returns the seconds to wait when it is exceeded. */
export function takeOfAll(visit: Pick<Visit, 'address' | 'requestId'>): Promise<number | undefined> {
  return take(visit, 'all', networkOf(visit.address))
}

/** Middleware that applies the overall limit behind another server. The front door applies it itself. */
export const limitAll: MiddlewareFunction<Response> = async ({ context }) => {
  if (context.get(incomingContext)) return
  const wait = await takeOfAll(context.get(visitContext))
  if (wait !== undefined) throw refusal(context, 'limited', wait)
}

/**
 * The rate limits of a request's upstream calls. `money` and `help` count by member, the others by client network.
 *
 * @returns a function that consumes one and resolves to the seconds to wait when the limit is exceeded.
 */
export function callLimits(
  context: Readonly<RouterContextProvider>,
): (limit: CallLimit) => Promise<number | undefined> {
  const { member } = context.get(sessionContext)
  const network = networkOf(context.get(visitContext).address)
  const visit = context.get(visitContext)
  return (limit) => {
    const ofMember = member && (limit === 'money' || limit === 'help')
    return take(visit, limit, ofMember ? `member ${member.userId}` : network)
  }
}

/** Consumes one and logs an exceeded limit. Resolves to the seconds to wait, or undefined. */
async function take(
  visit: Pick<Visit, 'address' | 'requestId'>,
  name: RateLimitName,
  key: string,
): Promise<number | undefined> {
  const wait = await limiters[name].take(key)
  if (wait !== undefined) noteLimit(visit, name)
  return wait
}

function noteLimit(
  { address, requestId }: Pick<Visit, 'address' | 'requestId'>,
  name: RateLimitName | 'exchange',
): void {
  refusals.inc({ reason: `limit-${name}` })
  log.warn({ limit: name, address, requestId }, 'limited')
}

/**
 * Limits failed logins per id and network, and per network, so that attempts from elsewhere cannot lock a member out.
 * Successes are not counted.
 *
 * No more attempts run at once per key than failures are left, so that parallel requests get no more guesses than
 * sequential ones. Further attempts wait.
 */
export class LoginGate {
  readonly #byId: Limiter
  readonly #byAddress: Limiter
  readonly #waiting = new Map<string, { running: number; queue: (() => void)[] }>()

  constructor(byId: Limiter, byAddress: Limiter) {
    this.#byId = byId
    this.#byAddress = byAddress
  }

  /**
   * Runs one attempt within the limits.
   *
   * @param attempt resolves to its result and whether it counts as a failure.
   * @returns the result, or which limit was reached and the seconds to wait.
   */
  async run<T>(
    id: string,
    address: string,
    attempt: () => Promise<{ wrong: boolean; result: T }>,
  ): Promise<{ kind: 'tried'; result: T } | ({ kind: 'limited' } & GateRefusal)> {
    const network = networkOf(address)
    const doors = [
      {
        limit: 'loginId' as const,
        limiter: this.#byId,
        key: `id ${id.normalize('NFKC').trim().toLowerCase()} ${network}`,
      },
      { limit: 'loginAddress' as const, limiter: this.#byAddress, key: `address ${network}` },
    ]
    const entered: string[] = []
    try {
      for (const { limit, limiter, key } of doors) {
        const wait = await this.#enter(limiter, key)
        if (wait !== undefined) return { kind: 'limited', limit, retryAfterSeconds: wait }
        entered.push(key)
      }
      const { wrong, result } = await attempt()
      if (wrong) await Promise.all(doors.map(({ limiter, key }) => limiter.take(key)))
      return { kind: 'tried', result }
    } finally {
      for (const key of entered) this.#leave(key)
    }
  }

  /** Waits until an attempt may run. Resolves to the seconds to wait when no failures are left. */
  async #enter(limiter: Limiter, key: string): Promise<number | undefined> {
    for (;;) {
      const runningBefore = this.#waiting.get(key)?.running ?? 0
      const { left, waitSeconds } = await limiter.state(key)
      if (left === 0) return waitSeconds
      const line = this.#waiting.get(key) ?? { running: 0, queue: [] }
      this.#waiting.set(key, line)
      // Both counts, because an attempt that failed during the query is in neither `left` nor `queue.running`.
      if (Math.max(runningBefore, line.running) < left) {
        line.running += 1
        return undefined
      }
      if (line.running > 0) await new Promise<void>((resolve) => line.queue.push(resolve))
      else this.#waiting.delete(key)
    }
  }

  #leave(key: string): void {
    const line = this.#waiting.get(key)
    if (!line) return
    line.running -= 1
    if (line.running === 0) this.#waiting.delete(key)
    for (const wake of line.queue.splice(0)) wake()
  }
}

/** Which of the two limits was reached. */
type GateRefusal = { limit: 'loginId' | 'loginAddress'; retryAfterSeconds: number }

/** The id under which wrong old passwords of a member count in the login limits. */
export function changeGate(userId: string | undefined): string {
  return `change ${userId ?? ''}`
}

const gate = new LoginGate(limiters.loginId, limiters.loginAddress)

/** Runs a login attempt within the site's login limits. See `LoginAttempts.run`. */
export async function throughLoginGate<T>(
  context: Readonly<RouterContextProvider>,
  id: string,
  attempt: () => Promise<{ wrong: boolean; result: T }>,
): Promise<{ kind: 'tried'; result: T } | { kind: 'limited'; retryAfterSeconds: number }> {
  const passed = await gate.run(id, context.get(visitContext).address, attempt)
  if (passed.kind === 'limited') {
    noteLimit(context.get(visitContext), passed.limit)
    sendHeader(context, 'Retry-After', String(passed.retryAfterSeconds))
  }
  return passed
}

/**
 * Limits wrong passwords of one member in calls that check one (withdrawals, password changes), from any network, so
 * that a stolen session cannot be used to guess the few digits. Uses the count and time of the `loginAddress` limit.
 */
export function exchangeGuesses(context: Readonly<RouterContextProvider>, userId: string): Guesses {
  const key = `member ${userId}`
  return {
    take: async () => {
      const wait = await guesses.take(key)
      if (wait !== undefined) noteLimit(context.get(visitContext), 'exchange')
      return wait
    },
    giveBack: () => guesses.giveBack(key),
  }
}
