import type { Words } from '~/i18n/words'

const minute = 60
/** Up to here a wait is said in seconds: nobody counts to 2,861. */
const secondsMost = 90

/** When to try again, as a limit says it. @param seconds 1 or more */
export function limitedWait({ t }: Words, seconds: number): string {
  return seconds <= secondsMost
    ? t('problem.limited.wait', { count: seconds })
    : t('problem.limited.waitMinutes', { count: Math.ceil(seconds / minute) })
}
