const second = 1000
const minute = 60 * second

/** Within this time of the page's start the first check goes out, at random, so that visitors of one moment part. */
export const firstWithinMs = 30 * second
/** From the start of one check to the start of the next. Source: docs/product.md, constants. */
export const everyMs = 30 * second
/** A failure doubles the wait up to this. */
export const longestWaitMs = 5 * minute

/** What a check came to; `over` ends the schedule. */
export type CheckResult = 'well' | 'failed' | 'over'

export type HealthSchedule = {
  /** Tells that the page went out of sight (pauses) or came back (checks once, then goes on). */
  seen(visible: boolean): void
  /** Checks at once, unless the page is out of sight or a check is under way. */
  now(): void
  stop(): void
}

/**
 * Runs a check on its schedule: first after 0 to 30 s, then every 30 s from start to start; each failure in a row
 * doubles the wait, up to 5 minutes; nothing runs while the page is out of sight. Two checks never overlap.
 *
 * @param check never throws what the other side did; a rejection counts as a failure.
 * @param random from 0 up to 1, as Math.random.
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
