import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { redisplayForm, requestFailures, respondToFailure } from '~/forms/form-responses.server'
import { intentField, readForm } from '~/forms/read-form.server'
import { redirectWithFlash } from '~/server/cookies/flash.server'
import { sessionContext } from '~/server/session/session.server'
import { upstreamContext } from '~/server/upstream/page-upstream.server'
import { profileTabHref } from '../profile/tabs'
import { isFactorIntent, submitFactor } from './factor.server'

type Context = Readonly<RouterContextProvider>

const loginForm = z.strictObject({
  intent: intentField('end-login', 'end-others'),
  id: z.string().min(1, 'field.required').max(128, 'field.tooLong').optional(),
})

/** @throws the page of a dead session or of an upstream failure. */
export function submitSecurity(context: Context, posted: FormData) {
  const intent = posted.get('intent')
  return isFactorIntent(intent) ? submitFactor(context, posted, intent) : submitLoginEnd(context, posted)
}

/** Answers the forms that end log-ins. @throws the page of a dead session or of an upstream failure. */
async function submitLoginEnd(context: Context, posted: FormData) {
  const form = readForm(posted, loginForm)
  if (form.kind === 'invalid') return redisplayForm(form)
  const { intent, id } = form.values
  const endsOthers = intent === 'end-others'
  const outcome = await context.get(upstreamContext).call('end-login', endsOthers ? { others: true } : { id })
  if (outcome.kind !== 'done')
    return respondToFailure(context, form, outcome, {
      refused: { other: 'security.notEnded' },
      unknown: 'security.notEnded',
      pages: requestFailures,
    })
  // The site's own sessions of the member end at once, before their next call of the upstream.
  if (endsOthers) context.get(sessionContext).renew({ endOthers: true })
  const message = endsOthers ? 'security.ended.others' : 'security.ended'
  return redirectWithFlash(profileTabHref('security'), { kind: 'success', message })
}
