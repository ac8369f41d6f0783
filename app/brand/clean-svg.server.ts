import sanitizeHtml from 'sanitize-html'

/** The allowed drawing elements. `use`, `pattern` and `mask` are excluded, because nesting them can block a browser. */
const drawingElements = [
  ...['svg', 'g', 'defs', 'title', 'desc', 'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'],
  ...['text', 'tspan', 'linearGradient', 'radialGradient', 'stop', 'clipPath'],
]

const drawingAttributes = [
  ...['xmlns', 'id', 'viewBox', 'preserveAspectRatio', 'width', 'height', 'x', 'y', 'x1', 'y1', 'x2', 'y2', 'dx', 'dy'],
  ...['cx', 'cy', 'r', 'rx', 'ry', 'fx', 'fy', 'd', 'points', 'pathLength', 'transform', 'opacity', 'display', 'color'],
  ...['visibility', 'overflow', 'fill', 'fill-opacity', 'fill-rule', 'clip-path', 'clip-rule', 'stroke'],
  ...['stroke-width', 'stroke-opacity', 'stroke-linecap', 'stroke-linejoin', 'stroke-miterlimit', 'stroke-dasharray'],
  ...['stroke-dashoffset', 'vector-effect', 'offset', 'stop-color', 'stop-opacity', 'gradientUnits', 'spreadMethod'],
  ...['gradientTransform', 'clipPathUnits', 'href', 'font-family', 'font-size', 'font-weight', 'font-style'],
  ...['letter-spacing', 'text-anchor', 'dominant-baseline'],
]

/** Returns whether an attribute refers only to the file itself, by `#id` in `href` or `url(#id)` elsewhere. */
function isInside(name: string, value: string): boolean {
  if (name === 'href') return /^#[\w-]+$/.test(value)
  if (!/[(\\]/.test(value)) return true
  if (/transform$/i.test(name)) return /^[\s,a-zA-Z\d.()+-]*$/.test(value)
  return /^(url\(\s*(["']?)#[\w-]+\2\s*\)|(rgb|hsl)a?\([\d\s.,%/-]+\))$/i.test(value.trim())
}

/** Returns an SVG reduced to the allowed elements and attributes, or undefined if the text is not SVG. */
export function cleanSvg(text: string): string | undefined {
  const start = text.search(/<svg[\s>]/)
  const cleaned = sanitizeHtml(start < 0 ? '' : text.slice(start), {
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
    allowedTags: drawingElements,
    allowedAttributes: { '*': drawingAttributes },
    // No scheme is allowed, because `isInside` accepts only fragment URLs.
    allowedSchemes: [],
    allowProtocolRelative: false,
    nonTextTags: ['script', 'style', 'foreignObject', 'metadata', 'iframe'],
    transformTags: {
      '*': (tagName, attribs) => ({
        tagName,
        attribs: Object.fromEntries(Object.entries(attribs).filter(([name, value]) => isInside(name, value))),
      }),
    },
  }).trim()
  return /^<svg\s[^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"[\s\S]*<\/svg>$/.test(cleaned) ? cleaned : undefined
}

export const isStyledByCss = (text: string): boolean => /<style[\s>]|\sstyle\s*=/i.test(text)

/** Returns the name of the first drawing element that `cleanSvg` would remove. */
export const findLostDrawing = (text: string): string | undefined => /<(image|use|pattern)[\s/>]/i.exec(text)?.[1]

/** The maximum nesting depth. Deeper files overflow the stack of the library that draws icons. */
const maxLevels = 64
/** The maximum of clipped elements times characters in clip paths. Chromium took 2.5 s at 520,000. */
const maxClipping = 100_000

/** Returns why a drawing would block a browser, for example because of nested clip paths. Undefined if it wouldn't. */
export function findCostlyDrawing(cleaned: string): string | undefined {
  const open: string[] = []
  let [clipped, clipCharacters] = [0, 0]
  for (const [tag, end, name = ''] of cleaned.matchAll(/<(\/?)(\w+)[^>]*>/g)) {
    if (end) {
      open.pop()
      continue
    }
    open.push(name)
    if (open.length > maxLevels) return `must not have more than ${maxLevels} levels of elements`
    const isInClip = open.includes('clipPath')
    if (isInClip) clipCharacters += tag.length
    if (tag.includes(' clip-path=')) {
      if (isInClip) return 'must not clip a clipPath'
      clipped += 1
    }
    if (tag.endsWith('/>')) open.pop()
  }
  return clipped * clipCharacters > maxClipping ? 'must clip fewer elements, or by a simpler clipPath' : undefined
}
