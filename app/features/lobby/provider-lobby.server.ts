import type { I18n } from '~/i18n/i18n'
import { findByCode } from '~/server/request-info/query.server'
import { kindArtSrc } from '~/ui/artwork/covers/cover-urls'
import { paginate } from '~/ui/pager/pager-window'
import type { Kind } from '~/upstream/contract/fields/kinds'
import type { CasinoTable, Provider } from '~/upstream/contract/fields/provider'
import type { GameId } from './favourites/member-games.server'
import { providerArtworkOf, toProviderCard } from './lists/cards.server'
import {
  isProviderClosed,
  isProviderOpen,
  kindLabels,
  kindName,
  kindsOfList,
  openableKinds,
} from './lists/kinds.server'
import { listMatches } from './lists/matches.server'
import { type LobbyPick, parsePicks } from './lists/picks'
import { createNameMatcher, findMatches, findNearest } from './search/by-name'

const providersPerPage = 60

const maxNearestProviders = 4
/** The number of upcoming matches below a search that finds nothing. */
const maxSoonMatches = 6

type RequestedLobby = {
  category?: 'casino' | 'sport'
  query: string
  kind?: string | null | undefined
  page: string | null | undefined
  picks?: string | undefined
  openBets?: readonly LobbyPick[] | undefined
}

/**
 * Builds the data of a casino or sport page: the kinds (none if fewer than two), a page of matching providers and the
 * last opened games. @param kind the value of `?kind=`. An unknown kind counts as missing. @param page the value of
 * `?page=`
 */
export function buildProviderLobby(
  list: readonly Provider[],
  { category, query, kind: requestedKind, page: requestedPage, picks, openBets = [] }: RequestedLobby,
  recentGames: readonly GameId[],
  i18n: I18n,
) {
  const artwork = providerArtworkOf(list, category)
  const offered = category ? kindsOfList(list) : []
  const named = category === 'casino' ? list.flatMap(({ kinds = [] }) => kinds) : []
  const missing = named.find((kind) => kind === requestedKind && !offered.includes(kind))
  const chosenKind: Kind | '' = (missing ? offered[0] : offered.find((kind) => kind === requestedKind)) ?? ''
  const ofKind = chosenKind === '' ? list : list.filter((entry) => openableKinds(entry).includes(chosenKind))
  const matches = findProviders(ofKind, query, i18n)
  const requested = { kind: chosenKind, query, picks: parsePicks(picks), openBets }
  const next = listMatches(list, requested, i18n)
  const isFound = matches.length + next.matches.length > 0
  const { entries: nearest } = findNearest(
    query,
    isFound ? [] : ofKind,
    (entry) => entry,
    maxNearestProviders,
    (entry) => kindLabels(entry, i18n),
  )
  const { items, page, pages } = paginate(nearest.length > 0 ? nearest : matches, requestedPage, providersPerPage)
  const shownKind = category === 'casino' ? chosenKind : ''
  const cards = items.map((entry) => toProviderCard(entry, artwork, i18n, tableOf(entry, chosenKind), shownKind))
  const [stakes, ...otherStakes] = new Set(cards.flatMap(({ table }) => table?.stakes || []))
  return {
    query,
    searchLabel: category === 'sport' ? i18n.t('matches.search') : undefined,
    kinds: (offered.length < 2 ? [] : (['', ...offered] as const)).map((kind) => ({
      kind,
      name: kind === '' ? i18n.t('lobby.filters.all') : kindName(kind, i18n),
    })),
    chosenKind,
    // If no table is of the requested kind, the list shows tables of the first kind.
    missing:
      missing && chosenKind !== ''
        ? {
            src: kindArtSrc('casino', missing),
            title: i18n.t('tables.none'),
            action: i18n.t('tables.all'),
            listed: kindName(chosenKind, i18n),
          }
        : null,
    totalCount: ofKind.length,
    closedCount: ofKind.filter(isProviderClosed).length,
    matchCount: matches.length + next.matches.length,
    foundText:
      matches.length > 0 && next.matches.length > 0
        ? i18n.t('matches.found', { query, providers: matches.length, matches: next.matches.length })
        : '',
    // True if nothing matches the query. `providers` then contains those with the most similar names.
    isNearest: nearest.length > 0,
    matches: page === 1 ? next.matches : [],
    soon: isFound ? [] : listMatches(list, { ...requested, soonest: maxSoonMatches }, i18n).matches,
    slips: next.slips,
    picks: picks ?? '',
    providers: cards,
    stakes: otherStakes.length === 0 ? stakes : undefined,
    page,
    pages,
    recent: recentGames.flatMap(({ company, code }, index) => {
      const entry = findByCode(list, company)
      const isFirst = recentGames.findIndex((game) => game.company === company) === index
      return isFirst && entry && isProviderOpen(entry)
        ? [{ company, code, src: artwork.smallSrc(entry), name: i18n.localizedName(entry) }]
        : []
    }),
  }
}

/** Returns the provider's table of a kind. Without one, returns its main table, with the range of all stakes. */
export function tableOf({ code, tables = [] }: Provider, kind: string): CasinoTable | undefined {
  const ofKind = tables.find((table) => table.kind === kind)
  const [foremost] = tables
  if (ofKind || !foremost || code === undefined) return ofKind
  const all = tables.flatMap(({ min, max }) => (typeof min === 'number' && typeof max === 'number' ? [min, max] : []))
  return { ...foremost, code, ...(all.length > 0 && { min: Math.min(...all), max: Math.max(...all) }) }
}

export function findProviders(list: readonly Provider[], query: string, i18n: I18n): readonly Provider[] {
  if (query === '') return list
  const matchOf = createNameMatcher<Provider>(query, (entry) => kindLabels(entry, i18n))
  return findMatches(list, matchOf, (entry) => entry)
}
