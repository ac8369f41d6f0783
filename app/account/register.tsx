import { useState } from 'react'
import { Form, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { passwordStrength } from '~/account/password-strength'
import { DocumentTitle } from '~/components/document-title'
import { useRefusalDialog } from '~/components/refusal-dialog'
import { config } from '~/config/config.server'
import { checkboxField, intentField } from '~/forms/fields.server'
import { type FormState, useFormState } from '~/forms/form-state'
import { readForm } from '~/forms/read-form'
import { redisplayFailedForm, redisplayForm } from '~/forms/redisplay.server'
import { redisplayLimited } from '~/forms/redisplay-limited.server'
import { bodyContext, getForm } from '~/http/body.server'
import { servedCountryOnly } from '~/http/country.server'
import { redirectWithFlash } from '~/http/flash.server'
import { callIdempotently } from '~/http/idempotent-forms.server'
import { type PageUpstream, upstreamContext } from '~/http/page-upstream.server'
import { rememberId } from '~/http/preferences.server'
import { signIn } from '~/http/sign-in.server'
import { type MessageKey, useI18n } from '~/i18n/i18n'
import { messageTextWithReference } from '~/i18n/message-text'
import { pathOnSite } from '~/paths/path-on-site'
import { sessionContext } from '~/session/session.server'
import { Button } from '~/ui/button/button'
import { Checkbox } from '~/ui/checkbox/checkbox'
import { ErrorSummary } from '~/ui/error-summary/error-summary'
import { Field, PasswordField, PasswordStrength, SelectField } from '~/ui/field/field'
import { form as column, group, groupTitle } from '~/ui/form/form.css'
import { PostForm } from '~/ui/form/post-form'
import { stack } from '~/ui/layout/layout.css'
import { PageTitle } from '~/ui/page-title/page-title'
import { TextLink } from '~/ui/text-link/text-link'
import { loadBanks } from '~/upstream/contract/banks.server'
import { registration } from '~/upstream/contract/values'
import type { OutcomeOf } from '~/upstream/outcome'
import type { Route } from './+types/register'

const fieldOrder = [
  'code',
  'id',
  'pw',
  'pass_check',
  'nick',
  'phone',
  'bankname',
  'banknumber',
  'bankowner',
  'exchange_pw',
  'adult',
] as const

export const middleware: Route.MiddlewareFunction[] = [servedCountryOnly]

/** Two steps at one URL: step 1 without a valid referral code, step 2 with one. A single post submits everything. */
export async function loader({ request, context }: Route.LoaderArgs) {
  redirectMember(request, context)
  const { searchParams } = new URL(request.url)
  const requestedCode = searchParams.get('code')
  const code = registration.code.safeParse(requestedCode ?? undefined)
  // A posted form is shown again in step 2, even when the URL has no valid code.
  if (code.success || isFormPost(context)) {
    const banks = await loadBanks(config.embedded.banksFile)
    return { step: 2 as const, code: code.data ?? '', banks, age: config.minimumAge }
  }
  const domain = await context.get(upstreamContext).attempt('get-reg-domain', {})
  const referrer = domain.kind === 'done' ? domain.answer.user : null
  return {
    step: 1 as const,
    code: requestedCode ?? referrer?.code ?? '',
    referrerId: requestedCode === null ? referrer?.userId : undefined,
    isCodeInvalid: requestedCode !== null,
  }
}

/** Redirects a member who is signed in already. */
function redirectMember(request: Request, context: Route.LoaderArgs['context']): void {
  if (!context.get(sessionContext).member) return
  throw redirect(nextPath(request), 303)
}

function nextPath(request: Request): string {
  return pathOnSite(new URL(request.url).searchParams.get('next')) ?? '/'
}

function isFormPost(context: Route.LoaderArgs['context']): boolean {
  return context.get(bodyContext) !== null
}

const intent = intentField('register', 'check-id', 'check-nick')

const registerForm = z
  .strictObject({ ...registration, pass_check: z.string('register.passCheck.rule'), adult: checkboxField, intent })
  .superRefine(({ pw, pass_check, adult }, context) => {
    if (pw !== pass_check)
      context.addIssue({ code: 'custom', path: ['pass_check'], message: 'register.passCheck.rule' })
    if (!adult) context.addIssue({ code: 'custom', path: ['adult'], message: 'register.adult.rule' })
  })

/** The form's state, and which field a check has found to be available. */
type RegisterState = FormState & { availableField?: 'id' | 'nick' }

export async function action({ request, context }: Route.ActionArgs) {
  if (context.get(sessionContext).member) {
    return redirectWithFlash(nextPath(request), { kind: 'warning', message: 'register.signedIn' })
  }
  const posted = getForm(context)
  const requestedIntent = intent.safeParse(posted.get('intent') ?? undefined)
  if (requestedIntent.data === 'check-id') return checkAvailability(context, posted, 'id')
  if (requestedIntent.data === 'check-nick') return checkAvailability(context, posted, 'nick')

  const form = readForm(posted, registerForm, { shownAgain: ['code'] })
  if (form.kind === 'invalid') return redisplayForm(form, 422)
  const banks = await loadBanks(config.embedded.banksFile)
  if (!banks.includes(form.values.bankname)) return redisplayForm(form, 422, { bankname: ['register.bankname.rule'] })

  const { pass_check, adult, intent: _, ...payload } = form.values
  const outcome = await callIdempotently(context, 'user-register', payload)
  switch (outcome.kind) {
    case 'done':
      return signInAndWelcome(context, payload)
    case 'invalid':
      return redisplayForm(form, 422, outcome.fields)
    case 'refused':
      switch (outcome.status) {
        case 'alread_have_user':
          return redisplayForm(form, 422, await findTakenFields(context.get(upstreamContext), payload))
        case 'cant_find_code':
          return redisplayForm(form, 422, { code: ['register.code.unknown'] })
        case 'other':
          return redisplayForm(form, 409, 'register.failed')
        default:
          return outcome.status satisfies never
      }
    case 'unknown':
      return redisplayForm(form, outcome.httpStatus, 'register.unknown', { reference: outcome.reference })
    case 'limited':
      return redisplayLimited(
        context,
        form,
        outcome.by === 'site' ? 'form.limited' : 'form.notTaken',
        outcome.retryAfterSeconds,
      )
    default:
      return redisplayFailedForm(form, outcome, context.get(upstreamContext))
  }
}

/** Signs the new member in and redirects to home; if that fails, to the login page with the id filled in. */
async function signInAndWelcome(context: Route.ActionArgs['context'], { id, pw }: { id: string; pw: string }) {
  const login = await signIn(context, { id, pw })
  if (login.kind === 'done') {
    return redirectWithFlash('/', { kind: 'success', message: 'register.welcome' })
  }
  rememberId(context, id)
  return redirectWithFlash('/login', { kind: 'success', message: 'register.done' })
}

/**
 * Finds out which fields of a refused registration are taken, because the upstream has one status for all of them.
 *
 * @returns message keys by field, or one for the whole form when neither the id nor the nickname is known to be taken.
 */
async function findTakenFields(upstream: PageUpstream, { id, nick }: { id: string; nick: string }) {
  const [idCheck, nickCheck] = await Promise.all([
    upstream.call('check-user-id', { id }),
    upstream.call('check-user-nick', { nick }),
  ])
  const fields: Record<string, string[]> = {
    ...(isTaken(idCheck) ? { id: ['register.id.taken'] } : {}),
    ...(isTaken(nickCheck) ? { nick: ['register.nick.taken'] } : {}),
  }
  return Object.keys(fields).length > 0 ? fields : 'register.taken'
}

function isTaken(outcome: OutcomeOf<'check-user-id' | 'check-user-nick'>): boolean {
  return outcome.kind === 'refused' && outcome.status === 'alread_have_user'
}

/** Checks whether an id or nickname is available and shows the form again with the result beside the field. */
async function checkAvailability(context: Route.ActionArgs['context'], posted: FormData, field: 'id' | 'nick') {
  const form = readForm(posted, z.looseObject({ [field]: registration[field] }), { shownAgain: ['code'] })
  if (form.kind === 'invalid') return redisplayForm(form, 422)
  const upstream = context.get(upstreamContext)
  const outcome =
    field === 'id'
      ? await upstream.call('check-user-id', { id: String(form.values.id) })
      : await upstream.call('check-user-nick', { nick: String(form.values.nick) })
  switch (outcome.kind) {
    case 'done': {
      const answer = redisplayForm(form, 200)
      return { ...answer, data: { ...answer.data, availableField: field } satisfies RegisterState }
    }
    case 'invalid':
      return redisplayForm(form, 422, outcome.fields)
    case 'refused':
      return isTaken(outcome)
        ? redisplayForm(form, 422, { [field]: [`register.${field}.taken`] })
        : redisplayForm(form, 409, { [field]: ['register.check.failed'] })
    case 'limited':
      return redisplayLimited(context, form, 'form.limited', outcome.retryAfterSeconds)
    default:
      return redisplayForm(form, 503, { [field]: ['register.check.failed'] })
  }
}

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  return loaderData.step === 1 ? (
    <ReferralCodeStep {...loaderData} />
  ) : (
    <DetailsStep {...loaderData} state={actionData} />
  )
}

function ReferralCodeStep({
  code,
  referrerId,
  isCodeInvalid,
}: {
  code: string
  referrerId?: string
  isCodeInvalid: boolean
}) {
  const { t } = useI18n()
  return (
    <div className={stack}>
      <DocumentTitle page={t('register.title')} />
      <PageTitle title={t('register.title')} step={t('register.step', { step: 1 })} lead={t('register.step1.text')} />
      <Form className={column}>
        <Field
          name="code"
          label={t('register.code.label')}
          defaultValue={code}
          autoComplete="off"
          autoCapitalize="characters"
          required
          maxLength={32}
          error={isCodeInvalid ? t('register.code.rule') : undefined}
          hint={referrerId === undefined ? undefined : t('register.step1.from', { userId: referrerId })}
        />
        <Button variant="primary" size="big" wide>
          {t('register.step1.submit')}
        </Button>
      </Form>
      <p>
        {t('register.haveAccount')} <TextLink to="/login">{t('login.submit')}</TextLink>
      </p>
    </div>
  )
}

function DetailsStep({
  code,
  banks,
  age,
  state,
}: {
  code: string
  banks: readonly string[]
  age: number
  state: RegisterState | undefined
}) {
  const words = useI18n()
  const { t } = words
  const form = useFormState(state)
  const isSubmitting = useNavigation().formAction?.startsWith('/register')
  const [level, setLevel] = useState(0)

  const fieldErrorText = (name: string) => {
    const key = form.fieldError(name)
    return key === undefined ? undefined : t(key as MessageKey)
  }
  const fieldErrors = form
    .summary(fieldOrder)
    .filter(({ message }) => message !== form.problem)
    .map(({ name, message, values }) => ({ id: name, text: t(message as MessageKey, values) }))
  const refusal = form.problem === undefined ? null : messageTextWithReference(words, form.problem, state?.values)
  const errors = refusal?.text ? [{ text: refusal.text }, ...fieldErrors] : fieldErrors
  useRefusalDialog(state, refusal)
  const referralCode = form.typed('code', code)

  return (
    <div className={stack}>
      <DocumentTitle page={t('register.title')} />
      <PageTitle title={t('register.title')} step={t('register.step', { step: 2 })} />
      <ErrorSummary title={refusal?.title ?? t('form.summary')} errors={errors} result={state} />
      {/* The URL keeps the code, even if the form was posted without it, so that a reload stays at this step. */}
      <PostForm action={`/register?${new URLSearchParams({ code: referralCode })}`} className={column} noValidate>
        {/* Enter presses the first submit button. Without this hidden one, that would be a check button. */}
        <button type="submit" name="intent" value="register" hidden tabIndex={-1} aria-hidden="true" />
        {fieldErrorText('code') === undefined ? (
          <>
            <input type="hidden" name="code" value={referralCode} />
            <p id="code">
              {t('register.code.label')} <strong>{referralCode}</strong> ·{' '}
              <TextLink to="/register">{t('register.code.change')}</TextLink>
            </p>
          </>
        ) : (
          // Only the final post reveals an unknown code, so it is corrected here without losing the other fields.
          <Field
            name="code"
            label={t('register.code.label')}
            error={fieldErrorText('code')}
            defaultValue={referralCode}
            autoComplete="off"
            autoCapitalize="characters"
            required
            maxLength={32}
          />
        )}

        <fieldset className={group}>
          <legend className={groupTitle}>{t('register.part.login')}</legend>
          <Field
            name="id"
            label={t('register.id.label')}
            hint={t('register.id.hint')}
            error={fieldErrorText('id')}
            good={state?.availableField === 'id' ? t('register.id.free') : undefined}
            defaultValue={form.typed('id')}
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            required
            maxLength={20}
            beside={
              <Button name="intent" value="check-id" variant="quiet">
                {t('register.id.check')}
              </Button>
            }
          />
          <PasswordField
            name="pw"
            label={t('register.pw.label')}
            hint={level === 0 ? t('register.pw.hint') : t(`register.pw.strength.${level}` as MessageKey)}
            error={fieldErrorText('pw')}
            autoComplete="new-password"
            required
            show={t('password.show')}
            hide={t('password.hide')}
            strengthBars={level > 0 && <PasswordStrength level={level} />}
            onChange={(event) => setLevel(passwordStrength(event.currentTarget.value))}
          />
          <PasswordField
            name="pass_check"
            label={t('register.passCheck.label')}
            error={fieldErrorText('pass_check')}
            autoComplete="new-password"
            required
            show={t('password.show')}
            hide={t('password.hide')}
          />
          <Field
            name="nick"
            label={t('register.nick.label')}
            hint={t('register.nick.hint')}
            error={fieldErrorText('nick')}
            good={state?.availableField === 'nick' ? t('register.nick.free') : undefined}
            defaultValue={form.typed('nick')}
            autoComplete="nickname"
            required
            maxLength={16}
            beside={
              <Button name="intent" value="check-nick" variant="quiet">
                {t('register.nick.check')}
              </Button>
            }
          />
        </fieldset>

        <fieldset className={group}>
          <legend className={groupTitle}>{t('register.part.contact')}</legend>
          <Field
            name="phone"
            type="tel"
            label={t('register.phone.label')}
            hint={t('register.phone.hint')}
            error={fieldErrorText('phone')}
            defaultValue={form.typed('phone')}
            autoComplete="tel"
            required
          />
        </fieldset>

        <fieldset className={group}>
          <legend className={groupTitle}>{t('register.part.account')}</legend>
          <SelectField
            name="bankname"
            label={t('register.bankname.label')}
            error={fieldErrorText('bankname')}
            placeholder={t('register.bankname.choose')}
            options={banks.map((bank) => ({ value: bank, text: bank }))}
            defaultValue={form.typed('bankname')}
            required
          />
          <Field
            name="banknumber"
            inputMode="numeric"
            label={t('register.banknumber.label')}
            hint={t('register.banknumber.hint')}
            error={fieldErrorText('banknumber')}
            defaultValue={form.typed('banknumber')}
            autoComplete="off"
            required
          />
          <Field
            name="bankowner"
            label={t('register.bankowner.label')}
            hint={t('register.bankowner.hint')}
            error={fieldErrorText('bankowner')}
            defaultValue={form.typed('bankowner')}
            autoComplete="name"
            required
            maxLength={40}
          />
          <PasswordField
            name="exchange_pw"
            inputMode="numeric"
            label={t('register.exchangePw.label')}
            hint={t('register.exchangePw.hint')}
            error={fieldErrorText('exchange_pw')}
            autoComplete="off"
            required
            show={t('password.show')}
            hide={t('password.hide')}
          />
        </fieldset>

        <Checkbox
          name="adult"
          value="on"
          label={t('register.adult.label', { age })}
          error={fieldErrorText('adult')}
          defaultChecked={form.typed('adult') !== ''}
          required
        />
        <p>
          <TextLink to="/terms" target="_blank">
            {t('terms.title')}
          </TextLink>{' '}
          ·{' '}
          <TextLink to="/privacy" target="_blank">
            {t('privacy.title')}
          </TextLink>
        </p>
        <Button
          name="intent"
          value="register"
          variant="primary"
          size="big"
          wide
          busy={isSubmitting}
          busyText={t('register.busy')}
        >
          {t('register.submit')}
        </Button>
      </PostForm>
    </div>
  )
}
