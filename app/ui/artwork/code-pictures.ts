import { type ConsonantName, consonantNames, consonantPaths, initialConsonantOf } from './consonants'
import { type CutName, cutField, cutForCode, variantCount } from './cuts'
import { gamePalettesOf, type PaletteName, paletteForCode } from './palettes'
import { type PlacedShape, randomPatchwork } from './patchwork'
import { createRandomInt, hashText, type RandomInt } from './random'
import { type ShapeName, shapeNames, shapes } from './shapes'
import { type GameNames, shapesFromName } from './shapes-from-name'
import { fieldLines, type SportName, sportForCode, sportFromName } from './sports'

const square = { width: 120, height: 120 }
const wide = { width: 240, height: 135 }

/** Shapes for games whose names mention none: those that please nobody are used only when a name asks for them. */
const defaultShapes = /* @__PURE__ */ shapeNames.filter(
  (name) => !['skull', 'ghost', 'spider', 'bomb', 'bat', 'beetle', 'net', 'whistle', 'totem', 'eye'].includes(name),
)

/** What a game's picture consists of, before it is drawn. */
interface GameDesign {
  /** One or two, the larger first. */
  shapes: readonly ShapeName[]
  palette: PaletteName
  /** The provider's rule. */
  cut: CutName
  /** Widths and offset of the pieces: 0 to {@link variantCount} - 1. */
  variant: number
  /** Where the shapes lie: 0 to 3. */
  arrangement: number
}

/** A game by its codes. `shapes` are already derived from its names and take precedence over them. */
export interface PicturedGame extends GameNames {
  provider: string
  code: string
  shapes?: readonly ShapeName[]
}

/** Decides a game's picture: the things that its name mentions, else two chosen by its code. */
export function designGame(
  { provider, code, shapes: known, ...names }: PicturedGame,
  draw = drawFor(provider, code),
): GameDesign {
  const design: GameDesign = {
    shapes: known ?? shapesFromName(names),
    palette: gamePalettesOf(provider)[draw(3)] ?? paletteForCode(provider),
    cut: cutForCode(provider),
    variant: draw(variantCount),
    arrangement: draw(4),
  }
  const chance = [draw(defaultShapes.length), draw(defaultShapes.length)].map((at) => defaultShapes[at] ?? 'moon')
  return design.shapes.length > 0 ? design : { ...design, shapes: [...new Set(chance)] }
}

/** Part of each game's seed, chosen so that no two shipped games of one page look alike. */
const gameSeed = 2168

function drawFor(provider: string, code: string): RandomInt {
  return createRandomInt(`${gameSeed}/${provider}/${code}`)
}

/**
 * The picture of a game, 120 by 120.
 *
 * @returns SVG text for an `img`; the same bytes for the same input, for ever.
 */
export function gameArt(game: PicturedGame): string {
  const draw = drawFor(game.provider, game.code)
  const { shapes: names, palette, cut, variant, arrangement } = designGame(game, draw)
  return randomPatchwork(cutField(cut, square, variant, draw), palette, draw, placeShapes(names, arrangement))
}

/** A provider with what its picture shows. */
export interface PicturedProvider {
  code: string
  nameKo?: string
  /** Already derived from the name, over which it takes precedence. */
  consonant?: ConsonantName
  /** Set by the brand or a lobby. */
  palette?: PaletteName
}

/**
 * The picture of a provider, 240 by 135: the first consonant of its Korean name, on the cut of its games.
 *
 * @returns SVG text for an `img`; the same bytes for the same input, for ever.
 */
export function providerArt(provider: PicturedProvider): string {
  const draw = createRandomInt(provider.code)
  const scale = (wide.height * 0.72) / 100
  const aside = 4 * draw(7) + 4
  const placed = {
    outline: consonantPaths[consonantOf(provider)],
    x: wide.width / 2 - scale * 50 + aside,
    y: (wide.height - scale * 100) / 2,
    scale,
  }
  return randomPatchwork(cutOfProvider(provider, wide, draw), paletteOf(provider), draw, [placed])
}

/** The small picture of a provider, 120 by 120, with the palette, cut and consonant of its large one. */
export function smallProviderArt(provider: PicturedProvider): string {
  const draw = createRandomInt(`small/${provider.code}`)
  return randomPatchwork(cutOfProvider(provider, square, draw), paletteOf(provider), draw, [
    centredConsonant(consonantOf(provider)),
  ])
}

/**
 * The picture of a provider of sports, 240 by 135: something of a sport on the lines of its field, and the consonant.
 *
 * @param provider `sport` is set by the lobby; without it the name or code decides.
 */
export function sportArt(provider: PicturedProvider & GameNames & { sport?: SportName }): string {
  const draw = createRandomInt(`sport/${provider.code}`)
  const sport = provider.sport ?? sportFromName(provider) ?? sportForCode(provider.code)
  const placed = [
    { ...shapes[sport], x: 20, y: 15, scale: 1.05 },
    { outline: consonantPaths[consonantOf(provider)], x: 153, y: 36, scale: 0.63 },
  ]
  return randomPatchwork(
    cutOfProvider(provider, wide, draw),
    paletteOf(provider),
    draw,
    draw(2) === 0 ? placed : placed.map((shape) => ({ ...shape, x: wide.width - shape.x - 100 * shape.scale })),
    fieldLines[sport],
  )
}

/**
 * The picture of a member, 120 by 120: a consonant on a patchwork derived from the id's hash.
 *
 * @param member `hash` is {@link memberHash}; without a `consonant` it decides that too.
 */
export function memberArt(member: { hash: string; consonant?: ConsonantName }): string {
  const draw = createRandomInt(`member/${member.hash}`)
  return randomPatchwork(cutField('patch', square, 1, draw), paletteForCode(member.hash), draw, [
    centredConsonant(member.consonant ?? consonantForCode(member.hash)),
  ])
}

function cutOfProvider({ code }: PicturedProvider, field: typeof square, draw: RandomInt) {
  return cutField(cutForCode(code), field, hashText(code) % variantCount, draw)
}

function paletteOf({ code, palette }: PicturedProvider): PaletteName {
  return palette ?? paletteForCode(code)
}

function consonantOf({ code, nameKo, consonant }: PicturedProvider): ConsonantName {
  return consonant ?? initialConsonantOf(nameKo ?? '') ?? consonantForCode(code)
}

function consonantForCode(code: string): ConsonantName {
  return consonantNames[hashText(code) % consonantNames.length] ?? 'ng'
}

function centredConsonant(consonant: ConsonantName): PlacedShape {
  const scale = (square.height * 0.72) / 100
  const edge = (square.width - scale * 100) / 2
  return { outline: consonantPaths[consonant], x: edge, y: edge, scale }
}

function placeShapes([first = 'moon', second]: readonly ShapeName[], arrangement: number): PlacedShape[] {
  return second ? placePair(first, second, arrangement) : placeOne(first, arrangement)
}

/** One shape: centred, large and cut off at an edge, or a large and a small one. */
function placeOne(name: ShapeName, arrangement: number): PlacedShape[] {
  const shape = shapes[name]
  if (arrangement === 0) return [{ ...shape, x: 18, y: 18, scale: 0.84 }]
  if (arrangement === 3) return placePair(name, name, 0)
  return [arrangement === 1 ? { ...shape, x: -8, y: 14, scale: 1.04 } : { ...shape, x: 10, y: 26, scale: 1.04 }]
}

/** Shapes that are worn: they sit in the middle above the other one. */
const worn: readonly ShapeName[] = ['hat', 'crown', 'wizard', 'jester', 'helmet']

/** Shapes that belong into the sky: never below the other one. */
const high: readonly ShapeName[] = [
  ...(['moon', 'sun', 'star', 'cloud', 'rainbow', 'kite', 'balloon', 'firework', 'bolt', 'umbrella'] as const),
]

/** Where a large and a small shape lie: x, y and scale of each. */
type PairPlaces = readonly [large: readonly [number, number, number], small: readonly [number, number, number]]

const sideBySide: readonly PairPlaces[] = [
  [
    [4, 4, 0.72],
    [70, 70, 0.46],
  ],
  [
    [44, 44, 0.72],
    [4, 4, 0.46],
  ],
  [
    [43, 38, 0.74],
    [2, 72, 0.42],
  ],
  [
    [3, 38, 0.74],
    [76, 72, 0.42],
  ],
]

const smallAbove: readonly PairPlaces[] = [
  [
    [44, 44, 0.72],
    [4, 4, 0.46],
  ],
  [
    [28, 48, 0.68],
    [3, 3, 0.5],
  ],
  [
    [22, 46, 0.7],
    [35, 3, 0.42],
  ],
  [
    [3, 46, 0.7],
    [42, 3, 0.42],
  ],
]

const smallWorn: readonly PairPlaces[] = [
  [
    [20, 46, 0.7],
    [33, 2, 0.44],
  ],
  [
    [3, 46, 0.7],
    [16, 2, 0.44],
  ],
  [
    [36, 46, 0.7],
    [40, 2, 0.44],
  ],
  [
    [26, 56, 0.6],
    [29, 2, 0.54],
  ],
]

/** A large and a small shape. The corner at the top right stays free: a lobby's card has a button on it. */
function placePair(large: ShapeName, small: ShapeName, arrangement: number): PlacedShape[] {
  const places = worn.includes(small) ? smallWorn : high.includes(small) ? smallAbove : sideBySide
  return [large, small].flatMap((name, at) => {
    const [x, y, scale] = places[arrangement]?.[at] ?? [18, 18, 0.84]
    return { ...shapes[name], x, y, scale }
  })
}
