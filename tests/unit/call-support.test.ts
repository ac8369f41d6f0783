import { describe, expect, it } from 'vitest'
import { isMissing, isSupported, recordSupport, takeCallsToAsk } from '~/upstream/call-support.server'

describe('a call that an upstream has not', () => {
  it('is asked for again within a minute, and hidden until it is there', () => {
    recordSupport('get-user-note', 'unsupported', 0)
    expect([isSupported('get-user-note', 1_000), isMissing('get-user-note', 1_000)]).toEqual([false, true])
    expect([isSupported('get-user-note', 60_000), isMissing('get-user-note', 60_000)]).toEqual([undefined, true])
    expect(takeCallsToAsk(['get-user-note'], 60_000)).toEqual(['get-user-note'])
    recordSupport('get-user-note', 'done', 61_000)
    expect([isMissing('get-user-note', 61_000), takeCallsToAsk(['get-user-note'], 900_000)]).toEqual([false, []])
  })

  it('that changes something is shown again after a minute: only a member’s use asks for it', () => {
    recordSupport('user-write-help', 'unsupported', 0)
    expect([isMissing('user-write-help', 59_000), isMissing('user-write-help', 60_000)]).toEqual([true, false])
  })

  it('is asked for by one page at a time, and not by each page while it only fails', () => {
    expect(takeCallsToAsk(['get-help-list'], 0)).toEqual(['get-help-list'])
    recordSupport('get-help-list', 'unavailable', 10)
    expect(takeCallsToAsk(['get-help-list'], 20_000)).toEqual([])
    expect(takeCallsToAsk(['get-help-list'], 60_000)).toEqual(['get-help-list'])
    expect(isMissing('get-help-list', 60_000)).toBe(false)
  })
})
