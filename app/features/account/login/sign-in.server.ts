import { setTimeout as pause } from 'node:timers/promises'
import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import { z } from 'zod'
import { noteAcceptanceOfLogin } from '~/features/documents/accepted-documents.server'
import { type ReadFormResult, readForm } from '~/forms/read-form.server'
import { log } from '~/platform/telemetry/log.server'
import { formatSetCookie, sendCookie } from '~/server/cookies/cookie.server'
import { type Flash, redirectWithFlash } from '~/server/cookies/flash.server'
import { rememberId, yearSeconds } from '~/server/cookies/preferences.server'
import type { Context } from '~/server/http/incoming.server'
import { getForm } from '~/server/middleware/body.server'
import { giveBackLogin } from '~/server/middleware/rate-limits.server'
import { deviceCookie, mayRefuseCookies } from '~/server/request-info/browser.server'
import { requestInfoContext } from '~/server/request-info/request-info.server'
import { memberTagsOf } from '~/server/session/member-tag.server'
import { restoreRealityClock } from '~/server/session/reality-clock.server'
import { sessionContext } from '~/server/session/session.server'
import { createMemberClient, upstreamContext } from '~/server/upstream/page-upstream.server'
import { isSupported } from '~/upstream/client/call-support.server'
import type { PayloadOf, ResponseOf } from '~/upstream/contract'
import type { OutcomeOf } from '~/upstream/outcome'
import { cookieCheckHref } from '~/values/addresses'
import { seconds } from '~/values/durations'
import { clearTicket, type LoginTicket } from './login-ticket.server'

/** The maximum time to wait for the upstream on logout. The session on this site ends in any case. */
const signOutTimeoutMs = 2_000

/**
 * Checks id and password with user-do-login, within the login limits, and starts the session. @returns `refused` for a
 * wrong id or password, or with `second_factor` and a ticket if a code is required. `invalid` with msg_auth_error if
 * the id or password is empty or too long. `limited` after too many failures.
 */
export async function signIn(
  context: Context,
  credentials: PayloadOf<'user-do-login'>,
): Promise<OutcomeOf<'user-do-login'>> {
  const outcome = await context.get(upstreamContext).call('user-do-login', credentials)
  if (outcome.kind === 'done') await startSession(context, outcome.response)
  if (outcome.kind !== 'refused') return outcome
  if (outcome.status === 'second_factor') {
    log.info(requestLogFields(context), 'login awaits its code')
    // Without a ticket, the second step is impossible, so the login fails.
    if (outcome.response.ticket) return outcome
    return { kind: 'broken', reference: context.get(upstreamContext).reference }
  }
  // The id is not logged, because it may be a password typed into the wrong field.
  log.warn(requestLogFields(context), 'wrong login')
  return outcome
}

/**
 * Completes the second step of a login with a code, and starts the session. Deletes a used or expired ticket from the
 * browser. @returns `refused` with `otp_wrong`, `ticket_old` or `wait`
 */
export async function confirmLogin(
  context: Context,
  { ticket }: Pick<LoginTicket, 'ticket'>,
  otp: string,
): Promise<OutcomeOf<'confirm-login'>> {
  const outcome = await context.get(upstreamContext).call('confirm-login', { ticket, otp })
  const isOld = outcome.kind === 'refused' && outcome.status === 'ticket_old'
  if (outcome.kind === 'done' || isOld) clearTicket(context)
  if (outcome.kind === 'done') {
    await giveBackLogin(context, outcome.response.user.userId)
    await startSession(context, outcome.response)
  }
  if (outcome.kind === 'refused') log.warn(requestLogFields(context), 'wrong login code')
  return outcome
}

async function startSession(context: Context, { token, user, accepted }: ResponseOf<'confirm-login'>): Promise<void> {
  const session = context.get(sessionContext)
  // The id is stored in the upstream's spelling, which may differ from the input.
  const { userId } = user
  if (session.member && session.member.userId !== userId) await endUpstreamToken(context, {})
  session.start({ userId, token })
  await restoreRealityClock(session)
  rememberId(context, userId)
  // Only logins set the device cookie, so it can't track anything but logins.
  sendCookie(context, formatSetCookie(deviceCookie, context.get(requestInfoContext).browser.device, yearSeconds))
  noteAcceptanceOfLogin(context, userId, accepted)
  log.info(memberLogFields(context), 'logged in')
}

/** Redirects to `next` after a login. If the browser may reject cookies, redirects to a cookie check first. */
export function redirectSignedIn(request: Request, next: string, flash: Flash): Response {
  return redirectWithFlash(mayRefuseCookies(request) ? cookieCheckHref(next) : next, flash)
}

const previousLoginTimeoutMs = seconds(1)

export async function welcome(
  context: Context,
  { lastLoginAt }: Pick<ResponseOf<'confirm-login'>, 'lastLoginAt'>,
): Promise<Flash> {
  const from = lastLoginAt === undefined ? await readLastLogin(context) : lastLoginAt
  if (!from) return { kind: 'success', message: 'msg_auth_success' }
  return { kind: 'success', message: 'login.last', values: { from } }
}

/** Returns the time of the previous login according to the upstream, or undefined if it doesn't answer in time. */
async function readLastLogin(context: Context): Promise<string | undefined> {
  if (isSupported('get-login-list') === false) return undefined
  const client = await createMemberClient(context, { deadlineMs: previousLoginTimeoutMs })
  const listed = await client.call('get-login-list', {})
  const logins = listed.kind === 'done' ? listed.response.logins : []
  // If no login is marked `current`, the latest may be this one.
  if (!logins.some(({ current }) => current)) return undefined
  const previous = logins.filter(({ current, at }) => !current && at !== '').map(({ at }) => new Date(at).toISOString())
  return previous.sort().at(-1)
}

/**
 * Ends the member's session on this site and at the upstream, or all sessions with `everywhere`. The session on this
 * site ends even if the upstream fails. @returns `invalid` for an invalid payload, without ending anything
 */
export async function signOut(context: Context, payload: PayloadOf<'do-logout'>): Promise<OutcomeOf<'do-logout'>> {
  const outcome = await endUpstreamToken(context, payload)
  if (outcome.kind === 'invalid') return outcome
  const everywhere = payload.everywhere === true
  log.info({ ...memberLogFields(context), everywhere }, 'logged out')
  context.get(sessionContext).end({ everywhere })
  return { kind: 'done', response: { status: 'success' } }
}

async function endUpstreamToken(context: Context, payload: PayloadOf<'do-logout'>): Promise<OutcomeOf<'do-logout'>> {
  const upstream = context.get(upstreamContext)
  const timer = new AbortController()
  const outcome = await Promise.race([
    upstream.call('do-logout', payload),
    pause(signOutTimeoutMs, undefined, { ref: false, signal: timer.signal }).then(
      (): OutcomeOf<'do-logout'> => ({ kind: 'unknown', reference: upstream.reference, httpStatus: 504 }),
    ),
  ]).finally(() => timer.abort())
  // After any other outcome, the token may still be valid at the upstream.
  const isExpected = ['done', 'unsupported', 'signed-out', 'invalid'].includes(outcome.kind)
  if (!isExpected)
    log.warn({ ...requestLogFields(context), outcome: outcome.kind, ...payload }, 'upstream ended no token')
  return outcome
}

export function memberLogFields(context: Context) {
  const { member } = context.get(sessionContext)
  return { ...requestLogFields(context), member: member ? memberTagsOf(member.userId)[0] : undefined }
}

function requestLogFields(context: Context) {
  const { clientIp, requestId } = context.get(requestInfoContext)
  return { address: clientIp, requestId }
}

const loginForm = z.object({ id: z.string().trim().default(''), pw: z.string().default('') })

type FormLogin = { form: ReadFormResult<z.output<typeof loginForm>>; outcome: OutcomeOf<'user-do-login'> }

/** Logs a member in with the posted form. Returns failed logins as outcomes. @throws the error pages of `getForm` */
export async function authenticateForm(request: Request, context: Context): Promise<FormLogin> {
  const strategy = new FormStrategy<FormLogin>(async ({ form: posted }) => {
    const form = readForm(posted, loginForm, { shownAgain: ['typed'] })
    if (form.kind === 'invalid') return { form, outcome: { kind: 'invalid', fields: form.fields } }
    return { form, outcome: await signIn(context, form.values) }
  })
  // The request's body has already been read (with a size limit), so the library gets a copy.
  const body = new URLSearchParams([...getForm(context)].map(([name, value]) => [name, String(value)]))
  const bounded = new Request(request.url, { method: request.method, body })
  return new Authenticator<FormLogin>().use(strategy, 'login-form').authenticate('login-form', bounded)
}
