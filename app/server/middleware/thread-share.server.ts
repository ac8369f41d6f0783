import { AsyncLocalStorage } from 'node:async_hooks'
import { LRUCache } from 'lru-cache'
import { createContext } from 'react-router'
import { config } from '~/platform/settings/config.server'
import type { RateLimit } from '~/platform/settings/rate-limit-settings.server'
import { seconds } from '~/values/durations'
import { networkOf } from '~/values/request'
import type { Context } from '../http/incoming.server'
import { requestInfoContext } from '../request-info/request-info.server'
import { readClaimedUserId } from '../session/session-cookie.server'

/** A client of the thread: a member, a sender of signed callbacks, or all visitors from one network. */
export type Client = { name: string; priority: 'member' | 'visitor'; network?: string; sender?: string }

/** Returns the counters of a client and of its network. A network gets one and a half shares. */
export const countsOf = ({ name, network = name }: Client) => [
  { key: name, shares: 1 },
  { key: `all of ${network}`, shares: 1.5 },
]
/** Returns the counters that limit a client. A member's network counts too, as one person may have many accounts. */
export const boundsOf = (client: Client) => countsOf(client).slice(0, client.priority === 'member' ? 2 : 1)

/** The thread time by which a client may exceed its share: about 20 pages, more than a browser requests at once. */
const burstMs = 250

export class ThreadShare {
  readonly #ahead = new LRUCache<string, { ms: number; atMs: number }>({ max: 20_000 })
  readonly #rate: number
  #holder: Client | undefined
  #beganMs = 0
  /** Milliseconds of the current turn that `spend` has already counted. */
  #spentMs = 0

  /** @param limit allows at most `count` milliseconds of thread time in `seconds` seconds */
  constructor({ count, seconds: length }: RateLimit) {
    this.#rate = count / seconds(length)
  }

  /** Charges a client for the time until the current work ends. */
  begin(client: Client): void {
    this.#end()
    this.#holder = client
    this.#beganMs = performance.now()
    this.#spentMs = 0
    // A tick scheduled in a microtask runs after all other microtasks, when the work of this turn is done.
    queueMicrotask(() => process.nextTick(() => this.#end()))
  }

  #end(): void {
    if (this.#holder === undefined) return
    this.#count(this.#holder, performance.now() - this.#beganMs - this.#spentMs)
    this.#holder = undefined
  }

  /** Charges a client for time that was measured elsewhere. */
  spend(client: Client, ms: number): void {
    this.#count(client, ms)
    // An SQL statement may have started before this turn, so only its time within this turn is subtracted.
    this.#spentMs += Math.min(ms, performance.now() - this.#beganMs - this.#spentMs)
  }

  /** Returns how long a client has to wait in milliseconds, or 0 if it may start another request. */
  waitMs(client: Client): number {
    if (this.#rate >= 1) return 0
    const waits = boundsOf(client).map(
      ({ key, shares }) => (this.#aheadOf(key, shares) - burstMs) / this.#rate / shares,
    )
    return Math.max(0, ...waits)
  }

  #aheadOf(key: string, shares: number): number {
    const { ms, atMs } = this.#ahead.get(key) ?? { ms: 0, atMs: 0 }
    return Math.max(0, ms - (performance.now() - atMs) * this.#rate * shares)
  }

  #count(client: Client, ms: number): void {
    for (const { key, shares } of countsOf(client))
      this.#ahead.set(key, { ms: this.#aheadOf(key, shares) + ms, atMs: performance.now() })
  }
}

export const threadShare = new ThreadShare(config.rateLimits.time)

export const clientContext = createContext<Client | null>(null)

export async function identifyClient(request: Request, context: Context): Promise<Client> {
  const network = networkOf(context.get(requestInfoContext).clientIp)
  const member = await readClaimedUserId(request)
  const client: Client =
    member === undefined
      ? { name: network, priority: 'visitor' }
      : { name: `member ${member}`, priority: 'member', network }
  context.set(clientContext, client)
  return client
}

const requestStorage = new AsyncLocalStorage<Context>()

/**
 * Runs a request in async storage, so that `spendTime` can charge SQL time to the request's client. With an external
 * upstream, async storage isn't needed, and promises run faster without it on Node.js 20 and 22.
 */
export const runForRequest = <T>(context: Context, run: () => T): T =>
  config.upstream.url === undefined ? requestStorage.run(context, run) : run()

export function spendTime(ms: number): void {
  const client = requestStorage.getStore()?.get(clientContext)
  if (client) threadShare.spend(client, ms)
}
