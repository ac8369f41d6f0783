import { href } from 'react-router'
import { joinUnit } from '~/i18n/formats'
import type { I18n } from '~/i18n/i18n'
import { findByCode } from '~/server/request-info/query.server'
import type { LobbyRail } from '~/upstream/contract/calls/game'
import type { Game, Provider } from '~/upstream/contract/fields/provider'
import { hrefWithQuery } from '~/values/addresses'
import { memoize } from '~/values/memoize'
import type { GameId, RecentGame } from '../favourites/member-games.server'
import { type GameCardData, providerArtworkOf, toGameCards } from '../lists/cards.server'
import { gameKey, idOf, interleave, type ListedGame } from '../lists/games.server'
import { isProviderOpen, kindName } from '../lists/kinds.server'

/** Limits for rails. Source: docs/product.md, constants. */
const maxCards = 6
const maxWideCards = 4
export const minCards = 4
const maxUpstreamRails = 4

export type Rail = {
  /** Unique on a page, and usable as an element's id. */
  id: string
  title: string
  all: string
  isWide?: true
  cards: (GameCardData & { opened?: { at: string; ago: string }; isFavourite?: true; isSport?: true })[]
}

type Lobby = { category: 'casino' | 'sport'; providers: readonly Provider[] }

export type RailSources = {
  providers: readonly Provider[]
  games: ReadonlyMap<Provider, readonly Game[]>
  upstreamRails: readonly LobbyRail[]
  lobbies?: readonly Lobby[]
  recent: readonly RecentGame[]
  favourites: readonly GameId[]
  /** Games that the page lists anyway. Only the rail of opened games repeats them. */
  listed?: readonly GameId[]
  now: Date
}

/**
 * Builds the rails in order: continue, the upstream's, favourites. If the upstream's rails are all empty, games from
 * all providers in turn replace them. A game is in only one rail, preferably in one of the member's own. Each rail has
 * at least four games, except for the rail of opened games.
 */
export function buildRails(
  { providers, games, upstreamRails, favourites, listed = [], ...sources }: RailSources,
  i18n: I18n,
): Rail[] {
  const open = providers.filter(isProviderOpen)
  const hearts = new Set(favourites.map(gameKey))
  const taken = new Set(listed.map(gameKey))
  const find = ({ company, code }: Pick<Game, 'company' | 'code'>): ListedGame | undefined => {
    const provider = findByCode(open, String(company))
    const game = provider && findByCode(games.get(provider) ?? [], String(code))
    return provider && game && { game, provider }
  }
  const findOrTrust = (game: Game): ListedGame[] => {
    const provider = game.nameKo || game.nameEn ? findByCode(open, String(game.company)) : undefined
    return [find(game) ?? (provider && { game, provider })].filter((listed) => listed !== undefined)
  }
  const build = (rail: Omit<Rail, 'cards'>, list: Iterable<ListedGame>): Rail[] => {
    const chosen = new Map<string, ListedGame>()
    for (const listed of list) {
      if (chosen.size === (rail.isWide ? maxWideCards : maxCards)) break
      const key = gameKey(idOf(listed))
      if (listed.game.code !== undefined && !taken.has(key)) chosen.set(key, listed)
    }
    if (chosen.size < minCards) return []
    for (const key of chosen.keys()) taken.add(key)
    const cards = toGameCards([...chosen.values()], i18n, ({ provider }) => i18n.localizedName(provider), rail.isWide)
    return [{ ...rail, cards }]
  }
  const continued = continueRail(sources, find, i18n)
  for (const { cards } of continued) for (const card of cards) taken.add(gameKey(card))
  const own = build(
    { id: 'favourites', title: i18n.t('lobby.favourites'), all: hrefWithQuery(href('/slot'), { view: 'favourites' }) },
    favourites.flatMap((id) => find(id) ?? []),
  )
  const sent = upstreamRails.slice(0, maxUpstreamRails).flatMap((rail, index) =>
    build(
      {
        id: `upstream-${index}`,
        title: railTitleOf(rail, i18n),
        all: hrefWithQuery(href('/slot'), rail.idx === undefined ? {} : { rail: String(rail.idx) }),
        ...(rail.kind === 'jackpot' ? { isWide: true } : {}),
      },
      rail.games.flatMap(findOrTrust),
    ),
  )
  const explore = { id: 'explore', title: i18n.t('lobby.rail.explore'), all: `${href('/slot')}#games` }
  const rails = [...continued, ...(sent.length > 0 ? sent : build(explore, interleave(open, games))), ...own]
  return rails.map((rail) => ({
    ...rail,
    cards: rail.cards.map((card) => (hearts.has(gameKey(card)) ? { ...card, isFavourite: true } : card)),
  }))
}

/** Returns the last opened games, tables and sports. A provider's tables of a kind, or its sports, share a card. */
function continueRail(
  { recent, lobbies = [], now }: Pick<RailSources, 'recent' | 'lobbies' | 'now'>,
  find: (id: GameId) => ListedGame | undefined,
  i18n: I18n,
): Rail[] {
  const cards = new Map<string, Rail['cards'][number]>()
  for (const id of recent) {
    const listed = find(id)
    const [ofSlot] = listed ? toGameCards([listed], i18n, ({ provider }) => i18n.localizedName(provider)) : []
    const played = ofSlot ? { key: gameKey(id), card: ofSlot } : toPlayed(id, lobbies, i18n)
    if (!played || cards.has(played.key)) continue
    const opened = id.openedAt && { at: id.openedAt.toISOString(), ago: timeAgo(id.openedAt, now, i18n) }
    cards.set(played.key, { ...played.card, ...(opened ? { opened } : {}) })
  }
  if (cards.size === 0) return []
  const all = hrefWithQuery(href('/slot'), { view: 'recent' })
  return [{ id: 'continue', title: i18n.t('lobby.rail.continue'), all, cards: [...cards.values()].slice(0, maxCards) }]
}

function toPlayed({ company, code }: GameId, lobbies: readonly Lobby[], i18n: I18n) {
  for (const { category, providers } of lobbies) {
    const provider = findByCode(providers, company)
    if (!provider || !isProviderOpen(provider)) continue
    const [foremost] = provider.tables ?? []
    const table = code === company ? foremost : provider.tables?.find((each) => String(each.code) === code)
    if (code !== company && !table) continue
    const kind = table ? table.kind : provider.kinds?.length === 1 ? provider.kinds[0] : undefined
    const providerName = i18n.localizedName(provider)
    const src = providerArtworkOf(providers, category).kindSrc(provider, kind)
    return {
      key: `${company} ${kind}`,
      card: {
        ...{ company, code, src },
        ...(kind ? { name: kindName(kind, i18n), subtitle: providerName } : { name: providerName, subtitle: '' }),
        ...(category === 'sport' ? { isSport: true as const } : {}),
      },
    }
  }
  return undefined
}

export function railTitleOf({ kind, kr_name, en_name, idx }: LobbyRail, i18n: I18n): string {
  return kind ? i18n.t(`lobby.rail.${kind}`) : i18n.localizedName({ nameKo: kr_name, nameEn: en_name, code: idx })
}

/** Returns the games of an upstream rail, or none if there is no such rail. @param idx from the rail's URL */
export function idsOfRail(rails: readonly LobbyRail[], idx: string): GameId[] {
  const rail = rails.find((candidate) => String(candidate.idx) === idx)
  return (rail?.games ?? []).map(({ company, code }) => ({ company: String(company), code: String(code) }))
}

const secondsPerUnit = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

const formatOf = memoize((lang: string) => new Intl.RelativeTimeFormat(lang, { numeric: 'auto', style: 'narrow' }))

function timeAgo(at: Date, now: Date, { lang, t }: I18n): string {
  const seconds = Math.max(0, (now.getTime() - at.getTime()) / 1_000)
  const format = formatOf(lang)
  const unit = secondsPerUnit.find(([, length]) => seconds >= length)
  return unit ? joinUnit(format.format(-Math.floor(seconds / unit[1]), unit[0]), lang) : t('lobby.opened.now')
}
