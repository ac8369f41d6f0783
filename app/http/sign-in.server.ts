import { setTimeout as pause } from 'node:timers/promises'
import type { RouterContextProvider } from 'react-router'
import { authenticate } from '~/session/authenticator.server'
import { sessionContext } from '~/session/session.server'
import { log } from '~/telemetry/log.server'
import { upstreamContext } from '~/upstream/client.server'
import type { PayloadOf } from '~/upstream/contract'
import type { OutcomeOf } from '~/upstream/outcome'
import { throughLoginGate } from './limits.server'
import { rememberId } from './preferences.server'
import { visitContext } from './visit.server'

/** What a logout waits for the upstream, and no longer: the member is logged out here whatever it does. */
const logoutPatienceMs = 2_000

/**
 * Signs a member in by the words of a form: through the limits on wrong logins, over user-do-login, into a new session
 * whose cookie goes out with the answer. The id is remembered for the next login form.
 *
 * @returns what the upstream said: `done` when the session is open, `refused` for a wrong login, `invalid` with
 *   msg_auth_error when a word is missing, `limited` when too many were wrong, else what kept it from answering.
 */
export function signIn(
  context: Readonly<RouterContextProvider>,
  { id, pw }: { id: string; pw: string },
): Promise<OutcomeOf<'user-do-login'>> {
  const { origin } = context.get(visitContext)
  // Rebuilt from a body that was bounded and read before: the strategy reads what it is given whole, by itself.
  const request = new Request(new URL('/login', origin), { method: 'POST', body: new URLSearchParams({ id, pw }) })
  return signInBy(context, id, () => authenticate(request, context.get(upstreamContext)))
}

/** The same for a caller that asks the upstream in a way of its own. `attempt` is one user-do-login. */
export async function signInBy(
  context: Readonly<RouterContextProvider>,
  id: string,
  attempt: () => Promise<OutcomeOf<'user-do-login'>>,
): Promise<OutcomeOf<'user-do-login'>> {
  const tried = await throughLoginGate(context, id, async () => {
    const result = await attempt()
    return { wrong: result.kind === 'refused', result }
  })
  if (tried.kind === 'limited') return { ...tried, by: 'site' }

  const outcome = tried.result
  // Not the id: a password typed into the wrong field would stand in the log.
  if (outcome.kind === 'refused') log.warn(whereOf(context), 'wrong login')
  if (outcome.kind === 'done') {
    const { token, user } = outcome.answer
    const session = context.get(sessionContext)
    // The upstream's own name of the member: what was typed is one of several spellings.
    const { userId } = user
    const isAnother = session.member !== null && session.member.userId !== userId
    if (isAnother) await endToken(context, {})
    session.start({ userId, token })
    rememberId(context, userId)
    log.info({ ...whereOf(context), member: userId }, 'logged in')
  }
  return outcome
}

/**
 * Ends the member's session, everywhere when asked, here and at the upstream, whatever the upstream says of it.
 *
 * @returns what the upstream said, `unknown` when it took too long; `invalid` when the payload is none and nothing ended.
 */
export async function signOut(
  context: Readonly<RouterContextProvider>,
  payload: PayloadOf<'do-logout'>,
): Promise<OutcomeOf<'do-logout'>> {
  const outcome = await endToken(context, payload)
  if (outcome.kind === 'invalid') return outcome
  const session = context.get(sessionContext)
  const everywhere = payload.everywhere === true
  log.info({ ...whereOf(context), member: session.member?.userId, everywhere }, 'logged out')
  session.end({ everywhere })
  return outcome
}

/** Has the upstream end the token of this request's session, or all of its member; says in the log when it did not. */
async function endToken(
  context: Readonly<RouterContextProvider>,
  payload: PayloadOf<'do-logout'>,
): Promise<OutcomeOf<'do-logout'>> {
  const upstream = context.get(upstreamContext)
  const waited = new AbortController()
  const outcome = await Promise.race([
    upstream.call('do-logout', payload),
    pause(logoutPatienceMs, undefined, { ref: false, signal: waited.signal }).then(
      (): OutcomeOf<'do-logout'> => ({ kind: 'unknown', reference: upstream.reference, httpStatus: 504 }),
    ),
  ]).finally(() => waited.abort())
  // Without the call, or without the session, there is nothing to end there.
  const isExpected = ['done', 'unsupported', 'signed-out', 'invalid'].includes(outcome.kind)
  if (!isExpected) log.warn({ ...whereOf(context), outcome: outcome.kind, ...payload }, 'the upstream ended no token')
  return outcome
}

/** After a new password: goes on in a new session, and ends the others when it was the one to log in with. */
export function passwordChanged(context: Readonly<RouterContextProvider>, kind: 'login' | 'exchange'): void {
  const session = context.get(sessionContext)
  log.info({ ...whereOf(context), member: session.member?.userId, kind }, 'password changed')
  session.renew({ endOthers: kind === 'login' })
}

function whereOf(context: Readonly<RouterContextProvider>) {
  const { address, requestId } = context.get(visitContext)
  return { address, requestId }
}
