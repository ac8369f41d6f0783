import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { breakLengths, exclusionLengths, limitPeriods, limitSlots, realityMinutes } from '~/limits/names'
import {
  changeLimits,
  changesCheckInterval,
  currentRaises,
  defaultLimits,
  findRaise,
  firstCountedDay,
  firstDays,
  isCheckDue,
  leftToDeposit,
  longerLengths,
  maxStakeOf,
  raiseDelayMs,
  refuseStake,
  runningExclusion,
  sumInPeriods,
} from '~/limits/rules'
import { type PlayLimitsChange, playLimitsChange, type StoredLimits } from '~/limits/schemas'
import { playLimits } from '~/upstream/contract/play-limits'
import { maxWon } from '~/values/amount'
import { days, hours, minutes } from '~/values/durations'
import { daysBefore, monthsAfter, toSeoulDay } from '~/values/seoul'

const noon = new Date('2026-03-02T03:00:00Z')
const later = (ms: number) => new Date(noon.getTime() + ms)
const withDay = (day: number | null): StoredLimits => ({ ...defaultLimits, deposit: { ...defaultLimits.deposit, day } })
const setDay = (current: StoredLimits, day: number | null, now: Date) =>
  changeLimits(current, { deposit: { day } }, now)

const limit = fc.option(fc.integer({ min: 0, max: 5 }), { nil: null })
const limits = fc.record({ day: limit, week: limit, month: limit }, { requiredKeys: [] })
const change: fc.Arbitrary<PlayLimitsChange> = fc.record(
  {
    deposit: limits,
    loss: limits,
    time: limits,
    reality: fc.constantFrom(...realityMinutes, null),
    break: fc.constantFrom(...breakLengths),
    exclude: fc.constantFrom(...exclusionLengths),
    endExclusion: fc.constant(true as const),
  },
  { requiredKeys: [] },
)
/** Changes with a clock that runs, stops and jumps in both directions. */
const history = fc.array(fc.record({ change, at: fc.integer({ min: 0, max: hours(100) }).map(later) }), {
  maxLength: 30,
})

const noLimits = { day: null, week: null, month: null }
/** No limits, in a store that also supports limits on losses and playing time. */
const unlimited = { ...defaultLimits, loss: noLimits, time: noLimits, endsOnRequest: false }

const isHigher = (to: number | null, from: number | null) => from !== null && (to === null || to > from)
const endOf = (end: string | null) => (end === null ? 0 : Date.parse(end))

function replay(
  steps: readonly { change: PlayLimitsChange; at: Date }[],
  check: (step: {
    before: Required<StoredLimits>
    after: Required<StoredLimits>
    change: PlayLimitsChange
    at: Date
  }) => void,
): void {
  let limits: Required<StoredLimits> = unlimited
  for (const step of steps) {
    const next = { ...limits, endsOnRequest: false, ...changeLimits(limits, step.change, step.at) }
    check({ ...step, before: limits, after: next })
    limits = next
  }
}

describe('a limit on deposits, losses or playing time', () => {
  it('applies immediately and cancels a pending increase if it is lower or the first one', () => {
    fc.assert(
      fc.property(history, (steps) =>
        replay(steps, ({ before, after, change }) => {
          for (const { kind, period, name } of limitSlots) {
            const value = change[kind]?.[period]
            if (value === undefined || isHigher(value, before[kind][period])) continue
            expect(after[kind][period]).toBe(value)
            expect(after.pending.some((raise) => raise.name === name)).toBe(false)
          }
        }),
      ),
    )
  })

  it('increases only to an amount that was requested 24 hours earlier and is requested again', () => {
    fc.assert(
      fc.property(history, (steps) => {
        const requestedAt = new Map<string, number>()
        replay(steps, ({ before, after, change, at }) => {
          for (const { kind, period, name } of limitSlots) {
            const value = change[kind]?.[period]
            if (isHigher(after[kind][period], before[kind][period])) {
              expect(after[kind][period]).toBe(value)
              expect(at.getTime()).toBeGreaterThanOrEqual(
                (requestedAt.get(`${name} ${value}`) ?? Number.NaN) + raiseDelayMs,
              )
            }
            if (value === undefined) continue
            const waits = after.pending.find((raise) => raise.name === name)
            for (const key of requestedAt.keys())
              if (key.startsWith(`${name} `) && key !== `${name} ${waits?.value}`) requestedAt.delete(key)
            if (waits && !requestedAt.has(`${name} ${value}`)) requestedAt.set(`${name} ${value}`, at.getTime())
          }
        })
      }),
    )
  })

  it('has at most one pending increase, dated by its first request', () => {
    fc.assert(
      fc.property(history, (steps) =>
        replay(steps, ({ before, after }) => {
          for (const { kind, period, name } of limitSlots) {
            const waiting = after.pending.filter((raise) => raise.name === name)
            expect(waiting.length).toBeLessThanOrEqual(1)
            for (const raise of waiting) {
              expect(isHigher(raise.value, after[kind][period])).toBe(true)
              const earlier = before.pending.find(
                (candidate) => candidate.name === name && candidate.value === raise.value,
              )
              if (earlier) expect(raise.from).toBe(earlier.from)
            }
          }
        }),
      ),
    )
  })

  it('is ignored if the store doesn’t support its kind', () => {
    const changed = changeLimits(defaultLimits, { deposit: { day: 1 }, loss: { day: 2 }, time: { day: 3 } }, noon)
    expect(changed).toEqual(withDay(1))
  })

  it('can’t exceed its period if it is on playing time, and is whole won if it is on losses', () => {
    for (const [period, most] of [
      ['day', 1_440],
      ['week', 10_080],
      ['month', 44_640],
    ] as const) {
      expect(playLimitsChange.safeParse({ time: { [period]: most } }).success).toBe(true)
      expect(playLimitsChange.safeParse({ time: { [period]: most + 1 } }).success).toBe(false)
    }
    for (const loss of [-1, 1.5, '1000'])
      expect(playLimitsChange.safeParse({ loss: { day: loss } }).success).toBe(false)
  })

  it('drops an increase that isn’t confirmed within a week, so that none can be held in reserve', () => {
    const requested = setDay(withDay(100_000), 200_000, noon)
    const end = hours(24) + days(7)
    expect(setDay(requested, 200_000, later(end - 1)).deposit.day).toBe(200_000)
    expect(currentRaises(requested.pending, later(end - 1))).toEqual(requested.pending)
    expect(currentRaises(requested.pending, later(end))).toEqual([])
    const again = setDay(requested, 200_000, later(end))
    expect(again.deposit.day).toBe(100_000)
    expect(again.pending).toEqual([{ name: 'day', value: 200_000, from: later(end + hours(24)).toISOString() }])
  })

  it('has the same pending increase after the clock is set back, and restarts the wait for another amount', () => {
    const requested = setDay(withDay(100_000), 200_000, noon)
    expect(setDay(requested, 200_000, later(-days(30)))).toEqual(requested)
    const raised = setDay(requested, 300_000, later(hours(23)))
    expect(raised.pending).toEqual([{ name: 'day', value: 300_000, from: later(hours(47)).toISOString() }])
  })

  it('can be removed like an increase, and drops its pending increase when the current value is sent', () => {
    const requested = setDay(withDay(100_000), null, noon)
    expect(requested).toMatchObject({ deposit: { day: 100_000 }, pending: [{ value: null }] })
    expect(setDay(requested, 100_000, later(1))).toEqual(withDay(100_000))
    expect(setDay(requested, null, later(hours(24)))).toEqual(withDay(null))
  })

  it('isn’t increased by a pending increase with an invalid date', () => {
    const stored = playLimits.parse({
      deposit: { day: 1, week: null, month: null },
      pending: [{ name: 'day', value: 2, from: 'soon' }],
      used: {},
    }) as StoredLimits
    expect(setDay(stored, 2, later(days(10_000))).deposit.day).toBe(1)
  })
})

describe('limits in a response', () => {
  const until = '2026-03-09T03:00:00+0900'
  const lenient = {
    deposit: { day: '10000', week: '', month: 'much' },
    pending: [{ name: 'day', value: '20000', from: 'soon' }, { name: 'year', value: 1 }, 'a raise'],
    reality: '45',
    breakUntil: until,
    excludedUntil: '',
    used: { day: '3000.7' },
  }

  it('are parsed leniently, and a break remains even if other fields are invalid', () => {
    expect(playLimits.parse(lenient)).toEqual({
      deposit: { day: 10_000, week: null, month: undefined },
      pending: [{ name: 'day', value: 20_000, from: '' }],
      reality: 30,
      breakUntil: '2026-03-08T18:00:00.000Z',
      excludedUntil: null,
      used: { day: 3_000, week: undefined, month: undefined },
    })
    expect(playLimits.parse({ breakUntil: until })).toMatchObject({ breakUntil: '2026-03-08T18:00:00.000Z' })
    const odd = { deposit: 'none', pending: {}, reality: 'often', used: 0, played: 1, breakUntil: until }
    expect(playLimits.parse(odd)).toMatchObject({
      deposit: { day: null, week: null, month: null },
      pending: [],
      reality: null,
      breakUntil: '2026-03-08T18:00:00.000Z',
      used: {},
    })
  })

  it('include losses and playing time only if the upstream sends them', () => {
    const sent = {
      loss: { day: '5000', week: 'much' },
      lossUsed: { day: '1200.9' },
      time: { month: 60 },
      timeUsed: 'odd',
    }
    expect(playLimits.parse(sent)).toMatchObject({
      loss: { day: 5_000, week: undefined, month: null },
      lossUsed: { day: 1_200 },
      time: { day: null, week: null, month: 60 },
      timeUsed: undefined,
    })
    const { loss, time } = playLimits.parse({ loss: 'none' })
    expect([loss, time]).toEqual([undefined, undefined])
  })

  it.each([
    [5, 15],
    [20, 15],
    [90, 60],
    [0, null],
    [undefined, null],
  ])('show %s minutes between reality checks as %s', (reality, shown) => {
    expect(playLimits.parse({ reality }).reality).toBe(shown)
  })

  it('are rejected if it is unknown whether a break is active', () => {
    expect(playLimits.safeParse({ ...lenient, breakUntil: 'next week' }).success).toBe(false)
    expect(playLimits.safeParse({ ...lenient, excludedUntil: 1 }).success).toBe(false)
  })
})

describe('the amount left to deposit', () => {
  it('is the least that any limit leaves, and never below 0', () => {
    const deposit = { day: 100_000, week: 300_000, month: null }
    const used = { day: 20_000, week: 290_000, month: 900_000 }
    expect(leftToDeposit({ deposit }, used)).toEqual({ period: 'week', left: 10_000 })
    expect(leftToDeposit({ deposit }, { ...used, week: 400_000 })).toEqual({ period: 'week', left: 0 })
    expect(leftToDeposit(defaultLimits, used)).toBeUndefined()
  })

  it('names the limit of the longest period when several leave too little for a deposit', () => {
    const deposit = { day: 100_000, week: 300_000, month: 500_000 }
    const used = { day: 100_000, week: 295_000, month: 300_000 }
    expect(leftToDeposit({ deposit }, used)).toEqual({ period: 'week', left: 5_000 })
  })
})

describe('a break or a self-exclusion', () => {
  it('never becomes shorter, whatever changes and clock jumps occur', () => {
    fc.assert(
      fc.property(history, (steps) =>
        replay(steps, ({ before, after }) => {
          expect(endOf(after.breakUntil)).toBeGreaterThanOrEqual(endOf(before.breakUntil))
          expect(endOf(after.excludedUntil)).toBeGreaterThanOrEqual(endOf(before.excludedUntil))
        }),
      ),
    )
  })

  it('continues after a self-exclusion’s term until 24 hours after the first request to end it', () => {
    const ask = (limits: StoredLimits, now: Date) => changeLimits(limits, { endExclusion: true }, now)
    const excluded = changeLimits(defaultLimits, { exclude: '6m' }, noon)
    expect(ask(excluded, later(days(1)))).toEqual(excluded)
    const over = { kind: 'exclusion', until: excluded.excludedUntil, isOver: true }
    expect(runningExclusion(changeLimits(excluded, { break: '24h' }, later(days(999))), later(days(999)))).toEqual(over)
    const ending = ask(excluded, later(days(1_000)))
    const until = later(days(1_001)).toISOString()
    expect(runningExclusion(ending, later(days(1_001) - 1))).toEqual({ kind: 'exclusion', until })
    expect(ask(ending, later(days(1_001) - 1))).toEqual(ending)
    expect(runningExclusion(ending, later(days(1_001)))).toBeUndefined()
    const again = changeLimits(ending, { exclude: '6m', endExclusion: true }, later(days(1_000)))
    expect(runningExclusion(again, later(days(2_000)))).toMatchObject({ isOver: true })
  })

  it('lasts at least as long as requested', () => {
    fc.assert(
      fc.property(history, (steps) =>
        replay(steps, ({ after, change, at }) => {
          const breakMs = change.break && { '24h': days(1), '7d': days(7), '30d': days(30) }[change.break]
          const months = change.exclude && { '6m': 6, '1y': 12, '5y': 60 }[change.exclude]
          const end = Math.max(
            breakMs === undefined ? 0 : at.getTime() + breakMs,
            months === undefined ? 0 : monthsAfter(at, months).getTime(),
          )
          if (end === 0) return
          expect(Date.parse(runningExclusion(after, new Date(end - 1))?.until ?? '')).toBeGreaterThanOrEqual(end)
          const { until } = runningExclusion(after, at) ?? { until: '' }
          const { break: breaks, exclude } = longerLengths(after, at)
          for (const offered of [...breaks, ...exclude]) expect(offered.until > until).toBe(true)
          expect(exclude.some(({ length }) => length === '5y')).toBe(until < monthsAfter(at, 60).toISOString())
        }),
      ),
    )
  })

  it('is the one that ends last if there are both', () => {
    const both = changeLimits(changeLimits(defaultLimits, { exclude: '6m' }, noon), { break: '30d' }, noon)
    expect(runningExclusion(both, noon)).toEqual({ kind: 'exclusion', until: both.excludedUntil })
    const breakLonger = { ...both, excludedUntil: later(hours(1)).toISOString() }
    expect(runningExclusion(breakLonger, noon)).toEqual({ kind: 'break', until: both.breakUntil })
  })

  it.each([
    ['2026-08-31T10:00:00+09:00', '6m', '2027-02-28T10:00:00+09:00'],
    ['2027-08-31T00:00:00+09:00', '6m', '2028-02-29T00:00:00+09:00'],
    ['2028-02-29T23:59:59+09:00', '1y', '2029-02-28T23:59:59+09:00'],
    ['2028-02-29T12:00:00+09:00', '5y', '2033-02-28T12:00:00+09:00'],
  ] as const)('counts calendar months in Seoul: from %s for %s until %s', (from, exclude, until) => {
    const { excludedUntil } = changeLimits(defaultLimits, { exclude }, new Date(from))
    expect(endOf(excludedUntil)).toBe(Date.parse(until))
  })
})

describe('the periods', () => {
  it.each([
    ['a moment before midnight', '2026-03-01T23:59:59.999', '2026-03-01', '2026-02-23', '2026-03-01'],
    ['midnight, a Monday', '2026-03-02T00:00:00', '2026-03-02', '2026-03-02', '2026-03-01'],
    ['midnight, the first of a month', '2026-04-01T00:00:00', '2026-04-01', '2026-03-30', '2026-04-01'],
    ['a new year in Seoul, the old one in UTC', '2027-01-01T08:59:59', '2027-01-01', '2026-12-28', '2027-01-01'],
    ['a leap day', '2028-02-29T12:00:00', '2028-02-29', '2028-02-28', '2028-02-01'],
    ['the day after February', '2026-03-01T00:00:00', '2026-03-01', '2026-02-23', '2026-03-01'],
  ])('start in Seoul: %s', (_, moment, day, week, month) => {
    expect(firstDays(new Date(`${moment}+09:00`))).toEqual({ day, week, month })
  })

  const moments = fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  const amounts = fc.array(fc.record({ daysAgo: fc.integer({ min: -3, max: 70 }), amount: fc.integer() }))

  it('contain the given time, and start on their own first day', () => {
    fc.assert(
      fc.property(moments, (moment) => {
        const [today, first] = [toSeoulDay(moment.getTime()), firstDays(moment)]
        for (const period of limitPeriods) {
          expect(first[period] <= today && first[period] >= firstCountedDay(moment)).toBe(true)
          expect(firstDays(new Date(`${first[period]}T00:00:00+09:00`))[period]).toBe(first[period])
          const dayBefore = new Date(`${daysBefore(first[period], 1)}T23:59:59+09:00`)
          expect(firstDays(dayBefore)[period] < first[period]).toBe(true)
        }
      }),
    )
  })

  it('sum the use on their days, including days after today that a clock set back left', () => {
    fc.assert(
      fc.property(moments, amounts, (moment, used) => {
        const today = toSeoulDay(moment.getTime())
        const rows = used.map(({ daysAgo, amount }) => [daysBefore(today, daysAgo), amount] as const)
        const sums = sumInPeriods(rows, moment)
        for (const period of limitPeriods) {
          const counted = rows.filter(([day]) => day >= firstDays(moment)[period])
          expect(sums[period]).toBe(counted.reduce((sum, [, amount]) => sum + amount, 0))
        }
        expect(
          sumInPeriods(
            rows.filter(([day]) => day >= firstCountedDay(moment)),
            moment,
          ),
        ).toEqual(sums)
      }),
    )
    expect(sumInPeriods([['2026-03-02', maxWon] as const, ['2026-03-02', 1] as const], noon).day).toBe(maxWon)
  })
})

describe('a bet', () => {
  const used = fc.record({ day: fc.integer({ min: -5, max: 9 }), week: fc.nat(9), month: fc.nat(9) })
  const own = fc.record({ day: limit, week: limit, month: limit })

  it('is rejected exactly if it could exceed a loss limit or the playing time is used up', () => {
    fc.assert(
      fc.property(own, own, used, used, fc.integer({ min: 1, max: 9 }), (loss, time, lost, played, stake) => {
        const refusal = refuseStake({ loss, time }, { loss: lost, time: played }, stake)
        const passes = (limit: number | null, after: number) => limit !== null && after > limit
        const isRefused = limitPeriods.some(
          (period) => passes(loss[period], lost[period] + stake) || passes(time[period], played[period] + 1),
        )
        expect(refusal !== undefined).toBe(isRefused)
        if (refusal?.status !== 'loss_limit') return
        expect(refuseStake({ loss, time }, { loss: lost, time: played }, refusal.left + 1)).toBeDefined()
        expect(refusal.left).toBeLessThan(stake)
      }),
    )
  })

  it('has the lower cap until the end of the year of the 25th birthday, or without a year of birth', () => {
    const caps = { maxStake: 5_000, maxStakeBelow25: 2_000 }
    const capOf = (birthYear: number | null) => maxStakeOf(caps, birthYear, new Date('2025-12-31T15:00:00Z'))
    expect([null, 2026 - 25, 2026 - 26].map(capOf)).toEqual([2_000, 2_000, 5_000])
    expect([maxStakeOf({}, null, noon), maxStakeOf({ maxStakeBelow25: 2_000 }, null, noon)]).toEqual([undefined, 2_000])
  })
})

it('a reality check is due after its interval, and only another interval changes it', () => {
  expect([minutes(15) - 1, minutes(15)].map((ms) => isCheckDue(15, 0, ms))).toEqual([false, true])
  expect([isCheckDue(null, 0, days(1)), isCheckDue(15, undefined, days(1))]).toEqual([false, false])
  expect(
    [{}, { reality: 15 }, { reality: null }, { reality: 30 }].map((change) =>
      changesCheckInterval(change as never, 15),
    ),
  ).toEqual([false, false, true, true])
})

it('an operator’s change increases no deposit limit', () => {
  const change = (deposit: PlayLimitsChange['deposit']) => findRaise(withDay(5), { deposit })
  expect([change({ day: 5, week: 9 }), change({ day: 6 })]).toEqual([undefined, { period: 'day', limit: 5 }])
})
