import type { Locale } from '~/i18n/locale'
import { designGame } from '~/ui/artwork/covers/covers'
import { creatureWords, shapeNames, thingWords } from '~/ui/artwork/names/shape-words'
import { type PaletteName, palettes } from '~/ui/artwork/palettes'
import { splitIntoPieces, toPath } from '~/ui/artwork/pieces'
import { createRandomInt } from '~/ui/artwork/random'
import { sceneArt } from '~/ui/artwork/scenes/scenes'
import { type ShapeName, shapes } from '~/ui/artwork/shapes/shapes'
import { findSlotGame, type SlotGame } from '../../seed/catalogue'
import { html, Markup } from '../document'
import { threePayouts } from './rules'

const sets: readonly (readonly ShapeName[])[] = [
  ['pine', 'maple', 'moon', 'mountain', 'mushroom', 'acorn', 'leaf', 'flower', 'gourd', 'bamboo', 'house'],
  ['persimmon', 'peach', 'orange', 'cherry', 'grape', 'melon', 'apple', 'strawberry', 'pumpkin', 'corn'],
  ['carp', 'turtle', 'shell', 'pearl', 'wave', 'ship', 'anchor', 'lotus', 'crab', 'lighthouse', 'crane'],
  ['moon', 'star', 'cloud', 'sun', 'kite', 'rainbow', 'bolt', 'swallow', 'feather', 'balloon'],
  ['lantern', 'fan', 'drum', 'pouch', 'jar', 'gate', 'coin', 'hanbok', 'mask', 'teacup', 'shoe', 'bell'],
  ['ingot', 'gem', 'crown', 'coin', 'chest', 'key', 'ring', 'pearl', 'trophy'],
  ['seven', 'bell', 'cherry', 'lemon', 'clover', 'star', 'horseshoe', 'gem', 'grape'],
  ['cake', 'candy', 'gift', 'note', 'firework', 'goblet', 'guitar', 'balloon', 'heart'],
  ['shield', 'sword', 'helmet', 'bow', 'axe', 'flag', 'horse', 'tower', 'drum'],
  ['book', 'compass', 'key', 'mirror', 'letter', 'hourglass', 'brush', 'clock', 'wizard'],
]

export type SlotLook = { symbols: readonly ShapeName[]; palette: PaletteName; game: SlotGame }

/** Returns a slot's look: symbols by rank from its cover's shapes, and the cover's palette. */
export function slotLook(provider: string, code: string): SlotLook {
  const game = findSlotGame(provider, code) ?? { code, company: provider, nameKo: '', nameEn: '' }
  const design = designGame({ provider, ...game })
  const [first = 'seven', second] = design.shapes
  const draw = createRandomInt(`reels/${provider}/${code}`)
  const home = sets[draw(2) * 4] ?? []
  const setOf = (shape: ShapeName | undefined) => sets.find((set) => shape !== undefined && set.includes(shape)) ?? home
  const companions = [first, second].flatMap((shape) => {
    const set = setOf(shape).filter((companion) => companion !== first && companion !== second)
    const start = draw(set.length)
    return [...set.slice(start), ...set.slice(0, start)].slice(0, threePayouts.length)
  })
  const turns = companions.map(
    (_, index) => companions[index % 2 === 0 ? index / 2 : (index - 1) / 2 + companions.length / 2],
  )
  const chosen = [...new Set([...turns, ...home])].filter((shape) => shape !== undefined)
  const middle = chosen.slice(0, threePayouts.length - (second ? 2 : 1))
  return {
    symbols: [first, ...middle, ...(second ? [second] : [])],
    palette: ofTheNight[design.palette] ?? design.palette,
    game,
  }
}

/** Dark palettes, so that a win can be lit. */
const ofTheNight: Partial<Record<PaletteName, PaletteName>> = {
  hobak: 'hwangto',
  salgu: 'gam',
  boksunga: 'jindallae',
  yeondu: 'sol',
  bichwi: 'ok',
  mulbit: 'haneul',
  deungkkot: 'noeul',
  mosi: 'hwangto',
  jaet: 'meok',
  juhong: 'daechu',
  haedang: 'jindallae',
  chwi: 'ssuk',
}

export function symbolName(shape: ShapeName, locale: Locale, { nameKo, nameEn }: SlotGame): string {
  const words = `${creatureWords[shape] ?? ''} ${thingWords[shape] ?? ''}`.split(' ').filter(Boolean)
  const name = (locale === 'ko' ? nameKo : nameEn).toLowerCase()
  const suffixes = "의|와|과|을|를|이|가|은|는|에|도|로|들|e?s|['’]s"
  const own = words.find((word) => new RegExp(`(^|\\s)${word}(${suffixes})?(?=[\\s,:]|$)`).test(name))
  const symbol = own ?? shapeNames(shape)[locale === 'ko' ? 'ko' : 'en']
  return symbol.charAt(0).toUpperCase() + symbol.slice(1)
}

export function symbolDefinitions({ symbols, palette, game }: SlotLook): Markup {
  const { background, shape: colours } = palettes[palette]
  return html`<svg width="0" height="0" class="symbols" aria-hidden="true">${symbols.map((name, rank) => {
    const { outline, detail } = shapes[name]
    const pieces = splitIntoPieces({ width: 100, height: 100 }, 4, createRandomInt(`${game.code} ${rank}`))
    const ground = colours[rank % 3]
    return html`<symbol id="s${rank}" viewBox="0 0 100 100"><clipPath id="c${rank}"><path clip-rule="evenodd" d="${outline}"/></clipPath>
<g clip-path="url(#c${rank})"><path fill="${ground}" d="M0 0h100v100H0z"/>${pieces
      .slice(1)
      .map((piece, index) => html`<path fill="${colours[(rank + index + 1) % 3]}" d="${toPath(piece)}"/>`)}</g>${
      detail !== undefined && html`<path fill="${background[0]}" fill-rule="evenodd" d="${detail}"/>`
    }</symbol>`
  })}</svg>`
}

export function slotScene({ game, palette }: SlotLook): Markup {
  const scene = sceneArt({ provider: game.company, ...game, palette })
  return new Markup(scene.replace('<svg ', '<svg preserveAspectRatio="xMidYMin slice" aria-hidden="true" '))
}
