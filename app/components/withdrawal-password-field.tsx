import type { ComponentProps } from 'react'
import { useI18n } from '~/i18n/i18n'
import { PasswordField } from '~/ui/field/password-field'

interface WithdrawalPasswordFieldProps
  extends Pick<ComponentProps<typeof PasswordField>, 'id' | 'name' | 'label' | 'hint' | 'error' | 'good'> {
  /** A new withdrawal password has 4 to 12 digits; an existing one may follow another upstream's rules. */
  isNew?: boolean
}

export function WithdrawalPasswordField({ isNew, ...texts }: WithdrawalPasswordFieldProps) {
  const { t } = useI18n()
  return (
    <PasswordField
      {...texts}
      inputMode="numeric"
      autoComplete="off"
      maxLength={isNew ? 12 : 64}
      required
      show={t('password.show')}
      hide={t('password.hide')}
    />
  )
}
