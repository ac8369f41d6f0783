import { nightPalette, type Palette, type PaletteName } from './palettes'
import { type PlacedShape, patchwork, patchworkContent, randomPatchwork } from './patchwork'
import { type Piece, type PieceLayout, splitIntoPieces } from './pieces'
import { createRandomInt } from './random'
import { type ShapeName, shapes } from './shapes'

/** `wide` is shown behind the text, `narrow` above it. */
export type HeroFormat = 'wide' | 'narrow'

/** A patchwork laid out by hand; each piece has its background colour and its colour inside the shapes, 0 to 2. */
interface HeroScene extends PieceLayout {
  pieces: readonly (Piece & { backgroundIndex: number; shapeIndex: number })[]
  placedShapes: readonly PlacedShape[]
}

const narrowHero: HeroScene = {
  width: 358,
  height: 190,
  seams: 'M119 0v190M239 0v190M0 42h119M0 127h119M119 95h120M239 63h119',
  pieces: [
    { x: 0, y: 0, width: 119, height: 42, backgroundIndex: 2, shapeIndex: 0 },
    { x: 0, y: 42, width: 119, height: 85, backgroundIndex: 1, shapeIndex: 0 },
    { x: 0, y: 127, width: 119, height: 63, backgroundIndex: 1, shapeIndex: 0 },
    { x: 119, y: 0, width: 120, height: 95, backgroundIndex: 2, shapeIndex: 1 },
    { x: 119, y: 95, width: 120, height: 95, backgroundIndex: 2, shapeIndex: 0 },
    { x: 239, y: 0, width: 119, height: 63, backgroundIndex: 0, shapeIndex: 1 },
    { x: 239, y: 63, width: 119, height: 127, backgroundIndex: 0, shapeIndex: 2 },
  ],
  placedShapes: [
    { outline: shapes.moon.outline, x: 37, y: 34, scale: 0.59 },
    { outline: shapes.gate.outline, x: 158, y: 24, scale: 1.66 },
  ],
}

/** Moon and gate stay within the middle 340 units, which a narrow frame still shows. */
const wideHero: HeroScene = {
  width: 800,
  height: 352,
  seams:
    'M150 0v352M308 0v156M386 0v244M493 0v352M667 0v352M328 244v108M150 156h236M150 244h343M493 57h174M493 200h174M0 117h150M667 110h133',
  pieces: [
    { x: 0, y: 0, width: 150, height: 117, backgroundIndex: 1, shapeIndex: 0 },
    { x: 0, y: 117, width: 150, height: 235, backgroundIndex: 0, shapeIndex: 0 },
    { x: 150, y: 0, width: 158, height: 156, backgroundIndex: 2, shapeIndex: 0 },
    { x: 308, y: 0, width: 78, height: 156, backgroundIndex: 0, shapeIndex: 1 },
    { x: 150, y: 156, width: 236, height: 88, backgroundIndex: 2, shapeIndex: 1 },
    { x: 386, y: 0, width: 107, height: 244, backgroundIndex: 0, shapeIndex: 1 },
    { x: 493, y: 0, width: 174, height: 57, backgroundIndex: 1, shapeIndex: 0 },
    { x: 493, y: 57, width: 174, height: 143, backgroundIndex: 0, shapeIndex: 2 },
    { x: 493, y: 200, width: 174, height: 152, backgroundIndex: 2, shapeIndex: 1 },
    { x: 150, y: 244, width: 178, height: 108, backgroundIndex: 0, shapeIndex: 0 },
    { x: 328, y: 244, width: 165, height: 108, backgroundIndex: 2, shapeIndex: 0 },
    { x: 667, y: 0, width: 133, height: 110, backgroundIndex: 2, shapeIndex: 0 },
    { x: 667, y: 110, width: 133, height: 242, backgroundIndex: 1, shapeIndex: 0 },
  ],
  placedShapes: [
    { outline: shapes.moon.outline, x: 232, y: 30, scale: 1.05 },
    { outline: shapes.gate.outline, x: 318, y: 116, scale: 2.5 },
  ],
}

/**
 * The hero's picture: the moon over the gate of a courtyard at night.
 *
 * The wide one has no size of its own and fills its frame: its left half is plain, in the darkest colour, for the text;
 * its right half is the scene, cropped to fit. The narrow one is 358 by 190.
 *
 * @param palette the night's, or a brand's own.
 * @returns SVG text for an `img`.
 */
export function heroArt(format: HeroFormat, palette: Palette = nightPalette): string {
  const yard = format === 'wide' ? wideHero : narrowHero
  const backgroundIndexes = yard.pieces.map((piece) => piece.backgroundIndex)
  const shapeIndexes = yard.pieces.map((piece) => piece.shapeIndex)
  if (format === 'narrow') return patchwork(yard, palette, backgroundIndexes, shapeIndexes, yard.placedShapes)

  const [calm] = palette.background
  const [thread] = palette.shape
  return `<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="100%"><rect width="100%" height="100%" fill="${calm}"/><svg x="50%" width="50%" height="100%" viewBox="0 0 ${yard.width} ${yard.height}" preserveAspectRatio="xMidYMax slice">${patchworkContent(yard, palette, backgroundIndexes, shapeIndexes, yard.placedShapes)}</svg><line x1="50%" x2="50%" y2="100%" stroke="${thread}" stroke-opacity=".22" stroke-dasharray="3 3"/></svg>`
}

/** The rooms that the home page leads to. */
export type RoomName = 'casino' | 'slot' | 'sport'

/** `wide` is 240 by 135, `square` 120 by 120. */
export type RoomFormat = 'wide' | 'square'

/** Part of each room's seed, chosen by eye for a good layout of the pieces. */
const roomSeeds: Record<RoomName, Record<RoomFormat, number>> = {
  casino: { wide: 3, square: 11 },
  slot: { wide: 15, square: 3 },
  sport: { wide: 17, square: 7 },
}

const rooms: Record<RoomName, { palette: PaletteName } & Record<RoomFormat, readonly PlacedShape[]>> = {
  casino: {
    palette: 'daechu',
    wide: [
      { ...shapes.spade, x: 31, y: 25, scale: 0.85 },
      { ...shapes.heart, x: 124, y: 27, scale: 0.85 },
    ],
    square: [{ ...shapes.spade, x: 15, y: 15, scale: 0.9 }],
  },
  slot: {
    palette: 'jjok',
    wide: [
      { ...shapes.seven, x: 16, y: 34, scale: 0.66 },
      { ...shapes.seven, x: 86.5, y: 34, scale: 0.66 },
      { ...shapes.seven, x: 157, y: 34, scale: 0.66 },
    ],
    square: [{ ...shapes.seven, x: 15, y: 15, scale: 0.9 }],
  },
  sport: {
    palette: 'sol',
    wide: [{ ...shapes.ball, x: 86, y: 13.5, scale: 1.08 }],
    square: [{ ...shapes.ball, x: 15, y: 15, scale: 0.9 }],
  },
}

/**
 * The picture of a room: spade and heart, sevens, a ball.
 *
 * @returns SVG text for an `img`.
 */
export function roomArt(room: RoomName, format: RoomFormat): string {
  const draw = createRandomInt(`room/${room}/${format}/${roomSeeds[room][format]}`)
  const field = format === 'wide' ? { width: 240, height: 135 } : { width: 120, height: 120 }
  return randomPatchwork(
    splitIntoPieces(field, format === 'wide' ? 9 : 7, draw),
    rooms[room].palette,
    draw,
    rooms[room][format],
  )
}

/** Subjects of the pictures for empty lists and error pages. */
export type EmptyStateName = 'games' | 'search' | 'notes' | 'help' | 'history' | 'lost' | 'broken' | 'closed'

const emptyStates: Record<EmptyStateName, { palette: PaletteName; shape: ShapeName }> = {
  games: { palette: 'jaju', shape: 'moon' },
  search: { palette: 'haneul', shape: 'kite' },
  notes: { palette: 'ok', shape: 'magpie' },
  help: { palette: 'sol', shape: 'bell' },
  history: { palette: 'hwangto', shape: 'book' },
  lost: { palette: 'noeul', shape: 'gate' },
  broken: { palette: 'daechu', shape: 'jar' },
  closed: { palette: 'meok', shape: 'lantern' },
}

/**
 * The picture for an empty list or an error page, 120 by 120. Errors about money show none.
 *
 * @returns SVG text for an `img`.
 */
export function emptyStateArt(name: EmptyStateName): string {
  const draw = createRandomInt(`empty/${name}`)
  const { palette, shape } = emptyStates[name]
  return randomPatchwork(splitIntoPieces({ width: 120, height: 120 }, 7, draw), palette, draw, [
    { ...shapes[shape], x: 22, y: 22, scale: 0.76 },
  ])
}

/** Whether a part of a path is the name of a room. */
export function isRoomName(word: string | undefined): word is RoomName {
  return word !== undefined && Object.hasOwn(rooms, word)
}

/** Whether a part of a path is the subject of an empty list or error page. */
export function isEmptyStateName(word: string | undefined): word is EmptyStateName {
  return word !== undefined && Object.hasOwn(emptyStates, word)
}
