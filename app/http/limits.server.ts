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

/** Counts of one kind by key. Tokens run out at `count` and come back `seconds` after the first was taken. */
export type Limiter = {
  /** Takes one. Seconds to wait when there is none left; undefined when it was given. */
  take(key: string): Promise<number | undefined>
  /** Gives one back that turned out not to count. */
  giveBack(key: string): Promise<void>
  /** How many are left, and how long until there are more, without taking one. */
  state(key: string): Promise<{ left: number; waitSeconds: number }>
}

const millisecondsInSecond = 1000

/** What a store of counts does, as the package names it. */
type Counts = Pick<RateLimiterMemory, 'penalty' | 'reward' | 'get'>

/** A limiter of this process. Keys are hashed, so that what a stranger sends takes no more room than any other. */
export function limiterOf({ count, seconds }: RateLimit): Limiter {
  const memory = new RateLimiterMemory({ points: count, duration: seconds })
  return limiterOver(count, (ask) => ask(memory))
}

/**
 * A limiter that replicas share through Redis. What this process saw is counted in memory as well, and decides alone
 * while Redis is away: a limit that was reached here stays reached.
 *
 * @param name tells its keys in Redis from those of other limits.
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

/** Counts a request to the limit of its address, whatever it asks for. @returns seconds to wait when there is none left. */
export function takeOfAll(visit: Pick<Visit, 'address' | 'requestId'>): Promise<number | undefined> {
  return take(visit, 'all', networkOf(visit.address))
}

/** The same behind another server than our own, whose front door counts before anything else. */
export const limitAll: MiddlewareFunction<Response> = async ({ context }) => {
  if (context.get(incomingContext)) return
  const wait = await takeOfAll(context.get(visitContext))
  if (wait !== undefined) throw refusal(context, 'limited', wait)
}

/**
 * Counts the calls of a request to the limits of their rows: by member where the call is a member's, else by address.
 *
 * @returns takes one of a limit; seconds to wait when there is none left.
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

/** Takes one; seconds to wait when there is none left, which is noted. */
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
 * The gate of the login: failures are counted for one id from one address, and for one address, so that a stranger's
 * tries from elsewhere never lock a member out. A success is not counted.
 *
 * While one more failure could reach a limit, tries on that key wait for each other: fifty sent at once get no more
 * guesses than fifty sent one by one.
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
   * Runs one try.
   *
   * @param attempt says whether the login was wrong, beside what it came to.
   * @returns what the try came to, or how many seconds to wait before the next.
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

  /** Waits for a place; the seconds to wait when there is none left. */
  async #enter(limiter: Limiter, key: string): Promise<number | undefined> {
    for (;;) {
      const runningBefore = this.#waiting.get(key)?.running ?? 0
      const { left, waitSeconds } = await limiter.state(key)
      if (left === 0) return waitSeconds
      const line = this.#waiting.get(key) ?? { running: 0, queue: [] }
      this.#waiting.set(key, line)
      // Both counts: one that failed while the limiter was asked is in neither `left` nor `line.running`.
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

/** Which of the two limits was reached, and for how long. */
type GateRefusal = { limit: 'loginId' | 'loginAddress'; retryAfterSeconds: number }

/** What wrong guesses at a member's old password are counted by, beside the visitor's address. */
export function changeGate(userId: string | undefined): string {
  return `change ${userId ?? ''}`
}

const gate = new LoginGate(limiters.loginId, limiters.loginAddress)

/** The login's gate, for one visitor. See `LoginGate.run`. */
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
 * Counts wrong exchange passwords of one member, wherever they come from: who took over a session must not find out a
 * few digits by trying. A hundred in the time in which one address may be wrong a hundred times at the login.
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
