import type { Cut } from './cuts'
import { type Palette, type PaletteName, palettes } from './palettes'
import type { RandomInt } from './random'
import type { Shape } from './shapes/shapes'

export interface PlacedShape extends Shape {
  x: number
  y: number
  scale: number
}

/** Returns an SVG document with this content. The view box crops the seams along the border. */
export function pictureOf({ width, height }: Cut, content: string): string {
  const viewBox = `1 1 ${width - 2} ${height - 2}`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${viewBox}">${content}</svg>`
}

/** Colours a patchwork at random. Overlapping pieces alternate between the colours, so that they stay visible. */
export function randomPatchwork(
  cut: Cut,
  palette: PaletteName,
  draw: RandomInt,
  placedShapes: readonly PlacedShape[],
  lines?: string,
): string {
  const first = draw(3)
  const step = 1 + draw(2)
  const shift = 1 + draw(2)
  const backgroundIndexes = cut.pieces.map((_, index) => (cut.overlapping ? (first + index * step) % 3 : draw(3)))
  const shapeIndexes = backgroundIndexes.map((colour) => (colour + (cut.overlapping ? shift : 1 + draw(2))) % 3)
  return pictureOf(cut, patchwork(cut, palettes[palette], backgroundIndexes, shapeIndexes, placedShapes, lines))
}

/**
 * Renders a patchwork as SVG content. Seams are strokes beneath the pieces' own colours, so that each seam is drawn
 * once. It uses only presentation attributes, because of the content security policy. Show it in an `img`, because the
 * ids of the clip paths would collide if two pictures were inlined. @param backgroundIndexes and @param shapeIndexes
 * the colour of each piece, 0 to 2 @param lines path data drawn on the background
 */
export function patchwork(
  cut: Cut,
  palette: Palette,
  backgroundIndexes: readonly number[],
  shapeIndexes: readonly number[],
  placedShapes: readonly PlacedShape[],
  lines?: string,
): string {
  const clip = placedShapes.map((shape) => `<path${toTransform(shape)} d="${shape.outline}"/>`).join('')
  const details = placedShapes
    .map((shape) => (shape.detail ? `<path${toTransform(shape)} d="${shape.detail}"/>` : ''))
    .join('')
  const [dark] = palette.background
  const [light] = palette.shape
  const [ground, ...pieces] = paint(cut, backgroundIndexes, palette.background)
  return [
    `<clipPath id="s" clip-rule="evenodd">${clip}</clipPath>${ground}`,
    `<g stroke="${light}38" stroke-width="2" stroke-dasharray="3" paint-order="stroke">${pieces.join('')}</g>`,
    lines ? `<path fill="none" stroke="${light}" stroke-opacity=".4" stroke-width="2" d="${lines}"/>` : '',
    `<g clip-path="url(#s)">${paint(everySecond(cut), shapeIndexes, palette.shape).join('')}</g>`,
    details ? `<g fill="${dark}">${details}</g>` : '',
  ].join('')
}

/** Drops every second overlapping piece, so that shapes stay recognizable and pictures stay small. */
function everySecond(cut: Cut): Cut {
  return cut.overlapping ? { ...cut, pieces: cut.pieces.filter((_, index) => index % 2 === 0) } : cut
}

/** Paints pieces in three colours. Without overlaps, the colour with the longest path fills the whole field first. */
function paint({ width, height, pieces, overlapping }: Cut, choice: readonly number[], colours: Palette['shape']) {
  if (overlapping) return pieces.map((piece, index) => path(colours[choice[index] ?? 0], piece))

  const paths = colours.map((_, colour) => pieces.filter((_, index) => choice[index] === colour).join(''))
  const ground = paths.reduce(
    (best, outline, colour) => (outline.length > (paths[best]?.length ?? 0) ? colour : best),
    0,
  )
  return [
    path(colours[ground], `M0 0h${width}v${height}h-${width}z`),
    ...paths.flatMap((outline, colour) =>
      colour === ground || outline === '' ? [] : [path(colours[colour], outline)],
    ),
  ]
}

const path = (fill: string | undefined, data: string): string => `<path fill="${fill}" d="${data}"/>`

export function toTransform({ x, y, scale }: PlacedShape): string {
  return ` transform="translate(${formatDecimal(x)} ${formatDecimal(y)})scale(${formatDecimal(scale)})"`
}

/** Formats a number with at most two decimals and no leading zero: .76, 22.5, -8. */
const formatDecimal = (value: number): string => String(Math.round(value * 100) / 100).replace(/^(-?)0\./, '$1.')
