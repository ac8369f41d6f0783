import { LRUCache } from 'lru-cache'
import { answerOrPage, type Upstream } from './client.server'
import type { AnswerOf, PayloadOf } from './contract'
import type { Entry, Game, PlayCode } from './contract/values'
import type { OutcomeOf } from './outcome'

/**
 * A process-wide cache of the lists that are the same for everyone: providers and their games. Personal lists (deposit
 * and withdrawal payments) must never be cached here. Source: docs/product.md, calls.
 */

/** A list this young is served without a refresh. */
const freshMs = 30_000
/** A list this young is served while it is refreshed in the background; an older one waits for the refresh. */
const staleMostMs = 5 * 60_000
/** After a failed refresh, the cached list is served for this long before the next attempt. */
const restAfterFailureMs = 2_000
/** Memory bounds: of each provider list, and of the games of all providers together (least recently used go first). */
const entriesBytesMost = 32 * 1024 * 1024
const gamesBytesMost = 64 * 1024 * 1024
/** Bound on the number of cached lists per cache. */
const mostKeys = 5_000
/** How long the footer waits for lists. */
const footerPatienceMs = 500

type ListSegment = 'get-casino-setting' | 'get-slot-setting' | 'get-sport-setting' | 'get-slot-by-company'

type Held<Item> = { items?: readonly Item[]; fetchedAt: number; failedAt: number }

/**
 * A cache of lists by payload, stale-while-revalidate, with one fetch per list at a time. Failures are not cached. A
 * list that exceeds the memory bound is returned but not cached.
 */
export class HeldLists<S extends ListSegment, Item extends object> {
  readonly #segment: S
  readonly #itemsIn: (answer: AnswerOf<S>) => readonly Item[]
  readonly #now: () => number
  readonly #held: LRUCache<string, Held<Item>>
  readonly #loading = new Map<string, Promise<OutcomeOf<S>>>()

  /** @param options.maxBytes memory bound of all lists of this cache. */
  constructor(
    segment: S,
    itemsIn: (answer: AnswerOf<S>) => readonly Item[],
    options: { bytesMost: number; now?: () => number },
  ) {
    this.#segment = segment
    this.#itemsIn = itemsIn
    this.#now = options.now ?? Date.now
    this.#held = new LRUCache({
      max: mostKeys,
      maxSize: options.bytesMost,
      sizeCalculation: ({ items }) => (items ? bytesOfList(items) : objectBytes),
    })
  }

  /** Approximate memory of the cached lists, in bytes. */
  get bytes(): number {
    return this.#held.calculatedSize
  }

  /** The list for a payload. Throws the error page of a failure when no older list is cached. */
  async get(upstream: Upstream, payload: PayloadOf<S>): Promise<readonly Item[]> {
    const key = JSON.stringify(payload)
    const held = this.#held.get(key)
    const age = this.#now() - (held?.fetchedAt ?? 0)
    if (held?.items && age < freshMs) return held.items
    if (held?.items && (age < staleMostMs || this.#rests(held))) {
      if (!this.#rests(held)) void this.#load(key, upstream, payload)
      return held.items
    }
    const shared = this.#loading.has(key)
    const outcome = await this.#load(key, upstream, payload)
    if (outcome.kind === 'done') return this.#itemsIn(outcome.answer)
    // Older than the limit, but better than an error page.
    if (held?.items) return held.items
    // The shared fetch failed on another member's dead session; retry with this member's.
    if (shared && outcome.kind === 'signed-out') return this.#itemsIn(await upstream.read(this.#segment, payload))
    return this.#itemsIn(answerOrPage(this.#segment, outcome, upstream))
  }

  #rests(held: Held<Item>): boolean {
    return this.#now() - held.failedAt < restAfterFailureMs
  }

  #load(key: string, upstream: Upstream, payload: PayloadOf<S>): Promise<OutcomeOf<S>> {
    const flight =
      this.#loading.get(key) ??
      upstream
        .call(this.#segment, payload)
        .then((outcome) => {
          const before = this.#held.peek(key)
          if (outcome.kind === 'done') {
            this.#held.set(key, { items: this.#itemsIn(outcome.answer), fetchedAt: this.#now(), failedAt: 0 })
          } else if (before) {
            before.failedAt = this.#now()
          }
          return outcome
        })
        .finally(() => this.#loading.delete(key))
    this.#loading.set(key, flight)
    return flight
  }
}

/** Approximate overhead of an object and of a string. */
const objectBytes = 64
const textBytes = 24

const weighed = new WeakMap<readonly object[], number>()

/** Approximate memory of a list, in bytes: two per character plus the overhead of objects and strings. */
export function bytesOfList(items: readonly object[]): number {
  const known = weighed.get(items)
  if (known !== undefined) return known
  let bytes = objectBytes
  for (const item of items) {
    bytes += objectBytes
    for (const value of Object.values(item)) bytes += typeof value === 'string' ? textBytes + 2 * value.length : 8
  }
  weighed.set(items, bytes)
  return bytes
}

const entries = { bytesMost: entriesBytesMost }
const casino = new HeldLists('get-casino-setting', (answer): readonly Entry[] => answer.casiono, entries)
const slot = new HeldLists('get-slot-setting', (answer): readonly Entry[] => answer.slot, entries)
const sport = new HeldLists('get-sport-setting', (answer): readonly Entry[] => answer.sport, entries)
const games = new HeldLists('get-slot-by-company', (answer): readonly Game[] => answer.games, {
  bytesMost: gamesBytesMost,
})

/** Live casino providers. Throws the error page of a failure when none is cached. */
export function casinoList(upstream: Upstream): Promise<readonly Entry[]> {
  return casino.get(upstream, {})
}

/** Slot providers. Throws the error page of a failure when none is cached. */
export function slotList(upstream: Upstream): Promise<readonly Entry[]> {
  return slot.get(upstream, {})
}

/** Sport providers. Throws the error page of a failure when none is cached. */
export function sportList(upstream: Upstream): Promise<readonly Entry[]> {
  return sport.get(upstream, {})
}

/** The games of a provider, by its unchanged code. Throws the error page of a failure when none is cached. */
export function slotByCompany(upstream: Upstream, code: PlayCode): Promise<readonly Game[]> {
  return games.get(upstream, { code })
}

/**
 * The three provider lists for the footer. Never throws and waits at most 500 ms, so that a hung upstream delays no
 * page. A list that is not there by then is empty.
 */
export async function listsForFooter(
  upstream: Upstream,
): Promise<{ casino: readonly Entry[]; slot: readonly Entry[]; sport: readonly Entry[] }> {
  const [casino, slot, sport] = await Promise.all([casinoList, slotList, sportList].map((list) => soon(list(upstream))))
  return { casino: casino ?? [], slot: slot ?? [], sport: sport ?? [] }
}

async function soon(list: Promise<readonly Entry[]>): Promise<readonly Entry[]> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<readonly Entry[]>((resolve) => {
    timer = setTimeout(() => resolve([]), footerPatienceMs)
  })
  return Promise.race([list.catch(() => []), tooLate]).finally(() => clearTimeout(timer))
}
