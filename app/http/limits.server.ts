import { createHash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import { config, type RateLimit, type RateLimitName } from '~/config.server'
import { RedisAway, type SharedStore, sharedStore } from '~/redis/redis.server'
import { isSafe, pageOf } from '~/session/page-path.server'
import { sessionContext } from '~/session/session.server'
import { log } from '~/telemetry/log.server'
import { refusals } from '~/telemetry/metrics.server'
import { kindOf } from '~/telemetry/request-log.server'
import type { Guesses } from '~/upstream/client.server'
import { networkOf } from './address.server'
import { sendHeader } from './answer.server'
import { bodyContext } from './body.server'
import { refusal } from './refusal.server'
import { visitContext } from './visit.server'

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

/** What a page or call is limited by, beside the limit on everything. `intent` is the form's. */
export function limitedBy(path: string, intent: string): 'register' | 'checks' | 'help' | 'money' | undefined {
  switch (path) {
    case '/register':
      return intent === 'check-id' || intent === 'check-nick' ? 'checks' : 'register'
    case '/api/routes/user-register':
      return 'register'
    case '/api/routes/check-user-id':
    case '/api/routes/check-user-nick':
      return 'checks'
    case '/help':
    case '/api/routes/user-write-help':
    case '/api/routes/user-ask-account':
      return 'help'
    case '/deposit':
    case '/withdraw':
    case '/comp':
    case '/api/routes/apply-user-deposit':
    case '/api/routes/apply-user-withdraw':
    case '/api/routes/apply-deposit-payment':
    case '/api/routes/withdrawal-launcher':
    case '/api/routes/roll-to-balance':
    case '/api/routes/money-to-point':
    case '/api/routes/transfer-in':
    case '/api/routes/transfer-out':
      return 'money'
    default:
      return undefined
  }
}

/** Pages whose action shows its form again when it came too often: it asks `tooOften` before anything else. */
const showAgain: ReadonlySet<string> = new Set(['/register', '/help', '/deposit', '/withdraw', '/comp'])

const waitContext = createContext<number | null>(null)

/**
 * Seconds to wait when the form of this request came too often; undefined when it may go on. Nothing is sent for such a
 * form, and it is shown again with what was typed (429).
 */
export function tooOften(context: Readonly<RouterContextProvider>): number | undefined {
  return context.get(waitContext) ?? undefined
}

/** Slows down what comes too often: everything by address, and forms and calls by what they do. Probes are free. */
export const limitAll: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { path } = pageOf(request)
  if (kindOf(path) === 'probe') return next()
  const { address } = context.get(visitContext)
  const network = networkOf(address)
  const pause = await take(context, 'all', network)
  if (pause !== undefined) throw refusal(context, request, 'limited', pause)
  if (isSafe(request)) return
  // Paths are matched whatever their case and a slash at their end.
  const page = path.toLowerCase().replace(/(?<=.)\/+$/, '')
  const name = limitedBy(page, intentOf(context))
  if (!name) return
  const { member } = context.get(sessionContext)
  const perMember = member && (name === 'money' || name === 'help')
  const wait = await take(context, name, perMember ? `member ${member.userId}` : network)
  if (wait === undefined) return
  if (!showAgain.has(page)) throw refusal(context, request, 'limited', wait)
  sendHeader(context, 'Retry-After', String(wait))
  context.set(waitContext, wait)
}

/** Takes one; seconds to wait when there is none left, which is noted. */
async function take(
  context: Readonly<RouterContextProvider>,
  name: RateLimitName,
  key: string,
): Promise<number | undefined> {
  const wait = await limiters[name].take(key)
  if (wait !== undefined) noteLimit(context, name)
  return wait
}

function noteLimit(context: Readonly<RouterContextProvider>, name: RateLimitName): void {
  const { address, requestId } = context.get(visitContext)
  refusals.inc({ reason: `limit-${name}` })
  log.warn({ limit: name, address, requestId }, 'limited')
}

function intentOf(context: Readonly<RouterContextProvider>): string {
  const form = context.get(bodyContext)?.form
  const intent = form instanceof FormData ? form.get('intent') : null
  return typeof intent === 'string' ? intent : ''
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
  ): Promise<{ kind: 'tried'; result: T } | { kind: 'limited'; retryAfterSeconds: number }> {
    const network = networkOf(address)
    const doors = [
      { limiter: this.#byId, key: `id ${id.normalize('NFKC').trim().toLowerCase()} ${network}` },
      { limiter: this.#byAddress, key: `address ${network}` },
    ]
    const entered: string[] = []
    try {
      for (const { limiter, key } of doors) {
        const wait = await this.#enter(limiter, key)
        if (wait !== undefined) return { kind: 'limited', retryAfterSeconds: wait }
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
    noteLimit(context, 'loginId')
    sendHeader(context, 'Retry-After', String(passed.retryAfterSeconds))
  }
  return passed
}

/**
 * Counts wrong exchange passwords of one member, wherever they come from: who took over a session must not find out a
 * few digits by trying. A hundred in the time in which one address may be wrong a hundred times at the login.
 */
export function exchangeGuesses(userId: string): Guesses {
  const key = `member ${userId}`
  return { take: () => guesses.take(key), giveBack: () => guesses.giveBack(key) }
}
