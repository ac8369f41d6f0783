import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readQuery } from '~/server/request-info/query.server'
import { pathOnSite } from '~/values/addresses'
import { anyText } from '../../support/any-text'

const queryOf = (parameters: Record<string, string>) =>
  readQuery(`http://a.example/?${new URLSearchParams(parameters).toString()}`)

describe('a URL’s query', () => {
  it('has text and flags by known names only', () => {
    expect(queryOf({ id: '7', page: '2', write: '', other: 'x', next: '/note' })).toMatchObject({
      ...{ id: '7', page: '2', write: true, unread: false, next: '/note', code: undefined },
    })
    expect(queryOf({ other: 'x' })).not.toHaveProperty('other')
    expect(readQuery('http://a.example/?id=1&id=2').id).toBe('1')
  })

  it('never throws, and has no control character, lone surrogate or foreign URL outside of typed text', () => {
    const names = Object.keys(queryOf({}))
    fc.assert(
      fc.property(fc.constantFrom(...names), anyText({ maxLength: 300 }), (name, value) => {
        const { q, from, to, back, search, picks, ...words } = queryOf({ [name]: value })
        for (const text of [q, from, to, back, search]) expect(text?.isWellFormed()).not.toBe(false)
        expect(picks ?? '').toMatch(/^[^\p{Cc}\p{Cs}]{0,4000}$/u)
        for (const word of Object.values(words)) {
          if (typeof word === 'string' && word !== words.next) expect(word).toMatch(/^[^\p{Cc}\p{Cs}]{0,128}$/u)
        }
      }),
    )
    for (const next of ['/note?id=1', '//evil.example', '/\\evil.example', '/a/..//evil.example'])
      expect(queryOf({ next }).next, next).toBe(pathOnSite(next))
  })
})
