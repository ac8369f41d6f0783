import type { Segment } from '~/upstream/contract'

/** How long a record is valid: an upstream may gain or lose a call without a restart of the site. */
const believedMs = 10 * 60_000

const learnedOf = new Map<Segment, { there: boolean; untilMs: number }>()

/** Whether the upstream supports an optional call; undefined when unknown. @param now epoch milliseconds. */
export function isThere(segment: Segment, now: number = Date.now()): boolean | undefined {
  const learned = learnedOf.get(segment)
  return learned && now < learned.untilMs ? learned.there : undefined
}

/**
 * Records from a call's outcome whether the upstream supports it; a failure tells nothing.
 *
 * @param now epoch milliseconds.
 */
export function learn(segment: Segment, kind: 'done' | 'unsupported' | 'failed', now: number = Date.now()): void {
  if (kind === 'failed') return
  learnedOf.set(segment, { there: kind === 'done', untilMs: now + believedMs })
}
