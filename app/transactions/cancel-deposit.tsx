import type { MouseEvent } from 'react'
import { href, useSubmit } from 'react-router'
import { DocumentTitle } from '~/components/document-title'
import { useIsSending } from '~/forms/form-state'
import { useI18n } from '~/i18n/i18n'
import { PostForm, useOwner } from '~/session/post-form'
import { Button, ButtonLink, ButtonRow } from '~/ui/button/button'
import { useDialogs } from '~/ui/dialog/dialogs'
import { form } from '~/ui/form/form.css'
import { isPlainClick } from '~/ui/link/link'
import { PageTitle } from '~/ui/page-title/page-title'
import { TextLink } from '~/ui/text-link/text-link'
import { hrefWithQuery } from '~/values/addresses'
import { ownerField } from '~/values/owner'
import type { Transaction } from '~/values/transaction'

export const cancelIntent = 'cancel-deposit'

interface CancelProps {
  deposit: Pick<Transaction, 'id' | 'amount'>
}

/** Leads to the confirmation; with script in a dialog. @param label the accessible name where several are on a page */
export function CancelLink({ deposit: { id = '', amount }, label }: CancelProps & { label: string | undefined }) {
  const { t, won } = useI18n()
  const { ask } = useDialogs()
  const submit = useSubmit()
  const owner = useOwner()

  async function confirmCancellation(event: MouseEvent<HTMLAnchorElement>) {
    if (!isPlainClick(event)) return
    event.preventDefault()
    const choice = await ask({
      title: t('deposit.cancel.ask', { amount: won(amount) }),
      text: t('deposit.cancel.text'),
      buttons: { yes: t('deposit.cancel.yes'), no: t('deposit.cancel.no') },
      destructive: true,
    })
    if (choice === 'yes')
      submit({ intent: cancelIntent, id, ...ownerField(owner) }, { method: 'post', action: href('/deposit') })
  }

  return (
    <TextLink to={hrefWithQuery(href('/deposit'), { cancel: id })} aria-label={label} onClick={confirmCancellation}>
      {t('deposit.cancel')}
    </TextLink>
  )
}

/** The confirmation as a page. */
export function CancelConfirmation({ deposit: { id = '', amount } }: CancelProps) {
  const { t, won } = useI18n()
  const isBusy = useIsSending()(cancelIntent)
  const title = t('deposit.cancel.ask', { amount: won(amount) })
  return (
    <PostForm action={href('/deposit')} className={form}>
      <DocumentTitle page={title} />
      <PageTitle title={title} lead={t('deposit.cancel.text')} />
      <input type="hidden" name="id" value={id} autoComplete="off" />
      <ButtonRow>
        <ButtonLink to={href('/deposit')} size="big">
          {t('deposit.cancel.no')}
        </ButtonLink>
        <Button
          name="intent"
          value={cancelIntent}
          variant="danger"
          size="big"
          busy={isBusy}
          busyText={t('common.sending')}
        >
          {t('deposit.cancel.yes')}
        </Button>
      </ButtonRow>
    </PostForm>
  )
}
