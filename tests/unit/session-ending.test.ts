import { RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { Secret } from '~/config.server'
import { revocationsInMemory } from '~/session/revocations.server'
import { sealerOver } from '~/session/seal.server'
import { type MemberSession, type SessionEnd, sessionContext, sessionsBy } from '~/session/session.server'
import { endingStep } from '~/shell/session-ending'
import { readSessionLeft, sessionLeft, sessionLeftHeader, writtenSessionLeft } from '~/upstream/session-left'

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

describe('what a page does about the end of its session', () => {
  const left = (unusedMs: number, atMostMs = 12 * hourMs) => ({ unusedMs, atMostMs })

  it('is to check again two minutes before', () => {
    expect(endingStep(left(2 * hourMs), null, 0)).toEqual({ kind: 'wait', ms: 118 * minuteMs })
    expect(endingStep(left(2 * minuteMs + 1), null, 0)).toEqual({ kind: 'wait', ms: secondMs })
  })

  it('is to warn then, once for one end', () => {
    expect(endingStep(left(2 * minuteMs), null, 0)).toEqual({ kind: 'warn', minutes: 2, canStay: true })
    expect(endingStep(left(90 * secondMs), 2 * minuteMs, 30 * secondMs)).toBeNull()
    expect(endingStep(left(90 * secondMs), 2 * minuteMs, 5 * hourMs)).toMatchObject({ kind: 'warn' })
  })

  it('is to show minutes, at least one', () => {
    expect(endingStep(left(61 * secondMs), null, 0)).toMatchObject({ minutes: 2 })
    expect(endingStep(left(40 * secondMs), null, 0)).toMatchObject({ minutes: 1 })
    expect(endingStep(left(0), null, 0)).toMatchObject({ minutes: 1 })
  })

  it('offers to stay only while using the site still moves the end', () => {
    expect(endingStep(left(2 * minuteMs, 2 * minuteMs), null, 0)).toMatchObject({ canStay: false })
    expect(endingStep(left(minuteMs, 3 * minuteMs), null, 0)).toMatchObject({ canStay: true })
  })
})

describe('what is left of a session', () => {
  it('goes over the wire in whole seconds', () => {
    const headers = new Headers({
      [sessionLeftHeader]: writtenSessionLeft({ unusedMs: 118_999, atMostMs: 41_000_000 }),
    })
    expect(readSessionLeft(headers)).toEqual({ unusedMs: 118_000, atMostMs: 41_000_000 })
    expect(readSessionLeft(new Headers())).toBeUndefined()
    expect(readSessionLeft(new Headers({ [sessionLeftHeader]: '-1 x' }))).toBeUndefined()
    expect(sessionLeft(null)).toBeNull()
    expect(sessionLeft({ unusedAt: 5, latestAt: 50 }, 10)).toEqual({ unusedMs: 0, atMostMs: 40 })
  })

  let nowMs = Date.UTC(2026, 0, 1)
  const through = sessionsBy({
    sealer: sealerOver([new Secret('s'.repeat(32))], 'session'),
    revocations: revocationsInMemory({ rememberedMs: 36 * 3_600_000 }),
    idleMs: 2 * hourMs,
    maxMs: 12 * hourMs,
    now: () => nowMs,
  })

  /** One request of a browser that holds this cookie: when its session ends, and the cookie it has afterwards. */
  async function visit(cookie: string, act: (session: MemberSession) => void = () => {}) {
    const request = new Request('http://localhost/', { headers: { Cookie: cookie } })
    const context = new RouterContextProvider()
    let ends: SessionEnd | null = null
    const args = { request, context, params: {}, pattern: '', url: new URL(request.url) }
    const response = await through(args, async () => {
      act(context.get(sessionContext))
      ends = context.get(sessionContext).ends
      return new Response('page')
    })
    const line = response instanceof Response ? response.headers.get('Set-Cookie') : null
    return { ends: ends as SessionEnd | null, cookie: line?.split(';')[0] ?? cookie }
  }

  const checkHealth = (session: MemberSession) => session.stay()

  it('is renewed by a page, not by a health check, and never past twelve hours', async () => {
    const startedAt = nowMs
    let { cookie } = await visit('', (session) => session.start({ userId: 'demo', token: 'token' }))
    const untouched = { unusedAt: startedAt + 2 * hourMs, latestAt: startedAt + 12 * hourMs }
    nowMs += 90 * minuteMs
    expect((await visit(cookie, checkHealth)).ends).toEqual(untouched)
    expect((await visit(cookie, checkHealth)).ends).toEqual(untouched)

    const page = await visit(cookie)
    expect(page.ends).toEqual({ ...untouched, unusedAt: nowMs + 2 * hourMs })
    cookie = page.cookie
    expect((await visit(cookie, checkHealth)).ends).toEqual(page.ends)

    while (nowMs < startedAt + 10 * hourMs) {
      nowMs += 90 * minuteMs
      cookie = (await visit(cookie)).cookie
    }
    expect((await visit(cookie)).ends?.unusedAt).toBe(startedAt + 12 * hourMs)
    expect((await visit('')).ends).toBeNull()
  })
})
