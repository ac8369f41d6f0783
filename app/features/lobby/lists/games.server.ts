import type { I18n } from '~/i18n/i18n'
import type { PageUpstream } from '~/server/upstream/page-upstream.server'
import { slotByCompany } from '~/server/upstream/shared-responses.server'
import { type Motif, motifOf, motifs } from '~/ui/artwork/motifs'
import { shapeNames } from '~/ui/artwork/names/shape-words'
import { shapesFromName } from '~/ui/artwork/names/shapes-from-name'
import type { ShapeName } from '~/ui/artwork/shapes/shapes'
import { paginate } from '~/ui/pager/pager-window'
import { measure } from '~/upstream/client/response-cache.server'
import type { Game, Provider } from '~/upstream/contract/fields/provider'
import { filterInSlices, inSlices, sortInSlices } from '~/values/in-slices'
import { memoize, memoizeLast } from '~/values/memoize'
import { type GameId, maxFavourites } from '../favourites/member-games.server'
import { createNameMatcher, findMatches, findNearest, indexNames } from '../search/by-name'
import { type GameCardData, toGameCards } from './cards.server'
import type { GameListQuery } from './game-query'
import { searchTerms } from './kinds.server'

/** The number of games per page in a lobby. It fills rows of 2, 3, 4, 6 or 8. Source: docs/product.md, constants. */
const gamesPerPage = 24

const maxNearestGames = 6

export type ListedGame = { game: Game; provider: Provider }

export type MemberGames = { favourites: readonly GameId[]; recent: readonly GameId[]; rail?: readonly GameId[] }

export type GameListData = {
  query: GameListQuery
  count: number
  page: number
  pages: number
  games: (GameCardData & { isFavourite?: true })[]
  isExact?: true
  nearestDistance?: number
  hasRecent: boolean
  maxFavourites: number
  /** The motifs to filter by: those of the games, or every motif if the list is limited to certain games. */
  motifs: readonly Motif[]
}

export function gamesOfQuery({ view, rail }: GameListQuery, memberGames: MemberGames): readonly GameId[] | undefined {
  if (rail !== '') return memberGames.rail ?? []
  return view === '' ? undefined : memberGames[view]
}

/**
 * Builds one page of a list of games. @param all all games, in the upstream's order @param page the value of `?page=`
 * @param shownKeys the games above the list. The list omits them unless there are no others.
 */
export async function buildGameList(
  all: readonly ListedGame[],
  query: GameListQuery,
  page: string | null | undefined,
  memberGames: MemberGames,
  i18n: I18n,
  subtitleOf: (listed: ListedGame) => string,
  shownKeys: ReadonlySet<string> = new Set(),
): Promise<GameListData> {
  const ids = gamesOfQuery(query, memberGames)
  const others = shownKeys.size > 0 ? await filterInSlices(all, (listed) => !shownKeys.has(keyOf(listed))) : []
  const selected = await selectGames(others.length > 0 ? others : all, ids)
  const limit = (games: readonly ListedGame[]) =>
    query.motif === '' ? games : filterInSlices(games, ({ game }) => motifOfGame(game) === query.motif)
  const sorted = await limit(query.sort === '' ? selected : await sorterOf(i18n)[query.sort](selected))
  const found = await searchGames(sorted, query.q, i18n, query.sort !== '')
  const { distance, entries: nearest } = findNearest(
    query.q,
    found.length > 0 ? [] : sorted.length === selected.length ? selected : await limit(selected),
    ({ game }) => game,
    maxNearestGames,
    ({ game }) => pictureWordsOf(game, i18n),
  )
  const shown = nearest.length > 0 ? nearest : found
  const favourites = new Set(memberGames.favourites.map(gameKey))
  const { items, ...position } = paginate(shown, page, gamesPerPage)
  return {
    query,
    count: found.length,
    ...position,
    games: toGameCards(items, i18n, subtitleOf).map((card) => ({
      ...card,
      ...(favourites.has(gameKey(card)) ? { isFavourite: true as const } : {}),
    })),
    ...(found[0] && createNameMatcher(query.q)(found[0].game) === 'exact' ? { isExact: true } : {}),
    ...(nearest.length > 0 ? { nearestDistance: distance } : {}),
    hasRecent: memberGames.recent.length > 0,
    maxFavourites,
    motifs: ids
      ? motifs
      : await motifsOf(all).then((found) => motifs.filter((motif) => motif === query.motif || found.has(motif))),
  }
}

const motifsOf = memoize(async (games: readonly ListedGame[]) => {
  const found = new Set<Motif | undefined>()
  await inSlices(games, ({ game }) => void found.add(motifOfGame(game)))
  return found
})

/** Finds games by name first, then by the subjects of their pictures. */
export async function searchGames(games: readonly ListedGame[], q: string, i18n: I18n, inOrder = false) {
  if (q === '') return games
  const matchOf = createNameMatcher<Game>(q, (game) => pictureWordsOf(game, i18n))
  const matches = new Map<Game, ReturnType<typeof matchOf>>()
  const found = await filterInSlices(games, ({ game }) => {
    const match = matchOf(game)
    if (match) matches.set(game, match)
    return match !== false
  })
  const foundAs = (game: Game) => matches.get(game) ?? false
  return inOrder ? found : findMatches(found, foundAs, ({ game }) => game)
}

const wordsOfShapes = memoize((i18n: I18n) =>
  memoize((shapes: readonly ShapeName[]): readonly string[] => {
    const motif = motifOf(shapes[0])
    const names = shapes.flatMap((shape) => Object.values(shapeNames(shape)))
    return motif ? [...searchTerms([`lobby.motif.${motif}`], i18n), ...names] : names
  }),
)

const pictureWordsOf = (game: Game, i18n: I18n) => wordsOfShapes(i18n)(shapesFromName(game))

async function selectGames(all: readonly ListedGame[], ids?: readonly GameId[]): Promise<readonly ListedGame[]> {
  if (!ids) return all
  const byKey = new Map<string, ListedGame>()
  await inSlices(all, (listed) => void byKey.set(keyOf(listed), listed))
  return ids.flatMap((id) => byKey.get(gameKey(id)) ?? [])
}

/** Cached per object and language, because sorting 20,000 names takes longer than rendering a page. */
const sorterOf = memoize((i18n: I18n) => {
  const { compare } = new Intl.Collator(i18n.lang)
  const by = (nameOf: (listed: ListedGame) => string) =>
    memoize(
      (games: readonly ListedGame[]): Promise<readonly ListedGame[]> =>
        sortInSlices(games, (left, right) => compare(nameOf(left), nameOf(right))),
    )
  return {
    name: by(({ game }) => i18n.localizedName(game)),
    provider: by(({ provider }) => i18n.localizedName(provider)),
  }
})

const motifOfGame = (game: Game) => motifOf(shapesFromName(game)[0])

export function idOf({ game, provider }: ListedGame): GameId {
  return { company: String(provider.code), code: String(game.code) }
}

export const gameKey = ({ company, code }: GameId) => `${company.length} ${company}${code}`

/** Cached per object, because lists of games stay in the cache for a while. */
const keyOf = memoize((listed: ListedGame) => gameKey(idOf(listed)))

const indexShapes = memoize((games: readonly Game[]) => inSlices(games, shapesFromName))

export async function indexGames(games: readonly Game[]): Promise<readonly Game[]> {
  await Promise.all([indexNames(games), indexShapes(games)])
  return games
}

/** The number of lists fetched at the same time. Each may have several megabytes. */
const maxConcurrentLists = 16
/** When the lists exceed this size, no more are fetched, because filtering them blocks other requests. */
const maxListBytes = 16 * 1024 * 1024

/**
 * Returns the games of several providers, keyed by provider. Omits failed lists, and lists that exceed the total of
 * 16 MiB. @throws a redirect, the `signed-out` problem or an unexpected Error
 */
export async function fetchGamesByProvider(upstream: PageUpstream, providers: readonly Provider[]) {
  const gamesByProvider = new Map<Provider, readonly Game[]>()
  const remaining = providers.filter(({ code }) => code !== undefined).values()
  let bytes = 0
  const fetchRemaining = async () => {
    for (const provider of remaining) {
      if (provider.code === undefined || bytes > maxListBytes) return
      try {
        const games = await indexGames(await slotByCompany(upstream, provider.code))
        bytes += (await measure(games)).bytes
        gamesByProvider.set(provider, games)
      } catch (thrown) {
        if (shouldRethrow(thrown)) throw thrown
      }
    }
  }
  await Promise.all(Array.from({ length: maxConcurrentLists }, fetchRemaining))
  return gamesByProvider
}

const knownLists = memoizeLast<readonly ListedGame[]>()

/** Returns all games, taken from each provider in turn. Cached until the lists change. @param owner the cache key */
export function listGames(
  owner: object,
  providers: readonly Provider[],
  gamesByProvider: ReadonlyMap<Provider, readonly Game[]>,
): readonly ListedGame[] {
  const parts = providers.flatMap((provider) => [provider, gamesByProvider.get(provider)])
  return knownLists(owner, parts, () => [...interleave(providers, gamesByProvider)])
}

export function* interleave(providers: readonly Provider[], gamesByProvider: ReadonlyMap<Provider, readonly Game[]>) {
  const lists = providers.map((provider) => ({ provider, games: gamesByProvider.get(provider) ?? [] }))
  const turns = Math.max(0, ...lists.map(({ games }) => games.length))
  for (let turn = 0; turn < turns; turn++) {
    for (const { provider, games } of lists) {
      const game = games[turn]
      if (game) yield { game, provider }
    }
  }
}

/** Returns true for a redirect, an unexpected Error and the `signed-out` problem, but not for a failed call's page. */
function shouldRethrow(thrown: unknown): boolean {
  if (thrown instanceof Response || thrown instanceof Error) return true
  return (thrown as { data?: { problem?: string } } | undefined)?.data?.problem === 'signed-out'
}
