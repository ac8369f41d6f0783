import { useI18n } from '~/i18n/i18n'
import { Field } from '~/ui/field/field'

interface CodeFieldProps {
  name: string
  id?: string
  error: string | undefined
  /** Only a recovery code is meant, which has letters; by default one of the app, though either is taken. */
  isRecovery?: boolean
  autoFocus?: boolean
}

/** The field of a one-time code. */
export function CodeField({ isRecovery = false, ...props }: CodeFieldProps) {
  const { t } = useI18n()
  return (
    <Field
      {...props}
      label={t(isRecovery ? 'security.code.recovery' : 'security.code')}
      hint={t(isRecovery ? 'security.code.recovery.hint' : 'security.code.hint')}
      autoComplete="one-time-code"
      inputMode={isRecovery ? 'text' : 'numeric'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={64}
      required
    />
  )
}
