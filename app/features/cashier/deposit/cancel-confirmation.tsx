import { href } from 'react-router'
import { DocumentTitle } from '~/components/document-title'
import { useIsSending } from '~/forms/form-state'
import { useI18n } from '~/i18n/i18n'
import { PostForm } from '~/session/post-form'
import { cancelIntent } from '~/transactions/cancel-deposit'
import { Button, ButtonLink, ButtonRow } from '~/ui/button/button'
import { form } from '~/ui/form/form.css'
import { PageTitle } from '~/ui/page-title/page-title'
import type { Transaction } from '~/values/transaction'

/** The confirmation of a cancelled deposit as a page. */
export function CancelConfirmation({ deposit: { id = '', amount } }: { deposit: Pick<Transaction, 'id' | 'amount'> }) {
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
