import type { Words } from '~/i18n/words'

const minute = 60
/** Longer waits are shown in minutes. */
const secondsMost = 90

/** A message that says when to try again after a rate limit. @param seconds 1 or more. */
export function limitedWait({ t }: Words, seconds: number): string {
  return seconds <= secondsMost
    ? t('problem.limited.wait', { count: seconds })
    : t('problem.limited.waitMinutes', { count: Math.ceil(seconds / minute) })
}
