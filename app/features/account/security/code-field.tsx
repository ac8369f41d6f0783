import { useI18n } from '~/i18n/i18n'
import { Field } from '~/ui/field/field'

interface CodeFieldProps {
  name: string
  id?: string
  error: string | undefined
  kind?: 'app' | 'recovery'
  autoFocus?: boolean
}

export function CodeField({ kind, ...props }: CodeFieldProps) {
  const { t } = useI18n()
  const isRecovery = kind === 'recovery'
  return (
    <Field
      {...props}
      label={t(isRecovery ? 'security.code.recovery' : 'security.code')}
      hint={t(kind === undefined ? 'security.code.hint' : `security.code.${kind}.hint`)}
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
