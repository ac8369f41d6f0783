import { href } from 'react-router'
import { nameOf } from '~/frame/bank-account/details'
import { useI18n } from '~/i18n/i18n'
import { IntentButton } from '../form/intent-button'

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
