import { seconds, toSeconds } from '~/values/durations'
export type SessionTimeLeft = {
  /** The time until the session expires through inactivity. Health checks don't count as activity. */
  idleLeftMs: number
  /** The time until the session expires regardless of activity. */
  maxLeftMs: number
}

/** A response header on health checks, which do not extend the session. */
export const sessionTimeLeftHeader = 'X-Session-Left'

/** Returns a session's remaining time, or null if there is no session. @param ends in ms since 1970 */
export function sessionTimeLeft(
  ends: { idleExpiresAtMs: number; maxExpiresAtMs: number } | null,
  now: number = Date.now(),
): SessionTimeLeft | null {
  return (
    ends && { idleLeftMs: Math.max(0, ends.idleExpiresAtMs - now), maxLeftMs: Math.max(0, ends.maxExpiresAtMs - now) }
  )
}

/** Formats the header's value: the whole seconds until the idle limit and until the maximum, such as `118 41000`. */
export function formatSessionTimeLeft({ idleLeftMs, maxLeftMs }: SessionTimeLeft): string {
  return `${Math.floor(toSeconds(idleLeftMs))} ${Math.floor(toSeconds(maxLeftMs))}`
}

export function parseSessionTimeLeft(headers: Headers): SessionTimeLeft | undefined {
  const [, idleLeft, maxLeft] = /^(\d+) (\d+)$/.exec(headers.get(sessionTimeLeftHeader) ?? '') ?? []
  return idleLeft === undefined || maxLeft === undefined
    ? undefined
    : { idleLeftMs: seconds(Number(idleLeft)), maxLeftMs: seconds(Number(maxLeft)) }
}
