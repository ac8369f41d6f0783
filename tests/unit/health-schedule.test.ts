import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type CheckResult, healthSchedule } from '~/shell/health-schedule'

const second = 1000

/** Records the second at which each check starts, and answers with `results` in turn, then with success. */
function checks(...results: CheckResult[]) {
  const at: number[] = []
  const begin = Date.now()
  const check = vi.fn(async () => {
    at.push((Date.now() - begin) / second)
    return results.shift() ?? 'well'
  })
  return { check, at }
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * second)

describe('the health check', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('first goes out at a moment between 0 and 30 seconds', async () => {
    const early = checks()
    const late = checks()
    healthSchedule(early.check, { random: () => 0 })
    healthSchedule(late.check, { random: () => 0.999 })

    await pass(30)
    expect(early.at[0]).toBe(0)
    expect(late.at).toEqual([29.97])
  })

  it('then comes every 30 seconds exactly, however long one takes', async () => {
    const { check, at } = checks()
    check.mockImplementation(async () => {
      at.push(Date.now())
      await new Promise((done) => setTimeout(done, 4 * second))
      return 'well'
    })
    healthSchedule(check, { random: () => 0 })

    await pass(100)
    const first = at[0] ?? Number.NaN
    expect(at.map((time) => (time - first) / second)).toEqual([0, 30, 60, 90])
  })

  it('waits twice as long after each failure, five minutes at most, and 30 seconds again after a success', async () => {
    const { check, at } = checks('failed', 'failed', 'failed', 'failed', 'failed', 'well')
    healthSchedule(check, { random: () => 0 })

    await pass(60 + 120 + 240 + 300 + 300 + 30)
    expect(at).toEqual([0, 60, 180, 420, 720, 1020, 1050])
  })

  it('counts a check that throws as failed', async () => {
    const { check, at } = checks()
    check.mockImplementationOnce(async () => {
      at.push(0)
      throw new TypeError('no network')
    })
    healthSchedule(check, { random: () => 0 })

    await pass(59)
    expect(at).toEqual([0])
    await pass(1)
    expect(at).toEqual([0, 60])
  })

  it('pauses while the tab is hidden and checks once when it comes back', async () => {
    const { check, at } = checks()
    const schedule = healthSchedule(check, { random: () => 0 })
    await pass(10)
    schedule.seen(false)
    await pass(200)
    expect(at).toEqual([0])

    schedule.seen(true)
    schedule.seen(true)
    await pass(30)
    expect(at).toEqual([0, 210, 240])
  })

  it('does not start in a tab that was opened in the background', async () => {
    const { check, at } = checks()
    const schedule = healthSchedule(check, { visible: false, random: () => 0 })
    await pass(120)
    expect(check).not.toHaveBeenCalled()

    schedule.seen(true)
    await pass(1)
    expect(at).toEqual([120])
  })

  it('never runs two checks at a time', async () => {
    const { check } = checks()
    let answer = (_result: CheckResult) => {}
    check.mockImplementation(
      () =>
        new Promise((done) => {
          answer = done
        }),
    )
    const schedule = healthSchedule(check, { random: () => 0 })
    await pass(1)
    schedule.seen(false)
    schedule.seen(true)
    await pass(60)
    expect(check).toHaveBeenCalledTimes(1)

    answer('well')
    await pass(1)
    expect(check).toHaveBeenCalledTimes(2)
  })

  it('ends with the session', async () => {
    const { check } = checks('over')
    const schedule = healthSchedule(check, { random: () => 0 })
    await pass(300)
    schedule.seen(false)
    schedule.seen(true)
    await pass(300)
    expect(check).toHaveBeenCalledTimes(1)
  })

  it('stops when told to', async () => {
    const { check } = checks()
    healthSchedule(check, { random: () => 0.5 }).stop()
    await pass(300)
    expect(check).not.toHaveBeenCalled()
  })
})
