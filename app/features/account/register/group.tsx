import { type ChangeEvent, Fragment, type ReactNode } from 'react'
import { RequiredPasswordField, WithdrawalPasswordField } from '~/components/password-fields'
import { Consent, ConsentVersions } from '~/features/documents/consent'
import type { FormView } from '~/forms/form-state'
import { useI18n } from '~/i18n/i18n'
import { visuallyHidden } from '~/ui/base.css'
import { Button } from '~/ui/button/button'
import { Checkbox } from '~/ui/checkbox/checkbox'
import { Field, SelectField } from '~/ui/field/field'
import { bankName } from '~/values/banks'
import { changeButton } from '../account.css'
import { NewPasswordField } from '../passwords/new-field'
import type { Route } from './+types/register'
import * as css from './register.css'
import type { CheckedField, RegisterField } from './register.server'
import { headingIdOf, type registrationGroups, stepCount } from './use-steps'

const textFields = {
  id: { autoComplete: 'username', autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false, maxLength: 20 },
  nick: { autoComplete: 'nickname', maxLength: 16 },
  phone: { autoComplete: 'tel-national', type: 'tel', onChange: hyphenate },
  banknumber: { autoComplete: 'off', inputMode: 'numeric' },
  bankowner: { autoComplete: 'name', maxLength: 40 },
} as const satisfies { [Name in RegisterField]?: object }

export type FieldNotes = { error?: string | undefined; good?: string | undefined }

export type RegisterData = Route.ComponentProps['loaderData']

interface RegisterGroupProps extends RegisterData {
  group: (typeof registrationGroups)[number]
  step: number
  isShown: boolean
  form: FormView
  notesOf: (name: CheckedField) => FieldNotes
}

export function RegisterGroup({
  group: { name: group, fields },
  step,
  isShown,
  form,
  notesOf,
  ...data
}: RegisterGroupProps) {
  const { lang, t } = useI18n()
  const textField = (name: keyof typeof textFields, beside?: ReactNode) => (
    <Field
      {...textFields[name]}
      {...notesOf(name)}
      beside={beside}
      name={name}
      label={t(`register.${name}.label`)}
      hint={t(`register.${name}.hint`)}
      defaultValue={form.submitted(name)}
      required
    />
  )
  const checkedField = (name: 'id' | 'nick') =>
    textField(
      name,
      data.canCheck[name] && (
        <Button name="intent" value={`check-${name}`} variant={notesOf(name).good ? 'line' : 'quiet'}>
          {t(`register.${name}.check`)}
        </Button>
      ),
    )
  const inputs: Record<RegisterField, () => ReactNode> = {
    code: () => (
      <ReferralCode
        code={form.submitted('code', data.code)}
        isCodeKnown={data.isCodeKnown}
        isMalformed={!data.isCodeKnown && data.code !== '' && form.submitted('code') === ''}
        notes={notesOf('code')}
      />
    ),
    id: () => checkedField('id'),
    pw: () => (
      <NewPasswordField
        name="pw"
        label={t('register.pw.label')}
        error={notesOf('pw').error}
        accepted={notesOf('pw').good !== undefined}
      />
    ),
    pass_check: () => (
      <RequiredPasswordField
        name="pass_check"
        {...notesOf('pass_check')}
        label={t('register.passCheck.label')}
        autoComplete="new-password"
      />
    ),
    nick: () => checkedField('nick'),
    phone: () => textField('phone'),
    birth_year: () =>
      data.asksBirthYear && (
        <Field
          name="birth_year"
          {...notesOf('birth_year')}
          label={t('register.birthYear.label')}
          hint={t('register.birthYear.hint')}
          defaultValue={form.submitted('birth_year')}
          autoComplete="bday-year"
          inputMode="numeric"
          maxLength={4}
          required
        />
      ),
    adult: () => (
      <>
        <Checkbox
          name="adult"
          value="on"
          label={<Consent age={data.age} />}
          error={notesOf('adult').error}
          defaultChecked={form.submitted('adult') !== ''}
          required
        />
        <ConsentVersions versions={data.versions} />
      </>
    ),
    bankname: () => (
      <SelectField
        name="bankname"
        label={t('register.bankname.label')}
        error={form.error('bankname')}
        placeholder={t('register.bankname.choose')}
        options={data.banks.map((bank) => ({ value: bank, text: bankName(bank, lang) }))}
        defaultValue={form.submitted('bankname')}
        required
      />
    ),
    banknumber: () => textField('banknumber'),
    bankowner: () => textField('bankowner'),
    exchange_pw: () => (
      <WithdrawalPasswordField
        name="exchange_pw"
        label={t('register.exchangePw.label')}
        hint={t('register.exchangePw.hint')}
        {...notesOf('exchange_pw')}
        isNew
      />
    ),
  }
  return (
    <fieldset className={isShown ? css.group : css.waitingGroup}>
      <legend id={headingIdOf(step)} tabIndex={-1} className={css.heading}>
        <span className={css.bars} aria-hidden="true">
          {Array.from({ length: stepCount }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change.
            <span key={index} className={css.bar} data-reached={index <= step || undefined} />
          ))}
        </span>
        <span className={visuallyHidden}>{t('register.step', { step: step + 1, count: stepCount })} </span>
        <span className={css.progress} aria-hidden="true">{`${step + 1}/${stepCount}`}</span>{' '}
        <span>{t(`register.part.${group}`)}</span>
      </legend>
      {fields.map((name) => (
        <Fragment key={name}>{inputs[name]()}</Fragment>
      ))}
    </fieldset>
  )
}

type ReferralCodeProps = Pick<RegisterData, 'code' | 'isCodeKnown'> & { isMalformed: boolean; notes: FieldNotes }

function ReferralCode({ code, isCodeKnown, isMalformed, notes }: ReferralCodeProps) {
  const { t } = useI18n()
  const field = (
    <Field
      name="code"
      label={t('register.code.label')}
      good={notes.good}
      error={notes.error ?? (isMalformed && !notes.good ? t('register.code.rule') : undefined)}
      hint={isCodeKnown ? undefined : t('register.code.hint')}
      defaultValue={code}
      autoComplete="off"
      autoCapitalize="characters"
      required
      maxLength={32}
    />
  )
  if (!isCodeKnown) return field
  return (
    <details open={notes.error !== undefined}>
      <summary className={css.codeLine}>
        <span>
          {t('register.code.label')} <strong translate="no">{code}</strong>
        </span>
        <span className={changeButton}>{t('register.code.change')}</span>
      </summary>
      {field}
    </details>
  )
}

/** Adds the hyphens of a phone number while its last digits are typed. */
function hyphenate({ currentTarget: field }: ChangeEvent<HTMLInputElement>) {
  if (field.selectionStart !== field.value.length) return
  const parts = /^(010)(\d{1,4})(\d{0,4})$/.exec(field.value.replaceAll('-', ''))
  if (parts) field.value = parts.slice(1).filter(Boolean).join('-')
}
