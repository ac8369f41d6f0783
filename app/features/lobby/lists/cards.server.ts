import { pictureAddresses } from '~/brand/pictures/picture-address.server'
import type { I18n } from '~/i18n/i18n'
import * as covers from '~/ui/artwork/covers/cover-urls'
import { coverSrcs } from '~/ui/artwork/covers/covers'
import { lobbySports, type SportName } from '~/ui/artwork/covers/sports'
import { shapesFromName } from '~/ui/artwork/names/shapes-from-name'
import { lobbyPalettes, type PaletteName } from '~/ui/artwork/palettes'
import type { Kind } from '~/upstream/contract/fields/kinds'
import type { CasinoTable, Game, Provider } from '~/upstream/contract/fields/provider'
import { memoize } from '~/values/memoize'
import { formatNearTime } from '~/values/seoul'
import { kindsText, openableKinds, type TableCardData, toTableCard } from './kinds.server'

export type ProviderCardData = {
  code: string
  name: string
  /** The kinds of games that the provider offers, or '' if unknown. */
  kinds: string
  src: string
  table?: TableCardData
  closedLabel?: string
}

export type GameCardData = {
  /** The provider's code in URLs. It is '' if the upstream sent none. The game then can't be opened. */
  company: string
  code: string
  name: string
  subtitle: string
  src: string
  closedLabel?: string
}

const artworkOf = memoize((list: readonly Provider[]) => new ProviderArtwork(list, false))
const sportArtworkOf = memoize((list: readonly Provider[]) => new ProviderArtwork(list, true))

/** Returns pictures of a list's providers. They are computed once per list object, and separately for sports. */
export function providerArtworkOf(list: readonly Provider[], category?: 'casino' | 'slot' | 'sport'): ProviderArtwork {
  return category === 'sport' ? sportArtworkOf(list) : artworkOf(list)
}

/** Assigns palettes and sports across a list. A provider looks the same everywhere but differs from its neighbours. */
class ProviderArtwork {
  readonly #palettes: ReadonlyMap<Provider, PaletteName | undefined>
  readonly #sports: ReadonlyMap<Provider, SportName | undefined>

  constructor(list: readonly Provider[], isSport: boolean) {
    const palettes = lobbyPalettes(list.map(seedOf))
    const sports = isSport ? lobbySports(list.map((entry) => ({ ...entry, code: seedOf(entry) }))) : []
    this.#palettes = new Map(list.map((entry, index) => [entry, palettes[index]]))
    this.#sports = new Map(list.map((entry, index) => [entry, sports[index]]))
  }

  /** Returns the URL of the provider's picture, 240 by 135 px: the upstream's if allowed, or else artwork of a kind. */
  wideSrc(entry: Provider, kind?: Kind | ''): string {
    const known = [seedOf(entry), entry.nameKo, this.#palettes.get(entry)] as const
    const sport = this.#sports.get(entry)
    const artwork = sport
      ? covers.sportArtSrc(...known, sport, entry.kinds)
      : covers.providerArtSrc(...known, kind ? [kind] : openableKinds(entry))
    return pictureAddresses().pathOf(entry.img, artwork)
  }

  smallSrc(entry: Provider): string {
    return covers.smallProviderArtSrc(seedOf(entry), entry.nameKo, this.#palettes.get(entry))
  }

  kindSrc(entry: Provider, kind: Kind | undefined): string {
    return covers.kindArtSrc(seedOf(entry), kind ?? this.#sports.get(entry), this.#palettes.get(entry))
  }
}

/** Returns a provider's card. @param table the table that it opens instead of the provider @param kind the only kind shown */
export function toProviderCard(
  entry: Provider,
  artwork: ProviderArtwork,
  i18n: I18n,
  table?: CasinoTable,
  kind: Kind | '' = '',
): ProviderCardData {
  return {
    code: entry.code === undefined ? '' : String(entry.code),
    name: i18n.localizedName(entry),
    kinds: kind === '' ? kindsText(entry, i18n) : '',
    ...(table ? { table: toTableCard(table, i18n) } : {}),
    src: artwork.wideSrc(entry, kind),
    ...closedLabel(entry, i18n),
  }
}

/** Returns the label of a provider or game that is under maintenance or without a code, or nothing. */
function closedLabel({ used, code, until }: Pick<Provider | Game, 'used' | 'code' | 'until'>, i18n: I18n) {
  if (used !== 'n') return code === undefined ? { closedLabel: i18n.t('lobby.notReady') } : {}
  if (!until) return { closedLabel: i18n.t('lobby.maintenance.open') }
  return { closedLabel: i18n.t('lobby.maintenance.back', { until: formatNearTime(until, Date.now(), i18n.lang) }) }
}

/** Returns game cards in display order. Neighbours have different covers. @param isWide uses scenes, not covers */
export function toGameCards<Listed extends { game: Game; provider: Provider }>(
  list: readonly Listed[],
  i18n: I18n,
  subtitleOf: (listed: Listed) => string,
  isWide = false,
): GameCardData[] {
  const pictured = list.map(({ game, provider }) => ({ provider: seedOf(provider), code: seedOf(game), names: game }))
  const srcs = isWide
    ? pictured.map(({ provider, code, names }) => covers.gameSceneSrc(provider, code, names))
    : coverSrcs(pictured)
  return list.map((listed, index) => {
    const { game, provider } = listed
    return {
      company: String(provider.code ?? ''),
      code: game.code === undefined ? '' : String(game.code),
      name: i18n.localizedName(game),
      subtitle: subtitleOf(listed),
      src: pictureAddresses().pathOf(game.img, srcs[index] ?? ''),
      ...closedLabel(game, i18n),
    }
  })
}

/** Returns the URL of the game's picture, 120 by 120 px: the upstream's if allowed, or else artwork. */
export function gamePictureSrc(game: Game, provider: Provider): string {
  return pictureAddresses().pathOf(game.img, covers.gameArtSrc(seedOf(provider), seedOf(game), shapesFromName(game)))
}

/** Returns the name in the other language (Korean or English), or '' if it is missing or the same. */
export function otherName(named: { nameKo?: string; nameEn?: string }, i18n: I18n): string {
  const secondName = (i18n.locale === 'ko' ? named.nameEn : named.nameKo) ?? ''
  return secondName === i18n.localizedName(named) ? '' : secondName
}

function seedOf({ code, nameEn, nameKo }: Pick<Provider, 'code' | 'nameEn' | 'nameKo'>): string {
  return String(code ?? nameEn ?? nameKo ?? '')
}
