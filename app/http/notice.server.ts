import { createContext } from 'react-router'
import { z } from 'zod'
import type { MessageKey } from '~/i18n/words'
import { setCookieLine } from '~/session/cookie.server'

const successes = [
  'msg_auth_success',
  'msg2005',
  'msg2010',
  'msg2015',
  'help.deleteAll.done',
  'help.sent',
  'logout.done',
  'note.deleteAll.done',
  'register.done',
  'register.welcome',
  'user.password.done.exchange',
  'user.password.done.login',
  'withdraw.bringBack.done',
] as const satisfies readonly MessageKey[]

/**
 * All that a notice can say. Its cookie is not sealed, because scripts of a page leave notices as well: so it names one of
 * these sentences and brings figures alone, and a planted one has no words of its own.
 */
const notice = z.discriminatedUnion('message', [
  z.strictObject({ message: z.enum(successes), kind: z.literal('success') }),
  z.strictObject({ message: z.enum(['register.signedIn', 'session.ended']), kind: z.literal('warning') }),
  z.strictObject({ message: z.enum(['login.restored', 'user.history.file.busy']), kind: z.literal('info') }),
  z.strictObject({
    message: z.literal('comp.done'),
    kind: z.literal('success'),
    /** In won. */
    values: z.strictObject({ amount: z.int().min(1) }),
  }),
  z.strictObject({
    message: z.literal('user.history.file.failed'),
    kind: z.literal('error'),
    /** The request's number. */
    values: z.strictObject({ reference: z.uuid() }),
  }),
])

/** A sentence that the next page shows once. */
export type Notice = z.output<typeof notice>

/** The notice that came with this request, for the root's loader; the page that shows it uses it up. */
export const noticeContext = createContext<Notice | null>(null)

const aMinuteSeconds = 60

/**
 * Sends a member on (303) with words for the next page: what a form did, said after its redirect.
 *
 * @param address a path of this site, or an address that was checked before.
 */
export function redirectWithNotice(address: string, notice: Notice, init?: { headers?: HeadersInit }): Response {
  const headers = new Headers(init?.headers)
  headers.set('Location', address)
  const text = Buffer.from(JSON.stringify(notice)).toString('base64url')
  headers.append('Set-Cookie', setCookieLine('notice', text, aMinuteSeconds))
  return new Response(null, { status: 303, headers })
}

/** The notice in a cookie; null when there is none or it says what no notice of ours can say. */
export function noticeOf(cookie: string | undefined): Notice | null {
  if (!cookie || cookie.length > cookieCharactersMax) return null
  try {
    const parsed = notice.safeParse(JSON.parse(Buffer.from(cookie, 'base64url').toString('utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

const cookieCharactersMax = 512

/** The notice was shown. */
export const spentNotice = setCookieLine('notice', '', 0)
