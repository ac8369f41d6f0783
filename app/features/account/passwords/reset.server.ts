import { randomUUID } from 'node:crypto'
import { href } from 'react-router'
import type { z } from 'zod'
import { redisplayForm, respondToFailure } from '~/forms/form-responses.server'
import { readForm } from '~/forms/read-form.server'
import { callIdempotently } from '~/forms/repeated-forms.server'
import { redirectWithFlash } from '~/server/cookies/flash.server'
import { rememberId } from '~/server/cookies/preferences.server'
import type { Context } from '~/server/http/incoming.server'
import { sessionContext } from '~/server/session/session.server'
import { upstreamContext } from '~/server/upstream/page-upstream.server'
import { contract } from '~/upstream/contract'
import { passwordAgain } from '~/upstream/contract/fields/registration'
import { foldMemberId } from '~/values/form-owner'
import { hasVisitorCall } from '../visitor-calls.server'

/** Returns whether visitors can request a code. The probe uses an id that can't exist but is treated like any other. */
export function acceptsResetRequests(context: Context): Promise<boolean> {
  return hasVisitorCall(context, 'ask-password-reset', { id: `_${randomUUID()}`, phone: '01000000000' })
}

export function acceptsResets(context: Context): Promise<boolean> {
  const [id, pw] = [`_${randomUUID()}`, randomUUID()]
  return hasVisitorCall(context, 'reset-password', { id, pw, code: 'AAAA-AAAA-AAAA-AAAA' })
}

/** @param next the page for entering the code */
export async function submitResetRequest(context: Context, posted: FormData, next: string) {
  const form = readForm(posted, contract['ask-password-reset'].payload)
  if (form.kind === 'invalid') return redisplayForm(form)
  const outcome = await context.get(upstreamContext).call('ask-password-reset', form.values)
  if (outcome.kind !== 'done') return respondToFailure(context, form, outcome, { refused: { other: 'forgot.failed' } })
  // Prefills the id on the page for entering the code.
  rememberId(context, form.values.id.trim())
  return redirectWithFlash(next, { kind: 'info', message: 'forgot.sent' })
}

const resetForm = contract['reset-password'].payload
  .safeExtend({ pw_check: passwordAgain })
  .refine(({ pw, pw_check }) => !pw_check || pw === pw_check, {
    path: ['pw_check'],
    message: 'register.passCheck.rule',
  })

export async function submitReset(context: Context, posted: FormData) {
  const form = readForm<z.ZodType<z.output<typeof resetForm>>>(posted, resetForm, { shownAgain: ['code'] })
  if (form.kind === 'invalid') return redisplayForm(form)
  const { pw_check: _, ...payload } = form.values
  // If this were a plain call, a double submission would report that the code has already been used.
  const outcome = await callIdempotently(context, 'reset-password', payload)
  if (outcome.kind !== 'done') {
    return respondToFailure(context, form, outcome, { refused: { other: 'reset.wrong' }, unknown: 'reset.unknown' })
  }
  const session = context.get(sessionContext)
  // The reset has ended all of the member's upstream sessions, including this one.
  if (session.member && foldMemberId(session.member.userId) === foldMemberId(payload.id)) session.end()
  rememberId(context, payload.id.trim())
  return redirectWithFlash(href('/login'), { kind: 'success', message: `reset.done.${payload.kind ?? 'login'}` })
}
