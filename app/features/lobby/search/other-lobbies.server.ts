import { href } from 'react-router'
import type { I18n } from '~/i18n/i18n'
import type { PageUpstream } from '~/server/upstream/page-upstream.server'
import { cachedSlotByCompany, casinoList, slotList, sportList } from '~/server/upstream/shared-responses.server'
import { hrefWithQuery } from '~/values/addresses'
import { searchGames } from '../lists/games.server'
import { isProviderOpen } from '../lists/kinds.server'
import { listMatches } from '../lists/matches.server'
import { findProviders } from '../provider-lobby.server'
import { indexNames } from './by-name'

export type OtherLobby = { to: string; text: string; isFound: boolean }

/** Finds other lobbies with results. Fetches no game lists, so results in slots are counted only if all are cached. */
export async function findInOtherLobbies(
  upstream: PageUpstream,
  lobby: 'casino' | 'slot' | 'sport',
  query: string,
  i18n: I18n,
): Promise<OtherLobby[]> {
  if (query === '') return []
  const [casino, slot, sport] = await Promise.all(
    [casinoList, slotList, sportList].map((list) => list(upstream).catch(() => [])),
  )
  const providers = { casino: casino ?? [], slot: slot ?? [], sport: sport ?? [] }
  const open = providers.slot.filter(isProviderOpen)
  await Promise.all(Object.values(providers).map(indexNames))
  const lists = open.map((provider) => ({ provider, games: cachedSlotByCompany(provider.code ?? '') }))
  const games = lists.flatMap(({ provider, games = [] }) => games.map((game) => ({ game, provider })))
  const counts = {
    casino: findProviders(providers.casino, query, i18n).length,
    slot: findProviders(open, query, i18n).length + (await searchGames(games, query, i18n)).length,
    sport:
      findProviders(providers.sport, query, i18n).length +
      listMatches(providers.sport, { kind: '', query, picks: [] }, i18n).matches.length,
  }
  return (['casino', 'slot', 'sport'] as const).flatMap((otherLobby) => {
    const isKnown = otherLobby !== 'slot' || lists.every(({ games }) => games)
    if (otherLobby === lobby || (isKnown && counts[otherLobby] === 0)) return []
    const values = { lobby: i18n.t(`lobby.${otherLobby}.title`), query, count: counts[otherLobby] }
    const text = i18n.t(isKnown ? 'lobby.elsewhere' : 'lobby.elsewhere.look', values)
    return [{ to: hrefWithQuery(href(`/${otherLobby}`), { q: query }), text, isFound: isKnown }]
  })
}
