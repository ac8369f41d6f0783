import { joinUnit } from '~/i18n/formats'
import type { I18n } from '~/i18n/i18n'
import { days, hours, minutes, seconds } from '~/values/durations'
import { memoize } from '~/values/memoize'
import type { TransactionListing } from './state'

/**
 * The units of estimated times. Times up to `belowMs` use `unit`, rounded up to a multiple of `step` so that they are
 * never too short.
 */
const scales = [
  { unit: 'minute', unitMs: minutes(1), step: 1, belowMs: minutes(10) },
  { unit: 'minute', unitMs: minutes(1), step: 5, belowMs: minutes(90) },
  { unit: 'hour', unitMs: hours(1), step: 1, belowMs: hours(36) },
  { unit: 'day', unitMs: days(1), step: 1, belowMs: Number.POSITIVE_INFINITY },
] as const

const formatsOf = memoize((lang: string) => {
  const inUnit = (unit: string) => new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' })
  return { minute: inUnit('minute'), hour: inUnit('hour'), day: inUnit('day') }
})

/** Returns the usual duration in ms and in words, such as 3분. Browsers' wording may differ. @param lang BCP 47 */
export function toEstimatedTime(usualSeconds: number, lang: string): { ms: number; text: string } {
  const estimateMs = seconds(usualSeconds)
  const { unit, unitMs, step } = scales.find(({ belowMs }) => estimateMs <= belowMs) ?? scales[3]
  const count = Math.max(1, Math.ceil(estimateMs / (unitMs * step))) * step
  return { ms: count * unitMs, text: joinUnit(formatsOf(lang)[unit].format(count), lang) }
}

/** A transaction is late after this time, if the upstream doesn't send the usual time. */
const lateAfterMs = minutes(30)

/** Returns a transaction's pending time and usual time. @param at the time of the request, ISO 8601 */
export function pendingTimeOf({ usualSeconds }: Pick<TransactionListing, 'usualSeconds'>, at: string, i18n: I18n) {
  const pendingMs = Math.max(0, Date.now() - Date.parse(at))
  const known = { pendingMs: Number.isNaN(pendingMs) ? undefined : pendingMs }
  if (usualSeconds === undefined)
    return pendingMs > lateAfterMs ? { ...known, isLate: true, estimatedTime: i18n.t('tracker.late') } : known
  const { ms, text } = toEstimatedTime(usualSeconds, i18n.lang)
  const isLate = pendingMs > ms
  return { ...known, isLate, estimatedTime: i18n.t(isLate ? 'tracker.overdue' : 'tracker.estimate', { time: text }) }
}
