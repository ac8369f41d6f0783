import { days, hours, minutes, seconds } from '~/values/durations'
import { memoize } from '~/values/memoize'
import { joinUnit } from './formats'

/**
 * The units of an estimated time. A time of at most `belowMs` is named in `unit`, rounded up to a multiple of `step`, so that it
 * is not over before it is said to be.
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

/**
 * How long something usually takes, in ms and in words that hold: 3분, 20 minutes, 2 giờ. Only on the server: browsers may
 * write a unit in another way.
 *
 * @param lang BCP 47.
 */
export function toEstimatedTime(usualSeconds: number, lang: string): { ms: number; text: string } {
  const estimateMs = seconds(usualSeconds)
  const scale = scales.find(({ belowMs }) => estimateMs <= belowMs) ?? scales[3]
  const { unit, unitMs, step } = scale
  const count = Math.max(1, Math.ceil(estimateMs / (unitMs * step))) * step
  return { ms: count * unitMs, text: joinUnit(formatsOf(lang)[unit].format(count), lang) }
}
