import { href } from 'react-router'
import { useI18n } from '~/i18n/i18n'
import { IntentButton } from '../form/intent-button'
import { nameOf } from './details'

/** The form of the deposit page: asking for the account from there keeps what was typed in it. */
export const depositFormId = 'deposit-form'

/** Asks for the account: on the deposit page with the form there, so that it keeps what was typed. */
export function AskForBankAccount({ refreshHref, about }: { refreshHref: string; about?: string | undefined }) {
  const { t } = useI18n()
  return (
    <IntentButton
      intent="ask-account"
      variant="primary"
      text={t('deposit.account.ask')}
      label={nameOf(t('deposit.account.ask'), about)}
      form={refreshHref === href('/deposit') ? depositFormId : undefined}
      action={href('/deposit')}
    />
  )
}
