import { LRUCache } from 'lru-cache'
import { minutes, seconds } from '~/values/durations'
import type { UpstreamClient } from './client.server'
import { type AnswerOf, contract, type PayloadOf, type RefusalOf } from './contract'
import type { Call } from './contract/call'
import type { Outcome, OutcomeOf } from './outcome'

/** After a failed refresh, the cached answer is served for this long before the next attempt. */
const retryAfterFailureMs = 2_000
/** Bound on the number of cached answers per cache. */
const maxKeys = 5_000

/** How old an answer may be. */
type AnswerAges = {
  /** Served without a refresh. */
  freshMs: number
  /** Served while it is refreshed in the background; an older one waits for the refresh. */
  maxStaleMs: number
  /** Whether an older one is still served when the refresh fails. */
  outlivesFailures: boolean
}

/** Of lists, which rarely change and which a page cannot do without. */
const listAges: AnswerAges = { freshMs: seconds(30), maxStaleMs: minutes(5), outlivesFailures: true }

/** The calls whose answers are the same for everyone. Personal answers must never be cached here. */
export type SharedCallName =
  | 'get-casino-setting'
  | 'get-slot-setting'
  | 'get-sport-setting'
  | 'get-slot-by-company'
  | 'get-jackpot'
  | 'get-notice-popup'

type CachedAnswer<Value> = { value?: Value; fetchedAt: number; failedAt: number }

/**
 * A cache of answers by payload, stale-while-revalidate, with one fetch per answer at a time. Failures are not cached.
 * An answer that exceeds the memory bound is returned but not cached.
 */
export class AnswerCache<S extends SharedCallName, Value extends object> {
  readonly callName: S
  readonly #select: (answer: AnswerOf<S>) => Value
  readonly #ages: AnswerAges
  readonly #now: () => number
  readonly #answers: LRUCache<string, CachedAnswer<Value>>
  readonly #loading = new Map<string, Promise<OutcomeOf<S>>>()

  /**
   * @param select the part of an answer that is cached.
   * @param options.maxBytes memory bound of all answers of this cache.
   */
  constructor(
    callName: S,
    select: (answer: AnswerOf<S>) => Value,
    options: { maxBytes: number; ages?: AnswerAges; now?: () => number },
  ) {
    this.callName = callName
    this.#select = select
    this.#ages = options.ages ?? listAges
    this.#now = options.now ?? Date.now
    this.#answers = new LRUCache({
      max: maxKeys,
      maxSize: options.maxBytes,
      sizeCalculation: ({ value }) => (value ? approximateBytes(value) : objectOverheadBytes),
    })
  }

  /** Approximate memory of the cached answers, in bytes. */
  get bytes(): number {
    return this.#answers.calculatedSize
  }

  /**
   * The answer to a payload, or the failure of its call when no older answer may be served. Answers of a localized call
   * are cached by language.
   */
  async get(
    upstream: Pick<UpstreamClient, 'call' | 'language'>,
    payload: PayloadOf<S>,
  ): Promise<Outcome<Value, RefusalOf<S>>> {
    const { freshMs, maxStaleMs, outlivesFailures } = this.#ages
    const { localized }: Call = contract[this.callName]
    const key = (localized ? upstream.language : '') + JSON.stringify(payload)
    const cached = this.#answers.get(key)
    const age = this.#now() - (cached?.fetchedAt ?? 0)
    if (cached?.value && age < freshMs) return { kind: 'done', answer: cached.value }
    const isRetryDelayed = cached !== undefined && this.#now() - cached.failedAt < retryAfterFailureMs
    if (cached?.value && (age < maxStaleMs || (isRetryDelayed && outlivesFailures))) {
      if (!isRetryDelayed) void this.#load(key, upstream, payload)
      return { kind: 'done', answer: cached.value }
    }
    const isShared = this.#loading.has(key)
    let outcome = await this.#load(key, upstream, payload)
    // Older than the limit, but better than an error page.
    if (outcome.kind !== 'done' && cached?.value && outlivesFailures) return { kind: 'done', answer: cached.value }
    // The shared fetch failed on another member's dead session; retry with this member's.
    if (isShared && outcome.kind === 'signed-out') outcome = await upstream.call(this.callName, payload)
    return outcome.kind === 'done' ? { kind: 'done', answer: this.#select(outcome.answer) } : outcome
  }

  #load(key: string, upstream: Pick<UpstreamClient, 'call'>, payload: PayloadOf<S>): Promise<OutcomeOf<S>> {
    const loading =
      this.#loading.get(key) ??
      upstream
        .call(this.callName, payload)
        .then((outcome) => {
          const before = this.#answers.peek(key)
          if (outcome.kind === 'done') {
            this.#answers.set(key, { value: this.#select(outcome.answer), fetchedAt: this.#now(), failedAt: 0 })
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

function approximateBytes(value: object): number {
  return approximateListBytes(Array.isArray(value) ? value : [value])
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
