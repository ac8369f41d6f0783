import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Claim, identify, isReplayable, MemoryIdempotencyStore } from '~/upstream/client/idempotency-store.server'
import type { Outcome } from '~/upstream/outcome'
import { hours } from '~/values/durations'

type AnyOutcome = Outcome<unknown, string>

const done: AnyOutcome = { kind: 'done', response: { status: 'success' } }
const refused: AnyOutcome = { kind: 'refused', status: 'wait', upstreamStatus: 'wait', response: {} }
const unknown: AnyOutcome = { kind: 'unknown', reference: 'first', httpStatus: 504 }
const notSent: AnyOutcome = { kind: 'unavailable', reference: 'r', httpStatus: 503 }

function claim(changes: Partial<Claim & { code: string }> = {}): Claim {
  return { member: 'demo', code: 'code-0001', callName: 'apply-user-deposit', payload: { balance: 10_000 }, ...changes }
}

afterEach(() => {
  vi.restoreAllMocks()
})

/** Stops the cache's clock this many milliseconds from now. */
async function passTime(ms: number): Promise<void> {
  const now = performance.now() + ms
  vi.spyOn(performance, 'now').mockReturnValue(now)
  // The cache reads its clock once a millisecond.
  await sleep(5)
}

function counting(outcome: AnyOutcome) {
  return vi.fn(async () => outcome)
}

describe('a request code', () => {
  it.each([
    ['a success', done],
    ['an unknown outcome', unknown],
    ['an invalid response', { kind: 'broken', reference: 'r' } as AnyOutcome],
  ])('replays %s and makes no second call', async (_, outcome) => {
    const claims = new MemoryIdempotencyStore()
    const run = counting(outcome)
    expect(await claims.run(claim(), 'r1', run)).toEqual(outcome)
    expect(await claims.run(claim(), 'r2', run)).toEqual(outcome)
    expect(run).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['a refusal', refused],
    ['a call that was not sent', notSent],
    ['a limit', { kind: 'limited', retryAfterSeconds: 5 } as AnyOutcome],
    ['an ended session', { kind: 'signed-out' } as AnyOutcome],
    ['an unsupported call', { kind: 'unsupported' } as AnyOutcome],
  ])('is released by %s', async (_, outcome) => {
    const claims = new MemoryIdempotencyStore()
    await claims.run(claim(), 'r1', counting(outcome))
    expect(isReplayable(outcome)).toBe(false)
    expect(await claims.run(claim({ payload: { balance: 20_000 } }), 'r2', counting(done))).toEqual(done)
  })

  it('returns the first outcome to requests that arrive while the first is still running', async () => {
    const claims = new MemoryIdempotencyStore()
    let finish: (outcome: AnyOutcome) => void = () => undefined
    const run = vi.fn(() => new Promise<AnyOutcome>((resolve) => (finish = resolve)))
    const five = [1, 2, 3, 4, 5].map((n) => claims.run(claim(), `r${n}`, run))
    const changed = claims.run(claim({ payload: { balance: 20_000 } }), 'r6', run)
    finish(done)
    expect(await Promise.all(five)).toEqual([done, done, done, done, done])
    expect(await changed).toEqual({ kind: 'code-reused' })
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('is rejected with another payload or for another call', async () => {
    const claims = new MemoryIdempotencyStore()
    await claims.run(claim(), 'r1', counting(done))
    const run = counting(done)
    expect(await claims.run(claim({ payload: { balance: 20_000 } }), 'r2', run)).toEqual({ kind: 'code-reused' })
    expect(await claims.run(claim({ callName: 'apply-user-withdraw' }), 'r3', run)).toEqual({ kind: 'code-reused' })
    expect(run).not.toHaveBeenCalled()
  })

  it('is separate for each member', async () => {
    const claims = new MemoryIdempotencyStore()
    await claims.run(claim(), 'r1', counting(done))
    const run = counting(done)
    await claims.run(claim({ member: 'other' }), 'r2', run)
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('is stored for a day', async () => {
    const claims = new MemoryIdempotencyStore()
    const run = counting(done)
    await claims.run(claim(), 'r1', run)
    await passTime(hours(24) - 1_000)
    await claims.run(claim(), 'r2', run)
    expect(run).toHaveBeenCalledTimes(1)
    await passTime(1_001)
    await claims.run(claim(), 'r3', run)
    expect(run).toHaveBeenCalledTimes(2)
  })

  it('is dropped from a full store if it was used least recently and isn’t running', async () => {
    const claims = new MemoryIdempotencyStore()
    const repeated = counting(done)
    void claims.run(claim({ code: 'running-1' }), 'r', () => new Promise(() => undefined))
    for (let n = 0; n <= 100_000; n++) await claims.run(claim({ member: `m${n}` }), 'r', async () => done)
    expect(await claims.run(claim({ member: 'm1' }), 'r', repeated)).toEqual(done)
    expect(repeated).not.toHaveBeenCalled()
    await claims.run(claim({ member: 'm0' }), 'r', repeated)
    expect(repeated).toHaveBeenCalledTimes(1)
    expect(await claims.run(claim({ code: 'running-1', payload: 1 }), 'r', repeated)).toEqual({ kind: 'code-reused' })
  })
})

const payload = { title: '제목', contents: '내용' }
const help = (member: string, payload: unknown): Claim => ({
  member,
  callName: 'user-write-help',
  payload,
  replayMs: 10_000,
})

function createRun(outcome: AnyOutcome) {
  const calls: (() => void)[] = []
  const run = () => new Promise<AnyOutcome>((resolve) => calls.push(() => resolve(outcome)))
  return { calls, run }
}

describe('a form without a code that is sent twice', () => {
  it('makes one call while the first is running and for ten seconds after it succeeded', async () => {
    const repeats = new MemoryIdempotencyStore()
    const { calls, run } = createRun(done)
    const send = () => repeats.run(help('member demo', payload), 'r', run)
    const both = Promise.all([send(), send()])
    calls[0]?.()
    expect(await both).toEqual([done, done])
    await passTime(9_000)
    expect(await send()).toEqual(done)
    expect(calls).toHaveLength(1)
    await passTime(1_001)
    void send()
    expect(calls).toHaveLength(2)
  })

  it('makes another call with other fields, from another member, or after a rejection', async () => {
    const repeats = new MemoryIdempotencyStore()
    const { calls, run } = createRun({ kind: 'unavailable', reference: '', httpStatus: 503 })
    const first = repeats.run(help('member demo', payload), 'r', run)
    void repeats.run(help('member demo', { ...payload, contents: '다른 내용' }), 'r', run)
    void repeats.run(help('member demo2', payload), 'r', run)
    expect(calls).toHaveLength(3)
    calls[0]?.()
    await first
    void repeats.run(help('member demo', payload), 'r', run)
    expect(calls).toHaveLength(4)
  })

  it('makes another call after one that threw', async () => {
    const repeats = new MemoryIdempotencyStore()
    const broken = () => Promise.reject(new Error('gone'))
    await expect(repeats.run(help('member demo', payload), 'r', broken)).rejects.toThrow('gone')
    expect(await repeats.run(help('member demo', payload), 'r', async () => done)).toEqual(done)
  })
})

it('a payload’s digest depends on everything except the order of fields', () => {
  const of = (payload: unknown, key = 'key') => identify(claim({ payload }), key).fingerprint
  expect(of({ a: 1, b: { c: 2, d: 3 } })).toBe(of({ b: { d: 3, c: 2 }, a: 1 }))
  expect(of({ a: 1 })).not.toBe(of({ a: '1' }))
  expect(of({ a: [1, 2] })).not.toBe(of({ a: [2, 1] }))
  expect(of({ a: 1 })).not.toBe(of({ a: 1 }, 'other'))
})
