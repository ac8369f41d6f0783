import { href } from 'react-router'
import { joinUnit } from '~/i18n/formats'
import type { I18n } from '~/i18n/i18n'
import { type Motif, motifs } from '~/ui/artwork/motifs'
import type { LobbyRail } from '~/upstream/contract/calls/game'
import type { Game, Provider } from '~/upstream/contract/fields/provider'
import { findByCode } from '~/upstream/find-by-id'
import { hrefWithQuery } from '~/values/addresses'
import { memoize } from '~/values/memoize'
import { seoulDayNumber } from '~/values/seoul'
import type { GameId, RecentGame } from '../favourites/member-games.server'
import { type GameCardData, providerArtworkOf, toGameCards } from '../lists/cards.server'
import { gameKey, idOf, interleave, type ListedGame, motifOfGame, shapeOfGame } from '../lists/games.server'
import { isProviderOpen } from '../provider-state'
import { minSquares } from './min-squares'

/** A row of games on home and /slot. Texts are in the visitor's language. */
export type Rail = {
  /** One of a page, and usable as an element's id. */
  id: string
  title: string
  all: string
  /** How many they are, where the link says so. */
  count?: number
  isWide?: true
  cards: (GameCardData & { openedAt?: string; isFavourite?: true; isSport?: true })[]
}

/** Source: docs/product.md, constants. */
export const maxCards = 6
const maxWideCards = 4
/** Rows of square pictures that follow what the member opened: two are in a phone's first screen. */
const minFirstRails = 2
/** A motif or a provider of the day has as many known games, else it has no row: a whole one of a phone. */
const minGamesOfDay = 4
/** The most games of one main shape in the row of the motif, where there are several shapes. */
const maxGamesOfShape = 2
const maxUpstreamRails = 4

/** The live casinos and the sports, and the page of each. */
type Lobbies = readonly { all: string; providers: readonly Provider[] }[]

/** What rails are made from. */
export type RailSources = {
  providers: readonly Provider[]
  /** The games that are known, of some providers only those that the upstream's rails name. */
  games: ReadonlyMap<Provider, readonly Game[]>
  /** All games of every open provider are known. */
  hasAllGames: boolean
  upstreamRails: readonly LobbyRail[]
  /** The row of what was opened has them too. */
  lobbies?: Lobbies
  /** The member's games, newest first; empty for a visitor. */
  recent: readonly RecentGame[]
  favourites: readonly GameId[]
  now: Date
}

/**
 * Builds the rails in their order: continue, the upstream's, the motif of the day, suggestions, the provider of the day,
 * the upstream's with the jackpot, favourites. Each game stands in one of them; the member's own rails choose first.
 * What is of the day changes at midnight in Seoul and does not depend on which games are known. None is empty.
 */
export function buildRails(sources: RailSources, i18n: I18n): Rail[] {
  const shelf = createShelf(sources, i18n)
  const continued = continueRail(sources, shelf, i18n)
  const favourites = favouritesRail(sources, shelf, i18n)
  const sent = sources.upstreamRails
    .slice(0, maxUpstreamRails)
    .map((sentRail, index) => upstreamRail(sentRail, index, shelf, i18n))
  const motif = motifRail(sources, shelf, i18n)
  const first = [...sent.filter(({ isWide }) => !isWide), motif].filter(hasCards)
  const needsMore = (sources.recent.length > 0 && !hasCards(favourites)) || first.length < minFirstRails
  return [
    continued,
    ...first,
    ...(needsMore ? [exploreRail(shelf, i18n)] : []),
    spotlightRail(shelf, i18n),
    ...sent.filter(({ isWide }) => isWide),
    favourites,
  ].filter(hasCards)
}

function hasCards({ cards }: Rail): boolean {
  return cards.length > 0
}

/** The games to choose from. `place` makes cards of games, which no later rail shows. */
type Shelf = ReturnType<typeof createShelf>

function createShelf({ providers, games, favourites, now }: RailSources, i18n: I18n) {
  const open = ofDay(providers, now).filter(isProviderOpen)
  /** The games of each provider, which begin with another one each day. */
  const gamesOfDay = new Map(open.map((provider) => [provider, ofDay(games.get(provider) ?? [], now)]))
  const placed = new Set<string>()
  const hearts = new Set(favourites.map(gameKey))
  const nameOfProvider = ({ provider }: ListedGame) => i18n.localizedName(provider)
  const mark = (card: GameCardData) => (hearts.has(gameKey(card)) ? { ...card, isFavourite: true as const } : card)
  return {
    /** Open providers beginning with that of the day, of all that there are: the same ones whatever is known of them. */
    open,
    find: (id: { company?: Game['company']; code?: Game['code'] }) => findListed(open, games, id),
    gamesOf: (provider: Provider) => (gamesOfDay.get(provider) ?? []).map((game) => ({ game, provider })),
    /** Games of open providers in turn. */
    inTurn: () => interleave(open, gamesOfDay),
    /** The first that pass and are in no rail yet, each once. Games without a code are left out: they can't be opened. */
    pick: (count: number, list: Iterable<ListedGame>, isWanted: (game: Game) => boolean = () => true) => {
      const found = new Map<string, ListedGame>()
      for (const listed of list) {
        if (found.size >= count) break
        if (listed.game.code === undefined || !isWanted(listed.game)) continue
        const key = gameKey(idOf(listed))
        if (!placed.has(key)) found.set(key, listed)
      }
      return [...found.values()]
    },
    place: (list: readonly ListedGame[], subtitleOf = nameOfProvider, isWide = false) => {
      for (const listed of list) placed.add(gameKey(idOf(listed)))
      return toGameCards(list, i18n, subtitleOf, isWide).map(mark)
    },
  }
}

/** What the member last opened, and how long ago; a row of squares is filled with suggestions. */
function continueRail(
  { recent, lobbies = [], now }: RailSources,
  { find, inTurn, pick, place }: Shelf,
  i18n: I18n,
): Rail {
  const times = new Map(recent.map((id) => [gameKey(id), id.openedAt]))
  const opened = recent.flatMap((id) => find(id) ?? findLobby(lobbies, id)?.listed ?? [])
  const own = pick(maxCards, opened)
  const cards = place(own.length < minSquares ? own : pick(maxCards, [...opened, ...inTurn()])).map((card) => {
    const openedAt = times.get(gameKey(card))
    const lobby = find(card) ? undefined : findLobby(lobbies, card)
    const sport = lobby?.all === href('/sport') ? { isSport: true as const } : {}
    const ago = openedAt && { openedAt: openedAt.toISOString(), subtitle: timeAgo(openedAt, now, i18n) }
    return { ...card, src: lobby?.src ?? card.src, ...sport, ...ago }
  })
  const [first] = cards.slice(0, own.length).some(find) ? [] : cards
  const lobby = first && findLobby(lobbies, first)
  return {
    id: 'continue',
    title: i18n.t('lobby.rail.continue'),
    all: lobby?.all ?? hrefWithQuery(href('/slot'), { view: 'recent' }),
    cards,
  }
}

/** A casino or sport that was opened: its one game has its code, its tables have their own. */
function findLobby(lobbies: Lobbies, { company, code }: GameId) {
  for (const { all, providers } of lobbies) {
    const provider = findByCode(providers, company)
    const isTable = provider?.tables?.some((table) => String(table.code) === code)
    if (provider && (code === company || isTable) && isProviderOpen(provider))
      return {
        all,
        listed: { game: { ...provider, code }, provider },
        src: providerArtworkOf(providers).smallSrc(provider),
      }
  }
  return undefined
}

function favouritesRail({ favourites }: RailSources, { find, pick, place }: Shelf, i18n: I18n): Rail {
  const listed = favourites.flatMap((id) => find(id) ?? [])
  return {
    id: 'favourites',
    title: i18n.t('lobby.favourites'),
    all: hrefWithQuery(href('/slot'), { view: 'favourites' }),
    cards: place(pick(maxCards, listed)),
  }
}

function upstreamRail(sent: LobbyRail, index: number, shelf: Shelf, i18n: I18n): Rail {
  const isWide = sent.kind === 'jackpot'
  const list = shelf.pick(isWide ? maxWideCards : maxCards, listedOf(sent.games, shelf))
  return {
    id: `upstream-${index}`,
    title: railTitleOf(sent, i18n),
    all: hrefWithQuery(href('/slot'), sent.idx === undefined ? {} : { rail: String(sent.idx) }),
    ...(isWide ? { isWide } : {}),
    cards: shelf.place(list, undefined, isWide),
  }
}

/**
 * Games of the motif of the day: those that the upstream's rails name, which every page knows at any time; where these
 * fill no row, those of all lists, once every one is known. So they are the same ones all day.
 */
function motifRail(sources: RailSources, shelf: Shelf, i18n: I18n): Rail {
  const { upstreamRails, hasAllGames, now } = sources
  const [motif = motifs[0]] = ofDay(motifsOfCatalogue(sources), now)
  const named = listedOf(
    ofDay(
      upstreamRails.flatMap((rail) => rail.games),
      now,
    ),
    shelf,
  )
  const ofMotif = pickOfMotif(motif, named, shelf)
  const list = ofMotif.length < maxCards ? pickOfMotif(motif, hasAllGames ? shelf.inTurn() : [], shelf) : ofMotif
  return {
    id: 'motif',
    title: i18n.t('lobby.rail.motif', { motif: i18n.t(`lobby.motif.${motif}`) }),
    all: hrefWithQuery(href('/slot'), { motif }),
    cards: list.length < minGamesOfDay ? [] : shelf.place(list),
  }
}

/** The motifs that fill a row: with the games that the upstream's rails name; where none does, with those of all lists. */
function motifsOfCatalogue({ upstreamRails, games }: RailSources): readonly Motif[] {
  const filledBy = (list: readonly Game[]) =>
    motifs.filter((motif) => list.filter((game) => motifOfGame(game) === motif).length >= minGamesOfDay)
  const named = filledBy(upstreamRails.flatMap((rail) => rail.games))
  return named.length > 0 ? named : filledBy([...games.values()].flat())
}

/** One game of each main shape, then a second one of each; more only of a single shape. */
function pickOfMotif(motif: Motif, list: Iterable<ListedGame>, { pick }: Shelf): ListedGame[] {
  const counts = new Map<string, number>()
  const inTurn = pick(Infinity, list, (game) => motifOfGame(game) === motif).map((listed) => {
    const shape = shapeOfGame(listed.game) ?? ''
    const turn = counts.get(shape) ?? 0
    counts.set(shape, turn + 1)
    return { listed, turn }
  })
  const limit = counts.size > 1 ? maxGamesOfShape : maxCards
  const ordered = inTurn.filter(({ turn }) => turn < limit).sort((left, right) => left.turn - right.turn)
  return ordered.slice(0, maxCards).map(({ listed }) => listed)
}

function spotlightRail({ open, gamesOf, pick, place }: Shelf, i18n: I18n): Rail {
  const [provider] = open
  const list = provider ? pick(maxWideCards, gamesOf(provider)) : []
  return {
    id: 'spotlight',
    title: provider ? i18n.t('lobby.rail.spotlight', { name: i18n.localizedName(provider) }) : '',
    all: provider ? hrefWithQuery(href('/slot/game'), { code: String(provider.code) }) : '',
    isWide: true,
    cards: list.length < minGamesOfDay ? [] : place(list, () => '', true),
  }
}

/** The first games of one provider, in the upstream's order. */
export function providerRail(provider: Provider, games: readonly Game[], i18n: I18n): Rail {
  const list = games.filter(({ code }) => code !== undefined).map((game) => ({ game, provider }))
  return {
    id: `provider-${provider.code}`,
    title: i18n.localizedName(provider),
    all: hrefWithQuery(href('/slot/game'), { code: String(provider.code) }),
    count: games.length,
    cards: toGameCards(list.slice(0, maxCards), i18n, () => ''),
  }
}

function exploreRail({ inTurn, pick, place }: Shelf, i18n: I18n): Rail {
  return {
    id: 'explore',
    title: i18n.t('lobby.rail.explore'),
    // Past the rows with which the page begins.
    all: `${href('/slot')}#games`,
    cards: place(pick(maxCards, inTurn())),
  }
}

/** The name of an upstream's rail: in every language for a kind that the site knows. */
export function railTitleOf({ kind, kr_name, en_name, idx }: LobbyRail, i18n: I18n): string {
  return kind ? i18n.t(`lobby.rail.${kind}`) : i18n.localizedName({ nameKo: kr_name, nameEn: en_name, code: idx })
}

/** The games of an upstream's rail, for a list of them; none without such a rail. @param idx as in the rail's URL. */
export function idsOfRail(rails: readonly LobbyRail[], idx: string): GameId[] {
  const rail = rails.find((candidate) => String(candidate.idx) === idx)
  return (rail?.games ?? []).map(({ company, code }) => ({ company: String(company), code: String(code) }))
}

function findListed(
  open: readonly Provider[],
  games: RailSources['games'],
  { company, code }: { company?: Game['company']; code?: Game['code'] },
): ListedGame | undefined {
  const provider = findByCode(open, String(company))
  const game = provider && findByCode(games.get(provider) ?? [], String(code))
  return provider && game && { game, provider }
}

/** The games of an upstream's rail: as their provider lists them, else as the rail names them. */
function listedOf(sent: readonly Game[], { open, find }: Pick<Shelf, 'open' | 'find'>): ListedGame[] {
  return sent.flatMap((game) => {
    const known = find(game)
    if (known) return known
    const provider = game.nameKo || game.nameEn ? findByCode(open, String(game.company)) : undefined
    return provider ? { game, provider } : []
  })
}

/** The items beginning with that of the day, each one a day. */
export function ofDay<Item>(items: readonly Item[], now: Date): readonly Item[] {
  const start = items.length === 0 ? 0 : seoulDayNumber(now) % items.length
  return [...items.slice(start), ...items.slice(0, start)]
}

const secondsPerUnit = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

const formatOf = memoize((lang: string) => new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }))

/** How long ago something was, in the largest unit that fits: 3 hours ago; now where it was less than a minute. */
function timeAgo(at: Date, now: Date, { lang }: I18n): string {
  const seconds = Math.max(0, (now.getTime() - at.getTime()) / 1_000)
  const format = formatOf(lang)
  const unit = secondsPerUnit.find(([, length]) => seconds >= length)
  const text = unit ? format.format(-Math.floor(seconds / unit[1]), unit[0]) : format.format(0, 'second')
  return joinUnit(text, lang)
}
