import { setTimeout as pause } from 'node:timers/promises'
import type { PasswordKind } from '~/upstream/contract/call'
import { foldMemberId } from '~/upstream/member-id'
import { seconds } from '~/values/durations'
import type { RateLimiter, RunningCount } from './rate-limiter.server'
import { networkOf } from './request-info.server'

/** About how often an attempt asks again while those of other replicas take all that is left, and for how long. */
const retryMs = 50
const maxWaitMs = seconds(8)

/** A limit that failed attempts count in, and what they count under. */
export type AttemptLimit<Name extends string = string> = { limit: Name; limiter: RateLimiter; key: string }

/**
 * The limits of a log-in: per id and network, and per network, so that attempts from elsewhere lock no member out.
 *
 * @returns what a wrong login password is counted under.
 */
export function loginLimits(
  limiters: { loginId: RateLimiter; loginAddress: RateLimiter },
  id: string,
  clientIp: string,
): AttemptLimit<'loginId' | 'loginAddress'>[] {
  const network = networkOf(clientIp)
  return [
    { limit: 'loginId', limiter: limiters.loginId, key: `id ${foldMemberId(id)} ${network}` },
    { limit: 'loginAddress', limiter: limiters.loginAddress, key: `address ${network}` },
  ]
}

/**
 * The limit of wrong exchange and login passwords that a signed-in member sends, of each kind, from any network: a stolen
 * session must not find out the few digits, and strangers can lock nobody out.
 *
 * @param kind which password a call checks: `checksPassword` of its contract row.
 */
export function passwordLimits(limiter: RateLimiter, kind: PasswordKind, userId: string): AttemptLimit<'password'>[] {
  return [{ limit: 'password', limiter, key: `${kind} password of ${foldMemberId(userId)}` }]
}

/**
 * Limits log-ins and calls that check a password: only those that fail are counted.
 *
 * No more attempts run at once per key, in all replicas together, than failures are left, so that parallel requests get
 * no more guesses than sequential ones. Further attempts wait.
 */
export class PasswordAttempts {
  readonly #running: RunningCount
  readonly #queues = new Map<string, { running: number; waiting: (() => void)[] }>()

  constructor(running: RunningCount) {
    this.#running = running
  }

  /**
   * Runs one attempt within the limits.
   *
   * @param attempt resolves to its result and whether it counts as a failure.
   * @returns the result, or which limit was reached and the seconds to wait.
   */
  async run<Name extends string, T>(
    limits: readonly AttemptLimit<Name>[],
    attempt: () => Promise<{ wrong: boolean; result: T }>,
  ): Promise<{ kind: 'tried'; result: T } | { kind: 'limited'; limit: Name; retryAfterSeconds: number }> {
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
      for (const key of acquiredKeys) {
        await this.#running.end(key)
        this.#release(key)
      }
    }
  }

  /** Waits until an attempt may run. Resolves to the seconds to wait when no failures are left. */
  async #acquire(limiter: RateLimiter, key: string): Promise<number | undefined> {
    for (const deadlineMs = performance.now() + maxWaitMs; ; await pause(retryMs * (0.5 + Math.random()))) {
      const wait = await this.#acquireHere(limiter, key)
      if (wait !== undefined) return wait
      // Counted before the failures are read again: one that ends in between counts twice rather than not at all.
      const running = await this.#running.begin(key)
      const { left, waitSeconds } = await limiter.peek(key)
      if (running <= left) return undefined
      await this.#running.end(key)
      this.#release(key)
      if (left === 0 || performance.now() > deadlineMs) return waitSeconds
    }
  }

  /** The same for the attempts of this process alone, which queue without asking again and again. */
  async #acquireHere(limiter: RateLimiter, key: string): Promise<number | undefined> {
    for (;;) {
      const runningBefore = this.#queues.get(key)?.running ?? 0
      const { left, waitSeconds } = await limiter.peek(key)
      if (left === 0) return waitSeconds
      const queue = this.#queues.get(key) ?? { running: 0, waiting: [] }
      this.#queues.set(key, queue)
      // Both counts, because an attempt that failed during the query is in neither `left` nor `queue.running`.
      if (Math.max(runningBefore, queue.running) < left) {
        queue.running += 1
        return undefined
      }
      if (queue.running > 0) await new Promise<void>((resolve) => queue.waiting.push(resolve))
      else this.#queues.delete(key)
    }
  }

  #release(key: string): void {
    const queue = this.#queues.get(key)
    if (!queue) return
    queue.running -= 1
    if (queue.running === 0) this.#queues.delete(key)
    for (const wake of queue.waiting.splice(0)) wake()
  }
}
