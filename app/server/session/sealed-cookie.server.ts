import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Sealer } from '~/platform/create-sealer.server'
import { sealerFor } from '~/platform/sealer.server'
import { config } from '~/platform/settings/config.server'
import { minutes } from '~/values/durations'
import { formatSetCookie, parseCookies } from '../cookies/cookie.server'

/**
 * The format of the session cookie that this program writes and reads. Raise it when an older program would misread
 * what a newer one writes: a field that changed its meaning or went away. An added optional field needs no new format.
 */
export const sessionFormat = 1

/**
 * What the cookie of a session holds, sealed. Replicas of two releases write the same cookie in turns during an upgrade:
 * fields that only a newer release knows stay in it, and the cookie of a newer format opens no session here but stays in
 * the browser for the release that wrote it.
 */
const sessionDataSchema = z.looseObject({
  format: z.literal(sessionFormat),
  sid: z.string(),
  userId: z.string(),
  token: z.string(),
  /** Milliseconds since the epoch: when it started, and when it was last used as far as the cookie shows. */
  started: z.int(),
  seen: z.int(),
  /** The member's generation at login; see Revocations. */
  generation: z.string(),
  playedFromMs: z.int().optional(),
  realityCheckedMs: z.int().optional(),
})
export type SessionData = z.output<typeof sessionDataSchema>

/** Browsers silently drop a cookie larger than this. */
const maxCookieBytes = 4096

/** `__Host-madang` behind https. Its attributes are those of all cookies: `formatSetCookie` in cookies/cookie.server.ts. */
const sessionCookieName = 'madang'

/**
 * The Set-Cookie header of a session; undefined deletes the cookie.
 *
 * @throws Error when the cookie would be too large for a browser.
 */
export async function setSessionCookie(data: SessionData | undefined, sealer: Sealer): Promise<string> {
  const line = formatSetCookie(sessionCookieName, data ? await sealer.seal(data) : '', data ? undefined : 0)
  if (line.length > maxCookieBytes) throw new Error(`The session does not fit a cookie: ${line.length} bytes`)
  return line
}

/**
 * What the cookies hold that were opened last, by their text: a browser sends the same one for a minute, and to decrypt it on
 * another thread takes a tenth of a member's page over an upstream.
 */
const openedCookies = new WeakMap<Sealer, LRUCache<string, SessionData>>()
const openedCookiesOptions = { max: 1_000, ttl: minutes(2) }

/**
 * What a request's session cookie holds; undefined without one that this site has sealed. It does not check revocation or
 * expiry: the step that opens sessions decides what the request may do.
 */
export async function readSessionCookie(request: Request, sealer: Sealer): Promise<SessionData | undefined> {
  const text = parseCookies(request.headers.get('Cookie')).get(sessionCookieName)
  if (!text) return undefined
  const opened = openedCookies.get(sealer) ?? new LRUCache<string, SessionData>(openedCookiesOptions)
  openedCookies.set(sealer, opened)
  const data = opened.get(text) ?? sessionDataSchema.safeParse(await sealer.open(text)).data
  // What anybody could send is not kept.
  if (data) opened.set(text, data)
  return data
}

/** The user id in a request's session cookie, for its priority in the queue only. */
export async function readClaimedUserId(request: Request): Promise<string | undefined> {
  const data = await readSessionCookie(request, sealerFor('session'))
  return data && Date.now() < data.started + config.session.maxMs ? data.userId : undefined
}
