import { describe, expect, it } from 'vitest'
import {
  isMissing,
  isSupported,
  recordPath,
  recordSupport,
  sortPathsBySupport,
  takeCallsToProbe,
} from '~/upstream/client/call-support.server'
import { minutes } from '~/values/durations'

describe('a call that an upstream lacks', () => {
  it('is probed again after 30 seconds, and hidden until it is supported', () => {
    recordSupport('get-user-note', 'unsupported', 0)
    expect([isSupported('get-user-note', 29_999), isMissing('get-user-note', 29_999)]).toEqual([false, true])
    expect([isSupported('get-user-note', 30_000), isMissing('get-user-note', 30_000)]).toEqual([undefined, true])
    expect(takeCallsToProbe(['get-user-note'], 30_000)).toEqual(['get-user-note'])
    recordSupport('get-user-note', 'done', 61_000)
    expect([isMissing('get-user-note', 61_000), takeCallsToProbe(['get-user-note'], 900_000)]).toEqual([false, []])
  })

  it('is shown again after a minute if it changes anything, because only members’ use can probe it', () => {
    recordSupport('user-write-help', 'unsupported', 0)
    expect([isMissing('user-write-help', 59_000), isMissing('user-write-help', 60_000)]).toEqual([true, false])
  })

  it('is probed by one page every 30 seconds, even if it fails', () => {
    expect(takeCallsToProbe(['get-help-list'], 0)).toEqual(['get-help-list'])
    recordSupport('get-help-list', 'unavailable', 10)
    expect(takeCallsToProbe(['get-help-list'], 29_999)).toEqual([])
    expect(takeCallsToProbe(['get-help-list'], 30_000)).toEqual(['get-help-list'])
    expect(isMissing('get-help-list', 60_000)).toBe(false)
  })
})

it('a supported call and its path are remembered for ten minutes', () => {
  recordSupport('get-notice-popup', 'done', 0)
  recordPath('money-to-point', '/second', 0)
  const known = (now: number) => [
    isSupported('get-notice-popup', now),
    sortPathsBySupport('money-to-point', ['/first', '/second'], now)[0],
  ]
  expect(known(minutes(10) - 1)).toEqual([true, '/second'])
  expect(known(minutes(10))).toEqual([undefined, '/first'])
})
