import { href } from 'react-router'
import { useIsSending } from '~/forms/form-state'
import { useI18n } from '~/i18n/i18n'
import { PostForm } from '~/session/post-form'
import { Button, type ButtonVariant } from '~/ui/button/button'
import { nameOf } from './bank-account'

interface IntentButtonProps {
  intent: string
  text: string
  /** The accessible name, if `text` occurs more than once on the page. */
  label?: string | undefined
  variant?: ButtonVariant
  form?: string | undefined
  action?: string
  isWide?: boolean
}

export function IntentButton({ intent, text, label, variant, form, action, isWide }: IntentButtonProps) {
  const { t } = useI18n()
  const isBusy = useIsSending()(intent)
  const button = (
    <Button
      variant={variant}
      size={isWide ? 'big' : 'small'}
      wide={isWide}
      name="intent"
      value={intent}
      form={form}
      formNoValidate
      aria-label={isBusy ? undefined : label}
      busy={isBusy}
      busyText={t('common.sending')}
    >
      {text}
    </Button>
  )
  if (form !== undefined)
    return (
      <div>
        {/* Without JavaScript, Enter in a field would otherwise press the form's first button that is not disabled. */}
        <button type="submit" form={form} disabled hidden />
        {button}
      </div>
    )
  return <PostForm action={action}>{button}</PostForm>
}

/** Requests the account. If the page has a deposit form, it is sent too, so that what was typed is not lost. */
export function AskForBankAccount({ form, about }: { form: string | undefined; about?: string | undefined }) {
  const { t } = useI18n()
  return (
    <IntentButton
      intent="ask-account"
      variant="primary"
      text={t('deposit.account.ask')}
      label={nameOf(t('deposit.account.ask'), about)}
      form={form}
      action={href('/deposit')}
    />
  )
}
