// @ts-check
/**
 * Writes app/ui/icon/icons.svg: the outlines of the icons in use, from lucide-static, as one path each, and their names in
 * app/ui/icon/icon-name.ts.
 *
 * Run it after adding a name below: node bin/copy-icons.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs'

const names = [
  ...['menu', 'x', 'globe', 'user-round', 'user-round-plus', 'wallet', 'mail', 'message-circle-question-mark'],
  ...['headset', 'bell', 'spade', 'cherry', 'volleyball', 'circle-plus', 'circle-arrow-up', 'ticket-check'],
  ...['receipt-text', 'shield-check', 'log-in', 'log-out', 'eye', 'eye-off', 'check', 'info', 'circle-check'],
  ...['circle-alert', 'triangle-alert', 'circle-question-mark', 'search', 'heart', 'chevron-left', 'chevron-right'],
  ...['chevron-down', 'external-link', 'download', 'trash-2', 'corner-down-left', 'wrench', 'sun'],
  ...['moon', 'feather', 'coffee'],
]

const numberPattern = /-?(?:\d+\.\d+|\.\d+|\d+)/g

/**
 * @param {string} tag
 * @returns {Record<string, string | undefined>}
 */
function parseAttributes(tag) {
  return Object.fromEntries([...tag.matchAll(/([a-z0-9]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]))
}

/**
 * Makes a path's first move absolute, because a relative one would start from the end of the path before it.
 * @param {string} d
 */
function absoluteStart(d) {
  if (!d.startsWith('m')) return d
  const [x = '', y = ''] = d.match(numberPattern) ?? []
  const rest = d.slice(d.indexOf(y, d.indexOf(x) + x.length) + y.length).trim()
  return `M${x} ${y}${/^[\d.-]/.test(rest) ? 'l' : ''}${rest}`
}

/**
 * @param {string} kind the name of the SVG element
 * @param {string} tag its attributes, as text
 */
function toPath(kind, tag) {
  const attributes = parseAttributes(tag)
  /** @param {string} key */
  const numberAttribute = (key) => Number(attributes[key] ?? 0)
  switch (kind) {
    case 'path':
      return absoluteStart(attributes.d ?? '')
    case 'line':
      return `M${attributes.x1} ${attributes.y1}L${attributes.x2} ${attributes.y2}`
    case 'circle': {
      const r = numberAttribute('r')
      return `M${numberAttribute('cx') - r} ${attributes.cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0`
    }
    case 'polyline':
      return `M${(attributes.points ?? '')
        .trim()
        .split(/[\s,]+/)
        .join(' ')}`
    case 'rect': {
      const r = numberAttribute('rx')
      const [w, h] = [numberAttribute('width') - 2 * r, numberAttribute('height') - 2 * r]
      /** @type {(x: number, y: number) => string} */
      const corner = (x, y) => (r === 0 ? '' : `a${r} ${r} 0 0 1 ${x} ${y}`)
      const start = `M${numberAttribute('x') + r} ${attributes.y}`
      return `${start}h${w}${corner(r, r)}v${h}${corner(-r, r)}h-${w}${corner(-r, -r)}v-${h}${corner(r, -r)}z`
    }
    default:
      throw new Error(`An icon is drawn with <${kind}>, which this program does not know.`)
  }
}

const packageUrl = new URL('../node_modules/lucide-static/', import.meta.url)
const { version } = JSON.parse(readFileSync(new URL('package.json', packageUrl), 'utf8'))

const symbols = names.toSorted().map((name) => {
  const svg = readFileSync(new URL(`icons/${name}.svg`, packageUrl), 'utf8')
  const inside = svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.indexOf('</svg>'))
  const path = [...inside.matchAll(/<([a-z]+)([^>]*)\/>/g)].map(([, kind = '', tag = '']) => toPath(kind, tag)).join('')
  return `<symbol id="${name}" viewBox="0 0 24 24"><path d="${path}"/></symbol>`
})

const licence = `<!-- Lucide ${version}, ISC License: https://lucide.dev/license -->`
/** Outlines on a field of 24, to be stroked with round ends, never filled. */
writeFileSync(
  new URL('../app/ui/icon/icons.svg', import.meta.url),
  ['<svg xmlns="http://www.w3.org/2000/svg">', licence, ...symbols, '</svg>', ''].join('\n'),
)

writeFileSync(
  new URL('../app/ui/icon/icon-name.ts', import.meta.url),
  `// Written by bin/copy-icons.mjs from lucide-static ${version}. Do not edit by hand.
//
// Lucide, ISC License. Copyright (c) 2026 Lucide Icons and Contributors
// Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby
// granted, provided that the above copyright notice and this permission notice appear in all copies.
// THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL
// IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
// INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN
// AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR
// PERFORMANCE OF THIS SOFTWARE.
//
// Some of them come from Feather, MIT License. Copyright (c) 2013-present Cole Bemis
// Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
// documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
// rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to
// permit persons to whom the Software is furnished to do so, subject to the following conditions: The above copyright
// notice and this permission notice shall be included in all copies or substantial portions of the Software.
// THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
// WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS
// OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
// OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

/** An icon in icons.svg. */
export type IconName =
${names
  .toSorted()
  .map((name) => `  | '${name}'`)
  .join('\n')}
`,
)
