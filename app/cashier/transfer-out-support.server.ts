import { minutes } from '~/time/durations'

/** How long the site assumes that the upstream has no transfer-out: it may gain it without a restart of the site. */
const recordValidMs = minutes(10)

let missingUntilMs = 0

/**
 * Whether the upstream can transfer money out of games, as far as this process knows.
 *
 * @param now epoch milliseconds.
 */
export function canTransferOut(now: number = Date.now()): boolean {
  return now >= missingUntilMs
}

/** Records that the upstream has no transfer-out, which hides the button for a while. @param now epoch milliseconds. */
export function recordTransferOutMissing(now: number = Date.now()): void {
  missingUntilMs = now + recordValidMs
}
