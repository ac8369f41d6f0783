import { stringifySetCookie } from 'cookie'
import { z } from 'zod'
import { deskSessionMaxMs } from '~/embedded/desk/commands/people'
import { sealerFor } from '~/platform/sealer.server'
import { config } from '~/platform/settings/config.server'
import type { RequestInfo } from '~/server/request-info/request-info.server'
import { toSeconds } from '~/values/durations'

/** A session of the desk: a person's token and the session it began, sealed under a key of their own. */
const sessionSchema = z.object({ token: z.string(), session: z.string() })
export type DeskSession = z.output<typeof sessionSchema>

const cookieName = 'desk'
const sealer = () => sealerFor('desk session')

/** The session of a request. Whether it and its token live is the door's to say. */
export async function readSession({ cookies }: RequestInfo): Promise<DeskSession | undefined> {
  const sealed = cookies.get(cookieName)
  return sealed === undefined ? undefined : sessionSchema.safeParse(await sealer().open(sealed)).data
}

/** The Set-Cookie line of a session that begins. */
export const sessionCookie = async (session: DeskSession) =>
  deskCookie(cookieName, await sealer().seal(session), toSeconds(deskSessionMaxMs))

/** The Set-Cookie line that ends a session in the browser. */
export const endedSessionCookie = () => deskCookie(cookieName, '', 0)

/** A Set-Cookie line of the desk. Strict: no other site's link or form brings it along. @param maxAge in seconds */
function deskCookie(name: string, value: string, maxAge: number): string {
  const { https } = config
  const attributes = { path: '/', httpOnly: true, sameSite: 'strict', secure: https, maxAge } as const
  return stringifySetCookie({ name: https ? `__Host-${name}` : name, value, ...attributes })
}
