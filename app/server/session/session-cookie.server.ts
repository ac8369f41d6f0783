import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Sealer } from '~/platform/create-sealer.server'
import { config, sealerFor } from '~/platform/settings/config.server'
import { minutes } from '~/values/durations'
import { memoize } from '~/values/memoize'
import { formatSetCookie, parseCookies } from '../cookies/cookie.server'

/** The cookie's version. Increase it if older releases would misread the new cookies, but not for an optional field. */
export const sessionFormat = 1

/**
 * The sealed session. Replicas of two releases may write it in turn, so unknown fields are preserved. A cookie in a
 * newer format opens no session here but stays in the browser.
 */
const sessionDataSchema = z.looseObject({
  format: z.literal(sessionFormat),
  sid: z.string(),
  userId: z.string(),
  token: z.string(),
  started: z.int(),
  seen: z.int(),
  generation: z.string(),
  playedFromMs: z.int().optional(),
  realityCheckedMs: z.int().optional(),
})
export type SessionData = z.output<typeof sessionDataSchema>

/** Browsers silently drop cookies larger than this. */
const maxCookieBytes = 4096

/**
 * Over https the cookie is `__Host-madang`, with the attributes from `formatSetCookie`. It has no Max-Age, so browsers
 * delete it when they close. `sessionEndMs` may end the session earlier.
 */
const sessionCookieName = 'madang'

/** Returns the Set-Cookie header, which deletes the cookie if `data` is undefined. @throws Error if it is too large */
export async function setSessionCookie(data: SessionData | undefined, sealer: Sealer): Promise<string> {
  const line = formatSetCookie(sessionCookieName, data ? await sealer.seal(data) : '', data ? undefined : 0)
  if (line.length > maxCookieBytes) throw new Error(`session cookie: too large, ${line.length} bytes`)
  return line
}

/** Caches opened cookies by their text, because opening one takes a tenth of the time of a member's page. */
const openedBy = memoize((_: Sealer) => new LRUCache<string, SessionData>({ max: 1_000, ttl: minutes(2) }))

/** Reads a request's session cookie without checking revocation or expiry. Returns undefined if it is not valid. */
export async function readSessionCookie(request: Request, sealer: Sealer): Promise<SessionData | undefined> {
  const text = parseCookies(request.headers.get('Cookie')).get(sessionCookieName)
  if (!text) return undefined
  const opened = openedBy(sealer)
  const data = opened.get(text) ?? sessionDataSchema.safeParse(await sealer.open(text)).data
  // Cookies that fail to open are not cached, because anyone could send them.
  if (data) opened.set(text, data)
  return data
}

/** Returns when a session ends, in milliseconds since the epoch (SESSION_IDLE_MINUTES, SESSION_MAX_HOURS). */
export function sessionEndMs({ seen, started }: SessionData, { idleMs, maxMs }: { idleMs: number; maxMs: number }) {
  return Math.min(seen + idleMs, started + maxMs)
}

/** Returns the user id in a request's session cookie. It is used only for the request's priority in the queue. */
export async function readClaimedUserId(request: Request): Promise<string | undefined> {
  const data = await readSessionCookie(request, sealerFor('session'))
  return data && Date.now() < data.started + config.session.maxMs ? data.userId : undefined
}
