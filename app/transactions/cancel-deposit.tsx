import type { MouseEvent } from 'react'
import { useI18n } from '~/i18n/i18n'
import { useCurrentPath } from '~/navigation/current-page'
import { usePostAfterQuestion } from '~/session/post-after-question'
import { TextLink } from '~/ui/text-link/text-link'
import { cancelDepositHref } from '~/values/addresses'
import type { Transaction } from '~/values/transaction'

interface CancelLinkProps {
  deposit: Pick<Transaction, 'id' | 'amount'>
  label: string | undefined
}

/** Links to the page that confirms a cancellation. With JavaScript, it opens a dialog instead. */
export function CancelLink({ deposit: { id = '', amount }, label }: CancelLinkProps) {
  const { t, won } = useI18n()
  const postAfterQuestion = usePostAfterQuestion()
  const to = cancelDepositHref(id, useCurrentPath())

  function confirmCancellation(event: MouseEvent) {
    const question = {
      title: t('deposit.cancel.ask', { amount: won(amount) }),
      text: t('deposit.cancel.text'),
      body: `${t('receipt.number')} ${id}`,
      icon: null,
      buttons: { yes: t('deposit.cancel.yes'), no: t('deposit.cancel.no') },
      destructive: true,
    } as const
    return postAfterQuestion(event, question, to, {})
  }

  return (
    <TextLink to={to} aria-label={label} onClick={confirmCancellation}>
      {t('deposit.cancel')}
    </TextLink>
  )
}
