import { minutes, seconds } from '~/values/durations'

/** The maximum random delay before the first check, so that pages opened at the same time don't all check at once. */
const maxFirstDelayMs = seconds(30)
/** The interval between the starts of two checks. Source: docs/product.md, constants. */
const intervalMs = seconds(30)
const maxIntervalMs = minutes(5)

export type CheckResult = 'ok' | 'failed' | 'signed-out'

export type HealthSchedule = {
  /** Checks immediately, or after the check that is running, which may be outdated. Does nothing on a hidden page. */
  checkNow(): void
  stop(): void
}

/**
 * Runs `check` after 0 to 30 s, then every 30 s. Each consecutive failure doubles the interval, up to 5 minutes. Checks
 * never overlap, and they pause while the page is hidden: call `checkNow` when it is visible again.
 * @param check a rejection counts as `failed`
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
