/** How long an upstream that has no transfer-out is believed: it may learn it without a restart of the site. */
const believedMs = 10 * 60_000

let missingUntil = 0

/** Whether money in games can be brought back, as far as this process has learned; `now` in milliseconds. */
export function canBringBack(now: number = Date.now()): boolean {
  return now >= missingUntil
}

/** The upstream answered that it has no transfer-out: the button hides for a while. */
export function learnItIsMissing(now: number = Date.now()): void {
  missingUntil = now + believedMs
}
