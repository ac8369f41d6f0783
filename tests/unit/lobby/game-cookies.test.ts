import { RouterContextProvider } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import {
  changeFavourite,
  readFavourites,
  readRecentGames,
  rememberGame,
} from '~/features/lobby/favourites/member-games.server'
import { describeRequest } from '~/server/request-info/request-info.server'
import { completeResponse } from '~/server/responses/complete.server'
import { type MemberSession, sessionContext } from '~/server/session/session.server'

describe('a browser’s game cookies', () => {
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

  it('store when a game was opened, and may be older cookies without a time', async () => {
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

  it('show favourites and recent games only to their member', async () => {
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

  it('store the newest sixty favourites, or fewer if the cookie would exceed the browsers’ limit', async () => {
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
