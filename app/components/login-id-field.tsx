import type { ComponentProps } from 'react'
import { useI18n } from '~/i18n/i18n'
import { Field } from '~/ui/field/field'

export function LoginIdField(props: Omit<ComponentProps<typeof Field>, 'name' | 'label'>) {
  const { t } = useI18n()
  return (
    <Field
      {...props}
      name="id"
      label={t('login.id')}
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
    />
  )
}
