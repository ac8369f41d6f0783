import { href } from 'react-router'
import { useIsSending } from '~/forms/use-is-sending'
import { useI18n } from '~/i18n/i18n'
import { PostForm } from '~/session/post-form'
import { Button, type ButtonVariant } from '~/ui/button/button'
import { nameOf } from './bank-account'

interface IntentButtonProps {
  /** The value of `intent` that the page's action reads. */
  intent: string
  text: string
  /** The name for screen readers, where the text alone does not tell it from others. */
  label?: string | undefined
  icon?: 'corner-down-left'
  variant?: ButtonVariant
  /** The id of the form on the page that it is sent with, so that nothing of it is lost; else it is sent alone. */
  form?: string | undefined
  /** Where it is sent alone; default: this page. */
  action?: string
}

/** A small button that asks a money page for something else than its form is for. */
export function IntentButton({ intent, text, label, icon, variant, form, action }: IntentButtonProps) {
  const { t } = useI18n()
  const isBusy = useIsSending()(intent)
  const button = (
    <Button
      icon={icon}
      variant={variant}
      size="small"
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
        {/* Without script Enter in a field would press the form's first button that is not disabled. */}
        <button type="submit" form={form} disabled hidden />
        {button}
      </div>
    )
  return <PostForm action={action}>{button}</PostForm>
}

interface AskProps {
  /** See `IntentButton`. */
  form: string | undefined
  /** See `nameOf`. */
  about?: string | undefined
}

/** Asks for the account: with the deposit form where the page has it, so that it keeps what was typed. */
export function AskForBankAccount({ form, about }: AskProps) {
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
