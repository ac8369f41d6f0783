import { recentGames } from '~/http/preferences.server'
import type { Words } from '~/i18n/words'
import { isOpen } from '~/lobby/entries.server'
import { gamesOfEach } from '~/lobby/play.server'
import { recentSlotGames } from '~/lobby/recent.server'
import { looksOf, type ShownGame, type ShownProvider, shownGame, shownProvider } from '~/lobby/shown.server'
import type { Upstream } from '~/upstream/client.server'
import type { Entry } from '~/upstream/contract/values'
import { casinoList, slotList, sportList } from '~/upstream/lists.server'

/** How many cards or rows each part of home shows at most. */
export const most = { games: 6, tables: 5, lines: 4 }

/**
 * Loads the three lists of providers. A list that fails is left out.
 *
 * @throws the error page of the failure when all three fail.
 */
export async function listsFor(upstream: Upstream) {
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
export async function gamesFor(
  request: Request,
  upstream: Upstream,
  providers: readonly Entry[],
  words: Words,
): Promise<{ kind: 'recent' | 'explore'; cards: ShownGame[] }> {
  const recent = await recentSlotGames(upstream, recentGames(request), words).catch((): ShownGame[] => [])
  if (recent.length > 0) return { kind: 'recent', cards: recent.slice(0, most.games) }

  const shown = providers.filter(isOpen).slice(0, most.games)
  const games = await gamesOfEach(upstream, shown)
  const cards = shown.flatMap((provider) =>
    (games.get(provider) ?? []).slice(0, 1).map((game) => shownGame(game, provider, words, words.name(provider))),
  )
  return { kind: 'explore', cards }
}

/** Open slot providers, with their small square pictures. */
export function slotCards(list: readonly Entry[], words: Words): ShownProvider[] {
  const looks = looksOf(list)
  return list
    .filter(isOpen)
    .slice(0, most.games)
    .map((entry) => ({ ...shownProvider(entry, looks, words), src: looks.small(entry) }))
}

/** Live casino providers, including those under maintenance. */
export function tableCards(list: readonly Entry[], words: Words): ShownProvider[] {
  const looks = looksOf(list)
  return list.slice(0, most.tables).map((entry) => shownProvider(entry, looks, words))
}

/** The last deposits and withdrawals in whole won, latest first; null when neither list is available. */
export async function movementsFor(upstream: Upstream) {
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
    .slice(0, most.lines)
    .map(({ kind, id, balance, regdate, status }) => ({ kind, id: String(id), won: balance, at: regdate, status }))
}
