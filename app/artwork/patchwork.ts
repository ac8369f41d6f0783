import { type Palette, type PaletteName, palettes } from './palettes'
import { drawSeams, type PieceLayout, paintPieces } from './pieces'
import type { RandomInt } from './random'
import type { Shape } from './shapes'

/** A shape placed on the picture: scaled by `scale`, then moved by `x` and `y`. */
export interface PlacedShape extends Shape {
  x: number
  y: number
  scale: number
}

/**
 * One picture as an SVG document: the pieces, their seams, and the shapes inside which the pieces change colour.
 *
 * Presentation attributes only, so a strict content security policy does not affect it. For use in an `img`: the clip
 * path ids of two pictures inlined in one page would collide.
 *
 * @param backgroundIndexes background colour of each piece, 0 to 2.
 * @param shapeIndexes colour of the same pieces inside the shapes, 0 to 2.
 */
export function patchwork(
  layout: PieceLayout,
  palette: Palette,
  backgroundIndexes: readonly number[],
  shapeIndexes: readonly number[],
  placedShapes: readonly PlacedShape[],
): string {
  const { width, height } = layout
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${patchworkContent(layout, palette, backgroundIndexes, shapeIndexes, placedShapes)}</svg>`
}

/** A patchwork whose pieces get a random background colour and, inside the shapes, a shape colour of another index. */
export function randomPatchwork(
  layout: PieceLayout,
  palette: PaletteName,
  draw: RandomInt,
  placedShapes: readonly PlacedShape[],
): string {
  const backgroundIndexes = layout.pieces.map(() => draw(3))
  const shapeIndexes = backgroundIndexes.map((colour) => (colour + 1 + draw(2)) % 3)
  return patchwork(layout, palettes[palette], backgroundIndexes, shapeIndexes, placedShapes)
}

/** The content of a patchwork without the `svg` element around it. */
export function patchworkContent(
  layout: PieceLayout,
  palette: Palette,
  backgroundIndexes: readonly number[],
  shapeIndexes: readonly number[],
  placedShapes: readonly PlacedShape[],
): string {
  const clip = placedShapes.map((shape) => `<path${toTransform(shape)} d="${shape.outline}"/>`).join('')
  const details = placedShapes
    .map((shape) =>
      shape.detail ? `<path fill="${palette.background[0]}"${toTransform(shape)} d="${shape.detail}"/>` : '',
    )
    .join('')
  return `<clipPath id="s" clip-rule="evenodd">${clip}</clipPath>${paintPieces(layout, backgroundIndexes, palette.background)}${drawSeams(layout.seams, palette.shape[0])}<g clip-path="url(#s)">${paintPieces(layout, shapeIndexes, palette.shape)}</g>${details}`
}

function toTransform({ x, y, scale }: PlacedShape): string {
  return ` transform="translate(${formatDecimal(x)} ${formatDecimal(y)})scale(${formatDecimal(scale)})"`
}

/** At most two decimals and no leading zero: .76, 22.5, -8. */
function formatDecimal(value: number): string {
  return String(Math.round(value * 100) / 100).replace(/^(-?)0\./, '$1.')
}
