import { RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { getExpiryStep } from '~/frame/session-expiry'
import {
  formatSessionTimeLeft,
  parseSessionTimeLeft,
  sessionTimeLeft,
  sessionTimeLeftHeader,
} from '~/frame/session-time-left'
import { createSealer } from '~/platform/sealer.server'
import { Secret } from '~/platform/settings/secret.server'
import { createMemoryRevocations } from '~/server/session/revocations.server'
import {
  createSessionSteps,
  type MemberSession,
  type SessionExpiry,
  sessionContext,
} from '~/server/session/session.server'

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

describe('what a page does about the end of its session', () => {
  const left = (idleLeftMs: number, maxLeftMs = 12 * hourMs) => ({ idleLeftMs, maxLeftMs })

  it('is to check again two minutes before', () => {
    expect(getExpiryStep(left(2 * hourMs), null, 0)).toEqual({ kind: 'wait', delayMs: 118 * minuteMs })
    expect(getExpiryStep(left(2 * minuteMs + 1), null, 0)).toEqual({ kind: 'wait', delayMs: secondMs })
  })

  it('is to warn then, once for one end', () => {
    expect(getExpiryStep(left(2 * minuteMs), null, 0)).toEqual({ kind: 'warn', minutes: 2, canStay: true })
    expect(getExpiryStep(left(90 * secondMs), 2 * minuteMs, 30 * secondMs)).toBeNull()
    expect(getExpiryStep(left(90 * secondMs), 2 * minuteMs, 5 * hourMs)).toMatchObject({ kind: 'warn' })
  })

  it('is to show minutes, at least one', () => {
    expect(getExpiryStep(left(61 * secondMs), null, 0)).toMatchObject({ minutes: 2 })
    expect(getExpiryStep(left(40 * secondMs), null, 0)).toMatchObject({ minutes: 1 })
    expect(getExpiryStep(left(0), null, 0)).toMatchObject({ minutes: 1 })
  })

  it('offers to stay only while using the site still moves the end', () => {
    expect(getExpiryStep(left(2 * minuteMs, 2 * minuteMs), null, 0)).toMatchObject({ canStay: false })
    expect(getExpiryStep(left(minuteMs, 3 * minuteMs), null, 0)).toMatchObject({ canStay: true })
  })
})

describe('what is left of a session', () => {
  it('goes over the wire in whole seconds', () => {
    const headers = new Headers({
      [sessionTimeLeftHeader]: formatSessionTimeLeft({ idleLeftMs: 118_999, maxLeftMs: 41_000_000 }),
    })
    expect(parseSessionTimeLeft(headers)).toEqual({ idleLeftMs: 118_000, maxLeftMs: 41_000_000 })
    expect(parseSessionTimeLeft(new Headers())).toBeUndefined()
    expect(parseSessionTimeLeft(new Headers({ [sessionTimeLeftHeader]: '-1 x' }))).toBeUndefined()
    expect(sessionTimeLeft(null)).toBeNull()
    expect(sessionTimeLeft({ idleExpiresAtMs: 5, maxExpiresAtMs: 50 }, 10)).toEqual({ idleLeftMs: 0, maxLeftMs: 40 })
  })

  let nowMs = Date.UTC(2026, 0, 1)
  const steps = createSessionSteps({
    sealer: createSealer([new Secret('s'.repeat(32))], 'session'),
    revocations: createMemoryRevocations({ retentionMs: 36 * 3_600_000 }),
    idleMs: 2 * hourMs,
    maxMs: 12 * hourMs,
    now: () => nowMs,
  })

  /** One request of a browser that holds this cookie: when its session ends, and the cookie it has afterwards. */
  async function sendRequest(cookie: string, act: (session: MemberSession) => void = () => {}) {
    const request = new Request('http://localhost/', { headers: { Cookie: cookie } })
    const context = new RouterContextProvider()
    let ends: SessionExpiry | null = null
    await steps.open(request, context)
    act(context.get(sessionContext))
    ends = context.get(sessionContext).expiry
    const response = new Response('page')
    await steps.save(response, request, context)
    const line = response.headers.get('Set-Cookie')
    return { ends: ends as SessionExpiry | null, cookie: line?.split(';')[0] ?? cookie }
  }

  const checkHealth = (session: MemberSession) => session.keepExpiry()

  it('is renewed by a page, not by a health check, and never past twelve hours', async () => {
    const startedAt = nowMs
    let { cookie } = await sendRequest('', (session) => session.start({ userId: 'demo', token: 'token' }))
    const untouched = { idleExpiresAtMs: startedAt + 2 * hourMs, maxExpiresAtMs: startedAt + 12 * hourMs }
    nowMs += 90 * minuteMs
    expect((await sendRequest(cookie, checkHealth)).ends).toEqual(untouched)
    expect((await sendRequest(cookie, checkHealth)).ends).toEqual(untouched)

    const page = await sendRequest(cookie)
    expect(page.ends).toEqual({ ...untouched, idleExpiresAtMs: nowMs + 2 * hourMs })
    cookie = page.cookie
    expect((await sendRequest(cookie, checkHealth)).ends).toEqual(page.ends)

    while (nowMs < startedAt + 10 * hourMs) {
      nowMs += 90 * minuteMs
      cookie = (await sendRequest(cookie)).cookie
    }
    expect((await sendRequest(cookie)).ends?.idleExpiresAtMs).toBe(startedAt + 12 * hourMs)
    expect((await sendRequest('')).ends).toBeNull()
  })
})
