import { afterEach, describe, expect, it, vi } from 'vitest'
import { setFlashCookie } from '~/components/flash-message'
import { formatSetCookie, parseCookies } from '~/server/cookies/cookie.server'
import { readFlash } from '~/server/cookies/flash.server'

const names = ['madang', 'a-new-one']

describe('cookies over https', () => {
  it('have the value of the first of two, without quotes, and not decoded if a percent sign is malformed', () => {
    const header = '__Host-lng="en"; __Host-lng=ko; __Host-theme=50%; __Host-recent=a%20b; lone; __Host-lite= on '
    expect(parseCookies(header, true)).toEqual(
      new Map([
        ['lng', 'en'],
        ['theme', '50%'],
        ['recent', 'a b'],
        ['lite', 'on'],
      ]),
    )
  })

  it('are ignored without a name or prefix, except the remembered ID', () => {
    expect(parseCookies('__Host-=x; =y; __Host-__Host-lng=en', true)).toEqual(new Map([['__Host-lng', 'en']]))
    const header = 'madang=x; lng=en; theme=light; userId=remembered; __Host-userId=x'
    expect(parseCookies(header, true)).toEqual(new Map([['userId', 'remembered']]))
  })
})

describe('cookies over http', () => {
  it.each([...names, 'userId'])('don’t prefix %s, because browsers would reject it', (name) => {
    expect(formatSetCookie(name, '1', 0, false)).toBe(`${name}=1; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`)
    expect(parseCookies(`__Host-${name}=other; ${name}=ours`, false).get(name)).toBe('ours')
  })
})

describe('a flash message that a script sets', () => {
  afterEach(() => vi.unstubAllGlobals())

  it.each([
    ['behind https', { https: 'true' }, /^__Host-notice=[^;]+; Path=\/; .*Secure$/],
    ['on http', {}, /^notice=[^;]+; Path=\/; (?!.*Secure)/],
  ])('is found by the server %s', (_name, dataset, line) => {
    const page = { cookie: '', documentElement: { dataset } }
    vi.stubGlobal('document', page)
    setFlashCookie({ kind: 'warning', message: 'session.ended' })
    expect(page.cookie).toMatch(line)
    const sent = page.cookie.split(';')[0]
    expect(readFlash(parseCookies(sent, 'https' in dataset).get('notice'))).toMatchObject({ message: 'session.ended' })
  })
})
