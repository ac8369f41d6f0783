import { RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  acknowledgeRealityCheck,
  changeLimitsUnlessDue,
  isRealityCheckDue,
  realityCheckDue,
} from '~/features/play-limits/reality-check.server'
import { defaultLimits } from '~/limits/rules'
import type { PlayLimitsChange } from '~/limits/schemas'
import { type RequestInfo, requestInfoContext } from '~/server/request-info/request-info.server'
import { restoreRealityClock, updateRealityClock } from '~/server/session/reality-clock.server'
import { type MemberSession, sessionContext } from '~/server/session/session.server'
import { createPageUpstream, upstreamContext } from '~/server/upstream/page-upstream.server'
import { mayInviteToPlay } from '~/server/upstream/play-invitation.server'
import type { UpstreamClient } from '~/upstream/client/client-options'
import type { PlayLimits } from '~/upstream/contract/play-limits'
import { minutes } from '~/values/durations'

/** The state that replicas share, without expiry. */
const shared = vi.hoisted(() => {
  // An earlier test file in this process may have loaded the modules without the mock.
  vi.resetModules()
  return new Map<string, string>()
})
vi.mock('~/platform/redis.server', async (actual) => {
  const redis = {
    set: async (key: string, value: string) => shared.set(key, value),
    get: async (key: string) => shared.get(key) ?? null,
  }
  const run = (command: (on: typeof redis) => Promise<unknown>) => command(redis)
  return { ...(await actual<object>()), sharedStore: { run, runInBackground: run } }
})

const startMs = Date.UTC(2026, 10, 20, 3)
const limits: PlayLimits = { ...defaultLimits, reality: 15, used: { day: 0, week: 0, month: 0 } }

let calls: string[]
let responses: Record<string, unknown>
let failing: Set<string>

beforeEach(() => {
  vi.useFakeTimers({ now: startMs, toFake: ['Date'] })
  shared.clear()
  calls = []
  failing = new Set()
  responses = { 'open-game': { status: 'success' }, 'get-play-limits': { limits }, 'set-play-limits': { limits } }
})
afterEach(() => {
  vi.useRealTimers()
})

function memberPlaying() {
  type Clock = 'member' | 'playedFromMs' | 'setPlayedFrom' | 'realityCheckedMs' | 'setRealityChecked'
  const session: { -readonly [Name in Clock]: MemberSession[Name] } = {
    member: { userId: 'demo', token: 't' },
    playedFromMs: undefined,
    setPlayedFrom: (playedFromMs) => {
      session.playedFromMs = playedFromMs
    },
    realityCheckedMs: undefined,
    setRealityChecked: (realityCheckedMs) => {
      session.realityCheckedMs = realityCheckedMs
    },
  }
  const client = {
    reference: 'r',
    call: async (callName: string, payload: unknown) => {
      calls.push(`${callName} ${JSON.stringify(payload)}`)
      if (failing.has(callName)) return { kind: 'unavailable', reference: 'r' }
      const response = responses[callName]
      return response === undefined ? { kind: 'unsupported' } : { kind: 'done', response }
    },
  } as UpstreamClient
  const upstream = createPageUpstream(client, {
    afterCall: async (callName, payload, { kind }) => {
      if (callName === 'open-game' || callName === 'set-play-limits')
        updateRealityClock(session as MemberSession, callName, payload, kind)
    },
  })
  const context = new RouterContextProvider()
  context.set(sessionContext, session as MemberSession)
  context.set(upstreamContext, upstream)
  return { context, session, openGame: () => upstream.call('open-game', { code: '1', company: 'a' }) }
}

const pass = (count: number) => vi.setSystemTime(Date.now() + minutes(count))
const due = { from: new Date(startMs).toISOString() }

it('no page suggests play in a break, over a limit, with a due check, unknown limits or unserved country', async () => {
  const { context, openGame } = memberPlaying()
  const isInvited = async (changed: Partial<PlayLimits>, isCountryServed = true) => {
    const own = new RouterContextProvider()
    own.set(sessionContext, context.get(sessionContext))
    own.set(requestInfoContext, { isCountryServed } as RequestInfo)
    responses['get-play-limits'] = { limits: { ...limits, ...changed } }
    own.set(upstreamContext, createPageUpstream(context.get(upstreamContext)))
    return mayInviteToPlay(own)
  }
  const none = { day: null, week: null, month: null }
  const used = { day: 100_000, week: 100_000, month: 100_000 }
  expect(await isInvited({ deposit: { ...none, day: 110_000 }, loss: none, time: none, used })).toBe(true)
  expect(await isInvited({}, false)).toBe(false)
  expect(await isInvited({ breakUntil: new Date(startMs + 1).toISOString() })).toBe(false)
  expect(await isInvited({ deposit: { ...none, day: 109_999 }, used })).toBe(false)
  expect(await isInvited({ deposit: { ...none, day: undefined } })).toBe(false)
  expect(await isInvited({ loss: { ...none, week: 100_000 }, lossUsed: used })).toBe(false)
  expect(await isInvited({ time: { ...none, month: 45 }, timeUsed: { day: 0, week: 0, month: 45 } })).toBe(false)
  failing.add('get-play-limits')
  expect(await isInvited({})).toBe(false)
  failing.clear()
  await openGame()
  pass(15)
  expect(await isInvited({})).toBe(false)
})

describe('a reality check with an upstream that doesn’t track play', () => {
  it('is due when the chosen minutes have passed since the first game was opened', async () => {
    const { context, openGame } = memberPlaying()
    expect(await realityCheckDue(context, limits)).toBeUndefined()
    await openGame()
    pass(10)
    await openGame()
    expect(await realityCheckDue(context, limits)).toBeUndefined()
    pass(5)
    expect(await realityCheckDue(context, limits)).toEqual({ ...due, minutes: 15 })
    expect(await realityCheckDue(context, { ...limits, reality: 30 })).toBeUndefined()
    expect(await realityCheckDue(context, { ...limits, reality: null })).toBeUndefined()
  })

  it('totals the bets since then, unless there are more than a hundred or an unknown number', async () => {
    const { context, openGame } = memberPlaying()
    await openGame()
    pass(20)
    const bet = (minute: number) => ({
      betTime: new Date(startMs + minutes(minute)).toISOString(),
      balanceBet: 1_000,
      balanceWin: 300,
    })
    responses['get-bets-list'] = { total: 21, bets: [bet(3), bet(0), bet(-1)] }
    expect(await realityCheckDue(context, limits)).toEqual({ ...due, minutes: 20, staked: 4_000, won: 1_200 })
    expect(calls.at(-1)).toBe('get-bets-list {"from":"2026-11-20","page":2}')
    responses['get-bets-list'] = { total: 101, bets: [bet(3)] }
    expect(await realityCheckDue(context, limits)).toEqual({ ...due, minutes: 20 })
    responses['get-bets-list'] = { bets: Array.from({ length: 20 }, () => bet(3)) }
    expect(await realityCheckDue(context, limits)).toEqual({ ...due, minutes: 20 })
    responses['get-bets-list'] = { total: 40, bets: Array.from({ length: 40 }, () => bet(3)) }
    expect(await realityCheckDue(context, limits)).toMatchObject({ staked: 40_000 })
    responses['get-bets-list'] = { total: 1, bets: [{ ...bet(3), betTime: '' }] }
    expect(await realityCheckDue(context, limits)).toEqual({ ...due, minutes: 20 })
  })

  it('restarts when the member continues or chooses another interval early, and ends when they stop', async () => {
    const { context, openGame, session } = memberPlaying()
    await openGame()
    pass(15)
    expect(await acknowledgeRealityCheck(context, 'go-on')).toMatchObject({ kind: 'done' })
    expect(calls.at(-1)).toBe('set-play-limits {"reality":15}')
    expect(session.playedFromMs).toBe(startMs + minutes(15))
    pass(14)
    expect(await changeLimitsUnlessDue(context, { reality: 30 })).toMatchObject({ kind: 'done' })
    pass(14)
    expect(await realityCheckDue(context, limits)).toBeUndefined()
    pass(1)
    expect(await realityCheckDue(context, limits)).toMatchObject({ minutes: 15 })
    await acknowledgeRealityCheck(context, 'stop')
    expect(session.playedFromMs).toBeUndefined()
  })

  it.each([
    ['turning it off', { reality: null }],
    ['a longer interval', { reality: 60 }],
    ['a shorter interval', { reality: 15 }],
  ] satisfies [string, PlayLimitsChange][])('stays due over %s in every session', async (_, change) => {
    const own = { ...limits, reality: 30 } as const
    responses['get-play-limits'] = { limits: own }
    const playing = memberPlaying()
    await playing.openGame()
    pass(30)
    const expected = { ...due, minutes: 30 }
    for (const { context } of [playing, memberPlaying()]) {
      // The check also stays due if the upstream doesn't support intervals.
      for (const response of [{ limits: own }, undefined]) {
        responses['set-play-limits'] = response
        calls.length = 0
        expect(await changeLimitsUnlessDue(context, change)).toEqual({ kind: 'reality-check-due' })
        await changeLimitsUnlessDue(context, { ...change, break: '24h' })
        expect(calls.filter((call) => call.startsWith('set'))).toEqual(['set-play-limits {"break":"24h"}'])
        expect(await realityCheckDue(context, own)).toEqual(expected)
      }
      expect(await realityCheckDue(memberPlaying().context, own), 'in a new session').toEqual(expected)
    }
    responses['set-play-limits'] = { limits: own }
    expect(await changeLimitsUnlessDue(playing.context, { reality: 30 })).toMatchObject({ kind: 'done' })
    expect(await realityCheckDue(playing.context, own), 'the current interval acknowledges it').toBeUndefined()
  })

  it('isn’t acknowledged by an interval while it is unknown whether a check is due', async () => {
    const { context, openGame, session } = memberPlaying()
    await openGame()
    pass(15)
    failing.add('get-play-limits')
    expect(await changeLimitsUnlessDue(context, { reality: null })).toMatchObject({ kind: 'unavailable' })
    expect(session.playedFromMs).toBe(startMs)
    expect(calls.at(-1)).toBe('get-play-limits {}')
  })

  it('that can’t be read leaves an interval unsaved with its other limits, and delays no break', async () => {
    const { context } = memberPlaying()
    failing.add('get-play-limits')
    const change: PlayLimitsChange = { reality: 30, deposit: { day: 10_000 } }
    expect(await changeLimitsUnlessDue(context, change)).toMatchObject({ kind: 'unavailable' })
    expect(calls).toEqual(['get-play-limits {}'])
    for (const pause of [{ break: '24h' }, { exclude: '6m' }] satisfies PlayLimitsChange[]) {
      expect(await changeLimitsUnlessDue(context, { reality: 30, ...pause })).toMatchObject({ kind: 'done' })
      expect(calls.at(-1)).toBe(`set-play-limits ${JSON.stringify(pause)}`)
    }
  })

  it('continues in a new session with REDIS_URL, unless it was ended', async () => {
    const before = memberPlaying()
    await before.openGame()
    pass(10)
    const after = memberPlaying()
    await restoreRealityClock(after.session as MemberSession)
    await after.openGame()
    pass(5)
    expect(await realityCheckDue(after.context, limits)).toEqual({ ...due, minutes: 15 })

    await acknowledgeRealityCheck(after.context, 'stop')
    const later = memberPlaying()
    await restoreRealityClock(later.session as MemberSession)
    expect(later.session.playedFromMs).toBeUndefined()
  })

  it('continues from the session when the shared clock is lost', async () => {
    const { context, openGame, session } = memberPlaying()
    await openGame()
    shared.clear()
    await restoreRealityClock(session as MemberSession)
    pass(15)
    expect(await realityCheckDue(context, limits)).toEqual({ ...due, minutes: 15 })
  })

  it('makes no call for scripts until it can be due', async () => {
    const { context, openGame } = memberPlaying()
    expect(await isRealityCheckDue(context)).toBe(false)
    await openGame()
    pass(14)
    expect(await isRealityCheckDue(context)).toBe(false)
    expect(calls).toHaveLength(1)
    pass(1)
    expect(await isRealityCheckDue(context)).toBe(true)
    responses['get-play-limits'] = undefined
    expect(await isRealityCheckDue(context)).toBe(false)
  })
})

describe('a script’s query whether a reality check is due', () => {
  it.each([
    ['without an interval', { reality: null }],
    ['without play', { played: null }],
  ])('makes at most one call in fifteen minutes for a member %s', async (_, change) => {
    const { context, openGame } = memberPlaying()
    responses['get-play-limits'] = { limits: { ...limits, ...change } }
    await openGame()
    for (const expected of [2, 3]) {
      pass(15)
      expect(await isRealityCheckDue(context)).toBe(false)
      pass(1)
      expect(await isRealityCheckDue(context)).toBe(false)
      expect(calls).toHaveLength(expected)
    }
  })
})

describe('a reality check with an upstream that tracks play', () => {
  const played = { from: new Date(startMs - minutes(20)).toISOString(), staked: 9_000, won: 0 }

  it('is acknowledged in the session if the upstream doesn’t support that', async () => {
    const { context, openGame } = memberPlaying()
    responses['get-play-limits'] = { limits: { ...limits, played } }
    responses['set-play-limits'] = undefined
    expect(await acknowledgeRealityCheck(context, 'go-on')).toEqual({ kind: 'unsupported' })
    expect(await realityCheckDue(context, { ...limits, played })).toBeUndefined()
    await openGame()
    pass(15)
    expect(await realityCheckDue(context, { ...limits, played })).toEqual({ ...due, minutes: 15 })
    await acknowledgeRealityCheck(context, 'stop')
    pass(60)
    expect(await realityCheckDue(context, { ...limits, played })).toBeUndefined()
  })

  it('follows the upstream, whatever the session says', async () => {
    const { context, openGame } = memberPlaying()
    expect(await realityCheckDue(context, { ...limits, played })).toEqual({
      from: played.from,
      minutes: 20,
      staked: 9_000,
      won: 0,
    })
    await openGame()
    pass(30)
    expect(await realityCheckDue(context, { ...limits, played: null })).toBeUndefined()
  })
})
