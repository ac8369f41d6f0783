import { LRUCache } from 'lru-cache'
import { answerOrPage, type Upstream } from './client.server'
import type { AnswerOf, PayloadOf } from './contract'
import type { Entry, Game, PlayCode } from './contract/values'
import type { OutcomeOf } from './outcome'

/**
 * The lists that are the same for everyone, held for the whole process: casinoList, slotList, sportList and
 * slotByCompany. Source: docs/product.md, calls. What is personal (depositPayments, withdrawalPayments) never comes here.
 */

/** A list is taken as it is for this time. */
const freshMs = 30_000
/** Then it is still shown while a new one is fetched; past this, the new one is waited for. */
const staleMostMs = 5 * 60_000
/** After a failure with a list to show, the upstream is left alone for this time. */
const restAfterFailureMs = 2_000
/** What the lists of providers may take in memory, each, and the games of all providers together: the longest unused go. */
const entriesBytesMost = 32 * 1024 * 1024
const gamesBytesMost = 64 * 1024 * 1024
/** Lists of games that are known, or known to have failed; they are small or few. */
const mostKeys = 5_000
/** What the footer waits for lists that nobody has fetched yet. */
const footerPatienceMs = 500

type ListSegment = 'get-casino-setting' | 'get-slot-setting' | 'get-sport-setting' | 'get-slot-by-company'

type Held<Item> = { items?: readonly Item[]; fetchedAt: number; failedAt: number }

/**
 * Lists by key, fetched at most once at a time, stale while refreshing; a failure is never held. What is held is bounded
 * by the memory it takes: a list past all of it is used and forgotten.
 */
export class HeldLists<S extends ListSegment, Item extends object> {
  readonly #segment: S
  readonly #itemsIn: (answer: AnswerOf<S>) => readonly Item[]
  readonly #now: () => number
  readonly #held: LRUCache<string, Held<Item>>
  readonly #loading = new Map<string, Promise<OutcomeOf<S>>>()

  /** @param options.bytesMost what all lists may take in memory. */
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

  /** About how many bytes the held lists take. */
  get bytes(): number {
    return this.#held.calculatedSize
  }

  /** The list for a payload. Throws the page of a failure when there is nothing older to show. */
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
    // Older than it is shown by itself, but better than a failure.
    if (held?.items) return held.items
    // It was another member's session that turned out dead: this member asks anew.
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

/** What an object and a text cost beside their letters, in bytes. */
const objectBytes = 64
const textBytes = 24

const weighed = new WeakMap<readonly object[], number>()

/** About what a list takes in memory: two bytes for each letter at most, and what each object and text costs beside them. */
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

/** Live casino providers. Throws the page of a failure when no list is known. */
export function casinoList(upstream: Upstream): Promise<readonly Entry[]> {
  return casino.get(upstream, {})
}

/** Slot providers. Throws the page of a failure when no list is known. */
export function slotList(upstream: Upstream): Promise<readonly Entry[]> {
  return slot.get(upstream, {})
}

/** Sport providers. Throws the page of a failure when no list is known. */
export function sportList(upstream: Upstream): Promise<readonly Entry[]> {
  return sport.get(upstream, {})
}

/** The games of a provider, by its code as it came. Throws the page of a failure when no list is known. */
export function slotByCompany(upstream: Upstream, code: PlayCode): Promise<readonly Game[]> {
  return games.get(upstream, { code })
}

/**
 * The three lists of providers for a part of a page that may be missing: never throws, and waits half a second at
 * most, so that a hung upstream holds up no page. What is not known by then is empty.
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
