import { useState } from 'react'
import { type MessageKey, useI18n } from '~/i18n/i18n'
import { PasswordField, PasswordStrength } from '~/ui/field/password-field'
import { passwordStrength } from './strength'

interface NewPasswordFieldProps {
  name: string
  id?: string
  label: string
  error: string | undefined
  /** It keeps the rules: the words about its strength are then its success text. */
  accepted?: boolean
}

/** The field of a new login password. While it is typed, its strength is shown in bars and words. */
export function NewPasswordField({ accepted = false, ...props }: NewPasswordFieldProps) {
  const { t } = useI18n()
  const [level, setLevel] = useState(0)
  const hint = t(level === 0 ? 'register.pw.hint' : (`register.pw.strength.${level}` as MessageKey))
  return (
    <PasswordField
      {...props}
      hint={hint}
      good={accepted && level > 1 ? hint : undefined}
      autoComplete="new-password"
      required
      show={t('password.show')}
      hide={t('password.hide')}
      strengthBars={level > 0 && <PasswordStrength level={level} />}
      onChange={(event) => setLevel(passwordStrength(event.currentTarget.value))}
    />
  )
}
