import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type CheckResult, type HealthSchedule, startHealthSchedule } from '~/shell/health-check-schedule'

const second = 1000

/** Records the second at which each check starts, and answers with `results` in turn, then with success. */
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

function comeBack(schedule: HealthSchedule) {
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

  it('waits twice as long after each failure or error, five minutes at most, and 30 seconds again after a success', async () => {
    const { check, at } = checks('failed', 'failed', 'failed', 'failed', 'ok')
    check.mockImplementationOnce(async () => {
      at.push(0)
      throw new TypeError('no network')
    })
    startHealthSchedule(check, { isHidden, random: () => 0 })

    await advanceSeconds(60 + 120 + 240 + 300 + 300 + 30)
    expect(at).toEqual([0, 60, 180, 420, 720, 1020, 1050])
  })

  it('checks once more if requested while one is running, whose response may predate the request', async () => {
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

    // The tab that comes back while a check of before runs asks as well; a hidden one does not.
    await advanceSeconds(14)
    comeBack(schedule)
    await advanceSeconds(4)
    expect(secondsOfChecks()).toEqual([0, 4, 34, 64, 68])
    schedule.checkNow()
    isPageHidden = true
    await advanceSeconds(60)
    expect(secondsOfChecks()).toEqual([0, 4, 34, 64, 68])
  })

  it('doesn’t start in a hidden tab, pauses while it is hidden and checks once when it is shown again', async () => {
    const background = checks()
    isPageHidden = true
    const begun = startHealthSchedule(background.check, { isHidden, random: () => 0 })
    await advanceSeconds(120)
    comeBack(begun)
    await advanceSeconds(1)
    expect(background.at).toEqual([120])
    const { check, at } = checks()
    const schedule = startHealthSchedule(check, { isHidden, random: () => 0 })
    await advanceSeconds(10)
    isPageHidden = true
    await advanceSeconds(200)
    schedule.checkNow()
    expect(at).toEqual([0])

    comeBack(schedule)
    await advanceSeconds(30)
    expect(at).toEqual([0, 210, 240])
  })

  it('ends with the session', async () => {
    const { check } = checks('signed-out')
    const schedule = startHealthSchedule(check, { isHidden, random: () => 0 })
    await advanceSeconds(300)
    comeBack(schedule)
    await advanceSeconds(300)
    expect(check).toHaveBeenCalledTimes(1)
  })
})
