import type { Locale } from '~/i18n/locale'
import { designGame } from '~/ui/artwork/covers/covers'
import { creatureWords, shapeNames, thingWords } from '~/ui/artwork/names/shape-words'
import { nightOf, type PaletteName, palettes } from '~/ui/artwork/palettes'
import { splitIntoPieces, toPath } from '~/ui/artwork/pieces'
import { createRandomInt } from '~/ui/artwork/random'
import { sceneArt } from '~/ui/artwork/scenes/scenes'
import { type ShapeName, shapes } from '~/ui/artwork/shapes/shapes'
import { dot } from '~/values/parts'
import { findSlotGame, type SlotGame } from '../../seed/sandbox-games'
import { html, Markup } from '../html-page'
import { defineGame, roundPaceMs } from '../sandbox-game'
import { lastRank, lineWin, pairPayout, reel, rowsAt, type Stops, slotOdds, stopsSchema, threePayouts } from './rules'
import rules from './slot.css?raw'

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

type SlotLook = { symbols: readonly ShapeName[]; palette: PaletteName; game: SlotGame }

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
  return { symbols: [first, ...middle, ...(second ? [second] : [])], palette: nightOf(design.palette), game }
}

export function symbolName(shape: ShapeName, locale: Locale, { nameKo, nameEn }: SlotGame): string {
  const words = `${creatureWords[shape] ?? ''} ${thingWords[shape] ?? ''}`.split(' ').filter(Boolean)
  const name = (locale === 'ko' ? nameKo : nameEn).toLowerCase()
  const suffixes = "의|와|과|을|를|이|가|은|는|에|도|로|들|e?s|['’]s"
  const own = words.find((word) => new RegExp(`(^|\\s)${word}(${suffixes})?(?=[\\s,:]|$)`).test(name))
  const symbol = own ?? shapeNames(shape)[locale === 'ko' ? 'ko' : 'en']
  return symbol.charAt(0).toUpperCase() + symbol.slice(1)
}

function symbolDefinitions({ symbols, palette, game }: SlotLook): Markup {
  const { background, shape: colours } = palettes[palette]
  return html`<svg width="0" height="0" class="symbols" aria-hidden="true">${symbols.map((name, rank) => {
    const { outline, detail } = shapes[name]
    const pieces = splitIntoPieces({ width: 100, height: 100 }, 4, createRandomInt(`${game.code} ${rank}`))
    const ground = colours[rank % 3]
    return html`<symbol id="s${rank}" viewBox="-4 -4 111 111"><clipPath id="c${rank}"><path clip-rule="evenodd" d="${outline}"/></clipPath>
<g clip-path="url(#c${rank})"><path fill="${ground}" d="M-9-9h118v118H-9z"/>${pieces
      .slice(1)
      .map((piece, index) => html`<path fill="${colours[(rank + index + 1) % 3]}" d="${toPath(piece)}"/>`)}</g>${
      detail !== undefined && html`<path fill="${background[0]}" fill-rule="evenodd" d="${detail}"/>`
    }</symbol>`
  })}</svg>`
}

function slotScene({ game, palette }: SlotLook): Markup {
  const scene = sceneArt({ provider: game.company, ...game, palette })
  return new Markup(scene.replace('<svg ', '<svg aria-hidden="true" '))
}

const readyStops: Stops = [1, 0, 18]
const passing = [11, 15, 19]
const fieldHeight = 86

export const slotGame = defineGame<Stops>({
  outcomeSchema: stopsSchema,
  earlierRounds: 1,
  paceMs: roundPaceMs.slot,
  paceText: 'game.pace',
  lost: 'game.noWin',
  paidOut: 'game.paidOut',
  takeChoice: () => ({ choice: 'spin' }),
  draw: (draw) => [draw(reel.length), draw(reel.length), draw(reel.length)],
  payoutHundredths: (stops) => 100 * lineWin(stops).multiple,
  render: ({ t, locale, table, round, isFresh, isLit }) => {
    const look = slotLook(table.provider.code, table.game)
    const stops = round?.outcome ?? readyStops
    const hits = isLit ? lineWin(stops).reels : []
    const name = (rank: number) => symbolName(look.symbols[rank] ?? 'seven', locale, look.game)
    const line = stops.map((stop) => name(rowsAt(stop)[1])).join(dot)
    const times = (multiple: number) => t('game.times', { times: String(multiple) })
    const payRow = (rank: number, text: string, multiple: number) =>
      html`<tr><th scope="row"><svg width="28" height="28" aria-hidden="true"><use href="#s${rank}"/></svg> ${text}</th>
<td>${times(multiple)}</td></tr>`
    const odds = [
      t('slot.line'),
      t('game.return', { percent: (slotOdds.returned * 100).toFixed(2) }),
      t('slot.hits', { rounds: (1 / slotOdds.wins).toFixed(1) }),
    ]
    return {
      stage: html`${symbolDefinitions(look)}<div class="scene">${slotScene(look)}</div>
<div class="frame${hits.length > 0 && ' lit'}" role="img" aria-label="${line}">${stops.map((stop, index) =>
        reelPicture(stop, index, isFresh, hits.includes(index)),
      )}</div>`,
      outcomeText: round ? line : t('game.ready'),
      actionText: t('slot.spin'),
      payouts: html`<table class="pays">${threePayouts.map((multiple, rank) =>
        payRow(rank, t('slot.three', { symbol: name(rank) }), multiple),
      )}${payRow(lastRank, t('slot.two', { symbol: name(lastRank) }), pairPayout)}</table><p class="faint">${odds.join(' ')}</p>`,
      styles: styles(look),
    }
  },
})

function reelPicture(stop: number, index: number, isTurning: boolean, isHit: boolean): Markup {
  const below = isTurning ? (passing[index] ?? 0) : 0
  const ranks = [...rowsAt(stop), ...Array.from({ length: below }, (_, step) => reel[(stop + 2 + step) % reel.length])]
  const fields = ranks.map((rank, row) => {
    const y = row * fieldHeight
    const hit = isHit && row === 1
    return html`<rect${hit && html` class="hit"`} x="3" y="${y + 3}" width="94" height="${fieldHeight - 6}" rx="9"/><use${
      hit && html` class="hit"`
    } href="#s${rank ?? lastRank}" x="10" y="${y + 3}" width="80" height="80"/>`
  })
  const viewBox = `0 0 100 ${ranks.length * fieldHeight}`
  return html`<div class="reel"><svg class="r${index}" viewBox="${viewBox}" aria-hidden="true">${fields}</svg></div>`
}

function styles({ palette }: SlotLook): string {
  const { background, shape } = palettes[palette]
  const reels = passing.map(
    (count, index) => `.r${index}{--from:-${((100 * count) / (count + 3)).toFixed(3)}%;--time:${0.7 + 0.25 * index}s}`,
  )
  const colours = `--c0:${background[0]};--c1:${background[1]};--c2:${background[2]};--spark:${shape[2]}`
  return `main.game{${colours}}.reel{aspect-ratio:100/${3 * fieldHeight}}${reels.join('')}${rules}`
}
