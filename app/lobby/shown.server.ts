import { gameArtSrc, providerArtSrc, smallProviderArtSrc } from '~/art/address'
import { lobbyPalettes, type PaletteName } from '~/art/palette'
import type { Words } from '~/i18n/words'
import type { Entry, Game } from '~/upstream/contract/values'
import { allowedImage } from '~/upstream/image.server'

/** A provider as a lobby shows it. Texts are in the reader's language. */
export type ShownProvider = {
  /** As it stands in an address; '' when the upstream gave none. */
  code: string
  name: string
  /** The name in the other writing, when it differs. */
  second: string
  /** 240 by 135. */
  src: string
  /** `closed` is under maintenance; `unready` came without a code: shown, not opened. */
  state: 'open' | 'closed' | 'unready'
}

/** A game as a lobby shows it. */
export type ShownGame = {
  /** As they stand in an address; '' for a code when the upstream gave none: shown, not opened. */
  company: string
  code: string
  name: string
  /** The provider, or in a provider's own lobby the name in the other writing. */
  second: string
  src: string
}

const known = new WeakMap<readonly Entry[], Looks>()

/** How the providers of a list look, worked out once for a list that is held. */
export function looksOf(list: readonly Entry[]): Looks {
  const looks = known.get(list) ?? new Looks(list)
  known.set(list, looks)
  return looks
}

/** Colours of a whole list of providers, so that a provider looks the same on every page and unlike its neighbours. */
class Looks {
  readonly #palettes = new Map<Entry, PaletteName>()

  constructor(list: readonly Entry[]) {
    const palettes = lobbyPalettes(list.map(seedOf))
    for (const [index, entry] of list.entries()) {
      const palette = palettes[index]
      if (palette) this.#palettes.set(entry, palette)
    }
  }

  /** The provider's picture, 240 by 135: the upstream's own where it may be shown, else our art. */
  wide(entry: Entry): string {
    return allowedImage(entry.img) ?? providerArtSrc(seedOf(entry), entry.nameKo, this.#palettes.get(entry))
  }

  /** The provider's small square. */
  small(entry: Entry): string {
    return smallProviderArtSrc(seedOf(entry), entry.nameKo, this.#palettes.get(entry))
  }
}

export function shownProvider(entry: Entry, looks: Looks, words: Words): ShownProvider {
  return {
    code: entry.code === undefined ? '' : String(entry.code),
    name: words.name(entry),
    second: otherName(entry, words),
    src: looks.wide(entry),
    state: entry.used === 'n' ? 'closed' : entry.code === undefined ? 'unready' : 'open',
  }
}

/** @param second what stands under the name. */
export function shownGame(game: Game, provider: Entry, words: Words, second: string): ShownGame {
  return {
    company: String(provider.code ?? ''),
    code: game.code === undefined ? '' : String(game.code),
    name: words.name(game),
    second,
    src: gameSrc(game, provider),
  }
}

/** The game's picture, 120 by 120: the upstream's own where it may be shown, else our art. */
export function gameSrc(game: Game, provider: Entry): string {
  return allowedImage(game.img) ?? gameArtSrc(seedOf(provider), seedOf(game), game.nameEn)
}

/** The name that is not shown in the reader's language: English in ko, Korean elsewhere; '' when there is no other. */
export function otherName(named: { nameKo?: string; nameEn?: string }, words: Words): string {
  const other = (words.locale === 'ko' ? named.nameEn : named.nameKo) ?? ''
  return other === words.name(named) ? '' : other
}

/** What a picture is drawn from: the code, or the name of what has none. */
function seedOf({ code, nameEn, nameKo }: Pick<Entry, 'code' | 'nameEn' | 'nameKo'>): string {
  return String(code ?? nameEn ?? nameKo ?? '')
}
