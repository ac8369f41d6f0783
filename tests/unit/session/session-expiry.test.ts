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
})
