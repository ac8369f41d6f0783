import type { ComponentProps, FormEvent } from 'react'
import { href } from 'react-router'
import type { DocumentVersions } from '~/features/safer-play/accepted-documents.server'
import { DocumentLinks } from '~/features/safer-play/document-links'
import { type FormView, useFormState } from '~/forms/form-state'
import { useIsSending } from '~/forms/use-is-sending'
import { ContactLinks } from '~/frame/contact-links'
import { PostForm } from '~/frame/lost-responses/post-form'
import { ExchangePasswordField } from '~/frame/parts/exchange-password-field'
import { type MessageKey, useI18n } from '~/i18n/i18n'
import { notRedisplayedFields } from '~/server/not-redisplayed'
import { visuallyHidden } from '~/ui/base.css'
import { Button } from '~/ui/button/button'
import { Checkbox } from '~/ui/checkbox/checkbox'
import { ErrorSummary } from '~/ui/error-summary/error-summary'
import { Field } from '~/ui/field/field'
import { PasswordField } from '~/ui/field/password-field'
import { SelectField } from '~/ui/field/select-field'
import { form as column, group, groupTitle } from '~/ui/form/form.css'
import { stack } from '~/ui/layout/layout.css'
import { PageTitle } from '~/ui/page-title/page-title'
import { TextLink } from '~/ui/text-link/text-link'
import { hrefWithQuery } from '~/values/href-with-query'
import { loginHref } from '~/values/login-href'
import * as disclosure from './disclosure.css'
import { NewPasswordField } from './new-password-field'
import type { CheckedField, RegisterState } from './register.server'
import { useFieldChecks } from './use-field-checks'

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

const textFields = {
  id: { autoComplete: 'username', autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false, maxLength: 20 },
  nick: { autoComplete: 'nickname', maxLength: 16 },
  phone: { autoComplete: 'tel', type: 'tel' },
  banknumber: { autoComplete: 'off', inputMode: 'numeric' },
  bankowner: { autoComplete: 'name', maxLength: 40 },
} as const

const checkedFieldTexts = {
  id: { label: 'register.id.label', accepted: 'register.id.free' },
  pw: { label: 'register.pw.label', accepted: 'register.accepted' },
  pass_check: { label: 'register.passCheck.label', accepted: 'register.passCheck.same' },
  nick: { label: 'register.nick.label', accepted: 'register.nick.free' },
  phone: { label: 'register.phone.label', accepted: 'register.accepted' },
  banknumber: { label: 'register.banknumber.label', accepted: 'register.accepted' },
  bankowner: { label: 'register.bankowner.label', accepted: 'register.accepted' },
  exchange_pw: { label: 'register.exchangePw.label', accepted: 'register.accepted' },
} satisfies Record<CheckedField, { label: MessageKey; accepted: MessageKey }>

interface RegisterFormProps {
  code: string
  /** Where the visitor was going. */
  next?: string | undefined
  banks: readonly string[]
  age: number
  versions: DocumentVersions
  state: RegisterState | undefined
  /** Filled while the form is typed into: values by field, without passwords. */
  valuesBefore: Map<string, string>
}

/** The second step of a registration: one form for everything. */
export function RegisterForm({ code, next, banks, age, versions, state: result, valuesBefore }: RegisterFormProps) {
  const { t, isMessageKey } = useI18n()
  const { state, checks, last, handlers } = useFieldChecks(result)
  const form = useFormState(state, { order: fieldOrder })
  const isSending = useIsSending()
  const referralCode = form.submitted('code', code)

  /** What stands under a checked field: its check by script, or the response to the whole form. */
  const notes = (name: CheckedField): FieldNotes => {
    const check = checks[name]
    if (check === 'changed') return {}
    if (check === undefined) {
      return { error: form.error(name), good: state?.availableField === name ? t(`register.${name}.free`) : undefined }
    }
    if (check.error === null) return { good: t(checkedFieldTexts[name].accepted) }
    return { error: isMessageKey(check.error) ? t(check.error) : '' }
  }
  const lastNotes = last && notes(last)
  const lastNote = lastNotes?.error ?? lastNotes?.good

  function onChange(event: FormEvent<HTMLFormElement>) {
    handlers.onChange(event)
    const { target } = event
    if (
      (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) &&
      !notRedisplayedFields.has(target.name)
    )
      valuesBefore.set(target.name, target.value)
  }

  return (
    <div className={stack}>
      <PageTitle title={t('register.title')} step={t('register.step', { step: 2 })} />
      <ErrorSummary {...form.summary} result={state} />
      {form.refusal && (
        <>
          <HaveAccount next={next} />
          <ContactLinks />
        </>
      )}
      {/* The URL keeps the code and `next`, even if the form was posted without them, so that a reload keeps them. */}
      <PostForm
        action={hrefWithQuery(href('/register'), { code: referralCode, next: next ?? '' })}
        className={column}
        noValidate
        onChange={onChange}
        onBlur={handlers.onBlur}
      >
        {/* Enter presses the first submit button. Without this hidden one, that would be a check button. */}
        <button type="submit" name="intent" value="register" hidden tabIndex={-1} aria-hidden="true" />
        {/* Only the final post reveals an unknown code. It is corrected here without losing the other fields. */}
        <details open={form.error('code') !== undefined}>
          <summary className={disclosure.summary}>
            <span>
              {t('register.code.label')} <strong>{referralCode}</strong>
            </span>
            <span className={disclosure.changeButton}>{t('register.code.change')}</span>
          </summary>
          <ReferralCodeField code={referralCode} error={form.error('code')} />
        </details>

        <RegisterFields banks={banks} form={form} notesOf={notes} valuesBefore={valuesBefore} />
        <Checkbox
          name="adult"
          value="on"
          label={t('register.adult.label', { age })}
          error={form.error('adult')}
          defaultChecked={form.submitted('adult') !== ''}
          required
        />
        <DocumentLinks versions={versions} />
        <Button
          name="intent"
          value="register"
          variant="primary"
          size="big"
          wide
          busy={isSending('register')}
          busyText={t('register.busy')}
        >
          {t('register.submit')}
        </Button>
      </PostForm>
      <p role="status" className={visuallyHidden}>
        {last && lastNote && `${t(checkedFieldTexts[last].label)}: ${lastNote}`}
      </p>
    </div>
  )
}

/** What stands under a field. */
type FieldNotes = { error?: string | undefined; good?: string | undefined }

interface RegisterFieldsProps extends Pick<RegisterFormProps, 'banks' | 'valuesBefore'> {
  form: FormView
  notesOf: (name: CheckedField) => FieldNotes
}

/** The fields in three groups: to log in, to be reached, to be paid. */
function RegisterFields({ banks, form, notesOf, valuesBefore }: RegisterFieldsProps) {
  const { t } = useI18n()
  const textField = (name: keyof typeof textFields, more?: Pick<ComponentProps<typeof Field>, 'beside'>) => (
    <Field
      {...textFields[name]}
      {...more}
      {...notesOf(name)}
      name={name}
      label={t(`register.${name}.label`)}
      hint={t(`register.${name}.hint`)}
      defaultValue={form.submitted(name, valuesBefore.get(name))}
      required
    />
  )
  const checkedField = (name: 'id' | 'nick') =>
    textField(name, {
      beside: (
        <Button name="intent" value={`check-${name}`} variant="quiet">
          {t(`register.${name}.check`)}
        </Button>
      ),
    })
  const passwordProps = { required: true, show: t('password.show'), hide: t('password.hide') }

  return (
    <>
      <fieldset className={group}>
        <legend className={groupTitle}>{t('register.part.login')}</legend>
        {checkedField('id')}
        <NewPasswordField
          name="pw"
          label={t('register.pw.label')}
          error={notesOf('pw').error}
          accepted={notesOf('pw').good !== undefined}
        />
        <PasswordField
          {...passwordProps}
          name="pass_check"
          {...notesOf('pass_check')}
          label={t('register.passCheck.label')}
          hint={t('register.passCheck.hint')}
          autoComplete="new-password"
        />
        {checkedField('nick')}
      </fieldset>

      <fieldset className={group}>
        <legend className={groupTitle}>{t('register.part.contact')}</legend>
        {textField('phone')}
      </fieldset>

      <fieldset className={group}>
        <legend className={groupTitle}>{t('register.part.account')}</legend>
        <SelectField
          name="bankname"
          label={t('register.bankname.label')}
          error={form.error('bankname')}
          placeholder={t('register.bankname.choose')}
          options={banks.map((bank) => ({ value: bank, text: bank }))}
          defaultValue={form.submitted('bankname', valuesBefore.get('bankname'))}
          required
        />
        {textField('banknumber')}
        {textField('bankowner')}
        <ExchangePasswordField
          name="exchange_pw"
          label={t('register.exchangePw.label')}
          hint={t('register.exchangePw.hint')}
          {...notesOf('exchange_pw')}
          isNew
        />
      </fieldset>
    </>
  )
}

/** The referral code, in both steps. */
export function ReferralCodeField({ code, error, hint }: { code: string; error?: string; hint?: string }) {
  const { t } = useI18n()
  return (
    <Field
      name="code"
      label={t('register.code.label')}
      error={error}
      hint={hint}
      defaultValue={code}
      autoComplete="off"
      autoCapitalize="characters"
      required
      maxLength={32}
    />
  )
}

/** The way to log in instead. */
export function HaveAccount({ next }: { next: string | undefined }) {
  const { t } = useI18n()
  return (
    <p>
      {t('register.haveAccount')} <TextLink to={loginHref(next)}>{t('login.submit')}</TextLink>
    </p>
  )
}
