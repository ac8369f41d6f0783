import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { pathOnSite } from '~/values/addresses'
import { anyText } from '../../support/any-text'

/** URLs of pages from which a path is followed. They must not matter. */
const followedFrom = [
  'https://site.example/',
  'http://127.0.0.1:3000/login?next=a',
  'https://site.example//other.example/page',
  'https://site.example/a/b/c#d',
]

/** Parts of addresses on which parsers disagree. */
const piece = fc.constantFrom(
  ...['/', '\\', '.', '..', '\t', '\n', '\r', '\u0000', ' ', '@', ':', '?', '#', '%2f', '%5c', '%09', '%2e', '\ud800'],
  ...['evil.example', 'https:', 'javascript:', 'a', '\uff0f', '\u2028', '한', '[', ']'],
)
const address = fc.oneof(
  fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
  fc.array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join('')}`),
  anyText(),
)

describe('a path on this site', () => {
  it.each(['/', '/deposit', '/slot/game?code=a&b=1', '/note?id=1#top'])('is unchanged: %s', (next) => {
    expect(pathOnSite(next)).toBe(next)
  })

  const elsewhere = [
    'https://elsewhere.example/',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/.//elsewhere.example',
  ]
  it.each([
    ...elsewhere,
    '/\t/elsewhere.example',
    'javascript:alert(1)',
    'deposit',
    '',
    null,
    undefined,
    '/a'.repeat(1500),
  ])('is not %s', (next) => expect(pathOnSite(next)).toBeUndefined())

  it('is accepted in browsers without URL.canParse, such as on iOS 16', () => {
    const canParse = vi.spyOn(URL, 'canParse').mockImplementation(() => expect.unreachable())
    onTestFinished(() => canParse.mockRestore())
    expect([pathOnSite('/deposit'), pathOnSite('//[')]).toEqual(['/deposit', undefined])
  })

  it('contains no line break that could split a header', () => {
    expect(pathOnSite('/a\r\nSet-Cookie: b=c')).toBe('/aSet-Cookie:%20b=c')
  })

  it('doesn’t change when it is normalized again', () => {
    fc.assert(
      fc.property(address, (text) => {
        const path = pathOnSite(text)
        if (path !== undefined) expect(pathOnSite(path)).toBe(path)
      }),
    )
  })

  it('stays on its site, whatever was requested and on whatever page', () => {
    fc.assert(
      fc.property(address, fc.constantFrom(...followedFrom), (text, from) => {
        const path = pathOnSite(text)
        if (path === undefined) return
        expect(new URL(path, from).origin).toBe(new URL(from).origin)
        expect(path).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/)
      }),
      { numRuns: 5_000 },
    )
  })
})
