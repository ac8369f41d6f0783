import type { ComponentProps } from 'react'
import { useNavigation } from 'react-router'
import { DocumentTitle } from '~/components/document-title'
import { useRefusalDialog } from '~/components/refusal-dialog'
import { useFormState } from '~/forms/form-state'
import type { DocumentVersions } from '~/http/accepted-documents.server'
import { useI18n } from '~/i18n/i18n'
import { ContactLinks } from '~/shell/contact-links'
import { Button } from '~/ui/button/button'
import { Checkbox } from '~/ui/checkbox/checkbox'
import { ErrorSummary } from '~/ui/error-summary/error-summary'
import { Field } from '~/ui/field/field'
import { PasswordField } from '~/ui/field/password-field'
import { SelectField } from '~/ui/field/select-field'
import { form as column, group, groupTitle } from '~/ui/form/form.css'
import { PostForm } from '~/ui/form/post-form'
import { stack } from '~/ui/layout/layout.css'
import { PageTitle } from '~/ui/page-title/page-title'
import { TextLink } from '~/ui/text-link/text-link'
import { DocumentLinks } from './document-links'
import { NewPasswordField } from './new-password-field'
import type { RegisterState } from './register.server'

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

interface RegisterFormProps {
  code: string
  banks: readonly string[]
  age: number
  versions: DocumentVersions
  state: RegisterState | undefined
}

/** The second step of a registration: one form for everything. */
export function RegisterForm({ code, banks, age, versions, state }: RegisterFormProps) {
  const { t } = useI18n()
  const form = useFormState(state, { order: fieldOrder })
  const isSubmitting = useNavigation().formAction?.startsWith('/register')
  useRefusalDialog(state, form.refusal)
  const referralCode = form.typed('code', code)

  const textField = (name: keyof typeof textFields, more?: Pick<ComponentProps<typeof Field>, 'good' | 'beside'>) => (
    <Field
      {...textFields[name]}
      {...more}
      name={name}
      label={t(`register.${name}.label`)}
      hint={t(`register.${name}.hint`)}
      error={form.error(name)}
      defaultValue={form.typed(name)}
      required
    />
  )
  const checkedField = (name: 'id' | 'nick') =>
    textField(name, {
      good: state?.availableField === name ? t(`register.${name}.free`) : undefined,
      beside: (
        <Button name="intent" value={`check-${name}`} variant="quiet">
          {t(`register.${name}.check`)}
        </Button>
      ),
    })
  const passwordProps = { required: true, show: t('password.show'), hide: t('password.hide') }

  return (
    <div className={stack}>
      <DocumentTitle page={t('register.title')} />
      <PageTitle title={t('register.title')} step={t('register.step', { step: 2 })} />
      <ErrorSummary {...form.summary} result={state} />
      {form.refusal && (
        <>
          <HaveAccount />
          <ContactLinks />
        </>
      )}
      {/* The URL keeps the code, even if the form was posted without it, so that a reload stays at this step. */}
      <PostForm action={`/register?${new URLSearchParams({ code: referralCode })}`} className={column} noValidate>
        {/* Enter presses the first submit button. Without this hidden one, that would be a check button. */}
        <button type="submit" name="intent" value="register" hidden tabIndex={-1} aria-hidden="true" />
        {form.error('code') === undefined ? (
          <>
            <input type="hidden" name="code" value={referralCode} />
            <p id="code">
              {t('register.code.label')} <strong>{referralCode}</strong> ·{' '}
              <TextLink to="/register">{t('register.code.change')}</TextLink>
            </p>
          </>
        ) : (
          // Only the final post reveals an unknown code, so it is corrected here without losing the other fields.
          <ReferralCodeField code={referralCode} error={form.error('code')} />
        )}

        <fieldset className={group}>
          <legend className={groupTitle}>{t('register.part.login')}</legend>
          {checkedField('id')}
          <NewPasswordField name="pw" label={t('register.pw.label')} error={form.error('pw')} />
          <PasswordField
            {...passwordProps}
            name="pass_check"
            label={t('register.passCheck.label')}
            error={form.error('pass_check')}
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
            defaultValue={form.typed('bankname')}
            required
          />
          {textField('banknumber')}
          {textField('bankowner')}
          <PasswordField
            {...passwordProps}
            name="exchange_pw"
            inputMode="numeric"
            label={t('register.exchangePw.label')}
            hint={t('register.exchangePw.hint')}
            error={form.error('exchange_pw')}
            autoComplete="off"
          />
        </fieldset>

        <Checkbox
          name="adult"
          value="on"
          label={t('register.adult.label', { age })}
          error={form.error('adult')}
          defaultChecked={form.typed('adult') !== ''}
          required
        />
        <DocumentLinks versions={versions} />
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
export function HaveAccount() {
  const { t } = useI18n()
  return (
    <p>
      {t('register.haveAccount')} <TextLink to="/login">{t('login.submit')}</TextLink>
    </p>
  )
}
