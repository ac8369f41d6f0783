import { html, Markup } from './document'
import type { ReelSymbol } from './game-rules'

/** A silhouette in a 100 by 100 box, and details drawn on it in the darkest background colour. */
type Shape = { outline: string; detail?: string }

const shapes: Readonly<Record<ReelSymbol | 'spade' | 'heart' | 'ball', Shape>> = {
  seven: { outline: 'M12 8H92V30C68 50 58 70 56 94H28C30 68 42 50 60 34H12Z' },
  crown: {
    outline: 'M6 84V24L31 48L50 12L69 48L94 24V84Z',
    detail: 'M6 70H94V75H6ZM44 56a6 6 0 1 0 12 0a6 6 0 1 0 -12 0Z',
  },
  bell: {
    outline:
      'M50 6C74 6 82 26 82 46C82 64 88 70 94 78H6C12 70 18 64 18 46C18 26 26 6 50 6ZM36 84H64A14 12 0 0 1 36 84Z',
    detail: 'M14 64H86L88 70H12Z',
  },
  moon: { outline: 'M60 6A45 45 0 1 0 94 64A38 38 0 0 1 60 6Z' },
  coin: { outline: 'M5 50a45 45 0 1 0 90 0a45 45 0 1 0 -90 0Z', detail: 'M35 35H65V65H35Z' },
  cherry: {
    outline:
      'M6 72a22 22 0 1 0 44 0a22 22 0 1 0 -44 0ZM52 66a22 22 0 1 0 44 0a22 22 0 1 0 -44 0Z' +
      'M24 52C28 30 44 14 70 6L74 12C78 24 80 36 78 46H72C72 34 70 26 66 18C46 26 34 38 30 52Z',
    detail: 'M70 6C84 2 94 8 98 20C86 22 76 18 70 6Z',
  },
  spade: {
    outline:
      'M50 4C62 26 94 38 94 62C94 82 68 86 55 72C56 84 60 90 66 96H34C40 90 44 84 45 72C32 86 6 82 6 62C6 38 38 26 50 4Z',
  },
  heart: { outline: 'M50 94C20 70 4 52 4 32C4 6 40 2 50 26C60 2 96 6 96 32C96 52 80 70 50 94Z' },
  ball: {
    outline: 'M4 50a46 46 0 1 0 92 0a46 46 0 1 0 -92 0Z',
    detail:
      'M50 30L59 37L69 44L65 55L62 66L50 66L38 66L35 55L31 44L41 37Z' +
      'M47 4H53V20H47ZM92 34L94 40L80 46L78 40ZM6 40L8 34L22 40L20 46ZM24 90L20 86L30 74L34 78ZM76 90L80 86L70 74L66 78Z',
  },
}

/** Three background colours from dark to medium, then three shape colours, with a contrast of 3:1 to the former. */
type Palette = readonly [string, string, string, string, string, string]

const palettes: readonly [Palette, ...Palette[]] = [
  ['#111c1f', '#172629', '#1f3336', '#fbe9cf', '#f68b4d', '#f4c067'],
  ['#16233f', '#1f3766', '#2d508f', '#f3e5c9', '#93bbe9', '#f3a25c'],
  ['#3b1910', '#6c2c18', '#9c4422', '#ffe5bd', '#ff9d5b', '#f6ca78'],
  ['#102c27', '#18493f', '#2b6b59', '#ecf1d4', '#93d2ab', '#f2b65b'],
  ['#281631', '#482452', '#6d3772', '#f7e0e6', '#da9ac6', '#f0b661'],
  ['#0d2b31', '#13515a', '#1c7176', '#e6f5ed', '#80d7c9', '#f5c36e'],
]

/** Layouts of five pieces in a 120 by 120 box: x, y, width, height, background colour. */
const layouts: readonly (readonly (readonly [number, number, number, number, 0 | 1 | 2])[])[] = [
  [
    [0, 0, 40, 60, 0],
    [40, 0, 80, 60, 1],
    [0, 60, 60, 60, 2],
    [60, 60, 60, 30, 0],
    [60, 90, 60, 30, 1],
  ],
  [
    [0, 0, 60, 40, 1],
    [60, 0, 60, 80, 0],
    [0, 40, 60, 40, 2],
    [0, 80, 80, 40, 0],
    [80, 80, 40, 40, 2],
  ],
  [
    [0, 0, 80, 40, 2],
    [80, 0, 40, 60, 1],
    [0, 40, 40, 80, 1],
    [40, 40, 40, 80, 0],
    [80, 60, 40, 60, 2],
  ],
]

/** Picks a provider's palette by a hash of its code, so that it never changes. */
export function paletteOf(code: string): Palette {
  let hash = 0x811c9dc5
  for (const sign of code) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193)
  return palettes[(hash >>> 0) % palettes.length] ?? palettes[0]
}

/**
 * Draws a square of patchwork with one shape on it; inside the shape the pieces take the shape colours. It is
 * decorative: the page states the result in text.
 *
 * @param index index of the picture on its page: keeps its clip path id unique and selects the layout.
 */
export function patchwork(name: keyof typeof shapes, palette: Palette, index: number): Markup {
  const { outline, detail } = shapes[name]
  const pieces = layouts[index % layouts.length] ?? []
  const clip = `shape${index}`
  const [dark] = palette
  const place = html`transform="translate(14.4 14.4) scale(.912)"`
  const clipShape = html`<path ${place} fill-rule="evenodd" clip-rule="evenodd" d="${outline}"/>`
  const background = renderPieces(pieces, palette, 0)
  const shape = html`<g clip-path="url(#${clip})">${renderPieces(pieces, palette, 3)}</g>`
  const detailShape = detail !== undefined && html`<path ${place} fill="${dark}" fill-rule="evenodd" d="${detail}"/>`
  const drawing = html`${background}<clipPath id="${clip}">${clipShape}</clipPath>${shape}${detailShape}`
  return html`<svg viewBox="0 0 120 120" width="120" height="120" aria-hidden="true">${drawing}</svg>`
}

function renderPieces(pieces: (typeof layouts)[number], palette: Palette, firstColour: 0 | 3): Markup {
  return new Markup(
    pieces
      .map(([x, y, width, height, colour]) => {
        const fill = palette[firstColour === 0 ? colour : 3 + ((colour + 1) % 3)]
        return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`
      })
      .join(''),
  )
}
