import type { PageUpstream } from '~/http/page-upstream.server'
import { slotList } from '~/http/provider-lists.server'
import type { I18n } from '~/i18n/i18n'
import { findByCode } from '~/upstream/find-by-id'
import { type GameCardData, toGameCard } from './cards.server'
import { fetchGamesByProvider } from './launch-target.server'

/**
 * Cards of the slot games last opened on this browser, newest first. Games that are gone or under maintenance are left
 * out.
 *
 * @param recentGames games from the visitor's cookie (http/preferences).
 */
export async function recentGameCards(
  upstream: PageUpstream,
  recentGames: readonly { company: string; code: string }[],
  i18n: I18n,
): Promise<GameCardData[]> {
  if (recentGames.length === 0) return []
  const providers = await slotList(upstream)
  const known = recentGames.flatMap(({ company, code }) => {
    const provider = findByCode(providers, company)
    return provider?.used === 'y' ? [{ provider, code }] : []
  })
  const games = await fetchGamesByProvider(upstream, [...new Set(known.map(({ provider }) => provider))])
  return known.flatMap(({ provider, code }) => {
    const game = findByCode(games.get(provider) ?? [], code)
    return game ? [toGameCard(game, provider, i18n, i18n.localizedName(provider))] : []
  })
}
