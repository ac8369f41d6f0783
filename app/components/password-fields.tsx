import type { ComponentProps } from 'react'
import { useI18n } from '~/i18n/i18n'
import { PasswordField } from '~/ui/field/password-field'

type PasswordFieldProps = ComponentProps<typeof PasswordField>

export function RequiredPasswordField(props: Omit<PasswordFieldProps, 'show' | 'hide' | 'required'>) {
  const { t } = useI18n()
  return <PasswordField {...props} required show={t('password.show')} hide={t('password.hide')} />
}

interface WithdrawalPasswordFieldProps
  extends Pick<PasswordFieldProps, 'id' | 'name' | 'label' | 'hint' | 'error' | 'good' | 'onInvalid' | 'onChange'> {
  /** A new withdrawal password has 4 to 12 digits. An existing one may have been set under other rules. */
  isNew?: boolean
}

export const WithdrawalPasswordField = ({ isNew, ...texts }: WithdrawalPasswordFieldProps) => (
  <RequiredPasswordField {...texts} inputMode="numeric" autoComplete="off" maxLength={isNew ? 12 : 64} />
)
