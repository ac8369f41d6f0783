const second = 1000
const minute = 60 * second

/** Upper bound of the random delay before the first check, so that pages opened together spread out. */
export const firstWithinMs = 30 * second
/** Interval from the start of one check to the start of the next. Source: docs/product.md, constants. */
export const everyMs = 30 * second
/** Each failure doubles the interval up to this. */
export const longestWaitMs = 5 * minute

/** Outcome of one check; `over` ends the schedule. */
export type CheckResult = 'well' | 'failed' | 'over'

export type HealthSchedule = {
  /** Pauses while the page is hidden. When it is visible again, checks at once and goes on. */
  seen(visible: boolean): void
  /** Checks at once, unless the page is hidden or a check is running. */
  now(): void
  stop(): void
}

/**
 * Starts to run `check`: first after 0 to 30 s, then every 30 s from start to start. Each failure in a row doubles the
 * interval, up to 5 minutes. Nothing starts while the page is hidden, and two checks never overlap.
 *
 * @param check a rejection counts as `failed`.
 * @param random returns 0 to below 1, as Math.random.
 */
export function healthSchedule(
  check: () => Promise<CheckResult>,
  { visible = true, random = Math.random }: { visible?: boolean; random?: () => number } = {},
): HealthSchedule {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false
  let stopped = false
  let shown = visible
  let waitMs = everyMs
  const wait = (untilMs: number) => {
    clearTimeout(timer)
    timer = undefined
    if (!stopped && shown) timer = setTimeout(run, Math.max(0, untilMs - Date.now()))
  }

  async function run() {
    if (running || stopped) return
    running = true
    const startedAt = Date.now()
    const result = await check().catch((): CheckResult => 'failed')
    running = false
    if (result === 'over') stopped = true
    waitMs = result === 'failed' ? Math.min(waitMs * 2, longestWaitMs) : everyMs
    wait(startedAt + waitMs)
  }

  wait(Date.now() + random() * firstWithinMs)

  return {
    seen(nowVisible) {
      if (nowVisible === shown) return
      shown = nowVisible
      if (!shown) wait(0)
      else if (!running) run()
    },
    now() {
      if (shown) run()
    },
    stop() {
      stopped = true
      wait(0)
    },
  }
}
