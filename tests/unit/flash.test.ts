import fc from 'fast-check'
import { RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { flashContext, redirectWithFlash } from '~/http/flash.server'
import { popupCookieSuffix, readRecentGames, rememberGame } from '~/http/preferences.server'
import { requestInfo } from '~/http/request-info.server'
import english from '~locales/en.json'

const done = { kind: 'success', message: 'comp.done', values: { amount: 10_000 } } as const
const sent = redirectWithFlash('/', done)
const cookie = sent.headers.get('Set-Cookie')?.split(';')[0] ?? ''
const html = { 'Content-Type': 'text/html; charset=utf-8' }

async function openPage(path: string, headers: Record<string, string>, answer: ResponseInit = { headers: html }) {
  const request = new Request(`http://localhost${path}`, { headers })
  const context = new RouterContextProvider()
  const response = await requestInfo(
    { request, context, params: {}, pattern: '', url: new URL(request.url) },
    async () => {
      return new Response('page', answer)
    },
  )
  const cookies = response instanceof Response ? response.headers.getSetCookie() : []
  return { notice: context.get(flashContext), cookies }
}

describe('a flash message', () => {
  it('is set with the redirect and shown once by the next page', async () => {
    expect(sent.status).toBe(303)
    const shown = await openPage('/', { Cookie: cookie })
    expect(shown.notice).toEqual(done)
    expect(shown.cookies).toEqual([expect.stringMatching(/^notice=; Max-Age=0; Path=\//)])
  })

  it('is kept when the next answer is not a page', async () => {
    expect((await openPage('/', { Cookie: cookie }, { status: 303, headers: { Location: '/login' } })).cookies).toEqual(
      [],
    )
    expect((await openPage('/a.data?_routes=lobby%2Fslot', { Cookie: cookie }, {})).cookies).toEqual([])
    expect((await openPage('/a.data', { Cookie: cookie }, {})).cookies).toHaveLength(1)
  })

  it('is not used up by a page that is only fetched ahead', async () => {
    const ahead = await openPage('/', { Cookie: cookie, 'Sec-Purpose': 'prefetch' })
    expect(ahead.notice).toBeNull()
    expect(ahead.cookies).toEqual([])
  })

  it.each(['notice=', 'notice=xyz', `notice=${Buffer.from('{"kind":"loud","message":"a"}').toString('base64url')}`])(
    'that is malformed (%s) is ignored',
    async (made) => {
      expect((await openPage('/', { Cookie: made })).notice).toBeNull()
    },
  )
})

describe('a forged flash message', () => {
  const planted = async (value: unknown) =>
    (await openPage('/', { Cookie: `notice=${Buffer.from(JSON.stringify(value)).toString('base64url')}` })).notice

  it.each([
    { kind: 'success', message: 'comp.done', values: { amount: '010-1234-5678 로 전화해 주세요. 보너스' } },
    { kind: 'error', message: 'user.history.file.failed', values: { reference: 'call 010-1234-5678' } },
    { kind: 'success', message: 'msg2010', values: { amount: 1 } },
    { kind: 'warning', message: 'msg2010' },
    { kind: 'success', message: 'notice.new', values: { title: 'x' } },
    { kind: 'info', message: 'problem.reference' },
    { kind: 'success', message: 'comp.done', values: { amount: 10_000, more: 'words' } },
    { kind: 'success', message: 'msg2010', text: 'words' },
  ])('%j shows nothing', async (value) => {
    expect(await planted(value)).toBeNull()
  })

  it('has no words of its own in any language, whatever is in it', async () => {
    const keys = Object.keys(english) as [string, ...string[]]
    const words = fc.string({ minLength: 3 }).map((text) => `☠${text}`)
    const value = fc.record(
      {
        kind: fc.constantFrom('success', 'info', 'warning', 'error'),
        message: fc.oneof(fc.constantFrom(...keys), words),
        values: fc.dictionary(fc.oneof(fc.constantFrom('amount', 'reference', 'title', 'name'), words), words),
      },
      { requiredKeys: ['kind', 'message'] },
    )
    await fc.assert(
      fc.asyncProperty(value, async (made) => {
        expect(JSON.stringify(await planted(made))).not.toContain('☠')
      }),
    )
  })
})

describe('the preferences of a browser', () => {
  it('store a language that a URL asked for', async () => {
    expect((await openPage('/?lng=en', {})).cookies).toEqual([
      expect.stringMatching(/^lng=en; Max-Age=31536000; Path=\//),
    ])
    expect((await openPage('/?lng=en', { Cookie: 'lng=en' })).cookies).toEqual([])
    expect((await openPage('/?lng=xx', {})).cookies).toEqual([])
  })

  it('store the last eight games, the latest first and none twice', async () => {
    let cookie = ''
    for (const code of ['1', '2', '3', '4', '5', '6', '7', '8', '9', '2']) {
      const request = new Request('http://localhost/game', { headers: { Cookie: cookie } })
      const context = new RouterContextProvider()
      const answer = await requestInfo(
        { request, context, params: {}, pattern: '', url: new URL(request.url) },
        async () => {
          rememberGame(request, context, { company: 'stone', code })
          return new Response('page')
        },
      )
      cookie = (answer instanceof Response ? answer.headers.get('Set-Cookie') : '')?.split(';')[0] ?? ''
    }
    const games = readRecentGames(new Request('http://localhost/', { headers: { Cookie: cookie } }))
    expect(games.map(({ code }) => code)).toEqual(['2', '9', '8', '7', '6', '5', '4', '3'])
    expect(readRecentGames(new Request('http://localhost/', { headers: { Cookie: 'recent=[[1,2]' } }))).toEqual([])
  })

  it('hide a pop-up under a valid cookie name', () => {
    expect(popupCookieSuffix(7)).toBe('7')
    expect(popupCookieSuffix('a;b=c')).toBe('a_3Bb_3Dc')
  })
})
