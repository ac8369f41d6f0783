import { href } from 'react-router'
import { z } from 'zod'
import { redisplayForm, requestFailures, respondToFailure } from '~/forms/form-responses.server'
import { intentField, readForm } from '~/forms/read-form.server'
import { log } from '~/platform/telemetry/log.server'
import { redirectWithFlash } from '~/server/cookies/flash.server'
import type { Context } from '~/server/http/incoming.server'
import { sessionContext } from '~/server/session/session.server'
import { upstreamContext } from '~/server/upstream/page-upstream.server'
import type { PayloadOf } from '~/upstream/contract'
import { passwordAgain, registration } from '~/upstream/contract/fields/registration'
import { secretText } from '~/upstream/contract/fields/values'
import { memberLogFields, signIn } from '../login/sign-in.server'

/** The new password must follow the registration rule for its kind, and differ from the current one. */
function passwordForm<Kind extends 'login' | 'exchange'>(kind: Kind) {
  return z
    .strictObject({
      intent: intentField('password'),
      kind: z.literal(kind),
      pass: secretText(256, { empty: 'user.password.current.empty', long: 'user.password.wrong' }),
      new_pass: kind === 'login' ? registration.pw : registration.exchange_pw,
      new_pass_check: passwordAgain,
    })
    .superRefine(({ pass, new_pass, new_pass_check }, context) => {
      if (pass && new_pass === pass)
        context.addIssue({ code: 'custom', path: ['new_pass'], message: 'user.password.same' })
      if (!new_pass_check || new_pass === new_pass_check) return
      context.addIssue({ code: 'custom', path: ['new_pass_check'], message: 'register.passCheck.rule' })
    })
}

const passwordForms = { login: passwordForm('login'), exchange: passwordForm('exchange') }

export async function submitPasswordChange(context: Context, posted: FormData) {
  const form = readForm(posted, posted.get('kind') === 'exchange' ? passwordForms.exchange : passwordForms.login)
  if (form.kind === 'invalid') return redisplayForm(form)
  const { kind, pass, new_pass } = form.values
  const userId = context.get(sessionContext).member?.userId ?? ''

  const outcome = await changePassword(context, { kind, pass, new_pass })
  if (outcome.kind !== 'done') {
    return respondToFailure(context, form, outcome, {
      refused: { pass: { fields: { pass: ['user.password.wrong'] } }, other: 'user.password.failed' },
      unknown: 'user.password.unknown',
      pages: requestFailures,
    })
  }
  if (kind === 'login') {
    // Some upstreams end all sessions after a change, so the member is logged in with the new password.
    const health = await context.get(upstreamContext).call('user-health-check', {})
    if (health.kind === 'signed-out') await signIn(context, { id: userId, pw: new_pass })
  }
  return redirectWithFlash(href('/user'), { kind: 'success', message: `user.password.done.${kind}` })
}

/** Changes a password and starts a new session. Changing the login password ends the member's other sessions. */
export async function changePassword(context: Context, payload: PayloadOf<'change-password'>) {
  const outcome = await context.get(upstreamContext).call('change-password', payload)
  if (outcome.kind === 'done') {
    const { kind } = payload
    log.info({ ...memberLogFields(context), kind }, 'password changed')
    context.get(sessionContext).renew({ endOthers: kind === 'login' })
  }
  return outcome
}
