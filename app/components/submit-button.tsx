import type { ComponentProps } from 'react'
import { useIsSending } from '~/forms/form-state'
import { useI18n } from '~/i18n/i18n'
import { PostForm } from '~/session/post-form'
import { Button, type ButtonVariant } from '~/ui/button/button'

/** A form's submit button, which is busy while a form with this intent is being submitted. */
export function SendButton({ intent, ...button }: { intent: string } & ComponentProps<typeof Button>) {
  const { t } = useI18n()
  return <Button variant="primary" busy={useIsSending()(intent)} busyText={t('common.sending')} {...button} />
}

interface IntentButtonProps {
  intent: string
  text: string
  /** The accessible name. Needed if `text` isn't unique on the page. */
  label?: string | undefined
  variant?: ButtonVariant
  form?: string | undefined
  action?: string
  isWide?: boolean
}

export function IntentButton({ intent, text, label, variant, form, action, isWide }: IntentButtonProps) {
  const isBusy = useIsSending()(intent)
  const button = (
    <SendButton
      intent={intent}
      variant={variant}
      size={isWide ? 'big' : 'small'}
      wide={isWide}
      name="intent"
      value={intent}
      form={form}
      formNoValidate
      aria-label={isBusy ? undefined : label}
    >
      {text}
    </SendButton>
  )
  if (form !== undefined)
    return (
      <div>
        {/* A disabled first submit button keeps Enter from submitting the form without JavaScript. */}
        <button type="submit" form={form} disabled hidden />
        {button}
      </div>
    )
  return <PostForm action={action}>{button}</PostForm>
}
