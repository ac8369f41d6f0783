import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Sealer } from '~/platform/create-sealer.server'
import { config, sealerFor } from '~/platform/settings/config.server'
import { minutes } from '~/values/durations'
import { memoize } from '~/values/memoize'
import { formatSetCookie, parseCookies } from '../cookies/cookie.server'

/** Increase this if older releases would misread new cookies. Optional fields don't need a new version. */
export const sessionFormat = 1

/**
 * The sealed session. Unknown fields are preserved, because replicas of two releases may both write it. A cookie in a
 * newer format opens no session but stays in the browser.
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

/** Browsers silently drop larger cookies. */
const maxCookieBytes = 4096

/**
 * `__Host-madang` over https. The cookie has no Max-Age, so it is deleted when the browser closes. The session may end
 * earlier (`sessionEndMs`).
 */
const sessionCookieName = 'madang'

/** Returns the Set-Cookie header. Without `data`, it deletes the cookie. @throws Error if the cookie is too large */
export async function setSessionCookie(data: SessionData | undefined, sealer: Sealer): Promise<string> {
  const line = formatSetCookie(sessionCookieName, data ? await sealer.seal(data) : '', data ? undefined : 0)
  if (line.length > maxCookieBytes) throw new Error(`session cookie: too large, ${line.length} bytes`)
  return line
}

/** Caches opened cookies, because opening one takes a tenth of the time it takes to render a member's page. */
const openedBy = memoize((_: Sealer) => new LRUCache<string, SessionData>({ max: 1_000, ttl: minutes(2) }))

/** Reads the session cookie without checking revocation or expiry. Returns undefined if the cookie is invalid. */
export async function readSessionCookie(request: Request, sealer: Sealer): Promise<SessionData | undefined> {
  const text = parseCookies(request.headers.get('Cookie')).get(sessionCookieName)
  if (!text) return undefined
  const opened = openedBy(sealer)
  const data = opened.get(text) ?? sessionDataSchema.safeParse(await sealer.open(text)).data
  // Invalid cookies are not cached, because anyone could send them.
  if (data) opened.set(text, data)
  return data
}

/** Returns when a session ends, in milliseconds since the epoch (SESSION_IDLE_MINUTES, SESSION_MAX_HOURS). */
export const sessionEndMs = ({ seen, started }: SessionData, { idleMs, maxMs }: { idleMs: number; maxMs: number }) =>
  Math.min(seen + idleMs, started + maxMs)

/** Returns the user id in the session cookie. Used only to prioritize the request in the queue. */
export async function readClaimedUserId(request: Request): Promise<string | undefined> {
  const data = await readSessionCookie(request, sealerFor('session'))
  return data && Date.now() < data.started + config.session.maxMs ? data.userId : undefined
}
