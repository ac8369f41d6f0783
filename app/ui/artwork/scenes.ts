import { designGame, type PicturedGame } from './covers'
import { high } from './layouts'
import { gamePalettesOf, isNightPalette, type Palette, palettes } from './palettes'
import { type PlacedShape, toTransform } from './patchwork'
import { splitIntoPieces, toPath } from './pieces'
import { createRandomInt, type RandomInt } from './random'
import { type ShapeName, shapes } from './shapes'

const width = 320
const height = 180

/** A place: silhouettes from far to near, and what covers the foot of the motif. */
interface Place {
  far: (draw: RandomInt) => string
  near: (draw: RandomInt) => string
  front: (draw: RandomInt) => string
}

const places = {
  hills: {
    far: (draw) => ridge(82, 26, 80, draw, (x, y) => `T${x} ${y}`),
    near: (draw) => ridge(108, 12, 107, draw, (x, y) => `T${x} ${y}`),
    front: (draw) => tufts(draw),
  },
  peaks: {
    far: (draw) => ridge(70, 34, 40, draw, (x, y) => `L${x} ${y}`),
    near: (draw) => ridge(104, 14, 64, draw, (x, y) => `L${x} ${y}`),
    front: (draw) => tufts(draw),
  },
  roofs: {
    far: (draw) => roofs(74, 52, draw),
    near: (draw) => roofs(94, 84, draw),
    front: () => tiles(),
  },
  sea: {
    far: (draw) => ridge(104, 18, 107, draw, (x, y) => `T${x} ${y}`),
    near: () => swell(112, 8, 20),
    front: () => swell(156, 12, 32),
  },
  woods: {
    far: (draw) => trees(112, 0.5, 26, draw),
    near: (draw) => trees(124, 0.8, 62, draw),
    front: (draw) => tufts(draw),
  },
} satisfies Record<string, Place>

type PlaceName = keyof typeof places

/** Motifs that live on or in the sea. */
const ofTheSea: readonly ShapeName[] = [
  ...(['carp', 'whale', 'dolphin', 'shark', 'octopus', 'crab', 'turtle', 'ship', 'anchor', 'wave', 'shell'] as const),
  ...(['pearl', 'lighthouse', 'duck', 'penguin', 'otter'] as const),
]

const ofTheTown: readonly ShapeName[] = [
  'lantern',
  'drum',
  'mask',
  'gate',
  'house',
  'fan',
  'hanbok',
  'jar',
  'coin',
  'pouch',
]

/**
 * A game's wide scene, 320 by 180: its motif large in the foreground, before a place at night under a light.
 *
 * Depth comes from flat cloths, one behind the other: a sky, a far and a near silhouette, the ground, the motif with its
 * shadow, and what stands before it.
 *
 * @returns SVG text for an `img`; the same bytes for the same input, for ever.
 */
export function sceneArt(game: PicturedGame): string {
  const draw = createRandomInt(`scene/${game.provider}/${game.code}`)
  const { shapes: names, palette } = designGame(game)
  const [first = 'moon', second] = names.toSorted((a, b) => Number(high.includes(a)) - Number(high.includes(b)))
  const { background, shape } =
    palettes[isNightPalette(palette) ? palette : (gamePalettesOf(game.provider)[draw(3)] ?? 'jjok')]
  const [dark, middle, bright] = background
  const [light, , spark] = shape
  const isLeft = draw(2) === 0
  const place = places[placeOf(first, draw)]
  const [far, near, front] = [place.far(draw), place.near(draw), place.front(draw)]
  const motif = { ...shapes[first], x: isLeft ? 30 : 166, y: 38, scale: 1.28 }
  const lit = isLeft ? 236 : 84
  const sky = splitIntoPieces({ width, height: 130 }, 6, draw)
  const seam = `stroke="${light}38" stroke-width="2" stroke-dasharray="3"`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    fill(dark, `M0 0H${width}V${height}H0Z`),
    `<g ${seam}>${sky.map((piece, at) => fill(at % 2 ? dark : middle, toPath(piece))).join('')}</g>`,
    `<g ${seam}>${fill(bright, circle(lit, 46, 42))}</g>`,
    second && high.includes(second)
      ? motifIn('l', { ...shapes[second], x: lit - 30, y: 16, scale: 0.6 }, dark, shape)
      : fill(light, circle(lit, 46, 28)),
    `<g ${seam}>${fill(bright, far)}</g><g ${seam}>${fill(middle, near)}</g>`,
    second && !high.includes(second)
      ? motifIn('l', { ...shapes[second], x: lit - 25, y: 84, scale: 0.5 }, dark, shape)
      : '',
    `<g ${seam}>${fill(bright, `M0 140H${width}V${height}H0Z`)}</g>`,
    `<path fill="${dark}" fill-rule="evenodd"${toTransform({ ...motif, x: motif.x + (isLeft ? -7 : 7), y: motif.y + 5 })} d="${motif.outline}"/>`,
    motifIn('s', motif, dark, shape),
    fill(dark, front),
    fill(spark, ''),
    '</svg>',
  ].join('')
}

/** A shape in stripes of the three colours, with its detail. */
function motifIn(id: string, placed: PlacedShape, dark: string, [light, middle, spark]: Palette['shape']): string {
  const { x, y, scale, outline, detail } = placed
  const at = (part: number) => Math.round(x + part * 100 * scale)
  const bottom = Math.round(y + 100 * scale)
  return [
    `<clipPath id="${id}" clip-rule="evenodd"><path${toTransform(placed)} d="${outline}"/></clipPath><g clip-path="url(#${id})">`,
    fill(light, `M${at(0)} ${Math.round(y)}H${at(1)}V${bottom}H${at(0)}Z`),
    fill(middle, `M${at(0.62)} ${Math.round(y)}H${at(1)}V${bottom}H${at(0.4)}Z`),
    fill(spark, `M${at(0)} ${Math.round(y + 72 * scale)}H${at(1)}V${bottom}H${at(0)}Z`),
    '</g>',
    detail ? `<path fill="${dark}"${toTransform(placed)} d="${detail}"/>` : '',
  ].join('')
}

function placeOf(motif: ShapeName, draw: RandomInt): PlaceName {
  if (ofTheSea.includes(motif)) return 'sea'
  if (ofTheTown.includes(motif)) return 'roofs'
  const land = [...(['hills', 'peaks', 'woods', 'roofs'] as const)]
  return land[draw(land.length)] ?? 'hills'
}

function fill(colour: string, data: string): string {
  return `<path fill="${colour}" d="${data}"/>`
}

function circle(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1-${2 * r} 0z`
}

/** A line of heights around `y`, from the left edge to the right, closed along the bottom. */
function ridge(y: number, sway: number, step: number, draw: RandomInt, to: (x: number, y: number) => string): string {
  const count = Math.ceil(width / step) + 1
  const heights = Array.from({ length: count }, (_, at) => y + (at % 2 ? -1 : 1) * draw(sway))
  const [start = y, ...rest] = heights
  return `M-20 ${start}${rest.map((height, at) => to((at + 1) * step - 10, height)).join('')}V${height}H-20Z`
}

/** Roofs with curved eaves over plain walls. */
function roofs(y: number, span: number, draw: RandomInt): string {
  return Array.from({ length: Math.ceil(width / span) + 1 }, (_, at) => {
    const x = at * span - draw(span / 2)
    const top = y + draw(16)
    return `M${x} ${top + 22}q${span * 0.14} -3 ${span * 0.22} -22h${span * 0.56}q${span * 0.08} 19 ${span * 0.22} 22l-4 6h-6V${height}H${x + 10}V${top + 28}h-6z`
  }).join('')
}

/** Round end tiles along the edge of a roof. */
function tiles(): string {
  return `M0 164H${width}V${height}H0Z${Array.from({ length: 14 }, (_, at) => circle(at * 24 + 4, 164, 9)).join('')}`
}

function swell(y: number, rise: number, step: number): string {
  return `M0 ${y}q${step / 2}-${rise * 2} ${step} 0${`t${step} 0`.repeat(Math.ceil(width / step))}V${height}H0z`
}

function trees(bottom: number, scale: number, step: number, draw: RandomInt): string {
  return `${Array.from({ length: Math.ceil(width / step) + 1 }, (_, at) => {
    const x = at * step - draw(step)
    const w = 30 * scale
    const top = bottom - (70 + draw(20)) * scale
    return `M${x} ${bottom}l${w} ${top - bottom} ${w} ${bottom - top}z`
  }).join('')}M0 ${bottom - 4}H${width}V${height}H0Z`
}

/** Blades of grass at the lower edge. */
function tufts(draw: RandomInt): string {
  return `M0 ${height}V168${Array.from({ length: 40 }, () => `l4-${4 + draw(10)} 4 ${6 + draw(6)}`).join('')}V${height}Z`
}
