import { type Cloth, paintPieces, sew } from './cloth'
import { type Palette, type PaletteName, palettes } from './palette'
import type { Draw } from './seed'
import type { Shape } from './shape'

/** A shape on the field: `scale` units of the field for each of its 100, moved by `x` and `y`. */
export interface Laid extends Shape {
  x: number
  y: number
  scale: number
}

/**
 * One picture: the cloth, its seams, and the shapes in which the cloth changes colour.
 *
 * Presentation attributes only, so a strict content security policy shows it whole. It is meant for an `img`: set into
 * a page itself, the name of its clip would meet that of the next picture.
 *
 * @param under colour of each piece of the cloth, 0 to 2.
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

/** A patchwork whose pieces get a cloth colour at random, and inside the shapes a shape colour of another rank. */
export function sewAtRandom(cloth: Cloth, palette: PaletteName, draw: Draw, laid: readonly Laid[]): string {
  const under = cloth.pieces.map(() => draw(3))
  const over = under.map((colour) => (colour + 1 + draw(2)) % 3)
  return patchwork(cloth, palettes[palette], under, over, laid)
}

/** The inside of a patchwork, for a picture that frames it in its own way. */
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

/** At most two decimals and no needless nought: .76, 22.5, -8. */
function short(value: number): string {
  return String(Math.round(value * 100) / 100).replace(/^(-?)0\./, '$1.')
}
