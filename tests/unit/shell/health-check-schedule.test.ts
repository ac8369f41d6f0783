import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type CheckResult, type HealthSchedule, startHealthSchedule } from '~/shell/health-check-schedule'

const second = 1000

/** Records the second at which each check starts, and returns `results` in order, then successes. */
function checks(...results: CheckResult[]) {
  const seconds: number[] = []
  const begin = Date.now()
  const check = vi.fn(async () => {
    seconds.push((Date.now() - begin) / second)
    return results.shift() ?? 'ok'
  })
  return { check, at: seconds }
}

const advanceSeconds = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * second)

let isPageHidden = false
const isHidden = () => isPageHidden

function showPage(schedule: HealthSchedule) {
  isPageHidden = false
  schedule.checkNow()
}

describe('the health check', () => {
  beforeEach(() => {
    isPageHidden = false
    vi.useFakeTimers()
  })
  afterEach(() => void vi.useRealTimers())

  it('is first sent between 0 and 30 seconds after the start', async () => {
    const early = checks()
    const late = checks()
    startHealthSchedule(early.check, { isHidden, random: () => 0 })
    startHealthSchedule(late.check, { isHidden, random: () => 0.999 })

    await advanceSeconds(30)
    expect(early.at[0]).toBe(0)
    expect(late.at).toEqual([29.97])
  })

  it('doubles its interval after each failure up to five minutes, and resets it after a success', async () => {
    const { check, at } = checks('failed', 'failed', 'failed', 'failed', 'ok')
    check.mockImplementationOnce(async () => {
      at.push(0)
      throw new TypeError('no network')
    })
    startHealthSchedule(check, { isHidden, random: () => 0 })

    await advanceSeconds(60 + 120 + 240 + 300 + 300 + 30)
    expect(at).toEqual([0, 60, 180, 420, 720, 1020, 1050])
  })

  it('runs once more if requested while running, because its response may be outdated', async () => {
    const { check, at } = checks()
    check.mockImplementation(async () => {
      at.push(Date.now())
      await new Promise((done) => setTimeout(done, 4 * second))
      return 'ok'
    })
    const schedule = startHealthSchedule(check, { isHidden, random: () => 0 })
    await advanceSeconds(1)
    schedule.checkNow()
    schedule.checkNow()
    await advanceSeconds(50)
    const first = at[0] ?? Number.NaN
    const secondsOfChecks = () => at.map((time) => Math.round((time - first) / second))
    expect(secondsOfChecks()).toEqual([0, 4, 34])

    // A tab that becomes visible during an earlier check requests another one; a hidden tab doesn't.
    await advanceSeconds(14)
    showPage(schedule)
    await advanceSeconds(4)
    expect(secondsOfChecks()).toEqual([0, 4, 34, 64, 68])
    schedule.checkNow()
    isPageHidden = true
    await advanceSeconds(60)
    expect(secondsOfChecks()).toEqual([0, 4, 34, 64, 68])
  })

  it('doesn’t run in a hidden tab, and runs once when the tab becomes visible', async () => {
    const background = checks()
    isPageHidden = true
    const hiddenSchedule = startHealthSchedule(background.check, { isHidden, random: () => 0 })
    await advanceSeconds(120)
    showPage(hiddenSchedule)
    await advanceSeconds(1)
    expect(background.at).toEqual([120])
    const { check, at } = checks()
    const schedule = startHealthSchedule(check, { isHidden, random: () => 0 })
    await advanceSeconds(10)
    isPageHidden = true
    await advanceSeconds(200)
    schedule.checkNow()
    expect(at).toEqual([0])

    showPage(schedule)
    await advanceSeconds(30)
    expect(at).toEqual([0, 210, 240])
  })

  it('ends with the session', async () => {
    const { check } = checks('signed-out')
    const schedule = startHealthSchedule(check, { isHidden, random: () => 0 })
    await advanceSeconds(300)
    showPage(schedule)
    await advanceSeconds(300)
    expect(check).toHaveBeenCalledTimes(1)
  })
})
