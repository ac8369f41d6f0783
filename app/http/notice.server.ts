import { createContext } from 'react-router'
import { z } from 'zod'
import type { MessageKey } from '~/i18n/words'
import { setCookieLine } from '~/session/cookie.server'

const notice = z.object({
  kind: z.enum(['success', 'info', 'warning', 'error']),
  message: z.string().regex(/^[\w.-]{1,80}$/),
  values: z.record(z.string().max(40), z.union([z.string().max(200), z.number()])).optional(),
})

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
export function redirectWithNotice(
  address: string,
  { kind, message, values }: { kind: Notice['kind']; message: MessageKey; values?: Notice['values'] },
  init?: { headers?: HeadersInit },
): Response {
  const headers = new Headers(init?.headers)
  headers.set('Location', address)
  const text = JSON.stringify({ kind, message, ...(values ? { values } : {}) })
  headers.append('Set-Cookie', setCookieLine('notice', Buffer.from(text).toString('base64url'), aMinuteSeconds))
  return new Response(null, { status: 303, headers })
}

/** The notice in a cookie; null when there is none or it is not of our making. */
export function noticeOf(cookie: string | undefined): Notice | null {
  if (!cookie || cookie.length > cookieCharactersMax) return null
  try {
    const parsed = notice.safeParse(JSON.parse(Buffer.from(cookie, 'base64url').toString('utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

const cookieCharactersMax = 2048

/** The notice was shown. */
export const spentNotice = setCookieLine('notice', '', 0)
