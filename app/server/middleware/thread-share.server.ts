import { AsyncLocalStorage } from 'node:async_hooks'
import { LRUCache } from 'lru-cache'
import { createContext, type RouterContextProvider } from 'react-router'
import { config } from '~/platform/settings/config.server'
import type { RateLimit } from '~/platform/settings/rate-limit-settings.server'
import { seconds } from '~/values/durations'
import { networkOf } from '~/values/network-of'
import { requestInfoContext } from '../request-info/request-info.server'
import { readClaimedUserId } from '../session/sealed-cookie.server'

/** Whom the thread is shared between: a member, a sender of signed callbacks, or the IP network of visitors. */
export type Client = {
  name: string
  /** Members are served before visitors. */
  priority: 'member' | 'visitor'
  /** The client's IP network, which all its members and visitors share. */
  network?: string
  /** The sender whose signature a callback has. */
  sender?: string
}

/**
 * What is counted for a client: itself, and the sum of its network, which gets half as much again as one client. Visitors
 * are one client, so they leave the members of their network a part.
 */
export const countsOf = ({ name, network = name }: Client) => [
  { key: name, shares: 1 },
  { key: `all of ${network}`, shares: 1.5 },
]
/** What bounds a client. The sum bounds members only: their many accounts. */
export const boundsOf = (client: Client) => countsOf(client).slice(0, client.priority === 'member' ? 2 : 1)

/** How much time a client may use ahead of its share: some twenty pages, more than a browser asks for at once. */
const burstMs = 250

/** Counts how much of the one thread's time each client uses, and delays one that has used more than its share. */
export class ThreadShare {
  /** Time used ahead of the share, in milliseconds, and when it was counted. */
  readonly #ahead = new LRUCache<string, { ms: number; atMs: number }>({ max: 20_000 })
  /** Milliseconds that a client may use in each millisecond. */
  readonly #rate: number
  #holder: Client | undefined
  #beganMs = 0
  /** Milliseconds since the current turn began that were counted for somebody by `spend`. */
  #spentMs = 0

  /** @param limit milliseconds of the thread in so many seconds; as many as there are bound nothing. */
  constructor({ count, seconds: length }: RateLimit) {
    this.#rate = count / seconds(length)
  }

  /** Counts the time from now on for a client, until the thread has done what can be done at once. */
  begin(client: Client): void {
    this.#end()
    this.#holder = client
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
  spend(client: Client, ms: number): void {
    this.#count(client, ms)
    // A statement may have begun before the turn.
    this.#spentMs += Math.min(ms, performance.now() - this.#beganMs - this.#spentMs)
  }

  /** Returns for how many milliseconds a client has to wait; 0 while it may begin another request. */
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

/** What the clients of this process use. */
export const threadShare = new ThreadShare(config.rateLimits.time)

/** Whom a request's turns are counted for; null before that is known. */
export const clientContext = createContext<Client | null>(null)

/** Finds the member or the network that sent a request. */
export async function identifyClient(request: Request, context: Readonly<RouterContextProvider>): Promise<Client> {
  const network = networkOf(context.get(requestInfoContext).clientIp)
  const member = await readClaimedUserId(request)
  const client: Client =
    member === undefined
      ? { name: network, priority: 'visitor' }
      : { name: `member ${member}`, priority: 'member', network }
  context.set(clientContext, client)
  return client
}

/** The request that the current work is for. */
export const requestStorage = new AsyncLocalStorage<Readonly<RouterContextProvider>>()

/** Counts milliseconds of the thread for the client of the current work. */
export function spendTime(ms: number): void {
  const client = requestStorage.getStore()?.get(clientContext)
  if (client) threadShare.spend(client, ms)
}
