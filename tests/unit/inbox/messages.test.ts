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

describe('links in a text that somebody wrote', () => {
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

  it('leave every letter of the text where it was', () => {
    const text = '앞 https://example.com/a, 사이 http://b.example 뒤 (https://c.example/x).\n끝'
    expect(visibleText(text)).toBe(text)
    expect(linksIn(text)).toEqual(['https://example.com/a', 'https://c.example/x'])
  })

  it('are found quickly in a text that is nothing but punctuation', () => {
    const started = performance.now()
    const text = `https://example.com/${')'.repeat(2_000)} `.repeat(200)
    expect(linksIn(text)).toHaveLength(200)
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})

it('a text is split at its empty lines, whatever the line ends; one of only spaces has no paragraph', () => {
  expect(splitParagraphs('하나\r\n둘\r\n\r\n셋\r\r\n  \n\n넷\n')).toEqual(['하나\n둘', '셋', '넷'])
  expect(splitParagraphs(' \n\n \t\n')).toEqual([])
})

describe('a list row', () => {
  it('keeps an ID of any type as text, and none if it is missing', () => {
    const row = (id: string | number | undefined) => toItemRow({ _id: id, title: '제목', regDate: '' }, i18n).id
    expect([row(7), row('7'), row(0), row(undefined)]).toEqual(['7', '7', '0', undefined])
  })

  it('has no title of only spaces, and never half a character at the end of a long one', () => {
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
  ['a member who looks at it', '7'],
  ['not a prefetching browser', undefined, { 'Sec-Purpose': 'prefetch' }],
  ['not a prerendering browser', undefined, { 'Sec-Purpose': 'prefetch;prerender' }],
  ['not a prefetching browser with an older header', undefined, { Purpose: 'prefetch' }],
  ['not a HEAD request', undefined, {}, 'HEAD'],
  ['no form', undefined, {}, 'POST'],
  ['not the list', undefined, {}, 'GET', ''],
])('opening an item is %s', (_, id, headers, method = 'GET', query = '?id=7') => {
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

  it('the newest is shown if it is short, read or not, and no older one instead', () => {
    const [unread, long] = [
      { ...newer, isUnread: true },
      { ...newer, text: '글'.repeat(4_000) },
    ]
    const shown = [newer, unread, long].map((first) => newestOf([first, older]))
    expect(shown).toEqual(['1', '1', undefined])
  })
})
