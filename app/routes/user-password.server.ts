import { createContext, data, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { formIntent } from '~/forms/fields.server'
import { readForm } from '~/forms/read'
import { redisplay } from '~/forms/redisplay.server'
import type { FormState } from '~/forms/state'
import { learn } from '~/history/support.server'
import { changeGate, throughLoginGate } from '~/http/limits.server'
import { redirectWithNotice } from '~/http/notice.server'
import { passwordChanged, signIn } from '~/http/sign-in.server'
import { sessionContext } from '~/session/session.server'
import { forScreen, upstreamContext } from '~/upstream/client.server'
import { registration, secretText } from '~/upstream/contract/values'

type Context = Readonly<RouterContextProvider>

/** Whether this request's page shows a form again: then nothing that is missing may take the page away. */
export const shownAgainContext = createContext(false)

/**
 * Fields that both kinds of password have; a new one follows the rule of its kind, the same as at registration, and is
 * another one than now.
 */
function passwordForm<Kind extends 'login' | 'exchange'>(kind: Kind) {
  return z
    .strictObject({
      intent: formIntent('password'),
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

const forms = { login: passwordForm('login'), exchange: passwordForm('exchange') }

const secondsInMinute = 60

/** Changes a login or exchange password. Wrong guesses at the old one are counted, as they are at the login. */
export async function changePassword(context: Context, posted: FormData) {
  context.set(shownAgainContext, true)
  const form = readForm(posted, posted.get('kind') === 'exchange' ? forms.exchange : forms.login)
  if (form.kind === 'invalid') return again(form, 422)
  const { kind, pass, new_pass } = form.values
  const upstream = context.get(upstreamContext)
  const userId = context.get(sessionContext).member?.userId ?? ''

  const tried = await throughLoginGate(context, changeGate(userId), async () => {
    const result = await upstream.call('change-password', { kind, pass, new_pass })
    return { wrong: result.kind === 'refused' && result.status === 'pass', result }
  })
  if (tried.kind === 'limited') {
    const minutes = Math.ceil(tried.retryAfterSeconds / secondsInMinute)
    const answer = redisplay(form, 429, 'user.password.limited', { minutes })
    return data<FormState>(answer.data, { status: 429, headers: { 'Retry-After': String(tried.retryAfterSeconds) } })
  }
  if (tried.result.kind === 'unsupported') learn('change-password', 'unsupported')
  const outcome = forScreen(tried.result, upstream)
  switch (outcome.kind) {
    case 'done':
      passwordChanged(context, kind)
      if (kind === 'login') await staySignedIn(context, { id: userId, pw: new_pass })
      return redirectWithNotice('/user', { kind: 'success', message: `user.password.done.${kind}` })
    case 'invalid':
      return again(form, 422, outcome.fields)
    case 'refused':
      return outcome.status === 'pass'
        ? again(form, 422, { pass: ['user.password.wrong'] })
        : again(form, 409, 'user.password.failed')
    case 'unknown':
      return again(form, outcome.httpStatus, 'user.password.unknown')
    case 'code-reused':
      return again(form, 409, 'user.password.failed')
    default:
      return outcome satisfies never
  }
}

/**
 * The session goes on after a new login password. Some upstreams end every session of the member then, the caller's
 * too: that one is opened again with the password that was just set.
 */
async function staySignedIn(context: Context, login: { id: string; pw: string }): Promise<void> {
  const health = await context.get(upstreamContext).call('user-health-check', {})
  if (health.kind === 'signed-out') await signIn(context, login)
}

function again(...[form, status, problem]: Parameters<typeof redisplay>) {
  const answer = redisplay(form, status, problem)
  return data<FormState>(answer.data, { status })
}
