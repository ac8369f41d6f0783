import sanitizeHtml from 'sanitize-html'
import { pictureAddresses } from '~/brand/pictures/picture-address.server'
import { config } from '~/platform/settings/config.server'
import { emptyStateArtSrc } from '~/ui/artwork/picture-urls'
import { parseUrl, pathOnSite } from '~/values/addresses'
import { type Mark, type Markup, type MarkupElement, type MessageBody, textOfBody } from '~/values/markup'

/** Larger message bodies are shown as plain text. */
const max = { bytes: 64 * 1024, tags: 4_000 }
/** The maximum depth of nested elements. Deeper ones are reduced to their text. */
const maxDepth = 100
const maxSpan = 20
const maxUrlCharacters = 2_048

const marks: Readonly<Record<string, Mark>> = {
  ...({ strong: 'strong', b: 'strong', em: 'em', i: 'em', u: 'u', s: 's', strike: 's', del: 's' } as const),
}
/** Elements that start and end a line, like a paragraph. */
const lineTags = (
  'div section article main header footer aside nav center address figure figcaption dl dt dd form fieldset details ' +
  'summary hr li tr td th thead tbody tfoot caption'
).split(' ')
const blockTags = [...lineTags, 'p', 'pre', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'blockquote', 'table']

const options: sanitizeHtml.IOptions = {
  allowedTags: [...blockTags, ...Object.keys(marks), 'br', 'a', 'img'],
  allowedAttributes: { a: ['href'], img: ['src', 'alt'], td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'] },
  allowedSchemes: ['https'],
  allowProtocolRelative: false,
  nestingLimit: maxDepth,
  nonTextTags: ['script', 'style', 'title', 'textarea', 'option', 'noscript', 'iframe', 'template', 'xml'],
}

/** Returns the body of an operator's message. Parses it if UPSTREAM_BODIES is html and the text contains markup. */
export const readMessageBody = (text: string | undefined): MessageBody =>
  config.upstream.hasMarkup && text !== undefined && /[<&]/.test(text) ? parseMarkup(text) : (text ?? '')

export function readMessageText(text: string | undefined): string {
  const body = readMessageBody(text)
  return typeof body === 'string' ? body : textOfBody(body).trim()
}

type Tree = { tag: string; attributes: string; children: (Tree | string)[] }
type Around = { marks: readonly Mark[]; link?: { href: string } | undefined; keepsLines: boolean; pictureOf: PictureOf }
type PictureOf = (src: string) => string | undefined

/**
 * Parses HTML into a message's elements. Removes scripts and styles, and reduces other elements to their text. Elements
 * are nested as HTML requires, so that browsers parse them as React expects.
 */
export function parseMarkup(html: string, pictureOf: PictureOf = signedPicture): MessageBody {
  if (Buffer.byteLength(html) > max.bytes || html.split('<').length > max.tags) return html
  const clean = sanitizeHtml(html, options)
  if (!clean.includes('<')) return decode(clean)
  const tree = treeOf(clean)
  // Without block elements and <br>, the text's own line breaks are kept.
  const keepsLines = !new RegExp(`<(?:br|${blockTags.join('|')})\\b`).test(clean)
  return blocksOf(tree.children, { marks: [], keepsLines, pictureOf })
}

/** Parses the sanitizer's output, where every element is closed and every `<` starts a tag. */
function treeOf(clean: string): Tree {
  const root: Tree = { tag: '', attributes: '', children: [] }
  const open = [root]
  for (const [text, slash, tag, attributes = ''] of clean.matchAll(/<(\/?)(\w+)([^>]*)>|[^<]+/g)) {
    const around = open.at(-1) ?? root
    if (tag === undefined) around.children.push(decode(text))
    else if (slash) open.pop()
    else {
      const element: Tree = { tag, attributes, children: [] }
      around.children.push(element)
      if (!attributes.endsWith('/')) open.push(element)
    }
  }
  return root
}

function blocksOf(nodes: Tree['children'], outer: Around): MarkupElement[] {
  const blocks: MarkupElement[] = []
  let line: Markup[] = []
  const links = new Map<object, MarkupElement>()
  const isLineEmpty = () => line.length === 0 || isBreak(line.at(-1))
  const endLine = () => {
    if (!isLineEmpty()) line.push({ tag: 'br' })
  }
  const endParagraph = (tag: 'p' | 'h2' | 'h3' = 'p') => {
    blocks.push(...paragraphsOf(line).map((children) => ({ tag, children })))
    line = []
  }
  const addBlock = (block: MarkupElement) => {
    endParagraph()
    if (block.children?.length) blocks.push(block)
  }
  const add = (node: Markup, { marks, link }: Around) => {
    const marked = marks.reduceRight<Markup>((inner, tag) => ({ tag, children: [inner] }), node)
    const known = link && links.get(link)
    if (!link) line.push(marked)
    else if (known && known === line.at(-1)) known.children?.push(marked)
    else {
      const made: MarkupElement = { tag: 'a', href: link.href, children: [marked] }
      links.set(link, made)
      line.push(made)
    }
  }
  const addText = (text: string, around: Around) => {
    const shown = isLineEmpty() ? text.replace(/^\s+/, '') : text
    if (shown !== '') add(shown, around)
  }
  const addLines = (text: string, around: Around) => {
    for (const [index, each] of text.split(/\r\n?|\n/).entries()) {
      if (index > 0) line.push({ tag: 'br' })
      addText(each, around)
    }
  }
  const walk = (inner: Tree['children'], around: Around): void => {
    for (const node of inner) {
      if (typeof node !== 'string') walkElement(node, around)
      else if (around.keepsLines) addLines(node, around)
      else addText(node.replace(/[ \t\r\n\f]+/g, ' '), around)
    }
  }
  const walkElement = ({ tag, attributes, children }: Tree, around: Around): void => {
    const mark = marks[tag]
    if (mark) walk(children, { ...around, marks: [...new Set([...around.marks, mark])] })
    else if (tag === 'br') line.push({ tag })
    else if (tag === 'img') {
      const [src, alt] = [outer.pictureOf(attribute(attributes, 'src')), attribute(attributes, 'alt').trim()]
      if (src === undefined) addText(alt, around)
      else add({ tag, src, alt }, around)
    } else if (tag === 'a') {
      const href = safeHref(attribute(attributes, 'href'))
      walk(children, { ...around, link: href === undefined ? undefined : { href } })
    } else if (tag === 'ul' || tag === 'ol') addBlock({ tag, children: itemsOf(children, around) })
    else if (tag === 'blockquote') addBlock({ tag, children: blocksOf(children, around) })
    else if (tag === 'table') {
      const parts = children.flatMap((part) => (isOne(part, ['thead', 'tbody', 'tfoot']) ? part.children : [part]))
      walk(
        parts.filter((part) => !isOne(part, ['tr'])),
        around,
      )
      addBlock({ tag, children: rowsOf(parts, around) })
    } else if (/^h\d$|^p/.test(tag)) {
      endParagraph()
      walk(children, tag === 'pre' ? { ...around, keepsLines: true } : around)
      endParagraph(tag.startsWith('p') ? 'p' : tag > 'h2' ? 'h3' : 'h2')
    } else {
      endLine()
      walk(children, around)
      endLine()
    }
  }
  walk(nodes, outer)
  endParagraph()
  return blocks
}

const isOne = (node: Tree | string, tags: readonly string[]): node is Tree =>
  typeof node !== 'string' && tags.includes(node.tag)

function itemsOf(nodes: Tree['children'], around: Around): MarkupElement[] {
  const items: MarkupElement[] = []
  for (const node of nodes) {
    const isItem = isOne(node, ['li'])
    const children = blocksOf(isItem ? node.children : [node], around)
    const last = items.at(-1)
    if (!isItem && last) last.children?.push(...children)
    else if (children.length > 0) items.push({ tag: 'li', children })
  }
  return items
}

function rowsOf(nodes: Tree['children'], around: Around): MarkupElement[] {
  const rows = nodes.filter((node) => isOne(node, ['tr'])).map(({ children }) => children)
  const cellsOf = (row: Tree['children']) =>
    row.flatMap((node): MarkupElement[] => {
      const isCell = isOne(node, ['td', 'th'])
      const children = blocksOf(isCell ? node.children : [node], around)
      if (!isCell) return children.length > 0 ? [{ tag: 'td', children }] : []
      const spanOf = (name: string) =>
        Math.min(Math.max(1, Math.trunc(Number(attribute(node.attributes, name))) || 1), maxSpan)
      const tag = node.tag === 'th' ? 'th' : 'td'
      return [{ tag, colSpan: spanOf('colspan'), rowSpan: spanOf('rowspan'), children }]
    })
  return rows
    .map((row): MarkupElement => ({ tag: 'tr', children: cellsOf(row) }))
    .filter(({ children }) => children?.length)
}

/** Returns an upstream picture's path on this site, or undefined if IMAGE_ORIGINS does not contain its origin. */
function signedPicture(src: string): string | undefined {
  const fallback = emptyStateArtSrc('notes')
  const path = pictureAddresses().pathOf(src, fallback)
  return path === fallback ? undefined : path
}

const isBreak = (node: Markup | undefined): boolean => typeof node === 'object' && node.tag === 'br'

function paragraphsOf(line: readonly Markup[]): Markup[][] {
  const paragraphs: Markup[][] = [[]]
  for (const [index, node] of line.entries()) {
    if (isBreak(node)) continue
    const [before, earlier] = [line[index - 1], line[index - 2]]
    if (isBreak(before) && isBreak(earlier)) paragraphs.push([])
    const paragraph = paragraphs.at(-1) ?? []
    if (isBreak(before) && paragraph.length > 0) paragraph.push({ tag: 'br' })
    paragraph.push(node)
  }
  return paragraphs.filter(
    (paragraph) => textOfBody(paragraph).trim() !== '' || JSON.stringify(paragraph).includes('"src"'),
  )
}

const attribute = (attributes: string, name: string): string =>
  decode(new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1] ?? '')

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** Decodes the few entities that the sanitizer can write. */
const decode = (text: string): string => text.replace(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity] ?? entity)

/** Returns a link's target if it is a path on this site or an https URL with a dotted host and no credentials. */
function safeHref(href: string): string | undefined {
  if (href.length > maxUrlCharacters) return undefined
  if (!/^https:/i.test(href)) return pathOnSite(href)
  const url = parseUrl(href)
  return url?.username === '' && url.password === '' && url.hostname.includes('.') ? url.href : undefined
}
