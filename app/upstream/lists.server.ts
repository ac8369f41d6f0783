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
/** Providers whose games are held. */
const mostKeys = 300
/** What the footer waits for lists that nobody has fetched yet. */
const footerPatienceMs = 500

type ListSegment = 'get-casino-setting' | 'get-slot-setting' | 'get-sport-setting' | 'get-slot-by-company'

type Held<S extends ListSegment, Item> = {
  items?: readonly Item[]
  fetchedAt: number
  failedAt: number
  loading?: Promise<OutcomeOf<S>>
}

/** Lists by key, fetched at most once at a time, stale while refreshing; a failure is never held. */
export class HeldLists<S extends ListSegment, Item> {
  readonly #segment: S
  readonly #itemsIn: (answer: AnswerOf<S>) => readonly Item[]
  readonly #now: () => number
  readonly #held = new Map<string, Held<S, Item>>()

  constructor(segment: S, itemsIn: (answer: AnswerOf<S>) => readonly Item[], now: () => number = Date.now) {
    this.#segment = segment
    this.#itemsIn = itemsIn
    this.#now = now
  }

  /** The list for a payload. Throws the page of a failure when there is nothing older to show. */
  async get(upstream: Upstream, payload: PayloadOf<S>): Promise<readonly Item[]> {
    const held = this.#entry(JSON.stringify(payload))
    const age = this.#now() - held.fetchedAt
    if (held.items && age < freshMs) return held.items
    if (held.items && (age < staleMostMs || this.#rests(held))) {
      if (!this.#rests(held)) void this.#load(held, upstream, payload)
      return held.items
    }
    const shared = held.loading !== undefined
    const outcome = await this.#load(held, upstream, payload)
    if (held.items) return held.items
    // It was another member's session that turned out dead: this member asks anew.
    if (shared && outcome.kind === 'signed-out') return this.#itemsIn(await upstream.read(this.#segment, payload))
    return this.#itemsIn(answerOrPage(this.#segment, outcome, upstream))
  }

  #rests(held: Held<S, Item>): boolean {
    return this.#now() - held.failedAt < restAfterFailureMs
  }

  #load(held: Held<S, Item>, upstream: Upstream, payload: PayloadOf<S>): Promise<OutcomeOf<S>> {
    held.loading ??= upstream
      .call(this.#segment, payload)
      .then((outcome) => {
        if (outcome.kind === 'done') {
          held.items = this.#itemsIn(outcome.answer)
          held.fetchedAt = this.#now()
        } else {
          held.failedAt = this.#now()
        }
        return outcome
      })
      .finally(() => {
        held.loading = undefined
      })
    return held.loading
  }

  #entry(key: string): Held<S, Item> {
    const held = this.#held.get(key) ?? { fetchedAt: 0, failedAt: 0 }
    this.#held.delete(key)
    this.#held.set(key, held)
    for (const oldest of this.#held.keys()) {
      if (this.#held.size <= mostKeys) break
      this.#held.delete(oldest)
    }
    return held
  }
}

const casino = new HeldLists('get-casino-setting', (answer): readonly Entry[] => answer.casiono)
const slot = new HeldLists('get-slot-setting', (answer): readonly Entry[] => answer.slot)
const sport = new HeldLists('get-sport-setting', (answer): readonly Entry[] => answer.sport)
const games = new HeldLists('get-slot-by-company', (answer): readonly Game[] => answer.games)

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
