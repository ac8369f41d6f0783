import { paletteForCode, palettes } from '~/ui/artwork/palettes'
import { splitIntoPieces } from '~/ui/artwork/pieces'
import { createRandomInt } from '~/ui/artwork/random'
import type { Shape } from '~/ui/artwork/shape'
import { type ShapeName, shapes } from '~/ui/artwork/shapes'
import { html } from './document'

const field = { width: 120, height: 120 }

/**
 * Draws a square of patchwork in a provider's colours with one shape on it; inside the shape the pieces take the shape
 * colours. It is decorative: the page states the result in text.
 *
 * @param index index of the picture on its page: keeps its clip path id unique and decides how it is cut.
 */
export function patchwork(name: ShapeName, provider: string, index: number) {
  const { outline, detail }: Shape = shapes[name]
  const { background, shape } = palettes[paletteForCode(provider)]
  const pieces = splitIntoPieces(field, 5, createRandomInt(`reel ${index}`))
  const paint = (colours: readonly string[]) =>
    pieces.map(
      ({ x, y, width, height }, at) =>
        html`<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${colours[at % colours.length]}"/>`,
    )
  const clip = `shape${index}`
  const place = html`transform="translate(14.4 14.4) scale(.912)" fill-rule="evenodd"`
  const clipPath = html`<clipPath id="${clip}"><path ${place} clip-rule="evenodd" d="${outline}"/></clipPath>`
  const detailPath = detail !== undefined && html`<path ${place} fill="${background[0]}" d="${detail}"/>`
  return html`<svg viewBox="0 0 120 120" width="120" height="120" aria-hidden="true">${paint(background)}${clipPath}
<g clip-path="url(#${clip})">${paint(shape)}</g>${detailPath}</svg>`
}
