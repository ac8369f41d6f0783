import { setTimeout as pause } from 'node:timers/promises'
import type { RouterContextProvider } from 'react-router'
import { noteAcceptanceOfLogin } from '~/features/documents/accepted-documents.server'
import { log } from '~/platform/telemetry/log.server'
import { formatSetCookie } from '~/server/cookies/cookie.server'
import { type Flash, redirectWithFlash } from '~/server/cookies/flash.server'
import { rememberId, yearSeconds } from '~/server/cookies/preferences.server'
import { giveBackLogin } from '~/server/middleware/rate-limits.server'
import { deviceCookie, mayRefuseCookies } from '~/server/request-info/browser.server'
import { requestInfoContext } from '~/server/request-info/request-info.server'
import { sendCookie } from '~/server/responses/headers.server'
import { memberTagsOf } from '~/server/session/member-tag.server'
import { restoreRealityClock } from '~/server/session/reality-clock.server'
import { sessionContext } from '~/server/session/session.server'
import { upstreamContext } from '~/server/upstream/for-pages.server'
import { createMemberClient } from '~/server/upstream/member-client.server'
import { isSupported } from '~/upstream/client/call-support.server'
import type { PayloadOf, ResponseOf } from '~/upstream/contract'
import type { OutcomeOf } from '~/upstream/outcome'
import { cookieCheckHref } from '~/values/addresses'
import { seconds } from '~/values/durations'
import { clearTicket, type LoginTicket } from './ticket.server'

type Context = Readonly<RouterContextProvider>

/** How long a sign-out waits for the upstream. The session ends here in any case. */
const signOutTimeoutMs = 2_000

/**
 * Verifies an id and a password by the call user-do-login, within the login limits, and starts the member's session. The
 * login form's strategy, registration, a changed password and the API all sign a member in by it.
 *
 * @returns the outcome of the call: `done` when signed in, `refused` for a wrong login, or with `second_factor` and the
 *   ticket when a code is awaited, `invalid` with msg_auth_error when the id or password is empty or too long, `limited`
 *   after too many failures.
 */
export async function signIn(
  context: Context,
  credentials: PayloadOf<'user-do-login'>,
): Promise<OutcomeOf<'user-do-login'>> {
  const outcome = await context.get(upstreamContext).call('user-do-login', credentials)
  if (outcome.kind === 'done') await beginSession(context, outcome.response)
  if (outcome.kind !== 'refused') return outcome
  if (outcome.status === 'second_factor') {
    log.info(requestLogFields(context), 'a log-in awaits its code')
    // Without a ticket nobody can go on, and nobody is let in.
    if (outcome.response.ticket) return outcome
    return { kind: 'broken', reference: context.get(upstreamContext).reference }
  }
  // The line is without the id, because it may be a password typed into the wrong field.
  log.warn(requestLogFields(context), 'wrong login')
  return outcome
}

/**
 * Ends a log-in's second step by a code, and begins the session. A ticket that is used or old is taken out of the browser.
 *
 * @returns the outcome of the call: `refused` with `otp_wrong`, `ticket_old` or `wait`.
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
    await beginSession(context, outcome.response)
  }
  if (outcome.kind === 'refused') log.warn(requestLogFields(context), 'wrong code of a log-in')
  return outcome
}

/** Begins the session of a member whom the upstream has logged in. */
async function beginSession(context: Context, { token, user, accepted }: ResponseOf<'confirm-login'>): Promise<void> {
  const session = context.get(sessionContext)
  // The upstream's id of the member; the typed one may be spelled differently.
  const { userId } = user
  const isOtherMember = session.member !== null && session.member.userId !== userId
  if (isOtherMember) await endUpstreamToken(context, {})
  session.start({ userId, token })
  await restoreRealityClock(session)
  rememberId(context, userId)
  // The browser is told apart from others by who has logged in with it alone.
  sendCookie(context, formatSetCookie(deviceCookie, context.get(requestInfoContext).browser.device, yearSeconds))
  noteAcceptanceOfLogin(context, userId, accepted)
  log.info(memberLogFields(context), 'logged in')
}

/** Redirects to `next` after a session has begun; past a check of cookies for a browser that may refuse them. */
export function redirectSignedIn(request: Request, next: string, flash: Flash): Response {
  return redirectWithFlash(mayRefuseCookies(request) ? cookieCheckHref(next) : next, flash)
}

/** How long a log-in waits to learn when the one before it was. */
const previousLoginTimeoutMs = seconds(1)

/**
 * The message after a log-in: a welcome, with when the member's log-in before it began where the upstream says that in time.
 *
 * @param login the response that began it: without `lastLoginAt` the upstream's list of log-ins is asked.
 */
export async function welcome(
  context: Context,
  { lastLoginAt }: Pick<ResponseOf<'confirm-login'>, 'lastLoginAt'>,
): Promise<Flash> {
  const from = lastLoginAt === undefined ? await readLastLogin(context) : lastLoginAt
  if (!from) return { kind: 'success', message: 'msg_auth_success' }
  return { kind: 'success', message: 'login.last', values: { from } }
}

/** When the log-in before the latest began, by the upstream's list; undefined when it does not say that in time. */
async function readLastLogin(context: Context): Promise<string | undefined> {
  if (isSupported('get-login-list') === false) return undefined
  const client = await createMemberClient(context, { deadlineMs: previousLoginTimeoutMs })
  const listed = await client.call('get-login-list', {})
  const logins = listed.kind === 'done' ? listed.response.logins : []
  // Without its own mark the latest may be this one.
  if (!logins.some(({ current }) => current)) return undefined
  return logins.flatMap(({ current, at }) => (current || at === '' ? [] : [at])).sort(byNewest)[0]
}

const byNewest = (left: string, right: string) => Date.parse(right) - Date.parse(left)

/**
 * Ends the member's session here and at the upstream, or all of the member's sessions with `everywhere`. The session
 * here ends even if the upstream fails.
 *
 * @returns a success once the session has ended here, whatever the upstream answered; `invalid` for a bad payload, and
 *   then nothing was ended.
 */
export async function signOut(context: Context, payload: PayloadOf<'do-logout'>): Promise<OutcomeOf<'do-logout'>> {
  const outcome = await endUpstreamToken(context, payload)
  if (outcome.kind === 'invalid') return outcome
  const everywhere = payload.everywhere === true
  log.info({ ...memberLogFields(context), everywhere }, 'logged out')
  context.get(sessionContext).end({ everywhere })
  return { kind: 'done', response: { status: 'success' } }
}

/** Ends the session's token at the upstream, or all of the member's with `everywhere`: `unknown` after 2 s. Logs a failure. */
async function endUpstreamToken(context: Context, payload: PayloadOf<'do-logout'>): Promise<OutcomeOf<'do-logout'>> {
  const upstream = context.get(upstreamContext)
  const timer = new AbortController()
  const outcome = await Promise.race([
    upstream.call('do-logout', payload),
    pause(signOutTimeoutMs, undefined, { ref: false, signal: timer.signal }).then(
      (): OutcomeOf<'do-logout'> => ({ kind: 'unknown', reference: upstream.reference, httpStatus: 504 }),
    ),
  ]).finally(() => timer.abort())
  // Without the call or without a session, the upstream has nothing to end.
  const isExpected = ['done', 'unsupported', 'signed-out', 'invalid'].includes(outcome.kind)
  if (!isExpected)
    log.warn({ ...requestLogFields(context), outcome: outcome.kind, ...payload }, 'the upstream ended no token')
  return outcome
}

/**
 * Changes a password of the session's member. After a change the member continues in a new session; a new login password
 * also ends the member's other sessions.
 */
export async function changePassword(
  context: Context,
  payload: PayloadOf<'change-password'>,
): Promise<OutcomeOf<'change-password'>> {
  const outcome = await context.get(upstreamContext).call('change-password', payload)
  if (outcome.kind === 'done') {
    const { kind } = payload
    log.info({ ...memberLogFields(context), kind }, 'password changed')
    context.get(sessionContext).renew({ endOthers: kind === 'login' })
  }
  return outcome
}

/** Names the session's member for the log, as the line of the request does. */
function memberLogFields(context: Context) {
  const { member } = context.get(sessionContext)
  return { ...requestLogFields(context), member: member ? memberTagsOf(member.userId)[0] : undefined }
}

function requestLogFields(context: Context) {
  const { clientIp, requestId } = context.get(requestInfoContext)
  return { address: clientIp, requestId }
}
