import { randomUUID } from 'node:crypto'
import { href, redirect } from 'react-router'
import { z } from 'zod'
import { brand } from '~/brand/brand.server'
import { acceptDocuments, currentDocuments } from '~/features/documents/accepted-documents.server'
import { type FormMessage, redisplayForm, respondToFailure } from '~/forms/form-responses.server'
import type { FormState } from '~/forms/form-state'
import { checkboxField, intentField, readForm } from '~/forms/read-form.server'
import { callIdempotently } from '~/forms/repeated-forms.server'
import { config } from '~/platform/settings/config.server'
import { redirectWithFlash } from '~/server/cookies/flash.server'
import { rememberId } from '~/server/cookies/preferences.server'
import type { Context } from '~/server/http/incoming.server'
import { getField, getForm, isFormPost, withoutField } from '~/server/middleware/body.server'
import { readQuery } from '~/server/request-info/query.server'
import { readSealedForm } from '~/server/session/sealed-forms.server'
import { sessionContext } from '~/server/session/session.server'
import { createMemberClient, type PageUpstream, upstreamContext } from '~/server/upstream/page-upstream.server'
import { birthYear, passwordAgain, registration } from '~/upstream/contract/fields/registration'
import type { OutcomeOf } from '~/upstream/outcome'
import { loginHref, pathOnSite } from '~/values/addresses'
import { seconds } from '~/values/durations'
import { toSeoulDay } from '~/values/seoul'
import { findBank } from '~/values/typed-text'
import { redirectSignedIn, signIn } from '../login/sign-in.server'
import { hasVisitorCall } from '../visitor-calls.server'
import type { Route } from './+types/register'

export async function loader({ request, context }: Route.LoaderArgs) {
  const next = nextPath(request, context)
  if (context.get(sessionContext).member) throw redirect(next ?? href('/'), 303)
  const linked = readQuery(request.url).code
  const nobody = `c${randomUUID().replaceAll('-', '').slice(0, 15)}`
  const [referrer, canCheckId, canCheckNick] = await Promise.all([
    linked === undefined && !isFormPost(context) ? loadReferrer(context) : null,
    hasVisitorCall(context, 'check-user-id', { id: nobody }),
    hasVisitorCall(context, 'check-user-nick', { nick: nobody }),
  ])
  const code = linked ?? referrer?.code ?? ''
  const known = registration.code.safeParse(code)
  return {
    next,
    code: known.data ?? code,
    isCodeKnown: known.success,
    /** False if the site's own referral code is used. */
    hasReferrer: !referrer?.code,
    banks: config.embedded.banks,
    age: config.minimumAge,
    asksBirthYear,
    savedForm: isFormPost(context) ? undefined : await readSealedForm(request, context),
    versions: currentDocuments(),
    canCheck: { id: canCheckId, nick: canCheckNick },
  }
}

async function loadReferrer(context: Context) {
  const outcome = await context.get(upstreamContext).callOptional('get-reg-domain', {})
  return outcome.kind === 'done' ? outcome.response.user : null
}

function nextPath(request: Request, context: Context): string | undefined {
  const posted = isFormPost(context) ? pathOnSite(getField(getForm(context), nextField)) : undefined
  return posted ?? readQuery(request.url).next
}

const nextField = 'next'

const intent = intentField('register', 'check-id', 'check-nick')

/** Runs each rule even if another field is invalid, because fields are checked one by one during input. */
const when = () => true

/** Whether registration asks for the year of birth: only if players under 25 have a lower slot stake cap. */
const asksBirthYear = brand.stakeCaps.maxStakeBelow25 !== undefined

const mayBeOfAge = (year: number) => Number(toSeoulDay(Date.now()).slice(0, 4)) - year >= config.minimumAge

export const registerForm = z
  .strictObject({
    ...registration,
    birth_year: asksBirthYear ? birthYear.refine(mayBeOfAge, 'register.birthYear.rule') : z.never().optional(),
    pass_check: passwordAgain,
    adult: checkboxField,
    intent,
  })
  .refine(({ pw, pass_check }) => !pass_check || pw === pass_check, {
    path: ['pass_check'],
    message: 'register.passCheck.rule',
    when,
  })
  .refine(({ adult }) => adult === true, { path: ['adult'], message: 'register.adult.rule', when })

export type RegisterField = Exclude<keyof z.output<typeof registerForm>, 'intent'>

export const checkedField = registerForm.keyof().exclude(['bankname', 'intent'])
export type CheckedField = z.output<typeof checkedField>

export type FieldCheckResult = { error: string | null }

export type RegisterState = FormState & { availableField?: 'id' | 'nick' }

export async function action({ request, context }: Route.ActionArgs) {
  if (context.get(sessionContext).member) {
    return redirectWithFlash(nextPath(request, context) ?? href('/'), { kind: 'warning', message: 'register.signedIn' })
  }
  // `nextPath` reads this field and ignores values that are not paths on this site.
  const posted = withoutField(getForm(context), nextField)
  const requestedIntent = intent.safeParse(posted.get('intent') ?? undefined)
  if (requestedIntent.data === 'check-id') return checkAvailability(context, posted, 'id')
  if (requestedIntent.data === 'check-nick') return checkAvailability(context, posted, 'nick')

  const form = readForm(posted, registerForm, { shownAgain: ['code'] })
  if (form.kind === 'invalid') {
    const { bankname, banknumber = '' } = form.submitted
    const submitted = { ...form.submitted, bankname: bankname || (findBank(banknumber, config.embedded.banks) ?? '') }
    return redisplayForm({ ...form, submitted }, { values: { age: config.minimumAge } })
  }
  if (!config.embedded.banks.includes(form.values.bankname))
    return redisplayForm(form, { fields: { bankname: ['register.bankname.rule'] } })

  const { pass_check, adult, intent: _, ...payload } = form.values
  const outcome = await callIdempotently(context, 'user-register', payload)
  if (outcome.kind === 'done') return signInAndWelcome(request, context, payload)
  return respondToFailure(context, form, outcome, {
    refused: {
      alread_have_user: () => findTakenFields(context.get(upstreamContext), payload),
      cant_find_code: { fields: { code: ['register.code.unknown'] } },
      other: 'register.failed',
    },
    unknown: ({ reference }) => ({ problem: 'register.unknown', values: { reference } }),
  })
}

/** This timeout is shorter than usual, because two other calls come before. */
const acceptanceTimeoutMs = seconds(3)

/**
 * Logs the new member in, records the acceptance, and redirects to `next` (or home). If the login fails, redirects to
 * the login page with the id. If the acceptance can't be recorded, the next login asks again.
 */
async function signInAndWelcome(request: Request, context: Context, { id, pw }: { id: string; pw: string }) {
  const next = nextPath(request, context)
  const login = await signIn(context, { id, pw })
  if (login.kind === 'done') {
    await acceptDocuments(context, await createMemberClient(context, { deadlineMs: acceptanceTimeoutMs }))
    return redirectSignedIn(request, next ?? href('/'), { kind: 'success', message: 'register.welcome' })
  }
  rememberId(context, id)
  return redirectWithFlash(loginHref(next), { kind: 'success', message: 'register.done' })
}

async function findTakenFields(
  upstream: PageUpstream,
  { id, nick }: { id: string; nick: string },
): Promise<FormMessage> {
  const [idCheck, nickCheck] = await Promise.all([
    askAvailability(upstream, 'id', id),
    askAvailability(upstream, 'nick', nick),
  ])
  const fields: Record<string, string[]> = {
    ...(isTaken(idCheck) ? { id: ['register.id.taken'] } : {}),
    ...(isTaken(nickCheck) ? { nick: ['register.nick.taken'] } : {}),
  }
  return Object.keys(fields).length > 0 ? { fields } : { status: 422, problem: 'register.taken' }
}

export function isTaken(outcome: OutcomeOf<'check-user-id' | 'check-user-nick'>): boolean {
  return outcome.kind === 'refused' && outcome.status === 'alread_have_user'
}

export function askAvailability(upstream: PageUpstream, field: 'id' | 'nick', value: string) {
  return field === 'id'
    ? upstream.call('check-user-id', { id: value })
    : upstream.call('check-user-nick', { nick: value })
}

async function checkAvailability(context: Context, posted: FormData, field: 'id' | 'nick') {
  const form = readForm(posted, z.object({ [field]: registration[field] }), { shownAgain: ['code'] })
  if (form.kind === 'invalid') return redisplayForm(form)
  const outcome = await askAvailability(context.get(upstreamContext), field, String(form.values[field]))
  if (outcome.kind === 'done') {
    const result = redisplayForm(form, { status: 200 })
    return { ...result, data: { ...result.data, availableField: field } satisfies RegisterState }
  }
  // If the upstream has no such check, the registration call checks the field.
  if (outcome.kind === 'unsupported') return redisplayForm(form, { status: 200 })
  const fields = { [field]: ['register.check.failed'] }
  return respondToFailure(context, form, outcome, {
    refused: { alread_have_user: { fields: { [field]: [`register.${field}.taken`] } }, other: { status: 409, fields } },
    limited: () => ({ problem: 'form.limited' }),
    failed: { status: 503, fields },
  })
}
