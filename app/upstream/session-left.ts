/** The time left of a session, in milliseconds. */
export type SessionLeft = {
  /** Until it ends by inactivity. Health checks do not count as activity. */
  unusedMs: number
  /** Until it ends regardless of activity. */
  atMostMs: number
}

/** Response header of health checks, which themselves do not extend the session. */
export const sessionLeftHeader = 'X-Session-Left'

const secondMs = 1000

/** The time left of a session with these ends (milliseconds since the epoch); null without a session. */
export function sessionLeft(
  ends: { unusedAt: number; latestAt: number } | null,
  now: number = Date.now(),
): SessionLeft | null {
  return ends && { unusedMs: Math.max(0, ends.unusedAt - now), atMostMs: Math.max(0, ends.latestAt - now) }
}

/** Formats the header's value in whole seconds: `118 41000`. */
export function writtenSessionLeft({ unusedMs, atMostMs }: SessionLeft): string {
  return `${Math.floor(unusedMs / secondMs)} ${Math.floor(atMostMs / secondMs)}`
}

/** Parses the header; undefined when missing or malformed. */
export function readSessionLeft(headers: Headers): SessionLeft | undefined {
  const [, unused, atMost] = /^(\d+) (\d+)$/.exec(headers.get(sessionLeftHeader) ?? '') ?? []
  return unused === undefined || atMost === undefined
    ? undefined
    : { unusedMs: Number(unused) * secondMs, atMostMs: Number(atMost) * secondMs }
}
