import { recentGames } from '~/http/preferences.server'
import type { Words } from '~/i18n/words'
import { isOpen } from '~/lobby/entries.server'
import { gamesOfEach } from '~/lobby/play.server'
import { recentSlotGames } from '~/lobby/recent.server'
import { looksOf, type ShownGame, type ShownProvider, shownGame, shownProvider } from '~/lobby/shown.server'
import type { Upstream } from '~/upstream/client.server'
import type { Entry } from '~/upstream/contract/values'
import { casinoList, slotList, sportList } from '~/upstream/lists.server'

/** Pictures in a row of games, providers in a row of tables, lines in a short list. */
export const most = { games: 6, tables: 5, lines: 4 }

/** The three lists. One that fails is left out; when none comes there is no home, and the page of the failure is thrown. */
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

/** Games last opened on this browser; for a member who has none, the first game of some open providers. */
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

/** Slot providers that are open, as small squares. */
export function slotCards(list: readonly Entry[], words: Words): ShownProvider[] {
  const looks = looksOf(list)
  return list
    .filter(isOpen)
    .slice(0, most.games)
    .map((entry) => ({ ...shownProvider(entry, looks, words), src: looks.small(entry) }))
}

/** Live casino providers, also those under maintenance. */
export function tableCards(list: readonly Entry[], words: Words): ShownProvider[] {
  const looks = looksOf(list)
  return list.slice(0, most.tables).map((entry) => shownProvider(entry, looks, words))
}

/** The last movements of both kinds, latest first; null when the upstream keeps no such lists. */
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
