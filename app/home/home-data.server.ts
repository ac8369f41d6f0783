import type { PageUpstream } from '~/http/page-upstream.server'
import { readRecentGames } from '~/http/preferences.server'
import { casinoList, slotList, sportList } from '~/http/provider-lists.server'
import type { I18n } from '~/i18n/i18n'
import {
  type GameCardData,
  type ProviderCardData,
  providerArtworkOf,
  toGameCard,
  toProviderCard,
} from '~/lobby/cards.server'
import { fetchGamesByProvider } from '~/lobby/launch-target.server'
import { isProviderOpen } from '~/lobby/provider-lobby.server'
import { recentGameCards } from '~/lobby/recent-games.server'
import type { Provider } from '~/upstream/contract/values'

/** How many cards or rows each part of home shows at most. */
export const maxShown = { games: 6, casinoProviders: 5, rows: 4 }

/**
 * Loads the three lists of providers. A list that fails is left out.
 *
 * @throws the error page of the failure when all three fail.
 */
export async function loadProviderLists(upstream: PageUpstream) {
  const [casino, slot, sport] = await Promise.allSettled([
    casinoList(upstream),
    slotList(upstream),
    sportList(upstream),
  ] as const)
  if (casino.status === 'rejected' && slot.status === 'rejected' && sport.status === 'rejected') throw casino.reason
  return {
    casino: casino.status === 'fulfilled' ? casino.value : undefined,
    slot: slot.status === 'fulfilled' ? slot.value : undefined,
    sport: sport.status === 'fulfilled' ? sport.value : undefined,
  }
}

/** The games last opened on this browser, or, when there are none, the first game of each of some open providers. */
export async function loadGameCards(
  request: Request,
  upstream: PageUpstream,
  providers: readonly Provider[],
  i18n: I18n,
): Promise<{ kind: 'recent' | 'explore'; cards: GameCardData[] }> {
  const recent = await recentGameCards(upstream, readRecentGames(request), i18n).catch((): GameCardData[] => [])
  if (recent.length > 0) return { kind: 'recent', cards: recent.slice(0, maxShown.games) }

  const suggested = providers.filter(isProviderOpen).slice(0, maxShown.games)
  const games = await fetchGamesByProvider(upstream, suggested)
  const cards = suggested.flatMap((provider) =>
    (games.get(provider) ?? [])
      .slice(0, 1)
      .map((game) => toGameCard(game, provider, i18n, i18n.localizedName(provider))),
  )
  return { kind: 'explore', cards }
}

/** Open slot providers, with their small square pictures. */
export function slotProviderCards(list: readonly Provider[], i18n: I18n): ProviderCardData[] {
  const artwork = providerArtworkOf(list)
  return list
    .filter(isProviderOpen)
    .slice(0, maxShown.games)
    .map((entry) => ({ ...toProviderCard(entry, artwork, i18n), src: artwork.smallSrc(entry) }))
}

/** Live casino providers, including those under maintenance. */
export function casinoProviderCards(list: readonly Provider[], i18n: I18n): ProviderCardData[] {
  const artwork = providerArtworkOf(list)
  return list.slice(0, maxShown.casinoProviders).map((entry) => toProviderCard(entry, artwork, i18n))
}

/** The last deposits and withdrawals in whole won, latest first; null when neither list is available. */
export async function loadRecentMovements(upstream: PageUpstream) {
  const [deposits, withdrawals] = await Promise.all([
    upstream.attempt('get-deposit-list', {}),
    upstream.attempt('get-withdraw-list', {}),
  ])
  if (deposits.kind !== 'done' && withdrawals.kind !== 'done') return null
  const rows = [
    ...(deposits.kind === 'done' ? deposits.answer.balances.map((row) => ({ ...row, kind: 'deposit' as const })) : []),
    ...(withdrawals.kind === 'done'
      ? withdrawals.answer.balances.map((row) => ({ ...row, kind: 'withdraw' as const }))
      : []),
  ]
  return rows
    .sort((one, other) => other.regdate.localeCompare(one.regdate))
    .slice(0, maxShown.rows)
    .map(({ kind, id, balance, regdate, status }) => ({ kind, id: String(id), won: balance, at: regdate, status }))
}
