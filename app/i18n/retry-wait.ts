import { toWholeMinutes } from '~/values/durations'
import type { I18n } from './i18n'

/** Longer waits are shown in minutes. */
const maxSecondsShown = 90

/** A message that says when to try again after a rate limit. @param seconds 1 or more. */
export function formatRetryWait({ t }: I18n, seconds: number): string {
  return seconds <= maxSecondsShown
    ? t('problem.limited.wait', { count: seconds })
    : t('problem.limited.waitMinutes', { count: toWholeMinutes(seconds) })
}
