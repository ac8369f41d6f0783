import { type Cut, cutField, type Field } from '../cuts'
import { nightPalette, type Palette, type PaletteName } from '../palettes'
import { type PlacedShape, patchwork, pictureOf, randomPatchwork } from '../patchwork'
import { type Piece, toPath } from '../pieces'
import { createRandomInt } from '../random'
import { type ShapeName, shapes } from '../shapes/shapes'
import heroes from './heroes.json'

export type HeroFormat = 'wide' | 'narrow' | 'login'

/** A hand-arranged grid of tiles. Each tile has two colour indexes (0 to 2): its background and its shape. */
interface HeroScene extends Field {
  pieces: readonly (Piece & { backgroundIndex: number; shapeIndex: number })[]
  placedShapes: readonly PlacedShape[]
}

const narrowHero: HeroScene = {
  ...heroes.narrow,
  placedShapes: [
    { outline: shapes.moon.outline, x: 37, y: 34, scale: 0.59 },
    { outline: shapes.gate.outline, x: 158, y: 24, scale: 1.66 },
  ],
}

/** Narrow frames show the middle 340 units, with the moon and the gate. No vertical seam is to the left of the moon. */
const wideHero: HeroScene = {
  ...heroes.wide,
  placedShapes: [
    { outline: shapes.moon.outline, x: 232, y: 30, scale: 1.05 },
    { outline: shapes.gate.outline, x: 318, y: 116, scale: 2.5 },
  ],
}

/**
 * Draws the moon over a gate. `wide` is plain and dark on the left, where a text is placed over it. `narrow` is 358 by
 * 190. `login` always shows both shapes completely. @param palette the night palette, or a brand's palette
 */
export function heroArt(format: HeroFormat, palette: Palette = nightPalette): string {
  const yard = format === 'narrow' ? narrowHero : wideHero
  const backgroundIndexes = yard.pieces.map((piece) => piece.backgroundIndex)
  const shapeIndexes = yard.pieces.map((piece) => piece.shapeIndex)
  const cut: Cut = { width: yard.width, height: yard.height, pieces: yard.pieces.map(toPath) }
  const content = patchwork(cut, palette, backgroundIndexes, shapeIndexes, yard.placedShapes)
  if (format === 'narrow') return pictureOf(cut, content)

  const whole = 'width="100%" height="100%"'
  const around = palette.background[format === 'login' ? 2 : 0]
  const open = `<svg xmlns="http://www.w3.org/2000/svg" ${whole}><rect ${whole} fill="${around}"/>`
  const shapesBox = 'viewBox="212 16 376 336" preserveAspectRatio="xMidYMax" overflow="visible"'
  if (format === 'login') return `${open}<svg ${shapesBox}>${content}</svg></svg>`
  return [
    open,
    `<svg x="50%" width="50%" height="100%" viewBox="0 0 ${yard.width} ${yard.height}" preserveAspectRatio="xMidYMax slice">`,
    `${content}</svg>`,
    `<line x1="50%" x2="50%" y2="100%" stroke="${palette.shape[0]}" stroke-opacity=".22" stroke-dasharray="3 3"/></svg>`,
  ].join('')
}

export type LobbyName = 'casino' | 'slot' | 'sport'

/** Part of each lobby's seed, chosen by eye for a good arrangement of the pieces. */
const lobbySeeds: Record<LobbyName, number> = { casino: 3, slot: 15, sport: 17 }

export const lobbies: Record<LobbyName, { palette: PaletteName; placed: readonly PlacedShape[] }> = {
  casino: {
    palette: 'daechu',
    placed: [
      { ...shapes.spade, x: 31, y: 25, scale: 0.85 },
      { ...shapes.heart, x: 124, y: 27, scale: 0.85 },
    ],
  },
  slot: {
    palette: 'jjok',
    placed: [
      { ...shapes.seven, x: 16, y: 34, scale: 0.66 },
      { ...shapes.seven, x: 86.5, y: 34, scale: 0.66 },
      { ...shapes.seven, x: 157, y: 34, scale: 0.66 },
    ],
  },
  sport: { palette: 'sol', placed: [{ ...shapes.ball, x: 86, y: 13.5, scale: 1.08 }] },
}

export function lobbyArt(lobby: LobbyName): string {
  const draw = createRandomInt(`room/${lobby}/wide/${lobbySeeds[lobby]}`)
  const { palette, placed } = lobbies[lobby]
  return randomPatchwork(cutField('patch', { width: 240, height: 135 }, 2, draw), palette, draw, placed)
}

export type EmptyStateName = 'games' | 'bets' | 'search' | 'notes' | 'help'

export const emptyStates: Record<EmptyStateName, { palette: PaletteName; shape: ShapeName }> = {
  games: { palette: 'jaju', shape: 'moon' },
  bets: { palette: 'ok', shape: 'ball' },
  search: { palette: 'haneul', shape: 'kite' },
  notes: { palette: 'ok', shape: 'magpie' },
  help: { palette: 'sol', shape: 'bell' },
}

/** The night scenes of error pages and others without content, 320 by 180. Errors about money have none. */
export const pageScenes = {
  astray: { provider: 'page', code: 'lost', shapes: ['gate', 'moon'], palette: 'sol' },
  broken: { provider: 'page', code: 'c', shapes: ['jar', 'moon'], palette: 'daechu' },
  rest: { provider: 'page', code: 'c', shapes: ['house', 'moon'], palette: 'jjok' },
} as const

export type PageSceneName = keyof typeof pageScenes

/** Draws the picture for an empty list, 120 by 120. */
export function emptyStateArt(name: EmptyStateName): string {
  const draw = createRandomInt(`empty/${name}`)
  const { palette, shape } = emptyStates[name]
  return randomPatchwork(cutField('patch', { width: 120, height: 120 }, 1, draw), palette, draw, [
    { ...shapes[shape], x: 22, y: 22, scale: 0.76 },
  ])
}
