import { motifsOf } from '~/artwork/motif'
import type { Motif } from '~/artwork/motifs'
import { type GameId, maxFavourites } from '~/http/member-games.server'
import type { I18n } from '~/i18n/i18n'
import { paginate } from '~/ui/pager/paginate'
import type { Game, Provider } from '~/upstream/contract/values'
import { type GameCardData, toGameCard } from './cards.server'
import type { GameListQuery, GameQuery } from './game-query'
import { createNameMatcher } from './name-search'

/** Games per page of a lobby: full rows of 2, 3, 4, 6 and 8. Source: docs/product.md, constants. */
const gamesPerPage = 24

/** A game in a list, with its provider. */
export type ListedGame = { game: Game; provider: Provider }

/** The games of a member that a list marks or is limited to, latest first. */
export type MemberGames = { favourites: readonly GameId[]; recent: readonly GameId[] }

/** One page of the games that a query finds. */
export type GameListData = {
  query: GameListQuery
  /** Number of all games that were found. */
  count: number
  page: number
  pages: number
  games: (GameCardData & { isFavourite?: true })[]
  hasRecent: boolean
  maxFavourites: number
}

/** The games to which a view limits the list; undefined for a view of all games. */
export function gamesOfView(view: GameListQuery['view'], memberGames: MemberGames): readonly GameId[] | undefined {
  return view === '' ? undefined : memberGames[view]
}

/**
 * Builds one page of a list of games.
 *
 * @param all the games in the upstream's order.
 * @param page value of `?page=`.
 * @param subtitleOf the line under a game's name.
 */
export function buildGameList(
  all: readonly ListedGame[],
  query: GameListQuery,
  page: string | null,
  memberGames: MemberGames,
  i18n: I18n,
  subtitleOf: (listed: ListedGame) => string,
): GameListData {
  const limited = selectGames(all, gamesOfView(query.view, memberGames))
  const isMatch = createNameMatcher(query.q)
  const found = limited.filter(
    ({ game }) => isMatch(game) && (query.motif === '' || motifsOfGame(game).includes(query.motif)),
  )
  const favourites = new Set(memberGames.favourites.map(gameKey))
  const { items, ...position } = paginate(sortGames(found, query.sort, i18n), page, gamesPerPage)
  return {
    query,
    count: found.length,
    ...position,
    games: items.map((listed) => ({
      ...toGameCard(listed.game, listed.provider, i18n, subtitleOf(listed)),
      ...(favourites.has(gameKey(idOf(listed))) ? { isFavourite: true as const } : {}),
    })),
    hasRecent: memberGames.recent.length > 0,
    maxFavourites,
  }
}

/** These games of a list, in the order of the ids; all without ids. */
function selectGames(all: readonly ListedGame[], ids: readonly GameId[] | undefined): readonly ListedGame[] {
  if (!ids) return all
  const byKey = new Map(all.map((listed) => [gameKey(idOf(listed)), listed]))
  return ids.flatMap((id) => byKey.get(gameKey(id)) ?? [])
}

function sortGames(games: readonly ListedGame[], sort: GameQuery['sort'], i18n: I18n): readonly ListedGame[] {
  if (sort === '') return games
  const { compare } = collatorOf(i18n)
  const nameOf = ({ game, provider }: ListedGame) => i18n.localizedName(sort === 'name' ? game : provider)
  return games
    .map((listed) => ({ listed, name: nameOf(listed) }))
    .sort((one, other) => compare(one.name, other.name))
    .map(({ listed }) => listed)
}

const collators = new Map<string, Intl.Collator>()

function collatorOf({ lang }: I18n): Intl.Collator {
  const collator = collators.get(lang) ?? new Intl.Collator(lang)
  collators.set(lang, collator)
  return collator
}

const motifsByGame = new WeakMap<Game, readonly Motif[]>()

/** The motifs of a game, computed once for each object: lists stay in the cache for a while. */
function motifsOfGame(game: Game): readonly Motif[] {
  const motifs = motifsByGame.get(game) ?? motifsOf(game)
  motifsByGame.set(game, motifs)
  return motifs
}

/** The ids of a listed game as in URLs and cookies. */
export function idOf({ game, provider }: ListedGame): GameId {
  return { company: String(provider.code), code: String(game.code) }
}

/** A text that no other game has. */
export function gameKey({ company, code }: GameId): string {
  return JSON.stringify([company, code])
}
