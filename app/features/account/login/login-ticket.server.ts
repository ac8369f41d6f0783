import { href, redirect } from 'react-router'
import { z } from 'zod'
import { sealerFor } from '~/platform/settings/config.server'
import { formatSetCookie, sendCookie } from '~/server/cookies/cookie.server'
import { redirectWithFlash } from '~/server/cookies/flash.server'
import type { Context } from '~/server/http/incoming.server'
import { mayRefuseCookies } from '~/server/request-info/browser.server'
import { requestInfoContext } from '~/server/request-info/request-info.server'
import { cookieCheckHref, loginHref, pathOnSite } from '~/values/addresses'
import { days, minutes, toSeconds } from '~/values/durations'

/** A sealed cookie with the upstream's ticket for a login that still needs a code. It doesn't contain the password. */

const cookieName = 'login_ticket'
const lifetimeMs = minutes(5)
/** The cookie outlives the ticket, because it also shows that cookies work and contains `next`. */
const cookieLifetimeMs = days(1)
const maxCookieCharacters = 4_000
/** The maximum length of `next`, so that it fits into the cookie. */
const maxNextCharacters = 1_000

const ticketSchema = z.object({
  ticket: z.string(),
  /** A path on this site. Undefined until the page with the code field sets it. */
  next: z.string().optional(),
  isRestored: z.boolean().optional(),
  endsAtMs: z.int(),
})
export type LoginTicket = z.output<typeof ticketSchema>

const ticketSealer = () => sealerFor('login ticket')

export async function sendTicket(
  context: Context,
  { next, ...ticket }: Omit<LoginTicket, 'endsAtMs'> & { endsAtMs?: number },
): Promise<void> {
  const endsAtMs = ticket.endsAtMs ?? Date.now() + lifetimeMs
  const path = next !== undefined && next.length > maxNextCharacters ? href('/') : next
  const sealed = await ticketSealer().seal({ ...ticket, next: path, endsAtMs } satisfies LoginTicket)
  sendCookie(context, formatSetCookie(cookieName, sealed, toSeconds(cookieLifetimeMs)))
}

export async function readTicket(context: Context): Promise<LoginTicket | undefined> {
  const ticket = await openTicket(context)
  return ticket && ticket.endsAtMs > Date.now() ? ticket : undefined
}

async function openTicket(context: Context): Promise<LoginTicket | undefined> {
  const text = context.get(requestInfoContext).cookies.get(cookieName)
  if (!text || text.length > maxCookieCharacters) return undefined
  const { data } = ticketSchema.safeParse(await ticketSealer().open(text))
  return data && (data.next === undefined || pathOnSite(data.next) === data.next) ? data : undefined
}

export function clearTicket(context: Context): void {
  if (context.get(requestInfoContext).cookies.has(cookieName)) sendCookie(context, formatSetCookie(cookieName, '', 0))
}

/** Redirects browsers without a valid ticket to the login page, which explains the reason. */
export async function redirectWithoutTicket(request: Request, context: Context, asked?: string): Promise<Response> {
  const next = asked ?? (await openTicket(context))?.next
  if (mayRefuseCookies(request)) return redirect(cookieCheckHref(next ?? href('/')), 303)
  clearTicket(context)
  return redirectWithFlash(loginHref(next === href('/') ? undefined : next), {
    kind: 'warning',
    message: 'login.code.old',
  })
}
