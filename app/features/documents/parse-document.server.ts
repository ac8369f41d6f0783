import { lexer, type MarkedToken, type Token } from 'marked'
import { brand } from '~/brand/brand.server'
import { brandError, type DocumentName, documentNames } from '~/brand/read-brand-file.server'
import { markPhraseEnds } from '~/i18n/japanese-phrases'
import { bcp47, type Locale, locales } from '~/i18n/locale'
import { config } from '~/platform/settings/config.server'
import { exitOnSettingError } from '~/platform/settings/setting-error.server'
import { pathOnSite } from '~/values/addresses'
import { type Markup, type MarkupElement, textOfBody } from '~/values/markup'

export type LegalDocument = {
  /** Undefined if the Markdown does not start with a first-level heading. */
  title?: string
  intro: MarkupElement[]
  sections: { id: string; title: Markup[]; blocks: MarkupElement[] }[]
}

export class DocumentError extends Error {
  override name = 'DocumentError'
}

/** The values of placeholders such as `{{brand}}`. Undefined if the site has no value. */
export type DocumentValues = Record<'age' | 'brand' | 'company' | 'licence', string | undefined>

/**
 * Parses a document's GitHub Flavored Markdown, with HTML as text. Values are filled in afterwards, so they are not
 * parsed as Markdown. Blocks with a missing value are omitted. Source: docs/decisions/018-documents-as-data.md.
 * @throws DocumentError for an unknown placeholder, a missing value in a heading or table, or too many levels
 */
export function parseDocument(markdown: string, values: DocumentValues): LegalDocument {
  assertKnownNames(markdown, values)
  const tokens = lexTokens(markdown).filter(({ type }) => type !== 'space' && type !== 'def')
  const [first] = tokens
  const hasTitle = first?.type === 'heading' && first.depth === 1
  const document: LegalDocument = { intro: [], sections: [] }
  for (const { type, raw } of tokens) if (type === 'heading') assertNoMissingValue(raw, values)
  if (hasTitle) document.title = textOfBody(parseInlines(first.tokens, values))
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
      ;(section?.blocks ?? document.intro).push({ tag: 'h3', id, children: parseInlines(token.tokens, values) })
    }
  }
  return document
}

const maxLevels = 30

function lexTokens(markdown: string): Token[] {
  try {
    const tokens = lexer(markdown)
    assertLevels(tokens, maxLevels)
    return tokens
  } catch (error) {
    // The lexer recurses for each nesting level, so too many levels overflow the stack.
    if (!(error instanceof RangeError)) throw error
    throw new DocumentError('has quotes, lists or emphasis inside each other on too many levels')
  }
}

function assertLevels(tokens: readonly object[], left: number): void {
  if (left === 0) throw new RangeError('too many levels')
  for (const { tokens: inner = [], items = [] } of tokens as { tokens?: Token[]; items?: Token[] }[])
    assertLevels([...inner, ...items], left - 1)
}

function assertKnownNames(markdown: string, values: DocumentValues): void {
  for (const [whole, name = ''] of markdown.matchAll(/\{\{([^{}\n]{0,40})\}\}/g)) {
    if (Object.hasOwn(values, name)) continue
    const known = Object.keys(values).map((value) => `{{${value}}}`)
    throw new DocumentError(`names ${whole}, which is none of ${known.join(', ')}`)
  }
}

function parseBlocks(tokens: readonly Token[] | undefined, values: DocumentValues): MarkupElement[] {
  return (tokens ?? []).flatMap((token) => parseBlock(token, values))
}

function parseBlock(token: Token, values: DocumentValues): MarkupElement[] {
  const known = token as MarkedToken
  switch (known.type) {
    case 'paragraph':
    case 'text':
      if (findMissingValue(known.raw, values)) return []
      return [{ tag: 'p', children: parseInlines(known.tokens ?? [known], values) }]
    case 'list': {
      const items = known.items
        .filter(({ tokens }) => !findMissingValue(ownText(tokens), values))
        .map(({ tokens }): MarkupElement => ({ tag: 'li', children: parseBlocks(tokens, values) }))
        .filter(({ children }) => children?.length)
      if (items.length === 0) return []
      return [
        known.ordered ? { tag: 'ol', start: Number(known.start), children: items } : { tag: 'ul', children: items },
      ]
    }
    case 'blockquote': {
      const children = parseBlocks(known.tokens, values)
      return children.length === 0 ? [] : [{ tag: 'blockquote', children }]
    }
    case 'table': {
      assertNoMissingValue(known.raw, values)
      const toRow = (cells: typeof known.header): MarkupElement => ({
        tag: 'tr',
        children: cells.map(({ tokens, header }) => ({
          tag: header ? 'th' : 'td',
          children: parseInlines(tokens, values),
        })),
      })
      const label = known.header.map(({ tokens }) => textOfBody(parseInlines(tokens, values))).join(', ')
      return [{ tag: 'table', label, children: [known.header, ...known.rows].map(toRow) }]
    }
    case 'hr':
      return [{ tag: 'hr' }]
    case 'checkbox':
    case 'def':
    case 'space':
      return []
    // Code, HTML, and headings inside lists or quotes become paragraphs.
    default:
      if (known.type === 'heading') assertNoMissingValue(known.raw, values)
      if (findMissingValue(known.raw, values)) return []
      return [{ tag: 'p', children: [fill('text' in known ? known.text : known.raw, values)] }]
  }
}

function ownText(tokens: readonly Token[]): string {
  return tokens.find(({ type }) => type === 'text' || type === 'paragraph')?.raw ?? ''
}

function parseInlines(tokens: readonly Token[] | undefined, values: DocumentValues): Markup[] {
  return (tokens ?? []).flatMap((token) => parseInline(token as MarkedToken, values))
}

const marks = { strong: 'strong', em: 'em', del: 's' } as const

function parseInline(token: MarkedToken, values: DocumentValues): Markup[] {
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return [{ tag: marks[token.type], children: parseInlines(token.tokens, values) }]
    case 'codespan':
      return [{ tag: 'code', children: [fill(token.text, values)] }]
    case 'link': {
      const children = parseInlines(token.tokens, values)
      const href = safeHref(token.href)
      return href === undefined ? children : [{ tag: 'a', href, children }]
    }
    case 'br':
      return [{ tag: 'br' }]
    case 'html':
      return [fill(token.text, values)]
    default:
      return [fill('text' in token ? token.text : token.raw, values, { decodesEntities: true })]
  }
}

const placeholder = /\{\{(\w+)\}\}/g
const placeholderOrEntity = /\{\{(\w+)\}\}|&[a-z]+;/g

/** Inserts the values into a text. With `decodesEntities`, it decodes entities in the text but not in the values. */
function fill(text: string, values: DocumentValues, { decodesEntities = false } = {}): string {
  return text
    .replace(placeholderOrEntity, (whole, name?: string) => {
      if (name !== undefined) return values[name as keyof DocumentValues] ?? whole
      return (decodesEntities ? entities.get(whole) : undefined) ?? whole
    })
    .replaceAll('\n', ' ')
}

const entities = new Map(
  Object.entries({ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&nbsp;': '\u00a0', '&copy;': '©' }),
)

function assertNoMissingValue(raw: string, values: DocumentValues): void {
  const missing = findMissingValue(raw, values)
  if (missing) throw new DocumentError(`names {{${missing}}}, which this site does not have, in a heading or a table`)
}

function findMissingValue(raw: string, values: DocumentValues): string | undefined {
  return [...raw.matchAll(placeholder)]
    .map(([, name = '']) => name)
    .find((name) => values[name as keyof DocumentValues] === undefined)
}

/** Returns a link's target if it is https, mailto, tel, a path on this site or a fragment, or else undefined. */
function safeHref(href: string): string | undefined {
  if (/^(?:https:\/\/|mailto:|tel:)/i.test(href)) return URL.canParse(href) ? href : undefined
  return /^#[^\s]+$/.test(href) ? href : pathOnSite(href)
}

/** A brand's document with its date, YYYY-MM-DD. `lang` is its language if it differs from the page's. */
export type DatedDocument = LegalDocument & { version: string; lang?: string }

export function loadDocument(name: DocumentName, locale: Locale): DatedDocument {
  const { version, markdown, language } = brand.documents[name]
  try {
    const text = markdown(locale)
    const document = parseDocument(language(locale) === 'jp' ? markPhraseEnds(text) : text, {
      age: String(config.minimumAge),
      brand: brand.name(locale),
      company: brand.company,
      licence: config.licence,
    })
    return { ...document, version, ...(language(locale) === locale ? {} : { lang: bcp47[language(locale)] }) }
  } catch (cause) {
    if (!(cause instanceof DocumentError)) throw cause
    return exitOnSettingError(brandError(`documents.${name}.${language(locale)}`, cause.message))
  }
}

// Documents are parsed at startup, so that the site does not start with an error in an operator's document.
if (config.brandFile !== undefined) {
  for (const name of documentNames) for (const locale of locales) loadDocument(name, locale)
}
