import { useState } from 'react'
import { RequiredPasswordField } from '~/components/password-fields'
import { type MessageKey, useI18n } from '~/i18n/i18n'
import { PasswordStrength } from '~/ui/field/password-field'

/** Rates a new password from 0 (empty) to 4. Length matters most: only long passwords reach 4. */
function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  if (password === '') return 0
  const distinct = new Set(password).size
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u, /\p{Lo}/u].filter((kind) =>
    kind.test(password),
  ).length
  if (password.length < 8 || distinct < 5) return 1
  if (password.length >= 16 && distinct >= 8) return 4
  if (password.length >= 12 || kinds >= 3) return 3
  return 2
}

interface NewPasswordFieldProps {
  name: string
  id?: string
  label: string
  error: string | undefined
  accepted?: boolean
}

export function NewPasswordField({ accepted = false, ...props }: NewPasswordFieldProps) {
  const { t } = useI18n()
  const [level, setLevel] = useState(0)
  const hint = t(level === 0 ? 'register.pw.hint' : (`register.pw.strength.${level}` as MessageKey))
  return (
    <RequiredPasswordField
      {...props}
      hint={hint}
      good={accepted && level > 1 ? hint : undefined}
      autoComplete="new-password"
      strengthBars={level > 0 && <PasswordStrength level={level} />}
      onChange={(event) => setLevel(passwordStrength(event.currentTarget.value))}
    />
  )
}
