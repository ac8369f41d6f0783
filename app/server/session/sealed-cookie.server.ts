import type { Cookie } from 'react-router'
import { z } from 'zod'
import { sealerFor } from '~/platform/sealer.server'
import { config } from '~/platform/settings/config.server'
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
export const sessionDataSchema = z.looseObject({
  /** Cookies from before formats were numbered carry none and are of format 1. */
  format: z.literal(sessionFormat).default(sessionFormat),
  sid: z.string(),
  userId: z.string(),
  token: z.string(),
  /** Milliseconds since the epoch: when it started, and when it was last used as far as the cookie shows. */
  started: z.int(),
  seen: z.int(),
  /** The member's generation at login; see Revocations. Releases before generations write none. */
  generation: z.string().default(''),
  playedFromMs: z.int().optional(),
  realityCheckedMs: z.int().optional(),
})
export type SessionData = z.output<typeof sessionDataSchema>

/** Browsers silently drop a cookie larger than this. */
const maxCookieBytes = 4096

/** The name without the prefix of cookies/cookie.server.ts: `__Host-madang` behind https. */
const sessionCookieName = 'madang'
/**
 * The cookie holds the sealed text as it is. The framework's own cookie would encode it again and exceed the size
 * limit.
 */
export const sessionCookie: Cookie = {
  name: sessionCookieName,
  // Authenticated encryption covers the signature that the framework expects.
  isSigned: true,
  expires: undefined,
  parse: async (header) => parseCookies(header).get(sessionCookieName) ?? null,
  serialize: async (text: string, options) => {
    const line = formatSetCookie(sessionCookieName, text, options?.expires ? 0 : undefined)
    if (line.length > maxCookieBytes) throw new Error(`The session does not fit a cookie: ${line.length} bytes`)
    return line
  },
}

/**
 * The user id in a request's session cookie, for its priority in the queue only. It does not check revocation or idle
 * expiry: the step that opens sessions decides what the request may do.
 */
export async function readClaimedUserId(request: Request): Promise<string | undefined> {
  const text = await sessionCookie.parse(request.headers.get('Cookie'))
  const read = text ? sessionDataSchema.safeParse(await sealerFor('session').open(text)) : undefined
  const data = read?.data
  return data && Date.now() < data.started + config.session.maxMs ? data.userId : undefined
}
