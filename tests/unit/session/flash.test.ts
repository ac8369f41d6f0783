import { RouterContextProvider } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import {
  changeFavourite,
  readFavourites,
  readRecentGames,
  rememberGame,
} from '~/features/lobby/favourites/member-games.server'
import { flashContext, redirectWithFlash } from '~/server/cookies/flash.server'
import { describeRequest } from '~/server/request-info/request-info.server'
import { completeResponse } from '~/server/responses/complete.server'
import { type MemberSession, sessionContext } from '~/server/session/session.server'

const done = { kind: 'success', message: 'comp.done', values: { amount: 10_000 } } as const
const sent = redirectWithFlash('/', done)
const cookie = sent.headers.get('Set-Cookie')?.split(';')[0] ?? ''
const html = { 'Content-Type': 'text/html; charset=utf-8' }

async function openPage(path: string, headers: Record<string, string>, init: ResponseInit = { headers: html }) {
  const request = new Request(`http://localhost${path}`, { headers })
  const context = new RouterContextProvider()
  await describeRequest(request, context)
  const response = new Response('page', init)
  completeResponse(response, request, context)
  return { notice: context.get(flashContext), cookies: response.headers.getSetCookie() }
}

describe('a flash message', () => {
  it('is set with the redirect and shown once by the next page', async () => {
    expect(sent.status).toBe(303)
    const shown = await openPage('/', { Cookie: cookie })
    expect(shown.notice).toEqual(done)
    expect(shown.cookies).toEqual([expect.stringMatching(/^notice=; Max-Age=0; Path=\//)])
  })

  it('is kept if the next response isn’t a page', async () => {
    expect((await openPage('/', { Cookie: cookie }, { status: 303, headers: { Location: '/login' } })).cookies).toEqual(
      [],
    )
    expect((await openPage('/a.data?_routes=lobby%2Fslot', { Cookie: cookie }, {})).cookies).toEqual([])
    expect((await openPage('/a.data', { Cookie: cookie }, {})).cookies).toHaveLength(1)
  })

  it('isn’t used up by a page that is only prefetched', async () => {
    const ahead = await openPage('/', { Cookie: cookie, 'Sec-Purpose': 'prefetch' })
    expect(ahead.notice).toBeNull()
    expect(ahead.cookies).toEqual([])
  })
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
})

describe('a browser’s preferences', () => {
  function browser() {
    const cookies = new Map<string, string>()
    return {
      cookies,
      async as<Result>(userId: string | null, act: (request: Request, context: RouterContextProvider) => Result) {
        const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const request = new Request('http://localhost/game', { headers: { Cookie } })
        const context = new RouterContextProvider()
        context.set(sessionContext, { member: userId && { userId, token: '' } } as MemberSession)
        await describeRequest(request, context)
        const result = act(request, context)
        const response = new Response('page')
        completeResponse(response, request, context)
        for (const line of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          cookies.set(name, value)
        }
        return result
      },
    }
  }
  const codes = (games: readonly { code: string }[] | undefined) => games?.map(({ code }) => code)

  it('store when a game was opened, and read older cookies without a time', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-22T05:02:07.900Z'), toFake: ['Date'] })
    const phone = browser()
    const game = { company: 'stone', code: '1' }
    await phone.as('demo', (request, context) => rememberGame(request, context, game))
    vi.setSystemTime(new Date('2026-11-23T00:00:00Z'))
    const openedAt = new Date('2026-11-22T05:02:07Z')
    expect(await phone.as('demo', readRecentGames)).toEqual([{ ...game, openedAt }])

    const [tag] = JSON.parse(Buffer.from(phone.cookies.get('recent') ?? '', 'base64url').toString())
    const noon = Date.parse('2026-11-22T12:00:00Z') / 1_000
    const readBack = async (...time: unknown[]) => {
      phone.cookies.set('recent', Buffer.from(JSON.stringify([tag, [['stone', '1', ...time]]])).toString('base64url'))
      return phone.as('demo', readRecentGames)
    }
    expect(await readBack()).toEqual([game])
    for (const wrong of ['noon', null, -1, 1.5, 1e300, noon + 86_400])
      expect(await readBack(wrong), `${wrong}`).toEqual([game])
    expect(await readBack(noon)).toEqual([{ ...game, openedAt: new Date('2026-11-22T12:00:00Z') }])
    vi.useRealTimers()
  })

  it('show favourites and recent games only to the member who made them', async () => {
    const phone = browser()
    const game = { company: 'stone', code: '1' }
    await phone.as('demo', (request, context) => {
      rememberGame(request, context, game)
      changeFavourite(request, context, game, true)
    })
    for (const read of [readRecentGames, readFavourites]) {
      expect(await phone.as('demo', read)).toMatchObject([game])
      expect(await phone.as('demo2', read)).toEqual([])
      expect(await phone.as(null, read)).toEqual([])
    }
    expect(Buffer.from(phone.cookies.get('favourites') ?? '', 'base64url').toString()).not.toContain('demo')
    await phone.as(null, (request, context) => changeFavourite(request, context, game, true))
    expect(codes(await phone.as('demo', readFavourites))).toEqual(['1'])
  })

  it('store sixty favourites, of which the oldest are dropped, in a cookie that browsers keep', async () => {
    const phone = browser()
    const add = (company: string, code: string) =>
      phone.as('demo', (request, context) => changeFavourite(request, context, { company, code }, true))
    for (let code = 1; code <= 61; code += 1) await add('stone', String(code))
    const stored = codes(await phone.as('demo', readFavourites))
    expect([stored?.length, stored?.[0], stored?.at(-1)]).toEqual([60, '61', '2'])

    for (let code = 1; code <= 60; code += 1) await add('가'.repeat(64), `${code}`.padEnd(64, '나'))
    expect(phone.cookies.get('favourites')?.length).toBeLessThan(4_000)
    expect((await phone.as('demo', readFavourites))?.[0]?.code).toMatch(/^60/)
    await phone.as('demo', (request, context) =>
      changeFavourite(request, context, { company: '가'.repeat(64), code: '60'.padEnd(64, '나') }, false),
    )
    expect((await phone.as('demo', readFavourites))?.[0]?.code).toMatch(/^59/)
  })
})
