import { minutes, seconds } from '~/values/durations'

/** The maximum random delay of the first check. It spreads the checks of pages that were opened together. */
const maxFirstDelayMs = seconds(30)
/** The time from the start of a check to the start of the next. Source: docs/product.md, constants. */
const intervalMs = seconds(30)
const maxIntervalMs = minutes(5)

export type CheckResult = 'ok' | 'failed' | 'signed-out'

export type HealthSchedule = {
  /** Checks immediately. If a check is running, checks again afterwards, because its result may be outdated. */
  checkNow(): void
  stop(): void
}

/**
 * Runs `check` after 0 to 30 s, then every 30 s. Each failure in a row doubles the interval, up to 5 minutes. Checks
 * never overlap, and they pause while the page is hidden. Call `checkNow` when it is visible again.
 * @param check a rejected promise counts as `failed`
 */
export function startHealthSchedule(
  check: () => Promise<CheckResult>,
  {
    isHidden = () => document.visibilityState !== 'visible',
    random = Math.random,
  }: { isHidden?: () => boolean; random?: () => number } = {},
): HealthSchedule {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isChecking = false
  let isAskedAgain = false
  let isStopped = false
  let currentIntervalMs = intervalMs
  const scheduleAt = (untilMs: number) => {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(checkNow, Math.max(0, untilMs - Date.now()))
  }

  async function checkNow() {
    if (isStopped || isHidden()) return
    isAskedAgain = isChecking
    if (isChecking) return
    clearTimeout(timer)
    isChecking = true
    const startedAt = Date.now()
    const result = await check().catch((): CheckResult => 'failed')
    isChecking = false
    if (result === 'signed-out') isStopped = true
    currentIntervalMs = result === 'failed' ? Math.min(currentIntervalMs * 2, maxIntervalMs) : intervalMs
    scheduleAt(isAskedAgain ? 0 : startedAt + currentIntervalMs)
  }

  scheduleAt(Date.now() + random() * maxFirstDelayMs)

  return {
    checkNow,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
