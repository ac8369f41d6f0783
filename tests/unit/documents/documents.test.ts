import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { documentNames } from '~/brand/read-brand-file.server'
import { DocumentError, loadDocument, parseDocument } from '~/features/documents/parse-document.server'
import { locales } from '~/i18n/locale'
import { type Markup, type MarkupElement, textOfBody } from '~/values/markup'

const values = { age: '19', brand: 'Star Yard', company: '*Star* <b>Yard</b> [x](/y)', licence: undefined }
const parse = (markdown: string) => parseDocument(markdown, values)
const introOf = (markdown: string) => parse(markdown).intro
const paragraph = (...children: Markup[]): MarkupElement => ({ tag: 'p', children })
const list = (...items: MarkupElement[][]): MarkupElement => ({
  tag: 'ul',
  children: items.map((children) => ({ tag: 'li', children })),
})
const row = (tag: 'th' | 'td', ...texts: string[]): MarkupElement => ({
  tag: 'tr',
  children: texts.map((text) => ({ tag, children: [text] })),
})

function linksIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(linksIn)
  if (typeof node !== 'object' || node === null) return []
  const own = 'href' in node ? [String(node.href)] : []
  return [...own, ...Object.values(node).flatMap(linksIn)]
}

describe('a document’s Markdown', () => {
  it('has a title, an introduction, and sections with anchors', () => {
    const parsed = parse(
      '# Terms *of* use\n\nRead this.\n\n## Who\n\nYou.\n\n### Age\n\n## Money\n\n# Again\n\n### Fees',
    )
    expect(parsed.title).toBe('Terms of use')
    expect(parsed.intro).toEqual([paragraph('Read this.')])
    expect(parsed.sections.map(({ id, title }) => [id, textOfBody(title)])).toEqual([
      ['section-1', 'Who'],
      ['section-2', 'Money'],
      ['section-3', 'Again'],
    ])
    expect(parsed.sections.flatMap(({ blocks }) => blocks).flatMap((block) => block.id ?? [])).toEqual([
      'section-1-1',
      'section-3-1',
    ])
    expect(parse('No heading.').title).toBeUndefined()
  })

  it('may contain emphasis, lists, quotes, tables, rules and line breaks', () => {
    expect(introOf('**a** *b* ~~c~~ `d`  \ne\nf')).toEqual([
      paragraph(
        { tag: 'strong', children: ['a'] },
        ' ',
        { tag: 'em', children: ['b'] },
        ' ',
        { tag: 's', children: ['c'] },
        ' ',
        { tag: 'code', children: ['d'] },
        { tag: 'br' },
        'e f',
      ),
    ])
    expect(introOf('- a\n  - b\n\n3. c\n4. d')).toEqual([
      list([paragraph('a'), list([paragraph('b')])]),
      { ...list([paragraph('c')], [paragraph('d')]), tag: 'ol', start: 3 },
    ])
    expect(introOf('> a\n\n---\n\n|a|b|\n|-|-|\n|1|2|')).toEqual([
      { tag: 'blockquote', children: [paragraph('a')] },
      { tag: 'hr' },
      { tag: 'table', label: 'a, b', children: [row('th', 'a', 'b'), row('td', '1', '2')] },
    ])
  })

  it('shows HTML as text, and pictures as their descriptions', () => {
    expect(introOf('a <img src=x onerror=alert(1)> b')).toEqual([paragraph('a ', '<img src=x onerror=alert(1)>', ' b')])
    expect(introOf('<script>\nalert(1)\n</script>')).toEqual([paragraph('<script> alert(1) </script>')])
    expect(introOf('<!-- note -->')).toEqual([paragraph('<!-- note -->')])
    expect(introOf('![a cat](https://elsewhere.example/cat.png)')).toEqual([paragraph('a cat')])
    expect(introOf('- [x] done')).toEqual([list([paragraph('done')])])
  })

  it('may link to https, mail and telephone addresses and this site', () => {
    const allowed = [
      'https://a.example/b?c=d',
      'mailto:help@a.example',
      'tel:1588-0000',
      '/user?tab=bets',
      '#section-2',
    ]
    const parsed = parse(allowed.map((href) => `[x](${href})`).join(' '))
    expect(linksIn(parsed)).toEqual(allowed)
  })

  it.each([
    ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'java&#115;cript:alert(1)', ' javascript:alert(1)'],
    ...['java\tscript:alert(1)', 'data:text/html,<script>alert(1)</script>', 'http://a.example', '//a.example'],
    ...['/\\a.example', 'relative'],
  ])('shows a link to %j as plain text', (href) => {
    for (const markdown of [`[words](<${href}>)`, `[words](${href})`, `[words]\n\n[words]: ${href}`, `<${href}>`])
      expect(linksIn(parse(markdown)), markdown).toEqual([])
    expect(textOfBody(introOf(`[words](<${href}>)`))).toContain('words')
  })

  it('becomes a document with only safe links, whatever it contains', () => {
    const marks = '[ ] ( ) < > # * _ ` | - ! [a]( ](< &#106; 1. {{licence}} {{company}} a'.split(' ')
    const targets = 'javascript:alert(1) data:x https://a.example //b.example /notice #a'.split(' ')
    const part = fc.constantFrom(...marks, ...targets, '\n', '\n\n', ' ', '    ', '\\')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40, size: 'max' }), (parts) => {
        expect(
          linksIn(parseDocument(parts.join(''), { ...values, licence: 'L' })).filter(
            (href) => !/^(https:\/\/|\/(?!\/)|#)/.test(href),
          ),
        ).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it.each(['{{compnay}}', '{{ company }}', '{{Company}}', '{{}}', '{{constructor}}', '{{__proto__}}'])(
    'is rejected with the unknown name %s in any place',
    (name) => {
      const known = '{{age}}, {{brand}}, {{company}}, {{licence}}'
      for (const markdown of [`a ${name} b`, `# ${name}`, `- ${name}`, `\`${name}\``, `> [a](/b "${name}")`])
        expect(() => parse(markdown), markdown).toThrow(new DocumentError(`names ${name}, which is none of ${known}`))
    },
  )

  it.each(['>', '- ', '1. '])('is rejected with too many levels of %j, without a stack overflow', (mark) => {
    for (const levels of [50, 3_000]) expect(() => parse(`${mark.repeat(levels)}c`), `${levels}`).toThrow(DocumentError)
    expect(introOf(`${mark.repeat(5)}c`)).toHaveLength(1)
  })

  it('omits a paragraph or list item that names a value without a setting', () => {
    expect(introOf('Licence {{licence}}.\n\n- {{brand}}\n- **{{licence}}**')).toEqual([list([paragraph('Star Yard')])])
    expect(introOf('- {{licence}}')).toEqual([])
    expect(introOf('> {{licence}}\n\n```\n{{licence}}\n```')).toEqual([])
  })

  it('keeps a list item and its other items when only one of them names a missing value', () => {
    const inner = (...names: string[]) => list(...names.map((name) => [paragraph(name)]))
    expect(introOf('- a\n  - {{licence}}\n  - b\n- c')).toEqual([list([paragraph('a'), inner('b')], [paragraph('c')])])
    expect(introOf('- a\n\n  {{licence}}\n\n  b')).toEqual([list([paragraph('a'), paragraph('b')])])
    expect(introOf('- {{licence}}\n  - a\n- b')).toEqual([inner('b')])
  })

  it.each([
    ['a title', '# By {{licence}}'],
    ['a heading', '# A\n\n## The licence {{licence}}'],
    ['a later heading', 'The licence {{licence}}\n-----\n\n### {{licence}}'],
    ['a heading in a list', '- ## {{licence}}'],
    ['a table', '|a|\n|-|\n|**{{licence}}**|'],
  ])('may not name a missing value in %s', (_where, markdown) => {
    expect(() => parse(markdown)).toThrow('{{licence}}')
  })

  it('shows the characters of entities, and doesn’t parse them as Markdown', () => {
    expect(introOf('A &amp; B&nbsp;&copy; &lt;b&gt; &#42;x&#x2a; `&amp;` &amp;lt; &unknown;')).toEqual([
      paragraph('A & B\u00a0© <b> *x* ', { tag: 'code', children: ['&amp;'] }, ' &lt; &unknown;'),
    ])
  })
})

describe.each(documentNames)('the shipped document %s', (name) => {
  it('exists in every language, with the same sections, no HTML and no empty value', () => {
    const [korean, ...translations] = locales.map((locale) => loadDocument(name, locale))
    for (const document of [korean, ...translations]) {
      expect(document?.title).toBeTruthy()
      expect(document?.intro.length).toBeGreaterThan(0)
      expect(document?.sections.map(({ id, blocks }) => [id, blocks.length])).toEqual(
        korean?.sections.map(({ id, blocks }) => [id, blocks.length]),
      )
      expect(JSON.stringify(document)).not.toMatch(/\{\{|<[a-z!]|undefined/i)
    }
    expect(new Set(translations.map((document) => document.title)).size).toBe(translations.length)
    expect(korean?.version).toMatch(/^\d{4}-\d\d-\d\d$/)
  })
})
