import type { ComponentProps } from 'react'
import type { DocumentVersions } from '~/features/safer-play/accepted-documents.server'
import { DocumentLinks } from '~/features/safer-play/document-links'
import type { FormView } from '~/forms/form-state'
import { ExchangePasswordField } from '~/frame/parts/exchange-password-field'
import { useI18n } from '~/i18n/i18n'
import { visuallyHidden } from '~/ui/base.css'
import { Button } from '~/ui/button/button'
import { Checkbox } from '~/ui/checkbox/checkbox'
import { Field } from '~/ui/field/field'
import { PasswordField } from '~/ui/field/password-field'
import { SelectField } from '~/ui/field/select-field'
import { changeButton } from './disclosure.css'
import { NewPasswordField } from './new-password-field'
import * as css from './register.css'
import type { CheckedField } from './register.server'
import { type GroupName, headingIdOf, registrationGroups } from './registration-groups'

const textFields = {
  id: { autoComplete: 'username', autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false, maxLength: 20 },
  nick: { autoComplete: 'nickname', maxLength: 16 },
  phone: { autoComplete: 'tel', type: 'tel' },
  banknumber: { autoComplete: 'off', inputMode: 'numeric' },
  bankowner: { autoComplete: 'name', maxLength: 40 },
} as const

/** What stands under a field. */
export type FieldNotes = { error?: string | undefined; good?: string | undefined }

/** What the page knows before anything is typed. */
export interface RegisterData {
  code: string
  /** Known from a link or the address: shown as a line that can be changed. */
  isCodeKnown: boolean
  isCodeInvalid: boolean
  /** Whose code it is, when the address told it. */
  referrerId?: string | undefined
  banks: readonly string[]
  age: number
  versions: DocumentVersions
}

interface RegisterGroupProps extends RegisterData {
  name: GroupName
  /** Counts from 0. */
  step: number
  /** Also on a phone, where the other groups wait. */
  isShown: boolean
  form: FormView
  notesOf: (name: CheckedField) => FieldNotes
}

/** A group of a registration under its heading, which says how far it is. */
export function RegisterGroup({ name, step, isShown, ...rest }: RegisterGroupProps) {
  const { t } = useI18n()
  const Fields = groupFields[name]
  const count = registrationGroups.length
  return (
    <fieldset className={isShown ? css.group : css.waitingGroup}>
      <legend id={headingIdOf(step)} tabIndex={-1} className={css.heading}>
        <span className={visuallyHidden}>{t('register.step', { step: step + 1, count })} </span>
        <span className={css.progress} aria-hidden="true">{`${step + 1}/${count}`}</span> {t(`register.part.${name}`)}
      </legend>
      <Fields {...rest} />
    </fieldset>
  )
}

type FieldsProps = Omit<RegisterGroupProps, 'name' | 'step' | 'isShown'>

const groupFields = { login: LoginFields, contact: ContactFields, account: AccountFields }

function LoginFields(props: FieldsProps) {
  const { t } = useI18n()
  const { form, notesOf, isCodeKnown } = props
  const code = form.submitted('code', props.code)
  return (
    <>
      {isCodeKnown ? (
        <details open={notesOf('code').error !== undefined}>
          <summary className={css.codeLine}>
            <span>
              {t('register.code.label')} <strong>{code}</strong>
            </span>
            <span className={changeButton}>{t('register.code.change')}</span>
          </summary>
          <ReferralCodeField {...props} />
        </details>
      ) : (
        <ReferralCodeField {...props} />
      )}
      <CheckableField {...props} name="id" />
      <NewPasswordField
        name="pw"
        label={t('register.pw.label')}
        error={notesOf('pw').error}
        accepted={notesOf('pw').good !== undefined}
      />
      <PasswordField
        name="pass_check"
        {...notesOf('pass_check')}
        label={t('register.passCheck.label')}
        autoComplete="new-password"
        required
        show={t('password.show')}
        hide={t('password.hide')}
      />
    </>
  )
}

function ContactFields(props: FieldsProps) {
  const { t } = useI18n()
  const { form, notesOf, age, versions } = props
  return (
    <>
      <CheckableField {...props} name="nick" />
      <TextField {...props} name="phone" />
      <Checkbox
        name="adult"
        value="on"
        label={t('register.adult.label', { age })}
        error={notesOf('adult').error}
        defaultChecked={form.submitted('adult') !== ''}
        required
      />
      <DocumentLinks versions={versions} />
    </>
  )
}

function AccountFields(props: FieldsProps) {
  const { t } = useI18n()
  const { form, notesOf, banks } = props
  return (
    <>
      <SelectField
        name="bankname"
        label={t('register.bankname.label')}
        error={form.error('bankname')}
        placeholder={t('register.bankname.choose')}
        options={banks.map((bank) => ({ value: bank, text: bank }))}
        defaultValue={form.submitted('bankname')}
        required
      />
      <TextField {...props} name="banknumber" />
      <TextField {...props} name="bankowner" />
      <ExchangePasswordField
        name="exchange_pw"
        label={t('register.exchangePw.label')}
        hint={t('register.exchangePw.hint')}
        {...notesOf('exchange_pw')}
        isNew
      />
    </>
  )
}

type TextFieldProps = FieldsProps & { name: keyof typeof textFields } & Pick<ComponentProps<typeof Field>, 'beside'>

function TextField({ form, notesOf, name, beside }: TextFieldProps) {
  const { t } = useI18n()
  return (
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
}

/** A field with a button that asks whether its value is available. */
function CheckableField(props: FieldsProps & { name: 'id' | 'nick' }) {
  const { t } = useI18n()
  const check = (
    <Button name="intent" value={`check-${props.name}`} variant="quiet">
      {t(`register.${props.name}.check`)}
    </Button>
  )
  return <TextField {...props} beside={check} />
}

function ReferralCodeField({ form, notesOf, code, isCodeKnown, isCodeInvalid, referrerId }: FieldsProps) {
  const { t } = useI18n()
  const { error = isCodeInvalid ? t('register.code.rule') : undefined, good } = notesOf('code')
  const from = referrerId === undefined ? undefined : t('register.code.from', { userId: referrerId })
  return (
    <Field
      name="code"
      label={t('register.code.label')}
      error={error}
      good={good}
      hint={isCodeKnown ? from : t('register.code.hint')}
      defaultValue={form.submitted('code', code)}
      autoComplete="off"
      autoCapitalize="characters"
      required
      maxLength={32}
    />
  )
}
