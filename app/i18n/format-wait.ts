import { minutes, toSeconds } from '~/values/durations'
import type { I18n } from './i18n'

const [secondsPerMinute, minutesPerHour] = [60, 60]

/** Formats minutes in words, such as 25분, 1시간 30분 or 24시간. @param count whole minutes */
export function formatMinutes({ t }: I18n, count: number): string {
  const time = { hours: Math.floor(count / minutesPerHour), minutes: count % minutesPerHour }
  if (time.hours === 0) return t('time.minutes', time)
  return t(time.minutes === 0 ? 'time.wholeHours' : 'time.hours', time)
}

export function formatWholeMinutes(i18n: I18n, seconds: number): string {
  return formatMinutes(i18n, Math.ceil(seconds / secondsPerMinute))
}

/** Formats a wait as mm:ss, or in words from one hour. Rounds up, so that the wait is never too short. */
export function formatWait(i18n: I18n, ms: number): string {
  const seconds = Math.ceil(toSeconds(Math.max(0, ms)))
  if (seconds >= toSeconds(minutes(minutesPerHour))) return formatWholeMinutes(i18n, seconds)
  const twoDigits = (count: number) => String(count).padStart(2, '0')
  return `${twoDigits(Math.floor(seconds / secondsPerMinute))}:${twoDigits(seconds % secondsPerMinute)}`
}

const maxSecondsShown = 90

/** Formats a message about when to retry after a rate limit. @param seconds 1 or more */
export function formatRetryWait(i18n: I18n, seconds: number): string {
  return seconds <= maxSecondsShown
    ? i18n.t('problem.limited.wait', { count: seconds })
    : i18n.t('problem.limited.waitMinutes', { time: formatWholeMinutes(i18n, seconds) })
}
