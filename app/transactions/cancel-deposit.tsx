import type { MouseEvent } from 'react'
import { useSubmit } from 'react-router'
import { useI18n } from '~/i18n/i18n'
import { useCurrentPath } from '~/navigation/current-page'
import { useOwner } from '~/session/post-form'
import { useDialogs } from '~/ui/dialog/dialogs'
import { isPlainClick } from '~/ui/link/link'
import { TextLink } from '~/ui/text-link/text-link'
import { cancelDepositHref } from '~/values/addresses'
import { ownerField } from '~/values/owner'
import type { Transaction } from '~/values/transaction'

interface CancelLinkProps {
  deposit: Pick<Transaction, 'id' | 'amount'>
  /** The link's accessible name, needed if the page has several such links. */
  label: string | undefined
}

/** Leads to the page that confirms a cancellation. With JavaScript, a dialog opens instead. */
export function CancelLink({ deposit: { id = '', amount }, label }: CancelLinkProps) {
  const { t, won } = useI18n()
  const { ask } = useDialogs()
  const submit = useSubmit()
  const owner = useOwner()
  const to = cancelDepositHref(id, useCurrentPath())

  async function confirmCancellation(event: MouseEvent<HTMLAnchorElement>) {
    if (!isPlainClick(event)) return
    event.preventDefault()
    const choice = await ask({
      title: t('deposit.cancel.ask', { amount: won(amount) }),
      text: t('deposit.cancel.text'),
      body: `${t('receipt.number')} ${id}`,
      icon: 'circle-question-mark',
      buttons: { yes: t('deposit.cancel.yes'), no: t('deposit.cancel.no') },
      destructive: true,
    })
    if (choice === 'yes') submit({ ...ownerField(owner), amount: String(amount ?? '') }, { method: 'post', action: to })
  }

  return (
    <TextLink to={to} aria-label={label} onClick={confirmCancellation}>
      {t('deposit.cancel')}
    </TextLink>
  )
}
