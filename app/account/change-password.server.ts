import { createContext, data, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { intentField } from '~/forms/fields.server'
import type { FormState } from '~/forms/form-state'
import { readForm } from '~/forms/read-form'
import { redisplayForm } from '~/forms/redisplay.server'
import { redirectWithFlash } from '~/http/flash.server'
import { forScreen } from '~/http/outcome-pages.server'
import { upstreamContext } from '~/http/page-upstream.server'
import { passwordChangeAttemptId, runLoginAttempt } from '~/http/rate-limits.server'
import { renewSessionAfterPasswordChange, signIn } from '~/http/sign-in.server'
import { sessionContext } from '~/session/session.server'
import { registration, secretText } from '~/upstream/contract/values'
import { recordSupport } from './history/list-support.server'

type Context = Readonly<RouterContextProvider>

/** Whether this request shows a form again. Then missing data must not replace the page with an error page. */
export const formRedisplayedContext = createContext(false)

/**
 * The schema of one kind of password form. The new password follows the registration rule of its kind and differs from
 * the current one.
 */
function passwordForm<Kind extends 'login' | 'exchange'>(kind: Kind) {
  return z
    .strictObject({
      intent: intentField('password'),
      kind: z.literal(kind),
      pass: secretText(256, { empty: 'user.password.current.empty', long: 'user.password.wrong' }),
      new_pass: kind === 'login' ? registration.pw : registration.exchange_pw,
      new_pass_check: z.string('register.passCheck.rule'),
    })
    .superRefine(({ pass, new_pass, new_pass_check }, context) => {
      if (new_pass === pass) context.addIssue({ code: 'custom', path: ['new_pass'], message: 'user.password.same' })
      if (new_pass === new_pass_check) return
      context.addIssue({ code: 'custom', path: ['new_pass_check'], message: 'register.passCheck.rule' })
    })
}

const passwordForms = { login: passwordForm('login'), exchange: passwordForm('exchange') }

const secondsInMinute = 60

/**
 * Changes a login or exchange password. Wrong current passwords are rate-limited, as wrong logins are.
 *
 * @throws the page of a dead session or of an upstream failure.
 */
export async function changePassword(context: Context, posted: FormData) {
  context.set(formRedisplayedContext, true)
  const form = readForm(posted, posted.get('kind') === 'exchange' ? passwordForms.exchange : passwordForms.login)
  if (form.kind === 'invalid') return redisplayPasswordForm(form, 422)
  const { kind, pass, new_pass } = form.values
  const upstream = context.get(upstreamContext)
  const userId = context.get(sessionContext).member?.userId ?? ''

  const attemptOutcome = await runLoginAttempt(context, passwordChangeAttemptId(userId), async () => {
    const result = await upstream.call('change-password', { kind, pass, new_pass })
    return { wrong: result.kind === 'refused' && result.status === 'pass', result }
  })
  if (attemptOutcome.kind === 'limited') {
    const minutes = Math.ceil(attemptOutcome.retryAfterSeconds / secondsInMinute)
    const answer = redisplayForm(form, 429, 'user.password.limited', { minutes })
    return data<FormState>(answer.data, {
      status: 429,
      headers: { 'Retry-After': String(attemptOutcome.retryAfterSeconds) },
    })
  }
  if (attemptOutcome.result.kind === 'unsupported') recordSupport('change-password', 'unsupported')
  const outcome = forScreen(attemptOutcome.result, upstream)
  switch (outcome.kind) {
    case 'done':
      renewSessionAfterPasswordChange(context, kind)
      if (kind === 'login') await staySignedIn(context, { id: userId, pw: new_pass })
      return redirectWithFlash('/user', { kind: 'success', message: `user.password.done.${kind}` })
    case 'invalid':
      return redisplayPasswordForm(form, 422, outcome.fields)
    case 'refused':
      return outcome.status === 'pass'
        ? redisplayPasswordForm(form, 422, { pass: ['user.password.wrong'] })
        : redisplayPasswordForm(form, 409, 'user.password.failed')
    case 'unknown':
      return redisplayPasswordForm(form, outcome.httpStatus, 'user.password.unknown')
    case 'code-reused':
      return redisplayPasswordForm(form, 409, 'user.password.failed')
    default:
      return outcome satisfies never
  }
}

/**
 * Keeps the member signed in after a change of the login password. Some upstreams then end all sessions of the member,
 * this one included: it is reopened with the new password.
 */
async function staySignedIn(context: Context, login: { id: string; pw: string }): Promise<void> {
  const health = await context.get(upstreamContext).call('user-health-check', {})
  if (health.kind === 'signed-out') await signIn(context, login)
}

function redisplayPasswordForm(...[form, status, problem]: Parameters<typeof redisplayForm>) {
  const answer = redisplayForm(form, status, problem)
  return data<FormState>(answer.data, { status })
}
