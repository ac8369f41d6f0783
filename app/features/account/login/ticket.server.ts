import { href, type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import { sealerFor } from '~/platform/sealer.server'
import { formatSetCookie } from '~/server/cookies/cookie.server'
import { redirectWithFlash } from '~/server/cookies/flash.server'
import { mayRefuseCookies } from '~/server/request-info/browser.server'
import { requestInfoContext } from '~/server/request-info/request-info.server'
import { sendCookie } from '~/server/responses/headers.server'
import { cookieCheckHref, loginHref, pathOnSite } from '~/values/addresses'
import { days, minutes, toSeconds } from '~/values/durations'

/**
 * The log-in of a browser whose password was right and whose code is awaited: the upstream's ticket in a sealed cookie,
 * which nothing of the password is in.
 */

type Context = Readonly<RouterContextProvider>

const cookieName = 'login_ticket'
const lifetimeMs = minutes(5)
/** Longer than the ticket: with an old one, the site knows that the browser takes cookies, and where the log-in leads. */
const cookieLifetimeMs = days(1)
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
  sendCookie(context, formatSetCookie(cookieName, sealed, toSeconds(cookieLifetimeMs)))
}

/** Returns the ticket of the browser; undefined without one, and after its time. */
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

/** Takes the ticket out of a browser that has one. */
export function clearTicket(context: Context): void {
  if (context.get(requestInfoContext).cookies.has(cookieName)) sendCookie(context, formatSetCookie(cookieName, '', 0))
}

/**
 * Redirects a browser without a current ticket to the login, which says that the time is over, or that cookies are blocked.
 *
 * @param asked where the login leads; by default where that of an old ticket did
 */
export async function redirectWithoutTicket(request: Request, context: Context, asked?: string): Promise<Response> {
  const next = asked ?? (await openTicket(context))?.next
  if (mayRefuseCookies(request)) return redirect(cookieCheckHref(next ?? href('/')), 303)
  clearTicket(context)
  return redirectWithFlash(loginHref(next === href('/') ? undefined : next), {
    kind: 'warning',
    message: 'login.code.old',
  })
}
