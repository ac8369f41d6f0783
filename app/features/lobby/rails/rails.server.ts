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
import {
  maxCards,
  maxComparedOfMotif,
  maxGamesOfShape,
  maxUpstreamRails,
  maxWideCards,
  minFirstRails,
  minGamesOfDay,
  minSquares,
} from './games-per-rail'

export type Rail = {
  /** Unique on a page, and usable as an element's id. */
  id: string
  title: string
  all: string
  count?: number
  isWide?: true
  cards: (GameCardData & { openedAt?: string; isFavourite?: true; isSport?: true })[]
}

type Lobbies = readonly { all: string; providers: readonly Provider[] }[]

export type RailSources = {
  providers: readonly Provider[]
  games: ReadonlyMap<Provider, readonly Game[]>
  hasAllGames: boolean
  upstreamRails: readonly LobbyRail[]
  lobbies?: Lobbies
  recent: readonly RecentGame[]
  favourites: readonly GameId[]
  now: Date
}

/**
 * Builds the rails in order: continue, the upstream's, motif of the day, suggestions, provider of the day, the
 * upstream's with the jackpot, favourites. Each game is in one rail; the member's rails choose first. The day's choices
 * change at midnight in Seoul and do not depend on which games are known.
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

type Shelf = ReturnType<typeof createShelf>

function createShelf({ providers, games, favourites, now }: RailSources, i18n: I18n) {
  const open = ofDay(providers, now).filter(isProviderOpen)
  /** The games of each provider, with another first game each day. */
  const gamesOfDay = new Map(open.map((provider) => [provider, ofDay(games.get(provider) ?? [], now)]))
  const placed = new Set<string>()
  const hearts = new Set(favourites.map(gameKey))
  const nameOfProvider = ({ provider }: ListedGame) => i18n.localizedName(provider)
  const mark = (card: GameCardData) => (hearts.has(gameKey(card)) ? { ...card, isFavourite: true as const } : card)
  return {
    open,
    find: (id: { company?: Game['company']; code?: Game['code'] }) => findListed(open, games, id),
    gamesOf: (provider: Provider) => (gamesOfDay.get(provider) ?? []).map((game) => ({ game, provider })),
    inTurn: () => interleave(open, gamesOfDay),
    /** The first wanted games that are in no rail yet, each once. Games without a code can't be opened. */
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
 * Games of the motif of the day from the upstream's rails, which every page knows; where these fill no row, from all
 * lists once every one is known. So they are the same all day.
 */
function motifRail(sources: RailSources, shelf: Shelf, i18n: I18n): Rail {
  const { upstreamRails, hasAllGames, now } = sources
  const [motif = motifs[0]] = ofDay(motifsOfCatalogue(sources), now)
  const sent = upstreamRails.flatMap((rail) => rail.games)
  const named = listedOf(ofDay(sent, now), shelf)
  const ofMotif = pickOfMotif(motif, named, shelf)
  const list = ofMotif.length < maxCards ? pickOfMotif(motif, hasAllGames ? shelf.inTurn() : [], shelf) : ofMotif
  return {
    id: 'motif',
    title: i18n.t('lobby.rail.motif', { motif: i18n.t(`lobby.motif.${motif}`) }),
    all: hrefWithQuery(href('/slot'), { motif }),
    cards: list.length < minGamesOfDay ? [] : shelf.place(list),
  }
}

/** Motifs that fill a row with the games of the upstream's rails or, without any, of all lists. */
function motifsOfCatalogue({ upstreamRails, games }: RailSources): readonly Motif[] {
  const filledBy = (list: readonly Game[]) => {
    const counts = new Map<Motif | undefined, number>()
    for (const motif of list.map(motifOfGame)) counts.set(motif, (counts.get(motif) ?? 0) + 1)
    return motifs.filter((motif) => (counts.get(motif) ?? 0) >= minGamesOfDay)
  }
  const named = filledBy(upstreamRails.flatMap((rail) => rail.games))
  return named.length > 0 ? named : filledBy([...games.values()].flat())
}

function pickOfMotif(motif: Motif, list: Iterable<ListedGame>, { pick }: Shelf): ListedGame[] {
  const counts = new Map<string, number>()
  const inTurn = pick(maxComparedOfMotif, list, (game) => motifOfGame(game) === motif).map((listed) => {
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
    // Past the rows at the top of the page.
    all: `${href('/slot')}#games`,
    cards: place(pick(maxCards, inTurn())),
  }
}

export function railTitleOf({ kind, kr_name, en_name, idx }: LobbyRail, i18n: I18n): string {
  return kind ? i18n.t(`lobby.rail.${kind}`) : i18n.localizedName({ nameKo: kr_name, nameEn: en_name, code: idx })
}

/** The games of an upstream's rail; none without such a rail. @param idx as in the rail's URL. */
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

function listedOf(sent: readonly Game[], { open, find }: Pick<Shelf, 'open' | 'find'>): ListedGame[] {
  return sent.flatMap((game) => {
    const known = find(game)
    if (known) return known
    const provider = game.nameKo || game.nameEn ? findByCode(open, String(game.company)) : undefined
    return provider ? { game, provider } : []
  })
}

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

function timeAgo(at: Date, now: Date, { lang }: I18n): string {
  const seconds = Math.max(0, (now.getTime() - at.getTime()) / 1_000)
  const format = formatOf(lang)
  const unit = secondsPerUnit.find(([, length]) => seconds >= length)
  const text = unit ? format.format(-Math.floor(seconds / unit[1]), unit[0]) : format.format(0, 'second')
  return joinUnit(text, lang)
}
