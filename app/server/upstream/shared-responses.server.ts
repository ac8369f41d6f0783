import { ResponseCache, type SharedCallName } from '~/upstream/client/response-cache.server'
import type { PayloadOf, ResponseOf } from '~/upstream/contract'
import type { LobbyRail } from '~/upstream/contract/calls/game'
import type { Game, PlayCode, Provider } from '~/upstream/contract/fields/provider'
import { seconds, withinTime } from '~/values/durations'
import { readMessageBody, readMessageText } from './message-body.server'
import { type PageUpstream, responseOrThrow } from './page-upstream.server'

/** Process-wide cache of responses that are the same for everyone. Source: docs/product.md, constants. */

/** Memory limits per provider list and for all games together. The least recently used games are evicted first. */
const providerLists = { maxBytes: 32 * 1024 * 1024 }
const allGames = { maxBytes: 64 * 1024 * 1024 }
/** Enough for the ten notices on the home page and those that the visitor has hidden. */
const maxPopupsRead = 50
const footerTimeoutMs = 500

const casino = new ResponseCache('get-casino-setting', ({ casiono }): readonly Provider[] => casiono, providerLists)
const slot = new ResponseCache('get-slot-setting', (response): readonly Provider[] => response.slot, providerLists)
const sport = new ResponseCache('get-sport-setting', (response): readonly Provider[] => response.sport, providerLists)
const games = new ResponseCache('get-slot-by-company', (response): readonly Game[] => response.games, allGames)
const rails = new ResponseCache('get-lobby-rails', (response): readonly LobbyRail[] => response.rails, {
  maxBytes: 16 * 1024 * 1024,
  unsupported: [],
})
const jackpot = new ResponseCache('get-jackpot', ({ amount }) => ({ amount }), {
  maxBytes: 1_024,
  unsupported: { amount: undefined },
  ages: { freshMs: seconds(2), maxStaleMs: seconds(5), outlivesFailures: false },
})
const popups = new ResponseCache('get-notice-popup', ({ note }) => note.slice(0, maxPopupsRead).map(toPopup), {
  maxBytes: 16 * 1024 * 1024,
  unsupported: [],
  ages: { freshMs: seconds(5), maxStaleMs: seconds(30), outlivesFailures: false },
})

function toPopup({ idx, title, contents }: ResponseOf<'get-notice-popup'>['note'][number]) {
  return { idx, title: readMessageText(title), body: readMessageBody(contents) }
}

export const casinoList = (upstream: PageUpstream) => itemsOrThrow(casino, upstream, {})
export const slotList = (upstream: PageUpstream) => itemsOrThrow(slot, upstream, {})
export const sportList = (upstream: PageUpstream) => itemsOrThrow(sport, upstream, {})

/** Returns a provider's games. Throws the error page if the call fails and no games are cached. */
export function slotByCompany(upstream: PageUpstream, code: PlayCode): Promise<readonly Game[]> {
  return itemsOrThrow(games, upstream, { code })
}

/** Returns a provider's cached games without a call, so visitors see only games that a member's page has fetched. */
export const cachedSlotByCompany = (code: PlayCode): readonly Game[] | undefined => games.peek({ code })

/** Returns the upstream's own rows of games, or an empty list if it has none or the call fails. */
export async function lobbyRails(upstream: PageUpstream): Promise<readonly LobbyRail[]> {
  const outcome = await rails.get(upstream, {})
  return outcome.kind === 'done' ? outcome.response : []
}

/** Returns the provider lists for the footer. Waits at most 500 ms and never throws. */
export async function listsForFooter(upstream: PageUpstream) {
  const [casino, slot, sport] = await Promise.all(
    [casinoList, slotList, sportList].map((list) =>
      withinTime(
        list(upstream).catch(() => []),
        footerTimeoutMs,
      ),
    ),
  )
  return { casino: casino ?? [], slot: slot ?? [], sport: sport ?? [] }
}

export async function loadJackpot(upstream: PageUpstream) {
  const outcome = await jackpot.get(upstream, {})
  return outcome.kind === 'done' ? outcome.response : undefined
}

export async function loadPopups(upstream: PageUpstream) {
  const outcome = await popups.get(upstream, {})
  return outcome.kind === 'done' ? outcome.response : []
}

export async function itemsOrThrow<S extends SharedCallName, Item extends object>(
  list: ResponseCache<S, readonly Item[]>,
  upstream: PageUpstream,
  payload: PayloadOf<S>,
): Promise<readonly Item[]> {
  return responseOrThrow(list.callName, await list.get(upstream, payload), upstream)
}
