import type { I18n } from '~/i18n/i18n'
import type { PageUpstream } from '~/server/page-upstream.server'
import { slotList } from '~/server/shared-responses.server'
import type { Provider } from '~/upstream/contract/values'
import { findByCode } from '~/upstream/find-by-id'
import { type GameCardData, toGameCard } from './cards.server'
import { fetchGamesByProvider, gameKey, idOf, interleave } from './game-list.server'
import type { GameId } from './member-games.server'
import { isProviderOpen } from './provider-lobby.server'

/**
 * Cards of these slot games, in their order. Games that are gone or under maintenance are left out.
 *
 * @param ids from a cookie of the member (http/member-games).
 */
async function gameCardsOf(upstream: PageUpstream, ids: readonly GameId[], i18n: I18n): Promise<GameCardData[]> {
  if (ids.length === 0) return []
  const providers = await slotList(upstream)
  const known = ids.flatMap(({ company, code }) => {
    const provider = findByCode(providers, company)
    return provider && !provider.isUnderMaintenance ? [{ provider, code }] : []
  })
  const games = await fetchGamesByProvider(upstream, [...new Set(known.map(({ provider }) => provider))])
  return known.flatMap(({ provider, code }) => {
    const game = findByCode(games.get(provider) ?? [], code)
    return game ? [toGameCard(game, provider, i18n, i18n.localizedName(provider))] : []
  })
}

/**
 * Cards of a member's recent games, newest first, filled up with games of open providers, one of each in turn. Lists
 * that fail are left out.
 *
 * @param recentGames from the member's cookie (http/member-games).
 * @param providers the slot providers.
 * @param count of cards at most. There are fewer when the providers have fewer games.
 */
export async function recentAndSuggestedGames(
  upstream: PageUpstream,
  recentGames: readonly GameId[],
  providers: readonly Provider[],
  i18n: I18n,
  count: number,
): Promise<{ recentCount: number; cards: GameCardData[] }> {
  const suggesting = providers.filter(isProviderOpen).slice(0, count)
  const [recent, games] = await Promise.all([
    gameCardsOf(upstream, recentGames.slice(0, count), i18n).catch((): GameCardData[] => []),
    fetchGamesByProvider(upstream, suggesting),
  ])
  const shown = new Set(recent.map(gameKey))
  const suggestions: GameCardData[] = []
  for (const listed of interleave(suggesting, games)) {
    if (recent.length + suggestions.length >= count) break
    const { game, provider } = listed
    if (game.code === undefined || shown.has(gameKey(idOf(listed)))) continue
    suggestions.push(toGameCard(game, provider, i18n, i18n.localizedName(provider)))
  }
  return { recentCount: recent.length, cards: [...recent, ...suggestions] }
}
