import { lexer, type MarkedToken, type Token } from 'marked'
import { pathOnSite } from '~/paths/path-on-site'
import { type Block, type Inline, type LegalDocument, textOf } from './document'

/** The values of `{{name}}` in a document; undefined when this site has none. */
export type DocumentValues = Record<'age' | 'brand' | 'company' | 'licence', string | undefined>

/**
 * Parses a document's Markdown (GitHub's flavour). HTML in it is text. Values are filled in after parsing, so that none
 * is read as Markdown; a paragraph or list item that names a missing value is left out.
 * Source: docs/decisions/018-documents-as-data.md.
 */
export function parseDocument(markdown: string, values: DocumentValues): LegalDocument {
  const tokens = lexer(markdown).filter(({ type }) => type !== 'space' && type !== 'def')
  const [first] = tokens
  const hasTitle = first?.type === 'heading' && first.depth === 1
  const document: LegalDocument = { intro: [], sections: [] }
  if (hasTitle) document.title = textOf(parseInlines(first.tokens, values))
  let subheadings = 0
  for (const token of hasTitle ? tokens.slice(1) : tokens) {
    const section = document.sections.at(-1)
    if (token.type !== 'heading') (section?.blocks ?? document.intro).push(...parseBlock(token, values))
    else if (token.depth <= 2) {
      subheadings = 0
      const id = `section-${document.sections.length + 1}`
      document.sections.push({ id, title: parseInlines(token.tokens, values), blocks: [] })
    } else {
      subheadings += 1
      const id = `section-${document.sections.length}-${subheadings}`
      ;(section?.blocks ?? document.intro).push({
        kind: 'subheading',
        id,
        content: parseInlines(token.tokens, values),
      })
    }
  }
  return document
}

function parseBlocks(tokens: readonly Token[] | undefined, values: DocumentValues): Block[] {
  return (tokens ?? []).flatMap((token) => parseBlock(token, values))
}

/** The block of a token; none when it names a missing value. */
function parseBlock(token: Token, values: DocumentValues): Block[] {
  const known = token as MarkedToken
  switch (known.type) {
    case 'paragraph':
    case 'text':
      if (namesMissingValue(known.raw, values)) return []
      return [{ kind: 'paragraph', content: parseInlines(known.tokens ?? [known], values) }]
    case 'list': {
      const items = known.items
        .filter(({ raw }) => !namesMissingValue(raw, values))
        .map(({ tokens }) => parseBlocks(tokens, values))
      return items.length === 0 ? [] : [{ kind: 'list', items, ...(known.ordered && { start: Number(known.start) }) }]
    }
    case 'blockquote':
      return [{ kind: 'quote', blocks: parseBlocks(known.tokens, values) }]
    case 'table': {
      const cells = (row: typeof known.header) => row.map(({ tokens }) => parseInlines(tokens, values))
      return [{ kind: 'table', head: cells(known.header), rows: known.rows.map(cells) }]
    }
    case 'hr':
      return [{ kind: 'rule' }]
    case 'checkbox':
    case 'def':
    case 'space':
      return []
    // Markdown's code, HTML and headings inside lists or quotes.
    default:
      return [{ kind: 'paragraph', content: [fill('text' in known ? known.text : known.raw, values)] }]
  }
}

function parseInlines(tokens: readonly Token[] | undefined, values: DocumentValues): Inline[] {
  return (tokens ?? []).flatMap((token) => parseInline(token as MarkedToken, values))
}

const inlineKinds = { strong: 'strong', em: 'emphasis', del: 'deleted' } as const

function parseInline(token: MarkedToken, values: DocumentValues): Inline[] {
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return [{ kind: inlineKinds[token.type], content: parseInlines(token.tokens, values) }]
    case 'codespan':
      return [{ kind: 'code', content: [fill(token.text, values)] }]
    case 'link': {
      const content = parseInlines(token.tokens, values)
      const href = safeHref(token.href)
      return href === undefined ? content : [{ kind: 'link', href, content }]
    }
    case 'br':
      return [{ kind: 'break' }]
    default:
      return [fill('text' in token ? token.text : token.raw, values)]
  }
}

/** Fills the values into a text; a name that is not one of them stays as it is. */
function fill(text: string, values: DocumentValues): string {
  return text.replace(placeholder, (whole, name: string) => lookUp(name, values) ?? whole).replaceAll('\n', ' ')
}

const placeholder = /\{\{(\w+)\}\}/g

function namesMissingValue(raw: string, values: DocumentValues): boolean {
  return [...raw.matchAll(placeholder)].some(
    ([, name = '']) => Object.hasOwn(values, name) && lookUp(name, values) === undefined,
  )
}

function lookUp(name: string, values: DocumentValues): string | undefined {
  return Object.hasOwn(values, name) ? values[name as keyof DocumentValues] : undefined
}

/** The target of a link; undefined unless it is https, mailto, tel, a path of this site or a fragment. */
function safeHref(href: string): string | undefined {
  if (/^(?:https:\/\/|mailto:|tel:)/i.test(href)) return URL.canParse(href) ? href : undefined
  return /^#[^\s]+$/.test(href) ? href : pathOnSite(href)
}
