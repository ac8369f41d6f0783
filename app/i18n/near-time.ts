import { days } from '~/values/durations'
import { toSeoulDay } from '~/values/seoul'
import type { I18n } from './i18n'

/** Formats a time near now: 11:38 today, 내일 11:38 or 어제 11:38; others with their date. @param nowMs may be NaN */
export function formatNearTime({ dateTime, lang }: I18n, iso: string, nowMs: number): string {
  const [day, clock] = dateTime(iso).split(' ')
  const offset = [-1, 0, 1].find((count) => nowMs > 0 && toSeoulDay(nowMs + days(count)) === day)
  if (offset === undefined) return dateTime(iso)
  return offset === 0
    ? `${clock}`
    : `${new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }).format(offset, 'day')} ${clock}`
}
