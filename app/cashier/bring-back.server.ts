/** How long the site assumes that the upstream has no transfer-out: it may gain it without a restart of the site. */
const believedMs = 10 * 60_000

let missingUntil = 0

/**
 * Whether the upstream can transfer money out of games, as far as this process knows.
 *
 * @param now epoch milliseconds.
 */
export function canBringBack(now: number = Date.now()): boolean {
  return now >= missingUntil
}

/** Records that the upstream has no transfer-out, which hides the button for a while. @param now epoch milliseconds. */
export function learnItIsMissing(now: number = Date.now()): void {
  missingUntil = now + believedMs
}
