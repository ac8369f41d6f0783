import type { Segment } from '~/upstream/contract'

/** How long what was learned is believed: an upstream may learn a call, or lose it, without a restart of the site. */
const believedMs = 10 * 60_000

const learnedOf = new Map<Segment, { there: boolean; untilMs: number }>()

/** Whether the upstream has an optional call, as far as this process has learned; undefined when it has not. */
export function isThere(segment: Segment, now: number = Date.now()): boolean | undefined {
  const learned = learnedOf.get(segment)
  return learned && now < learned.untilMs ? learned.there : undefined
}

/** Keeps what came of an optional call; a failure says nothing of whether the upstream has it. */
export function learn(segment: Segment, kind: 'done' | 'unsupported' | 'failed', now: number = Date.now()): void {
  if (kind === 'failed') return
  learnedOf.set(segment, { there: kind === 'done', untilMs: now + believedMs })
}
