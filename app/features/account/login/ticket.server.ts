import { href, type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import { sealerFor } from '~/platform/sealer.server'
import { formatSetCookie } from '~/server/cookies/cookie.server'
import { redirectWithFlash } from '~/server/cookies/flash.server'
import { mayRefuseCookies } from '~/server/request-info/browser.server'
import { requestInfoContext } from '~/server/request-info/request-info.server'
import { sendCookie } from '~/server/responses/headers.server'
import { cookieCheckHref, loginHref, pathOnSite } from '~/values/addresses'
import { minutes, toSeconds } from '~/values/durations'

/**
 * The log-in of a browser whose password was right and whose code is awaited: the upstream's ticket in a sealed cookie,
 * which nothing of the password is in.
 */

type Context = Readonly<RouterContextProvider>

const cookieName = 'login_ticket'
const lifetimeMs = minutes(5)
const maxCookieCharacters = 4_000
/** A longer address would not fit the cookie. */
const maxNextCharacters = 1_000

const ticketSchema = z.object({
  ticket: z.string(),
  /** Where the log-in leads, a path of this site; undefined until the first page that asks for the code has said it. */
  next: z.string().optional(),
  /** Whether `next` shows a form again as it was typed. */
  isRestored: z.boolean().optional(),
  endsAtMs: z.int(),
})
/** A ticket as the browser has it. */
export type LoginTicket = z.output<typeof ticketSchema>

const ticketSealer = () => sealerFor('login ticket')

/** Gives the browser a ticket for five minutes, or with `endsAtMs` until that time. */
export async function sendTicket(
  context: Context,
  { next, ...ticket }: Omit<LoginTicket, 'endsAtMs'> & { endsAtMs?: number },
): Promise<void> {
  const endsAtMs = ticket.endsAtMs ?? Date.now() + lifetimeMs
  const path = next !== undefined && next.length > maxNextCharacters ? href('/') : next
  const sealed = await ticketSealer().seal({ ...ticket, next: path, endsAtMs } satisfies LoginTicket)
  const maxAgeSeconds = Math.ceil(toSeconds(Math.max(0, endsAtMs - Date.now())))
  sendCookie(context, formatSetCookie(cookieName, sealed, maxAgeSeconds))
}

/** The ticket that the browser has; undefined when there is none that lives. */
export async function readTicket(context: Context): Promise<LoginTicket | undefined> {
  const text = context.get(requestInfoContext).cookies.get(cookieName)
  if (!text || text.length > maxCookieCharacters) return undefined
  const { data } = ticketSchema.safeParse(await ticketSealer().open(text))
  const isValid = data && data.endsAtMs > Date.now() && (data.next === undefined || pathOnSite(data.next) === data.next)
  return isValid ? data : undefined
}

/** Takes the ticket out of a browser that has one. */
export function clearTicket(context: Context): void {
  if (context.get(requestInfoContext).cookies.has(cookieName)) sendCookie(context, formatSetCookie(cookieName, '', 0))
}

/** The way to the log-in for whoever comes with an old ticket, which says so. */
export function redirectWithoutTicket(request: Request, context: Context, next?: string): Response {
  if (mayRefuseCookies(request)) return redirect(cookieCheckHref(next ?? href('/')), 303)
  clearTicket(context)
  return redirectWithFlash(loginHref(next === href('/') ? undefined : next), {
    kind: 'warning',
    message: 'login.code.old',
  })
}
