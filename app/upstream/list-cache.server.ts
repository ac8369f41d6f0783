import { LRUCache } from 'lru-cache'
import { answerOrThrow, type UpstreamClient } from './client.server'
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
const maxStaleMs = 5 * 60_000
/** After a failed refresh, the cached list is served for this long before the next attempt. */
const retryAfterFailureMs = 2_000
/** Memory bounds: of each provider list, and of the games of all providers together (least recently used go first). */
const maxEntriesBytes = 32 * 1024 * 1024
const maxGamesBytes = 64 * 1024 * 1024
/** Bound on the number of cached lists per cache. */
const maxKeys = 5_000
/** How long the footer waits for lists. */
const footerTimeoutMs = 500

type ListSegment = 'get-casino-setting' | 'get-slot-setting' | 'get-sport-setting' | 'get-slot-by-company'

type CachedList<Item> = { items?: readonly Item[]; fetchedAt: number; failedAt: number }

/**
 * A cache of lists by payload, stale-while-revalidate, with one fetch per list at a time. Failures are not cached. A
 * list that exceeds the memory bound is returned but not cached.
 */
export class ListCache<S extends ListSegment, Item extends object> {
  readonly #segment: S
  readonly #selectItems: (answer: AnswerOf<S>) => readonly Item[]
  readonly #now: () => number
  readonly #lists: LRUCache<string, CachedList<Item>>
  readonly #loading = new Map<string, Promise<OutcomeOf<S>>>()

  /** @param options.maxBytes memory bound of all lists of this cache. */
  constructor(
    segment: S,
    selectItems: (answer: AnswerOf<S>) => readonly Item[],
    options: { maxBytes: number; now?: () => number },
  ) {
    this.#segment = segment
    this.#selectItems = selectItems
    this.#now = options.now ?? Date.now
    this.#lists = new LRUCache({
      max: maxKeys,
      maxSize: options.maxBytes,
      sizeCalculation: ({ items }) => (items ? approximateListBytes(items) : objectOverheadBytes),
    })
  }

  /** Approximate memory of the cached lists, in bytes. */
  get bytes(): number {
    return this.#lists.calculatedSize
  }

  /** The list for a payload. Throws the error page of a failure when no older list is cached. */
  async get(upstream: UpstreamClient, payload: PayloadOf<S>): Promise<readonly Item[]> {
    const key = JSON.stringify(payload)
    const list = this.#lists.get(key)
    const age = this.#now() - (list?.fetchedAt ?? 0)
    if (list?.items && age < freshMs) return list.items
    if (list?.items && (age < maxStaleMs || this.#isRetryDelayed(list))) {
      if (!this.#isRetryDelayed(list)) void this.#load(key, upstream, payload)
      return list.items
    }
    const isShared = this.#loading.has(key)
    const outcome = await this.#load(key, upstream, payload)
    if (outcome.kind === 'done') return this.#selectItems(outcome.answer)
    // Older than the limit, but better than an error page.
    if (list?.items) return list.items
    // The shared fetch failed on another member's dead session; retry with this member's.
    if (isShared && outcome.kind === 'signed-out') return this.#selectItems(await upstream.read(this.#segment, payload))
    return this.#selectItems(answerOrThrow(this.#segment, outcome, upstream))
  }

  #isRetryDelayed(list: CachedList<Item>): boolean {
    return this.#now() - list.failedAt < retryAfterFailureMs
  }

  #load(key: string, upstream: UpstreamClient, payload: PayloadOf<S>): Promise<OutcomeOf<S>> {
    const loading =
      this.#loading.get(key) ??
      upstream
        .call(this.#segment, payload)
        .then((outcome) => {
          const before = this.#lists.peek(key)
          if (outcome.kind === 'done') {
            this.#lists.set(key, { items: this.#selectItems(outcome.answer), fetchedAt: this.#now(), failedAt: 0 })
          } else if (before) {
            before.failedAt = this.#now()
          }
          return outcome
        })
        .finally(() => this.#loading.delete(key))
    this.#loading.set(key, loading)
    return loading
  }
}

/** Approximate overhead of an object and of a string. */
const objectOverheadBytes = 64
const textOverheadBytes = 24

const bytesByList = new WeakMap<readonly object[], number>()

/** Approximate memory of a list, in bytes: two per character plus the overhead of objects and strings. */
export function approximateListBytes(items: readonly object[]): number {
  const known = bytesByList.get(items)
  if (known !== undefined) return known
  let bytes = objectOverheadBytes
  for (const item of items) {
    bytes += objectOverheadBytes
    for (const value of Object.values(item))
      bytes += typeof value === 'string' ? textOverheadBytes + 2 * value.length : 8
  }
  bytesByList.set(items, bytes)
  return bytes
}

const entryListOptions = { maxBytes: maxEntriesBytes }
const casino = new ListCache('get-casino-setting', (answer): readonly Entry[] => answer.casiono, entryListOptions)
const slot = new ListCache('get-slot-setting', (answer): readonly Entry[] => answer.slot, entryListOptions)
const sport = new ListCache('get-sport-setting', (answer): readonly Entry[] => answer.sport, entryListOptions)
const games = new ListCache('get-slot-by-company', (answer): readonly Game[] => answer.games, {
  maxBytes: maxGamesBytes,
})

/** Live casino providers. Throws the error page of a failure when none is cached. */
export function casinoList(upstream: UpstreamClient): Promise<readonly Entry[]> {
  return casino.get(upstream, {})
}

/** Slot providers. Throws the error page of a failure when none is cached. */
export function slotList(upstream: UpstreamClient): Promise<readonly Entry[]> {
  return slot.get(upstream, {})
}

/** Sport providers. Throws the error page of a failure when none is cached. */
export function sportList(upstream: UpstreamClient): Promise<readonly Entry[]> {
  return sport.get(upstream, {})
}

/** The games of a provider, by its unchanged code. Throws the error page of a failure when none is cached. */
export function slotByCompany(upstream: UpstreamClient, code: PlayCode): Promise<readonly Game[]> {
  return games.get(upstream, { code })
}

/**
 * The three provider lists for the footer. Never throws and waits at most 500 ms, so that a hung upstream delays no
 * page. A list that is not there by then is empty.
 */
export async function listsForFooter(
  upstream: UpstreamClient,
): Promise<{ casino: readonly Entry[]; slot: readonly Entry[]; sport: readonly Entry[] }> {
  const [casino, slot, sport] = await Promise.all(
    [casinoList, slotList, sportList].map((list) => withinFooterTimeout(list(upstream))),
  )
  return { casino: casino ?? [], slot: slot ?? [], sport: sport ?? [] }
}

async function withinFooterTimeout(list: Promise<readonly Entry[]>): Promise<readonly Entry[]> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<readonly Entry[]>((resolve) => {
    timer = setTimeout(() => resolve([]), footerTimeoutMs)
  })
  return Promise.race([list.catch(() => []), tooLate]).finally(() => clearTimeout(timer))
}
