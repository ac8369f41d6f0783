import { href } from 'react-router'
import type { I18n } from '~/i18n/i18n'
import { paginate } from '~/ui/pager/pager-window'
import type { Kind } from '~/upstream/contract/fields/kinds'
import type { CasinoTable, Provider } from '~/upstream/contract/fields/provider'
import { findByCode } from '~/upstream/find-by-id'
import type { GameId } from './favourites/member-games.server'
import { providerArtworkOf, toProviderCard } from './lists/cards.server'
import { kindLabels, kindName, kindsOfList } from './lists/kinds.server'
import { listMatches } from './lists/matches.server'
import { parsePicks } from './lists/picks'
import { isProviderOpen } from './provider-state'
import { createNameMatcher, findMatches, findNearest } from './search/by-name'

const providersPerPage = 60

/** How many providers with similar names are shown for a query without results. */
const maxNearestProviders = 4

/**
 * Builds the data of a casino or sport page: the kinds (none if fewer than two), one page of matching providers (those
 * under maintenance last), and the last opened games. @param kind value of `?kind=`; unknown ones count as missing.
 * @param page value of `?page=`.
 */
export function buildProviderLobby(
  list: readonly Provider[],
  {
    category,
    query,
    kind: requestedKind,
    page: requestedPage,
    picks,
  }: {
    category?: 'casino' | 'sport'
    query: string
    kind?: string | null | undefined
    page: string | null | undefined
    picks?: string | undefined
  },
  recentGames: readonly GameId[],
  i18n: I18n,
) {
  const artwork = providerArtworkOf(list, category)
  const offered = category ? kindsOfList(list) : []
  const chosenKind = offered.find((kind) => kind === requestedKind) ?? ''
  const ofKind = chosenKind === '' ? list : list.filter((entry) => hasKind(entry, chosenKind))
  const matches = findProviders(ofKind, query, i18n)
  const { entries: nearest } = findNearest(
    query,
    matches.length > 0 ? [] : ofKind,
    (entry) => entry,
    maxNearestProviders,
    (entry) => kindLabels(entry, i18n),
  )
  const shown = (nearest.length > 0 ? nearest : matches).toSorted(
    (left, right) => Number(!isProviderOpen(left)) - Number(!isProviderOpen(right)),
  )
  const { items, page, pages } = paginate(shown, requestedPage, providersPerPage)
  const next = listMatches(list, { kind: chosenKind, picks: parsePicks(picks), path: href('/sport') }, i18n)
  return {
    query,
    kinds:
      offered.length < 2
        ? []
        : [
            { kind: '', name: i18n.t('lobby.filters.all') },
            ...offered.map((kind) => ({ kind, name: kindName(kind, i18n) })),
          ],
    chosenKind,
    totalCount: list.length,
    openCount: list.filter(isProviderOpen).length,
    matchCount: matches.length,
    // If true, nothing matches, and `providers` are those with the most similar names.
    isNearest: nearest.length > 0,
    matches: query === '' && page === 1 ? next.matches : [],
    slips: next.slips,
    separateText: next.separateText,
    picks: picks ?? '',
    providers: items.map((entry) =>
      toProviderCard(entry, artwork, i18n, tableOf(entry, chosenKind), category === 'casino' ? chosenKind : ''),
    ),
    page,
    pages,
    recent: recentGames.filter(isFirstOfCompany).flatMap(({ company, code }) => {
      const entry = findByCode(list, company)
      return entry && isProviderOpen(entry) ? [{ company, code, name: i18n.localizedName(entry) }] : []
    }),
  }
}

/** If a casino lists its tables, only their kinds count, so that no card opens a game of another kind. */
function hasKind({ kinds, tables }: Provider, kind: Kind): boolean {
  return tables ? tables.some((table) => table.kind === kind) : (kinds?.includes(kind) ?? false)
}

function tableOf({ code, tables = [] }: Provider, kind: string): CasinoTable | undefined {
  const [foremost] = tables
  return (
    tables.find((table) => table.kind === kind) ?? (foremost && code !== undefined ? { ...foremost, code } : undefined)
  )
}

function isFirstOfCompany({ company }: GameId, index: number, games: readonly GameId[]): boolean {
  return games.findIndex((game) => game.company === company) === index
}

export function findProviders(list: readonly Provider[], query: string, i18n: I18n): readonly Provider[] {
  if (query === '') return list
  const matchOf = createNameMatcher<Provider>(query, (entry) => kindLabels(entry, i18n))
  return findMatches(list, matchOf, (entry) => entry)
}
