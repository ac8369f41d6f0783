/** How long a session still lasts, in milliseconds. */
export type SessionLeft = {
  /** When nothing of the site is used meanwhile; health checks do not count as use. */
  unusedMs: number
  /** However much it is used. */
  atMostMs: number
}

/** Health checks tell it to a page's script, because they run by themselves and move no session's end. */
export const sessionLeftHeader = 'X-Session-Left'

const secondMs = 1000

/** What is left of a session that ends at these moments (milliseconds since the epoch); null without one. */
export function sessionLeft(
  ends: { unusedAt: number; latestAt: number } | null,
  now: number = Date.now(),
): SessionLeft | null {
  return ends && { unusedMs: Math.max(0, ends.unusedAt - now), atMostMs: Math.max(0, ends.latestAt - now) }
}

/** The header's value: whole seconds, `118 41000`. */
export function writtenSessionLeft({ unusedMs, atMostMs }: SessionLeft): string {
  return `${Math.floor(unusedMs / secondMs)} ${Math.floor(atMostMs / secondMs)}`
}

/** Reads the header back; undefined when it did not come. */
export function readSessionLeft(headers: Headers): SessionLeft | undefined {
  const [, unused, atMost] = /^(\d+) (\d+)$/.exec(headers.get(sessionLeftHeader) ?? '') ?? []
  return unused === undefined || atMost === undefined
    ? undefined
    : { unusedMs: Number(unused) * secondMs, atMostMs: Number(atMost) * secondMs }
}
