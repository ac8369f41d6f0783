import { expect, it } from 'vitest'
import { i18nFor } from '~/i18n/catalogue.server'
import { formatRetryWait, formatWait } from '~/i18n/format-wait'
import { formatAgo } from '~/transactions/state'
import { formatNearTime } from '~/values/seoul'

const [ko, en] = [i18nFor('ko'), i18nFor('en')]

it.each([
  [299_001, '05:00'],
  [1, '00:01'],
  [59_000, '00:59'],
  [3_599_000, '59:59'],
  [3_599_001, '1시간'],
  [3_600_001, '1시간 1분'],
  [86_400_000, '24시간'],
  [90_000_000, '25시간'],
  [-5, '00:00'],
])('formats a wait of %i ms as %s, rounded up', (ms, text) => {
  expect(formatWait(ko, ms)).toBe(text)
})

it('formats the wait after a rate limit in seconds, then in minutes rounded up, then in hours', () => {
  expect(formatRetryWait(ko, 30)).toBe(ko.t('problem.limited.wait', { count: 30 }))
  expect(formatRetryWait(en, 1)).toBe(en.t('problem.limited.wait', { count: 1 }))
  for (const [seconds, time] of [
    [91, '2분'],
    [2_861, '48분'],
    [3_600, '1시간'],
    [90_000, '25시간'],
  ] as const)
    expect(formatRetryWait(ko, seconds)).toBe(ko.t('problem.limited.waitMinutes', { time }))
})

it.each([
  ['2026-11-27T14:38:00Z', '오늘 23:38'],
  ['2026-11-28T02:38:00Z', '내일 11:38'],
  ['2026-11-26T02:38:00Z', '어제 11:38'],
  ['2026-11-29T02:38:00Z', '2026-11-29 11:38'],
])('formats %s, on 27 November in Seoul, as %s', (iso, text) => {
  expect(formatNearTime(iso, Date.parse('2026-11-27T14:00:00Z'), ko.lang)).toBe(text)
  expect(formatNearTime(iso, Number.NaN, ko.lang)).toMatch(/^2026-/)
})

it.each([
  [60_000, '1분 전'],
  [3_599_999, '59분 전'],
  [3_600_000, '1시간 전'],
  [86_399_999, '23시간 전'],
])('formats %i ms in the past as %s, rounded down', (ms, text) => {
  expect(formatAgo(ms, 'ko-KR')).toBe(text)
})
