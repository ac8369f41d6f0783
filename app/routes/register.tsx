import { useState } from 'react'
import { Form, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { formIntent, formMark } from '~/forms/fields.server'
import { readForm } from '~/forms/read'
import { redisplay, redisplayFailure } from '~/forms/redisplay.server'
import { type FormState, useFormState } from '~/forms/state'
import { bodyContext, formOf } from '~/http/body.server'
import { servedCountryOnly } from '~/http/country.server'
import { redirectWithNotice } from '~/http/notice.server'
import { rememberId } from '~/http/preferences.server'
import { callOnce } from '~/http/repeats.server'
import { signIn } from '~/http/sign-in.server'
import { type MessageKey, useWords } from '~/i18n/words'
import { pathOnSite } from '~/paths/path-on-site'
import { sessionContext } from '~/session/session.server'
import { DocumentTitle } from '~/shell/document-title'
import { passwordStrength } from '~/shell/password-strength'
import { useRefusalDialog } from '~/shell/refusal-dialog'
import { saidWithReference } from '~/shell/said'
import { Button } from '~/ui/button/button'
import { Checkbox } from '~/ui/checkbox/checkbox'
import { ErrorSummary } from '~/ui/error-summary/error-summary'
import { Field, PasswordField, SelectField, Strength } from '~/ui/field/field'
import { form as column, group, groupTitle } from '~/ui/form/form.css'
import { PostForm } from '~/ui/form/post-form'
import { stack } from '~/ui/layout/layout.css'
import { PageTitle } from '~/ui/page-title/page-title'
import { TextLink } from '~/ui/text-link/text-link'
import { type Upstream, upstreamContext } from '~/upstream/client.server'
import { bankList } from '~/upstream/contract/banks.server'
import { registration } from '~/upstream/contract/values'
import type { OutcomeOf } from '~/upstream/outcome'
import { config } from '../config.server'
import type { Route } from './+types/register'
import { limitedAgain } from './limited-again.server'

const order = [
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
  leaveIfMember(request, context)
  const { searchParams } = new URL(request.url)
  const asked = searchParams.get('code')
  const code = registration.code.safeParse(asked ?? undefined)
  // A posted form is shown again in step 2, even when the URL has no valid code.
  if (code.success || isSent(context)) {
    const banks = await bankList(config.house.banksFile)
    return { step: 2 as const, code: code.data ?? '', banks, age: config.minimumAge }
  }
  const domain = await context.get(upstreamContext).attempt('get-reg-domain', {})
  const referrer = domain.kind === 'done' ? domain.answer.user : null
  return {
    step: 1 as const,
    code: asked ?? referrer?.code ?? '',
    from: asked === null ? referrer?.userId : undefined,
    wrong: asked !== null,
  }
}

/** Redirects a member who is signed in already. */
function leaveIfMember(request: Request, context: Route.LoaderArgs['context']): void {
  if (!context.get(sessionContext).member) return
  throw redirect(addressAfter(request), 303)
}

function addressAfter(request: Request): string {
  return pathOnSite(new URL(request.url).searchParams.get('next')) ?? '/'
}

function isSent(context: Route.LoaderArgs['context']): boolean {
  return context.get(bodyContext) !== null
}

const intent = formIntent('register', 'check-id', 'check-nick')

const registerForm = z
  .strictObject({ ...registration, pass_check: z.string('register.passCheck.rule'), adult: formMark, intent })
  .superRefine(({ pw, pass_check, adult }, context) => {
    if (pw !== pass_check)
      context.addIssue({ code: 'custom', path: ['pass_check'], message: 'register.passCheck.rule' })
    if (!adult) context.addIssue({ code: 'custom', path: ['adult'], message: 'register.adult.rule' })
  })

/** The form's state, and which field a check has found to be available. */
type Shown = FormState & { free?: 'id' | 'nick' }

export async function action({ request, context }: Route.ActionArgs) {
  if (context.get(sessionContext).member) {
    return redirectWithNotice(addressAfter(request), { kind: 'warning', message: 'register.signedIn' })
  }
  const posted = formOf(context)
  const asked = intent.safeParse(posted.get('intent') ?? undefined)
  if (asked.data === 'check-id') return check(context, posted, 'id')
  if (asked.data === 'check-nick') return check(context, posted, 'nick')

  const form = readForm(posted, registerForm, { kept: ['code'] })
  if (form.kind === 'invalid') return redisplay(form, 422)
  const banks = await bankList(config.house.banksFile)
  if (!banks.includes(form.values.bankname)) return redisplay(form, 422, { bankname: ['register.bankname.rule'] })

  const { pass_check, adult, intent: _, ...payload } = form.values
  const outcome = await callOnce(context, 'user-register', payload)
  switch (outcome.kind) {
    case 'done':
      return welcome(context, payload)
    case 'invalid':
      return redisplay(form, 422, outcome.fields)
    case 'refused':
      switch (outcome.status) {
        case 'alread_have_user':
          return redisplay(form, 422, await whatIsTaken(context.get(upstreamContext), payload))
        case 'cant_find_code':
          return redisplay(form, 422, { code: ['register.code.unknown'] })
        case 'other':
          return redisplay(form, 409, 'register.failed')
        default:
          return outcome.status satisfies never
      }
    case 'unknown':
      return redisplay(form, outcome.httpStatus, 'register.unknown', { reference: outcome.reference })
    case 'limited':
      return limitedAgain(
        context,
        form,
        outcome.by === 'site' ? 'form.limited' : 'form.notTaken',
        outcome.retryAfterSeconds,
      )
    default:
      return redisplayFailure(form, outcome, context.get(upstreamContext))
  }
}

/** Signs the new member in and redirects to home; if that fails, to the login page with the id filled in. */
async function welcome(context: Route.ActionArgs['context'], { id, pw }: { id: string; pw: string }) {
  const login = await signIn(context, { id, pw })
  if (login.kind === 'done') {
    return redirectWithNotice('/', { kind: 'success', message: 'register.welcome' })
  }
  rememberId(context, id)
  return redirectWithNotice('/login', { kind: 'success', message: 'register.done' })
}

/**
 * Finds out which fields of a refused registration are taken, because the upstream has one status for all of them.
 *
 * @returns message keys by field, or one for the whole form when neither the id nor the nickname is known to be taken.
 */
async function whatIsTaken(upstream: Upstream, { id, nick }: { id: string; nick: string }) {
  const [byId, byNick] = await Promise.all([
    upstream.call('check-user-id', { id }),
    upstream.call('check-user-nick', { nick }),
  ])
  const fields: Record<string, string[]> = {
    ...(isTaken(byId) ? { id: ['register.id.taken'] } : {}),
    ...(isTaken(byNick) ? { nick: ['register.nick.taken'] } : {}),
  }
  return Object.keys(fields).length > 0 ? fields : 'register.taken'
}

function isTaken(outcome: OutcomeOf<'check-user-id' | 'check-user-nick'>): boolean {
  return outcome.kind === 'refused' && outcome.status === 'alread_have_user'
}

/** Checks whether an id or nickname is available and shows the form again with the result beside the field. */
async function check(context: Route.ActionArgs['context'], posted: FormData, field: 'id' | 'nick') {
  const form = readForm(posted, z.looseObject({ [field]: registration[field] }), { kept: ['code'] })
  if (form.kind === 'invalid') return redisplay(form, 422)
  const upstream = context.get(upstreamContext)
  const outcome =
    field === 'id'
      ? await upstream.call('check-user-id', { id: String(form.values.id) })
      : await upstream.call('check-user-nick', { nick: String(form.values.nick) })
  switch (outcome.kind) {
    case 'done': {
      const answer = redisplay(form, 200)
      return { ...answer, data: { ...answer.data, free: field } satisfies Shown }
    }
    case 'invalid':
      return redisplay(form, 422, outcome.fields)
    case 'refused':
      return isTaken(outcome)
        ? redisplay(form, 422, { [field]: [`register.${field}.taken`] })
        : redisplay(form, 409, { [field]: ['register.check.failed'] })
    case 'limited':
      return limitedAgain(context, form, 'form.limited', outcome.retryAfterSeconds)
    default:
      return redisplay(form, 503, { [field]: ['register.check.failed'] })
  }
}

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  return loaderData.step === 1 ? <First {...loaderData} /> : <Second {...loaderData} shown={actionData} />
}

function First({ code, from, wrong }: { code: string; from?: string; wrong: boolean }) {
  const { t } = useWords()
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
          error={wrong ? t('register.code.rule') : undefined}
          hint={from === undefined ? undefined : t('register.step1.from', { userId: from })}
        />
        <Button look="primary" size="big" wide>
          {t('register.step1.submit')}
        </Button>
      </Form>
      <p>
        {t('register.haveAccount')} <TextLink to="/login">{t('login.submit')}</TextLink>
      </p>
    </div>
  )
}

function Second({
  code,
  banks,
  age,
  shown,
}: {
  code: string
  banks: readonly string[]
  age: number
  shown: Shown | undefined
}) {
  const words = useWords()
  const { t } = words
  const form = useFormState(shown)
  const busy = useNavigation().formAction?.startsWith('/register')
  const [level, setLevel] = useState(0)

  const say = (name: string) => {
    const key = form.fieldError(name)
    return key === undefined ? undefined : t(key as MessageKey)
  }
  const wrong = form
    .summary(order)
    .filter(({ message }) => message !== form.problem)
    .map(({ name, message, values }) => ({ id: name, text: t(message as MessageKey, values) }))
  const refusal = form.problem === undefined ? null : saidWithReference(words, form.problem, shown?.values)
  const errors = refusal?.text ? [{ text: refusal.text }, ...wrong] : wrong
  useRefusalDialog(shown, refusal)
  const given = form.typed('code', code)

  return (
    <div className={stack}>
      <DocumentTitle page={t('register.title')} />
      <PageTitle title={t('register.title')} step={t('register.step', { step: 2 })} />
      <ErrorSummary title={refusal?.title ?? t('form.summary')} errors={errors} answer={shown} />
      {/* The URL keeps the code, even if the form was posted without it, so that a reload stays at this step. */}
      <PostForm action={`/register?${new URLSearchParams({ code: given })}`} className={column} noValidate>
        {/* Enter presses the first submit button. Without this hidden one, that would be a check button. */}
        <button type="submit" name="intent" value="register" hidden tabIndex={-1} aria-hidden="true" />
        {say('code') === undefined ? (
          <>
            <input type="hidden" name="code" value={given} />
            <p id="code">
              {t('register.code.label')} <strong>{given}</strong> ·{' '}
              <TextLink to="/register">{t('register.code.change')}</TextLink>
            </p>
          </>
        ) : (
          // Only the final post reveals an unknown code, so it is corrected here without losing the other fields.
          <Field
            name="code"
            label={t('register.code.label')}
            error={say('code')}
            defaultValue={given}
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
            error={say('id')}
            good={shown?.free === 'id' ? t('register.id.free') : undefined}
            defaultValue={form.typed('id')}
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            required
            maxLength={20}
            beside={
              <Button name="intent" value="check-id" look="quiet">
                {t('register.id.check')}
              </Button>
            }
          />
          <PasswordField
            name="pw"
            label={t('register.pw.label')}
            hint={level === 0 ? t('register.pw.hint') : t(`register.pw.strength.${level}` as MessageKey)}
            error={say('pw')}
            autoComplete="new-password"
            required
            show={t('password.show')}
            hide={t('password.hide')}
            below={level > 0 && <Strength level={level} />}
            onChange={(event) => setLevel(passwordStrength(event.currentTarget.value))}
          />
          <PasswordField
            name="pass_check"
            label={t('register.passCheck.label')}
            error={say('pass_check')}
            autoComplete="new-password"
            required
            show={t('password.show')}
            hide={t('password.hide')}
          />
          <Field
            name="nick"
            label={t('register.nick.label')}
            hint={t('register.nick.hint')}
            error={say('nick')}
            good={shown?.free === 'nick' ? t('register.nick.free') : undefined}
            defaultValue={form.typed('nick')}
            autoComplete="nickname"
            required
            maxLength={16}
            beside={
              <Button name="intent" value="check-nick" look="quiet">
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
            error={say('phone')}
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
            error={say('bankname')}
            choose={t('register.bankname.choose')}
            options={banks.map((bank) => ({ value: bank, text: bank }))}
            defaultValue={form.typed('bankname')}
            required
          />
          <Field
            name="banknumber"
            inputMode="numeric"
            label={t('register.banknumber.label')}
            hint={t('register.banknumber.hint')}
            error={say('banknumber')}
            defaultValue={form.typed('banknumber')}
            autoComplete="off"
            required
          />
          <Field
            name="bankowner"
            label={t('register.bankowner.label')}
            hint={t('register.bankowner.hint')}
            error={say('bankowner')}
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
            error={say('exchange_pw')}
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
          error={say('adult')}
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
        <Button name="intent" value="register" look="primary" size="big" wide busy={busy} busyText={t('register.busy')}>
          {t('register.submit')}
        </Button>
      </PostForm>
    </div>
  )
}
