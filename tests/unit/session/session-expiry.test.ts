import { describe, expect, it } from 'vitest'
import {
  formatSessionTimeLeft,
  parseSessionTimeLeft,
  sessionTimeLeft,
  sessionTimeLeftHeader,
} from '~/session/time-left'
import { getExpiryStep } from '~/shell/expiry-warning'

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

describe('a page near the end of its session', () => {
  const left = (idleLeftMs: number, maxLeftMs = 12 * hourMs) => ({ idleLeftMs, maxLeftMs })

  it.each([
    ['checks again two minutes before', left(2 * hourMs), { kind: 'wait', delayMs: 118 * minuteMs }],
    ['checks again in a second at the earliest', left(2 * minuteMs + 1), { kind: 'wait', delayMs: secondMs }],
    ['warns two minutes before', left(2 * minuteMs), { kind: 'warn', minutes: 2, canStay: true }],
    ['shows minutes, rounded up', left(61 * secondMs), { kind: 'warn', minutes: 2, canStay: true }],
    ['shows at least one minute', left(0), { kind: 'warn', minutes: 1, canStay: true }],
    [
      'doesn’t offer to stay at the maximum duration',
      left(2 * minuteMs, 2 * minuteMs),
      { kind: 'warn', minutes: 2, canStay: false },
    ],
    ['offers to stay before it', left(minuteMs, 3 * minuteMs), { kind: 'warn', minutes: 1, canStay: true }],
  ])('%s', (_, timeLeft, step) => {
    expect(getExpiryStep(timeLeft, null, 0)).toEqual(step)
  })

  it('warns once for each end of the session', () => {
    expect(getExpiryStep(left(90 * secondMs), 2 * minuteMs, 30 * secondMs)).toBeNull()
    expect(getExpiryStep(left(90 * secondMs), 2 * minuteMs, 5 * hourMs)).toMatchObject({ kind: 'warn' })
  })
})

it('a session’s remaining time is sent in whole seconds', () => {
  const headers = new Headers({
    [sessionTimeLeftHeader]: formatSessionTimeLeft({ idleLeftMs: 118_999, maxLeftMs: 41_000_000 }),
  })
  expect(parseSessionTimeLeft(headers)).toEqual({ idleLeftMs: 118_000, maxLeftMs: 41_000_000 })
  expect(parseSessionTimeLeft(new Headers())).toBeUndefined()
  expect(parseSessionTimeLeft(new Headers({ [sessionTimeLeftHeader]: '-1 x' }))).toBeUndefined()
  expect(sessionTimeLeft(null)).toBeNull()
  expect(sessionTimeLeft({ idleExpiresAtMs: 5, maxExpiresAtMs: 50 }, 10)).toEqual({ idleLeftMs: 0, maxLeftMs: 40 })
})
