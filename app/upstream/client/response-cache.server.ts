import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { minutes, seconds } from '~/values/durations'
import { inSlices } from '~/values/in-slices'
import { memoize } from '~/values/memoize'
import { contract, type PayloadOf, type RefusalOf, type ResponseOf } from '../contract'
import type { Call } from '../contract/call'
import type { Outcome, OutcomeOf } from '../outcome'
import type { UpstreamClient } from './client-options'

const maxKeys = 5_000

type ResponseAges = {
  /** Up to this age, a response is served without a refresh. */
  freshMs: number
  /** Up to this age, a response is served while it is being refreshed. Older ones are refreshed first. */
  maxStaleMs: number
  /** Whether an older response is still served if the refresh fails. */
  outlivesFailures: boolean
}

/** Lists rarely change, and pages can't be rendered without them. */
const listAges: ResponseAges = { freshMs: seconds(30), maxStaleMs: minutes(5), outlivesFailures: true }

export type SharedCallName =
  | 'get-casino-setting'
  | 'get-slot-setting'
  | 'get-sport-setting'
  | 'get-slot-by-company'
  | 'get-jackpot'
  | 'get-lobby-rails'
  | 'get-notice-popup'

/** Caches responses by payload. A stale response is served while one fetch refreshes it. Failures are never cached. */
export class ResponseCache<S extends SharedCallName, Value extends object> {
  readonly #ages: ResponseAges
  readonly #unsupported: Value | undefined
  readonly #now: () => number
  readonly #responses: LRUCache<string, { value: Value; fetchedAt: number }>
  readonly #loading = new Map<string, Promise<OutcomeOf<S>>>()

  /** @param options.maxBytes limits all responses together @param options.unsupported value if the call is missing */
  constructor(
    readonly callName: S,
    private readonly select: (response: ResponseOf<S>) => Value,
    options: { maxBytes: number; ages?: ResponseAges; unsupported?: Value; now?: () => number },
  ) {
    this.#ages = options.ages ?? listAges
    this.#unsupported = options.unsupported
    this.#now = options.now ?? (() => Date.now())
    this.#responses = new LRUCache({ max: maxKeys, maxSize: options.maxBytes })
  }

  /** Returns the response for a payload, or the call's failure if no cached response may be served. */
  async get(
    upstream: Pick<UpstreamClient, 'call' | 'language'>,
    payload: PayloadOf<S>,
  ): Promise<Outcome<Value, RefusalOf<S>>> {
    const { freshMs, maxStaleMs, outlivesFailures } = this.#ages
    const { localized }: Call = contract[this.callName]
    const key = (localized ? upstream.language : '') + JSON.stringify(payload)
    const cached = this.#responses.get(key)
    const age = this.#now() - (cached?.fetchedAt ?? 0)
    if (cached && age < freshMs) return { kind: 'done', response: cached.value }
    if (cached && age < maxStaleMs) {
      void this.#load(key, upstream, payload)
      return { kind: 'done', response: cached.value }
    }
    const isShared = this.#loading.has(key)
    let outcome = await this.#load(key, upstream, payload)
    // If the refresh fails, an outdated response is better than an error page.
    if (this.#valueOf(outcome) === undefined && cached && outlivesFailures)
      return { kind: 'done', response: cached.value }
    // The shared fetch used another member's expired session, so retry with this member's session.
    if (isShared && outcome.kind === 'signed-out') outcome = await upstream.call(this.callName, payload)
    const value = this.#valueOf(outcome)
    return value ? { kind: 'done', response: value } : (outcome as Exclude<typeof outcome, { kind: 'done' }>)
  }

  async #store(key: string, value: Value): Promise<void> {
    const { bytes: size, hash } = await measure(value)
    const known = this.#responses.peek(key)?.value
    // If the value is unchanged, the old object stays, because pages cache results by object identity.
    const stored = known && (await measure(known)).hash === hash ? known : value
    this.#responses.set(key, { value: stored, fetchedAt: this.#now() }, { size })
  }

  #valueOf(outcome: OutcomeOf<S>): Value | undefined {
    if (outcome.kind === 'unsupported') return this.#unsupported
    return outcome.kind === 'done' ? this.select(outcome.response) : undefined
  }

  /** Returns the cached response at any age, without a call. Not for localized calls. */
  peek(payload: PayloadOf<S>): Value | undefined {
    return this.#responses.peek(JSON.stringify(payload))?.value
  }

  #load(key: string, upstream: Pick<UpstreamClient, 'call'>, payload: PayloadOf<S>): Promise<OutcomeOf<S>> {
    const loading =
      this.#loading.get(key) ??
      upstream
        .call(this.callName, payload)
        .then(async (outcome) => {
          const value = this.#valueOf(outcome)
          if (value) await this.#store(key, value)
          return outcome
        })
        .finally(() => this.#loading.delete(key))
    this.#loading.set(key, loading)
    return loading
  }
}

/** Estimates a JSON value's memory in bytes, and hashes it. */
export const measure = memoize(async (value: object) => {
  const hash = createHash('sha256')
  let bytes = 2
  await inSlices(Object.values(value), (part) => {
    const text = `${JSON.stringify(part)}\n`
    hash.update(text)
    bytes += 2 * text.length
  })
  return { bytes, hash: hash.digest('hex') }
})
