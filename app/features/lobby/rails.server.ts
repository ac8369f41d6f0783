import { href } from 'react-router'
import type { I18n } from '~/i18n/i18n'
import type { PageUpstream } from '~/server/page-upstream.server'
import { cachedSlotByCompany, lobbyRails } from '~/server/shared-responses.server'
import { motifs } from '~/ui/artwork/motifs'
import type { LobbyRail } from '~/upstream/contract/game-calls'
import type { Game, Provider } from '~/upstream/contract/values'
import { findByCode } from '~/upstream/find-by-id'
import { hrefWithQuery } from '~/values/href-with-query'
import { seoulDayNumber } from '~/values/seoul'
import { type GameCardData, toGameCards, toSceneCards } from './cards.server'
import { fetchGamesByProvider, gameKey, idOf, interleave, type ListedGame, motifsOfGame } from './game-list.server'
import type { GameId, RecentGame } from './member-games.server'
import { isProviderOpen } from './provider-lobby.server'

/** A row of games on home and /slot. Texts are in the visitor's language. */
export type Rail = {
  /** One of a page, and usable as an element's id. */
  id: string
  title: string
  /** Where all its games are. */
  all: string
  /** Its pictures are wide. */
  isWide?: true
  cards: (GameCardData & { openedAt?: string })[]
}

/** Source: docs/product.md, constants. */
const maxCards = 7
const maxWideCards = 4
/** A motif or a provider of the day has at least as many games: a whole row of a phone. */
const minGamesOfDay = 4
const maxUpstreamRails = 4
/** How many open providers a member's suggestions come from: each is an upstream call unless its list is cached. */
const maxSuggestingProviders = 6

/** What rails are made from. */
export type RailSources = {
  /** All slot providers. */
  providers: readonly Provider[]
  /** The games that are known. */
  games: ReadonlyMap<Provider, readonly Game[]>
  upstreamRails: readonly LobbyRail[]
  /** Of the member, newest first; empty for a visitor. */
  recent: readonly RecentGame[]
  favourites: readonly GameId[]
  now: Date
}

/**
 * Builds the rails in their order: continue, the upstream's, then the motif and the provider of the day, favourites; where
 * the upstream sends none, games of all providers in turn. Those of the day change at midnight in Seoul, and show no game
 * that an earlier one shows. None is empty.
 */
export function buildRails(
  { providers, games, upstreamRails, recent, favourites, now }: RailSources,
  i18n: I18n,
): Rail[] {
  const open = providers.filter(isProviderOpen)
  const find = (id: { company?: Game['company']; code?: Game['code'] }) => findListed(open, games, id)
  const shown = new Set<string>()
  const newToPage = (listed: ListedGame) => !shown.has(gameKey(idOf(listed)))
  const show = (list: readonly ListedGame[]) => {
    for (const listed of list) shown.add(gameKey(idOf(listed)))
    return list
  }
  const nameOfProvider = ({ provider }: ListedGame) => i18n.localizedName(provider)
  const toCards = (list: readonly ListedGame[]) => toGameCards(show(list), i18n, nameOfProvider)
  /** Games of open providers in turn, on each day from another provider and another game on. */
  const gamesOfDay = new Map([...games].map(([provider, list]) => [provider, ofDay(list, now)]))
  const inTurn = () => interleave(ofDay(open, now), gamesOfDay)
  const suggestions = () => first(maxCards, inTurn(), newToPage)

  const opened = recent.flatMap((id) => {
    const listed = find(id)
    return listed ? [{ ...listed, openedAt: id.openedAt }] : []
  })
  const continued = toCards(opened.slice(0, maxCards)).map((card, index) => {
    const openedAt = opened[index]?.openedAt
    return openedAt ? { ...card, openedAt: openedAt.toISOString(), subtitle: timeAgo(openedAt, now, i18n) } : card
  })

  const rails: Rail[] = []
  const add = (rail: Rail) => {
    if (rail.cards.length > 0) rails.push(rail)
  }
  if (continued.length > 0) {
    const filled = continued.length < minGamesOfDay ? toCards(suggestions().slice(0, maxCards - continued.length)) : []
    add({
      id: 'continue',
      title: i18n.t(filled.length > 0 ? 'lobby.rail.recentAndMore' : 'lobby.rail.continue'),
      all: hrefWithQuery(href('/slot'), { view: 'recent' }),
      cards: [...continued, ...filled],
    })
  }
  for (const [index, sent] of upstreamRails.slice(0, maxUpstreamRails).entries()) {
    add({
      id: `upstream-${index}`,
      title: railTitleOf(sent, i18n),
      all: hrefWithQuery(href('/slot'), sent.idx === undefined ? {} : { rail: String(sent.idx) }),
      cards: toCards(first(maxCards, listedOf(sent.games, open, find), () => true)),
    })
  }
  if (rails.every(({ id }) => id === 'continue')) {
    add({ id: 'explore', title: i18n.t('lobby.rail.explore'), all: href('/slot'), cards: toCards(suggestions()) })
  }
  for (const motif of ofDay(motifs, now)) {
    const isOfMotif = (listed: ListedGame) => newToPage(listed) && motifsOfGame(listed.game).includes(motif)
    const list = first(maxCards, inTurn(), isOfMotif)
    if (list.length < minGamesOfDay) continue
    add({
      id: 'motif',
      title: i18n.t('lobby.rail.motif', { motif: i18n.t(`lobby.motif.${motif}`) }),
      all: hrefWithQuery(href('/slot'), { motif }),
      cards: toCards(list),
    })
    break
  }
  const spotlight = ofDay(open, now).find((provider) => (gamesOfDay.get(provider) ?? []).length >= minGamesOfDay)
  if (spotlight) {
    const list = (gamesOfDay.get(spotlight) ?? []).map((game) => ({ game, provider: spotlight }))
    add({
      id: 'spotlight',
      title: i18n.t('lobby.rail.spotlight', { name: i18n.localizedName(spotlight) }),
      all: hrefWithQuery(href('/slot/game'), { code: String(spotlight.code) }),
      isWide: true,
      cards: toSceneCards(show(first(maxWideCards, list, newToPage)), i18n),
    })
  }
  add({
    id: 'favourites',
    title: i18n.t('lobby.favourites'),
    all: hrefWithQuery(href('/slot'), { view: 'favourites' }),
    cards: toCards(
      first(
        maxCards,
        favourites.flatMap((id) => find(id) ?? []),
        () => true,
      ),
    ),
  })
  return rails
}

/**
 * The rails of home. A visitor's are made from lists that are cached already and what the upstream's rails name. For a
 * member's the lists of their games' providers and of six others are asked for unless they are cached. Lists that fail
 * are left out. A visitor's cards name the games alone: their page is the one that has to be light.
 */
export async function loadRails(
  upstream: PageUpstream,
  providers: Promise<readonly Provider[]>,
  member: { recent: readonly RecentGame[]; favourites: readonly GameId[] } | null,
  i18n: I18n,
): Promise<Rail[]> {
  const now = new Date()
  const [upstreamRails, list, fetched] = await Promise.all([
    lobbyRails(upstream),
    providers,
    member ? providers.then((list) => fetchGamesByProvider(upstream, neededFor(list, member, now))) : undefined,
  ])
  const named = namedGames(upstreamRails)
  const games = new Map<Provider, readonly Game[]>()
  for (const provider of list) {
    if (provider.code === undefined) continue
    const known = fetched?.get(provider) ?? cachedSlotByCompany(provider.code) ?? named.get(String(provider.code))
    if (known) games.set(provider, known)
  }
  const { recent, favourites } = member ?? { recent: [], favourites: [] }
  const rails = buildRails({ providers: list, games, upstreamRails, recent, favourites, now }, i18n)
  return member
    ? rails
    : rails.map((rail) => ({ ...rail, cards: rail.cards.map((card) => ({ ...card, subtitle: '' })) }))
}

/** The name of an upstream's rail. */
export function railTitleOf({ kr_name, en_name, idx }: LobbyRail, i18n: I18n): string {
  return i18n.localizedName({ nameKo: kr_name, nameEn: en_name, code: idx })
}

/** The games of an upstream's rail, for a list of them; none without such a rail. @param idx as in the rail's URL. */
export function idsOfRail(rails: readonly LobbyRail[], idx: string): GameId[] {
  const rail = rails.find((one) => String(one.idx) === idx)
  return (rail?.games ?? []).map(({ company, code }) => ({ company: String(company), code: String(code) }))
}

/** The games that the upstream's rails name, each once, by their provider's code. */
function namedGames(rails: readonly LobbyRail[]): Map<string, Game[]> {
  const games = new Map<string, Map<string, Game>>()
  for (const game of rails.flatMap((rail) => rail.games)) {
    if (game.company === undefined || game.code === undefined || !(game.nameKo || game.nameEn)) continue
    const ofProvider = games.get(String(game.company)) ?? new Map<string, Game>()
    games.set(String(game.company), ofProvider.set(String(game.code), game))
  }
  return new Map([...games].map(([company, ofProvider]) => [company, [...ofProvider.values()]]))
}

/** The providers whose games a member's rails can't do without. */
function neededFor(
  providers: readonly Provider[],
  { recent, favourites }: { recent: readonly GameId[]; favourites: readonly GameId[] },
  now: Date,
): Provider[] {
  const open = providers.filter(isProviderOpen)
  const own = [...recent, ...favourites.slice(0, maxCards)].flatMap(({ company }) => findByCode(open, company) ?? [])
  return [...new Set([...own, ...ofDay(open, now).slice(0, maxSuggestingProviders)])]
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
function* listedOf(
  sent: readonly Game[],
  open: readonly Provider[],
  find: (id: Game) => ListedGame | undefined,
): Generator<ListedGame, void, undefined> {
  for (const game of sent) {
    if (game.code === undefined) continue
    const provider = findByCode(open, String(game.company))
    const listed = find(game)
    if (listed) yield listed
    else if (provider && (game.nameKo || game.nameEn)) yield { game, provider }
  }
}

/** The first games that pass, each once. Games without a code are left out: they can't be opened. */
function first(count: number, list: Iterable<ListedGame>, isWanted: (listed: ListedGame) => boolean): ListedGame[] {
  const found = new Map<string, ListedGame>()
  for (const listed of list) {
    if (found.size >= count) break
    if (listed.game.code !== undefined && isWanted(listed)) found.set(gameKey(idOf(listed)), listed)
  }
  return [...found.values()]
}

/** The items beginning with that of the day, each one a day. */
function ofDay<Item>(items: readonly Item[], now: Date): readonly Item[] {
  const start = items.length === 0 ? 0 : seoulDayNumber(now) % items.length
  return [...items.slice(start), ...items.slice(0, start)]
}

const secondsPerUnit = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** How long ago something was, in the largest unit that fits: 3 hours ago; now where it was less than a minute. */
function timeAgo(at: Date, now: Date, { lang }: I18n): string {
  const seconds = Math.max(0, (now.getTime() - at.getTime()) / 1_000)
  const format = new Intl.RelativeTimeFormat(lang, { numeric: 'auto' })
  const unit = secondsPerUnit.find(([, length]) => seconds >= length)
  return unit ? format.format(-Math.floor(seconds / unit[1]), unit[0]) : format.format(0, 'second')
}
