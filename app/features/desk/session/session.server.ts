import { stringifySetCookie } from 'cookie'
import { z } from 'zod'
import { sealerFor } from '~/platform/sealer.server'
import { config } from '~/platform/settings/config.server'
import type { RequestInfo } from '~/server/request-info/request-info.server'
import { hours, minutes, toSeconds } from '~/values/durations'

/** A session of the desk: a token of a person, sealed under a key of its own. A member's session knows nothing of it. */
const sessionSchema = z.object({ token: z.string(), startedAtMs: z.int(), seenAtMs: z.int() })
export type DeskSession = z.output<typeof sessionSchema>

const idleMs = minutes(30)
const maxMs = hours(8)
/** While the session is used, its cookie is sent again at most this often. */
const reissueAfterMs = minutes(1)

const cookieName = 'desk'
const sealer = () => sealerFor('desk session')

/** The session of a request that is neither idle too long nor too old. Whether its token lives is the door's to say. */
export async function readSession({ cookies }: RequestInfo, now: number): Promise<DeskSession | undefined> {
  const sealed = cookies.get(cookieName)
  if (sealed === undefined) return undefined
  const { data } = sessionSchema.safeParse(await sealer().open(sealed))
  const isLive = data && now - data.seenAtMs < idleMs && now - data.startedAtMs < maxMs
  return isLive ? data : undefined
}

/** The Set-Cookie line of a session that began or was used; undefined while the cookie that the browser has will do. */
export async function sessionCookie(session: DeskSession, now: number): Promise<string | undefined> {
  const isNew = session.seenAtMs === session.startedAtMs && now === session.startedAtMs
  if (!isNew && now - session.seenAtMs < reissueAfterMs) return undefined
  return formatCookie(await sealer().seal({ ...session, seenAtMs: now } satisfies DeskSession), toSeconds(idleMs))
}

/** The Set-Cookie line that ends a session in the browser. */
export const endedSessionCookie = () => formatCookie('', 0)

/** Strict: no other site's link or form brings it along. */
function formatCookie(value: string, maxAge: number): string {
  const { https } = config
  const name = https ? `__Host-${cookieName}` : cookieName
  return stringifySetCookie({ name, value, path: '/', httpOnly: true, sameSite: 'strict', secure: https, maxAge })
}
