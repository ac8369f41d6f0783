import { LRUCache } from 'lru-cache'
import { minutes, seconds } from '~/time/durations'
import type { UpstreamClient } from './client.server'
import type { AnswerOf, PayloadOf, RefusalOf } from './contract'
import type { Outcome, OutcomeOf } from './outcome'

/** A list this young is served without a refresh. */
const freshMs = seconds(30)
/** A list this young is served while it is refreshed in the background; an older one waits for the refresh. */
const maxStaleMs = minutes(5)
/** After a failed refresh, the cached list is served for this long before the next attempt. */
const retryAfterFailureMs = 2_000
/** Bound on the number of cached lists per cache. */
const maxKeys = 5_000

/** The calls whose answers are the same for everyone. Personal lists must never be cached here. */
export type ListSegment = 'get-casino-setting' | 'get-slot-setting' | 'get-sport-setting' | 'get-slot-by-company'

type CachedList<Item> = { items?: readonly Item[]; fetchedAt: number; failedAt: number }

/**
 * A cache of lists by payload, stale-while-revalidate, with one fetch per list at a time. Failures are not cached. A
 * list that exceeds the memory bound is returned but not cached.
 */
export class ListCache<S extends ListSegment, Item extends object> {
  readonly segment: S
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
    this.segment = segment
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

  /** The list for a payload, or the failure of its call when no older list is cached. */
  async get(
    upstream: Pick<UpstreamClient, 'call'>,
    payload: PayloadOf<S>,
  ): Promise<Outcome<readonly Item[], RefusalOf<S>>> {
    const key = JSON.stringify(payload)
    const list = this.#lists.get(key)
    const age = this.#now() - (list?.fetchedAt ?? 0)
    if (list?.items && age < freshMs) return { kind: 'done', answer: list.items }
    if (list?.items && (age < maxStaleMs || this.#isRetryDelayed(list))) {
      if (!this.#isRetryDelayed(list)) void this.#load(key, upstream, payload)
      return { kind: 'done', answer: list.items }
    }
    const isShared = this.#loading.has(key)
    let outcome = await this.#load(key, upstream, payload)
    // Older than the limit, but better than an error page.
    if (outcome.kind !== 'done' && list?.items) return { kind: 'done', answer: list.items }
    // The shared fetch failed on another member's dead session; retry with this member's.
    if (isShared && outcome.kind === 'signed-out') outcome = await upstream.call(this.segment, payload)
    return outcome.kind === 'done' ? { kind: 'done', answer: this.#selectItems(outcome.answer) } : outcome
  }

  #isRetryDelayed(list: CachedList<Item>): boolean {
    return this.#now() - list.failedAt < retryAfterFailureMs
  }

  #load(key: string, upstream: Pick<UpstreamClient, 'call'>, payload: PayloadOf<S>): Promise<OutcomeOf<S>> {
    const loading =
      this.#loading.get(key) ??
      upstream
        .call(this.segment, payload)
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
