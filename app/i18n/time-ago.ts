import { memoize } from '~/values/memoize'
import { joinUnit } from './formats'
import type { I18n } from './i18n'

const secondsPerUnit = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

const formatOf = memoize((lang: string) => new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }))

/** How long ago something was, in the largest unit that fits: 3 hours ago; now where it was less than a minute. */
export function timeAgo(at: Date, now: Date, { lang }: I18n): string {
  const seconds = Math.max(0, (now.getTime() - at.getTime()) / 1_000)
  const format = formatOf(lang)
  const unit = secondsPerUnit.find(([, length]) => seconds >= length)
  const text = unit ? format.format(-Math.floor(seconds / unit[1]), unit[0]) : format.format(0, 'second')
  return joinUnit(text, lang)
}
