import {
  type BreakLength,
  breakLengths,
  changeLimits,
  type ExclusionLength,
  exclusionLengths,
  type PlayLimits,
  runningExclusion,
} from '~/upstream/contract/play-limits'

/** The lengths that end later than what runs already, each with its end if it starts now. */
export function longerEnds(limits: PlayLimits, now: Date) {
  const runsUntil = Date.parse(runningExclusion(limits, now)?.until ?? '') || 0
  const endOf = {
    break: (length: BreakLength) => changeLimits(limits, { break: length }, now).breakUntil,
    exclude: (length: ExclusionLength) => changeLimits(limits, { exclude: length }, now).excludedUntil,
  }
  const isLonger = ({ until }: { until: string }) => Date.parse(until) > runsUntil
  return {
    break: breakLengths.map((length) => ({ length, until: endOf.break(length) ?? '' })).filter(isLonger),
    exclude: exclusionLengths.map((length) => ({ length, until: endOf.exclude(length) ?? '' })).filter(isLonger),
  }
}
