import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { createPageUpstream, type PageUpstream } from '~/server/upstream/page-upstream.server'
import { itemsOrThrow, listsForFooter, loadJackpot, loadPopups } from '~/server/upstream/shared-responses.server'
import { measure, ResponseCache, type SharedCallName } from '~/upstream/client/response-cache.server'
import type { PayloadOf } from '~/upstream/contract'
import type { Game, Provider } from '~/upstream/contract/fields/provider'
import { hours } from '~/values/durations'
import { createSiteClient, logIn, sharedForeignUpstream } from '../../support/site-client'

const { foreign, connection } = sharedForeignUpstream()
let now = 0
beforeEach(() => {
  now = 1_000_000
})

function visitor({
  onSignedOut,
  ...options
}: {
  token?: string
  onSignedOut?: () => never
  timeoutMs?: number
  language?: string
} = {}): PageUpstream {
  return createPageUpstream(createSiteClient({ connection, ...options }), { onSignedOut })
}

const member = async () => visitor({ token: await logIn(connection) })

const pageList = <S extends SharedCallName, Item extends object>(list: ResponseCache<S, readonly Item[]>) => ({
  get: (upstream: PageUpstream, payload: PayloadOf<S>) => itemsOrThrow(list, upstream, payload),
})

const casino = () =>
  pageList(
    new ResponseCache('get-casino-setting', (response): readonly Provider[] => response.casiono, {
      maxBytes: 1024 * 1024,
      now: () => now,
    }),
  )
const games = (maxBytes = 1024 * 1024) =>
  pageList(
    new ResponseCache('get-slot-by-company', (response): readonly Game[] => response.games, {
      maxBytes,
      now: () => now,
    }),
  )
const fetchCount = () => foreign.callsOf('get-casino-setting').length

describe('a list that is the same for everybody', () => {
  it('is fetched once for simultaneous requests, cached for 30 seconds, and then served while refreshing', async () => {
    const list = casino()
    const all = await Promise.all([1, 2, 3].map(() => list.get(visitor(), {})))
    const [first] = all
    expect(first).toHaveLength(3)
    now += 29_999
    await list.get(visitor(), {})
    expect(fetchCount()).toBe(1)
    foreign.answer('get-casino-setting', { casiono: [{ nameKo: '새로' }] })
    now += 1
    expect(await list.get(visitor(), {})).toBe(first)
    await expect.poll(() => list.get(visitor(), {})).toHaveLength(1)
    expect(fetchCount()).toBe(2)
  })

  it('stays the same object while the response doesn’t change, so that pages can reuse derived values', async () => {
    const list = casino()
    const first = await list.get(visitor(), {})
    now += 30_000
    await list.get(visitor(), {})
    await expect.poll(fetchCount).toBe(2)
    now += 29_999
    expect(await list.get(visitor(), {})).toBe(first)
    expect(fetchCount()).toBe(2)
  })

  it('is fetched before it is shown if it is minutes old, and still shown if that fails', async () => {
    const list = casino()
    const first = await list.get(visitor(), {})
    now += 5 * 60_000
    foreign.fail('get-casino-setting', { status: 500 })
    expect(await list.get(visitor(), {})).toBe(first)
    foreign.clearFaults()
    foreign.answer('get-casino-setting', { casiono: [] })
    expect(await list.get(visitor(), {})).toEqual([])
  })

  it('causes an error page, which isn’t cached, if it can’t be loaded', async () => {
    const list = casino()
    foreign.fail('get-casino-setting', 'html')
    await expect(list.get(visitor(), {})).rejects.toMatchObject({ data: { problem: 'broken' } })
    foreign.clearFaults()
    expect(await list.get(visitor(), {})).toHaveLength(3)
  })

  it('is cached separately for each provider', async () => {
    const list = games()
    const upstream = await member()
    expect(await list.get(upstream, { code: 'slot-1' })).toMatchObject([{ company: 'slot-1' }])
    expect(await list.get(upstream, { code: 'slot-2' })).toMatchObject([{ company: 'slot-2' }])
    await list.get(upstream, { code: 'slot-1' })
    // A number and a text with the same digits are different providers.
    await list.get(upstream, { code: 7 })
    await list.get(upstream, { code: '7' })
    expect(foreign.callsOf('get-slot-by-company')).toHaveLength(4)
  })

  it('is dropped from a full cache if it was used least recently, and not cached if it is too large', async () => {
    const upstream = await member()
    const item = { code: 'game', nameKo: '가'.repeat(100), nameEn: 'a'.repeat(100) }
    foreign.answer('get-slot-by-company', { games: Array.from({ length: 1_000 }, () => item) })
    const { bytes: oneList } = await measure(await games().get(upstream, { code: 'slot-0' }))
    const list = games(oneList * 3.5)
    const countCalls = () => foreign.callsOf('get-slot-by-company').length
    for (const code of ['slot-1', 'slot-2', 'slot-3', 'slot-1', 'slot-4'])
      expect(await list.get(upstream, { code })).toHaveLength(1_000)
    const before = countCalls()
    await list.get(upstream, { code: 'slot-1' })
    expect(countCalls()).toBe(before)
    await list.get(upstream, { code: 'slot-2' })
    expect(countCalls()).toBe(before + 1)

    const small = games(10_000)
    const both = await Promise.all([1, 2].map(() => small.get(upstream, { code: 'slot-1' })))
    expect([...both.map(({ length }) => length), countCalls()]).toEqual([1_000, 1_000, before + 2])
    await small.get(upstream, { code: 'slot-1' })
    expect(countCalls()).toBe(before + 3)
  })

  it('doesn’t sign out members because of another member’s expired session', async () => {
    const list = games()
    const left = new Error('to the login')
    const dead = visitor({
      token: 'a-dead-token',
      onSignedOut: () => {
        throw left
      },
    })
    const alive = await member()
    const both = await Promise.allSettled([list.get(dead, { code: 'slot-1' }), list.get(alive, { code: 'slot-1' })])
    expect(both[0]).toEqual({ status: 'rejected', reason: left })
    expect(both[1]).toMatchObject({ status: 'fulfilled', value: [{ code: 501 }] })
  })
})

describe('a part of home that is the same for everybody', () => {
  it.each([
    ['jackpot', loadJackpot, 'get-jackpot', 2_000, 5_000, undefined],
    ['pop-ups', loadPopups, 'get-notice-popup', 5_000, 30_000, []],
  ] as const)(
    'is requested again after its lifetime, and still shown for some time while that fails: %s',
    async (_, load, callName, freshMs, maxStaleMs, none) => {
      // Other tests in this process may have requested it.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours(1) })
      try {
        const countCalls = () => foreign.callsOf(callName).length
        const shown = await load(visitor())
        expect(shown).not.toEqual(none)
        vi.advanceTimersByTime(freshMs - 1)
        await load(visitor())
        expect(countCalls()).toBe(1)
        foreign.fail(callName, { status: 500 })
        vi.advanceTimersByTime(1)
        expect(await load(visitor())).toEqual(shown)
        // expect.poll would advance the clock.
        for (let turn = 0; turn < 1_000 && countCalls() < 2; turn++) await pause(5)
        expect(countCalls()).toBe(2)
        vi.advanceTimersByTime(maxStaleMs - freshMs - 1)
        expect(await load(visitor())).toEqual(shown)
        vi.advanceTimersByTime(1)
        expect(await load(visitor())).toEqual(none)
      } finally {
        vi.useRealTimers()
      }
    },
  )

  it('is cached separately for each language if its texts are translated, and otherwise once', async () => {
    const popups = new ResponseCache('get-notice-popup', ({ note }) => note, { maxBytes: 1_024, now: () => now })
    const figure = new ResponseCache('get-jackpot', ({ amount }) => ({ amount }), { maxBytes: 1_024, now: () => now })
    for (const language of ['ko', 'ko', 'en', 'vi', 'en']) {
      await popups.get(visitor({ language }), {})
      await figure.get(visitor({ language }), {})
    }
    const languages = foreign.callsOf('get-notice-popup').map(({ headers }) => headers['accept-language'])
    expect(languages).toEqual(['ko', 'en', 'vi'])
    expect(foreign.callsOf('get-jackpot')).toHaveLength(1)
  })
})

describe('an optional call that the upstream doesn’t have', () => {
  it('is tried once while its absence is remembered, and cached once it is supported', async () => {
    const rails = new ResponseCache('get-lobby-rails', (response) => response.rails, {
      maxBytes: 10_000,
      unsupported: [],
      now: () => now,
    })
    foreign.fail('get-lobby-rails', { status: 404 })
    for (let page = 0; page < 3; page++) expect(await rails.get(visitor(), {})).toEqual({ kind: 'done', response: [] })
    expect(foreign.callsOf('get-lobby-rails')).toHaveLength(1)

    foreign.clearFaults()
    now += 6 * 60_000
    expect(await rails.get(visitor(), {})).toMatchObject({ kind: 'done', response: [{ idx: 7 }] })
  })
})

it('the footer’s lists are empty after half a second of a hanging upstream, so that they delay no page', async () => {
  // Other tests in this process may have requested the lists.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours(1) })
  try {
    foreign.fail('*', 'hang')
    const began = performance.now()
    const delayed = await listsForFooter(visitor({ timeoutMs: 2_500 }))
    expect(delayed).toEqual({ casino: [], slot: [], sport: [] })
    expect(performance.now() - began, 'the calls have 2.5 s').toBeLessThan(2_200)
    foreign.clearFaults()
    await expect.poll(async () => (await listsForFooter(visitor())).casino).toHaveLength(3)
    expect((await listsForFooter(visitor())).sport[0]?.code).toBe(77)
  } finally {
    vi.useRealTimers()
  }
})
