import { LRUCache } from 'lru-cache'
import { config } from '~/platform/settings/config.server'
import type { RateLimit } from '~/platform/settings/rate-limit-settings.server'
import { seconds } from '~/values/durations'

/** How much time a network may use ahead of its share: some twenty pages, more than a browser asks for at once. */
const burstMs = 250
const maxNetworks = 10_000

/** Counts how much of the one thread's time each network uses, and delays a network that has used more than its share. */
export class ThreadShare {
  /** Time used ahead of the share, in milliseconds, and when it was counted. */
  readonly #ahead = new LRUCache<string, { ms: number; atMs: number }>({ max: maxNetworks })
  /** Milliseconds that a network may use in each millisecond. */
  readonly #rate: number
  #holder: string | undefined
  #beganMs = 0
  /** Milliseconds since the current turn began that were counted for somebody by `spend`. */
  #spentMs = 0

  /** @param limit milliseconds of the thread in so many seconds; as many as there are bound nothing. */
  constructor({ count, seconds: length }: RateLimit) {
    this.#rate = count / seconds(length)
  }

  /** Counts the time from now on for a network, until the thread has done what can be done at once. */
  begin(network: string): void {
    this.#end()
    this.#holder = network
    this.#beganMs = performance.now()
    this.#spentMs = 0
    // A tick that a microtask asks for comes after all of them: what waited for the turn has run by then.
    queueMicrotask(() => process.nextTick(() => this.#end()))
  }

  #end(): void {
    if (this.#holder === undefined) return
    this.#count(this.#holder, performance.now() - this.#beganMs - this.#spentMs)
    this.#holder = undefined
  }

  /** Counts time that was measured elsewhere. */
  spend(network: string, ms: number): void {
    this.#count(network, ms)
    // A statement may have begun before the turn.
    this.#spentMs += Math.min(ms, performance.now() - this.#beganMs - this.#spentMs)
  }

  /** Returns for how many milliseconds a network has to wait; 0 while it may begin another request. */
  waitMs(network: string): number {
    return this.#rate >= 1 ? 0 : Math.max(0, (this.#aheadOf(network) - burstMs) / this.#rate)
  }

  #aheadOf(network: string): number {
    const { ms, atMs } = this.#ahead.get(network) ?? { ms: 0, atMs: 0 }
    return Math.max(0, ms - (performance.now() - atMs) * this.#rate)
  }

  #count(network: string, ms: number): void {
    this.#ahead.set(network, { ms: this.#aheadOf(network) + ms, atMs: performance.now() })
  }
}

/** What the networks of this process use. */
export const threadShare = new ThreadShare(config.rateLimits.time)
