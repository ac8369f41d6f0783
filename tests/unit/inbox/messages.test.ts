import { describe, expect, it } from 'vitest'
import { splitLinks, splitParagraphs } from '~/features/inbox/items/body'
import { type Item, openedItemId, pageOf, toItemRow, viewItems } from '~/features/inbox/items/items.server'
import { i18nFor } from '~/i18n/catalogue.server'

const i18n = i18nFor('ko')

const linksIn = (text: string) => splitLinks(text).flatMap(({ href }) => href ?? [])
const visibleText = (text: string) =>
  splitLinks(text)
    .map((piece) => piece.text)
    .join('')

describe('links in a user’s text', () => {
  it.each([
    ['자세히: https://example.com/a?b=1&c=2#d', 'https://example.com/a?b=1&c=2#d'],
    ['https://example.com/길', 'https://example.com/'],
    ['https://example.com에서 보세요', 'https://example.com/'],
    ['(https://example.com/wiki/a_(b))', 'https://example.com/wiki/a_(b)'],
    ['보세요: https://example.com/a.', 'https://example.com/a'],
    ['"https://example.com/a", 그리고', 'https://example.com/a'],
    ['HTTPS://EXAMPLE.COM/A', 'https://example.com/A'],
    ['https://example.com:8443/a', 'https://example.com:8443/a'],
  ])('can be followed: %s', (text, href) => {
    expect(linksIn(text)).toEqual([href])
  })

  it.each([
    ...['http://example.com', 'javascript:alert(1)', 'data:text/html,x', '//example.com'],
    ...['xhttps://example.com', 'https://good.example@evil.example/', 'https://good.example:pw@evil.example/'],
    ...['https://localhost/', 'https://[::1]/', 'https://', 'https://.', 'https://한글.example'],
    `https://example.com/${'a'.repeat(3_000)}`,
  ])('are plain text: %s', (text) => {
    expect(linksIn(text)).toEqual([])
  })

  it('don’t change the visible text', () => {
    const text = '앞 https://example.com/a, 사이 http://b.example 뒤 (https://c.example/x).\n끝'
    expect(visibleText(text)).toBe(text)
    expect(linksIn(text)).toEqual(['https://example.com/a', 'https://c.example/x'])
  })

  it('are found quickly in a text of mostly punctuation', () => {
    const started = performance.now()
    const text = `https://example.com/${')'.repeat(2_000)} `.repeat(200)
    expect(linksIn(text)).toHaveLength(200)
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})

it('a text is split at empty lines with any line endings, and a blank text has no paragraphs', () => {
  expect(splitParagraphs('하나\r\n둘\r\n\r\n셋\r\r\n  \n\n넷\n')).toEqual(['하나\n둘', '셋', '넷'])
  expect(splitParagraphs(' \n\n \t\n')).toEqual([])
})

describe('a list row', () => {
  it('has an ID of any type as text, or none if it is missing', () => {
    const row = (id: string | number | undefined) => toItemRow({ _id: id, title: '제목', regDate: '' }, i18n).id
    expect([row(7), row('7'), row(0), row(undefined)]).toEqual(['7', '7', '0', undefined])
  })

  it('has no blank title, and cuts a long one between whole characters', () => {
    expect(toItemRow({ _id: 1, title: ' \n ', regDate: '' }, i18n).title).toBeUndefined()
    const long = toItemRow({ _id: 1, title: `a${'🎉'.repeat(200)}`, regDate: '' }, i18n).title ?? ''
    expect(long).toMatch(/^a🎉+…$/u)
    expect(long.length).toBeLessThanOrEqual(301)
  })
})

it('an opened item is on one page of its list', () => {
  const many = Array.from({ length: 41 }, (_, index) => index)
  expect([0, 19, 20, 40].map((item) => pageOf(many, item))).toEqual([1, 1, 2, 3])
})

it.each<[string, string | undefined, Record<string, string>?, string?, string?]>([
  ['reading by a member', '7'],
  ['not reading by prefetching', undefined, { 'Sec-Purpose': 'prefetch' }],
  ['not reading by prerendering', undefined, { 'Sec-Purpose': 'prefetch;prerender' }],
  ['not reading by prefetching with an older header', undefined, { Purpose: 'prefetch' }],
  ['not reading by a HEAD request', undefined, {}, 'HEAD'],
  ['not reading by a form', undefined, {}, 'POST'],
  ['not reading in the list', undefined, {}, 'GET', ''],
])('requesting an item is %s', (_, id, headers, method = 'GET', query = '?id=7') => {
  const url = new URL(`http://a.example/note${query}`)
  expect(openedItemId(new Request(url, { method, headers }), url)).toBe(id)
})

describe('next to a list of notes', () => {
  const [newer, older] = ['2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z'].map((regDate, index) => {
    return { _id: index + 1, title: `쪽지 ${index}`, text: '본문', regDate, isUnread: false }
  }) as [Item, Item]
  const newestOf = (items: Item[]) => {
    const view = viewItems('note', new URL('http://site.test/note'), items, i18n)
    return 'kind' in view && view.kind === 'list' ? view.newest?.id : 'none'
  }

  it('only the newest note is shown, read or not, and only if it is short', () => {
    const [unread, long] = [
      { ...newer, isUnread: true },
      { ...newer, text: '글'.repeat(4_000) },
    ]
    const shown = [newer, unread, long].map((first) => newestOf([first, older]))
    expect(shown).toEqual(['1', '1', undefined])
  })
})
