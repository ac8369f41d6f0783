import { type Cloth, paintPieces, sew } from './cloth'
import { type Palette, type PaletteName, palettes } from './palette'
import type { Draw } from './seed'
import type { Shape } from './shape'

/** A shape placed on the picture: scaled by `scale`, then moved by `x` and `y`. */
export interface Laid extends Shape {
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
 * @param under background colour of each piece, 0 to 2.
 * @param over colour of the same pieces inside the shapes, 0 to 2.
 */
export function patchwork(
  cloth: Cloth,
  palette: Palette,
  under: readonly number[],
  over: readonly number[],
  laid: readonly Laid[],
): string {
  const { width, height } = cloth
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${scene(cloth, palette, under, over, laid)}</svg>`
}

/** A patchwork whose pieces get a random background colour and, inside the shapes, a shape colour of another index. */
export function sewAtRandom(cloth: Cloth, palette: PaletteName, draw: Draw, laid: readonly Laid[]): string {
  const under = cloth.pieces.map(() => draw(3))
  const over = under.map((colour) => (colour + 1 + draw(2)) % 3)
  return patchwork(cloth, palettes[palette], under, over, laid)
}

/** The content of a patchwork without the `svg` element around it. */
export function scene(
  cloth: Cloth,
  palette: Palette,
  under: readonly number[],
  over: readonly number[],
  laid: readonly Laid[],
): string {
  const clip = laid.map((shape) => `<path${placed(shape)} d="${shape.outline}"/>`).join('')
  const details = laid
    .map((shape) => (shape.detail ? `<path fill="${palette.cloth[0]}"${placed(shape)} d="${shape.detail}"/>` : ''))
    .join('')
  return `<clipPath id="s" clip-rule="evenodd">${clip}</clipPath>${paintPieces(cloth, under, palette.cloth)}${sew(cloth.seams, palette.shape[0])}<g clip-path="url(#s)">${paintPieces(cloth, over, palette.shape)}</g>${details}`
}

function placed({ x, y, scale }: Laid): string {
  return ` transform="translate(${short(x)} ${short(y)})scale(${short(scale)})"`
}

/** At most two decimals and no leading zero: .76, 22.5, -8. */
function short(value: number): string {
  return String(Math.round(value * 100) / 100).replace(/^(-?)0\./, '$1.')
}
