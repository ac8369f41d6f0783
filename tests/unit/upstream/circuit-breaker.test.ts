import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { CircuitBreaker } from '~/upstream/client/break-circuit.server'
import type { Exchange } from '~/upstream/client/transport/exchange.server'

const callName = 'get-user-note'
const secondMs = 1_000

let breaker: CircuitBreaker
const signal = new AbortController().signal

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  breaker = new CircuitBreaker()
})
afterAll(() => void vi.useRealTimers())

const answered = (httpStatus: number): Exchange => ({
  kind: 'answered',
  httpStatus,
  retryAfter: null,
  body: { kind: 'unreadable', why: 'empty' },
})
const refused: Exchange = { kind: 'not-sent', timedOut: false, why: 'ECONNREFUSED' }
const timedOut: Exchange = { kind: 'lost', timedOut: true, why: 'timed out' }
const reset: Exchange = { kind: 'lost', timedOut: false, why: 'ECONNRESET' }

async function isSent(result: Exchange, caller = 'a', through = breaker): Promise<boolean> {
  const send = vi.fn(async () => result)
  await through.send(callName, caller, signal, send)
  return send.mock.calls.length > 0
}

/** Calls for each caller in turn. @returns how many were sent before the first rejected one */
async function countSent(result: Exchange, callers: string[], calls = 60): Promise<number> {
  for (let sent = 0; sent < calls; sent++) {
    if (!(await isSent(result, callers[sent % callers.length]))) return sent
  }
  return calls
}

describe('a call’s circuit', () => {
  it.each([
    ['a refused connection', refused],
    ['a time-out', timedOut],
  ])('opens for %s after twenty failures, whoever made the calls', async (_, result) => {
    expect(await countSent(result, ['a'])).toBe(20)
  })

  it.each([
    ['502', answered(502)],
    ['503', answered(503)],
    ['504', answered(504)],
    ['a broken connection', reset],
  ])('opens for %s only if calls of two members or IP addresses failed', async (_, result) => {
    expect(await countSent(result, ['a'])).toBe(60)
    expect(await countSent(result, ['a', 'b'])).toBeLessThanOrEqual(21)
  })

  it.each([200, 302, 404, 429, 500, 501, 505])('never opens for responses with %d', async (status) => {
    expect(await countSent(answered(status), ['a', 'b', 'c'], 300)).toBe(300)
  })

  it('stays closed if the other caller’s failure is older than the window', async () => {
    await isSent(answered(503), 'b')
    vi.advanceTimersByTime(10 * secondMs + 1)
    expect(await countSent(answered(503), ['a'])).toBe(60)
  })

  it.each([
    [6, 'stays closed'],
    [7, 'opens'],
  ])('with %d failures in ten %s', async (failures, outcome) => {
    let turnedAway = 0
    for (let n = 0; n < 100; n++)
      if (!(await isSent(n % 10 < 10 - failures ? answered(200) : timedOut))) turnedAway += 1
    expect(turnedAway > 0 ? 'opens' : 'stays closed').toBe(outcome)
  })

  it('allows one trial call after a second, and closes when it succeeds', async () => {
    await countSent(refused, ['a'])
    vi.advanceTimersByTime(secondMs - 1)
    expect(await isSent(answered(200))).toBe(false)
    vi.advanceTimersByTime(1)
    let come: (result: Exchange) => void = () => undefined
    const trying = breaker.send(callName, 'a', signal, () => new Promise((resolve) => (come = resolve)))
    expect(await isSent(answered(200), 'b')).toBe(false)
    come(refused)
    await trying
    expect(await isSent(answered(200))).toBe(false)
    vi.advanceTimersByTime(secondMs)
    expect(await isSent(answered(200))).toBe(true)
    expect(await isSent(answered(200))).toBe(true)
  })

  it('stays open while hanging calls use up its capacity', async () => {
    const ends: ((result: Exchange) => void)[] = []
    const hung = Array.from({ length: 84 }, () =>
      breaker.send(callName, 'a', new AbortController().signal, () => new Promise((resolve) => ends.push(resolve))),
    )
    for (const end of ends.slice(0, 20)) end(timedOut)
    await Promise.all(hung.slice(0, 20))
    vi.advanceTimersByTime(secondMs)
    for (let n = 0; n < 2; n++) expect(await isSent(answered(200))).toBe(false)
    expect(breaker.openCallNames()).toEqual([callName])
    ends[20]?.(timedOut)
    await hung[20]
    expect(await isSent(answered(200))).toBe(true)
  })

  it('closes again if only one member’s calls still fail', async () => {
    await countSent(answered(503), ['a', 'b'])
    let turnedAway = 0
    for (let n = 0; n < 15; n++) {
      vi.advanceTimersByTime(secondMs)
      await isSent(answered(503), 'a')
      if (!(await isSent(answered(200), 'c'))) turnedAway += 1
    }
    // The circuit is open only while the other member's failure is within the window.
    expect(turnedAway).toBeLessThanOrEqual(10)
    expect(await isSent(answered(200), 'c')).toBe(true)
  })

  it('is separate for each call, and ignores calls that were never sent', async () => {
    await countSent(refused, ['a'])
    const otherCall = vi.fn(async () => answered(200))
    await breaker.send('get-jackpot', 'a', signal, otherCall)
    expect(otherCall).toHaveBeenCalled()
    const over = AbortSignal.abort()
    for (let n = 0; n < 40; n++) {
      const outcome = await breaker.send('get-help-list', 'a', over, async () => timedOut)
      expect(outcome).toMatchObject({ kind: 'not-sent', timedOut: true })
    }
    const later = vi.fn(async () => answered(200))
    await breaker.send('get-help-list', 'a', signal, later)
    expect(later).toHaveBeenCalled()
  })

  it('can’t be opened by one caller’s responses while other callers succeed', async () => {
    const step = fc.record({
      alone: fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(500, 502, 503, 504, 599).map(answered) },
        { weight: 2, arbitrary: fc.constant(reset) },
        { weight: 1, arbitrary: fc.integer({ min: 100, max: 599 }).map(answered) },
      ),
      passedMs: fc.integer({ min: 0, max: secondMs / 4 }),
      otherCallers: fc.array(fc.constantFrom('b', 'c', 'd'), { maxLength: 2 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 120 }), async (steps) => {
        const own = new CircuitBreaker()
        for (const { alone, passedMs, otherCallers } of steps) {
          vi.advanceTimersByTime(passedMs)
          if (!(await isSent(alone, 'a', own))) return false
          for (const caller of otherCallers) if (!(await isSent(answered(200), caller, own))) return false
        }
        return true
      }),
      { numRuns: 50 },
    )
  })
})
