import type { MouseEvent } from 'react'
import { href, useSubmit } from 'react-router'
import { DocumentTitle } from '~/components/document-title'
import { useIsSending } from '~/forms/form-state'
import { type MessageKey, useI18n } from '~/i18n/i18n'
import { PostForm, useOwner } from '~/session/post-form'
import { Alert } from '~/ui/alert/alert'
import { Button, ButtonLink, ButtonRow } from '~/ui/button/button'
import { useDialogs } from '~/ui/dialog/dialogs'
import { form } from '~/ui/form/form.css'
import { isPlainClick } from '~/ui/link/link'
import { PageTitle } from '~/ui/page-title/page-title'
import { ownerField } from '~/values/owner'
import { flushEnd } from './items.css'

type DeletableKind = 'note' | 'help'

interface DeleteAllProps {
  kind: DeletableKind
  count: number
  digest: string
}

const intent = { intent: 'delete-all' }

export function DeleteAllLink({ kind, count, digest }: DeleteAllProps) {
  const { t } = useI18n()
  const { ask } = useDialogs()
  const submit = useSubmit()
  const owner = useOwner()

  async function confirmDeletion(event: MouseEvent<HTMLAnchorElement>) {
    if (!isPlainClick(event)) return
    event.preventDefault()
    const choice = await ask({
      title: t(`${kind}.deleteAll.ask`),
      text: t(`${kind}.deleteAll.text`, { count }),
      buttons: { yes: t('help.deleteAll'), no: t('help.deleteAll.keep') },
      destructive: true,
    })
    if (choice === 'yes')
      submit({ ...intent, digest, ...ownerField(owner) }, { method: 'post', action: href(`/${kind}`) })
  }

  return (
    <div className={flushEnd}>
      <ButtonLink
        to={`${href(`/${kind}`)}?ask=${intent.intent}`}
        variant="ghost"
        size="small"
        icon="trash-2"
        onClick={confirmDeletion}
      >
        {t('help.deleteAll')}
      </ButtonLink>
    </div>
  )
}

export function DeleteAllConfirmation({
  kind,
  count,
  digest,
  problem,
}: DeleteAllProps & { problem: MessageKey | undefined }) {
  const { t } = useI18n()
  const busy = useIsSending()(intent.intent)
  const title = t(`${kind}.deleteAll.ask`)
  return (
    <PostForm action={href(`/${kind}`)} className={form}>
      <DocumentTitle page={title} />
      <PageTitle title={title} lead={t(`${kind}.deleteAll.text`, { count })} />
      {problem && <Alert kind="error">{t(problem)}</Alert>}
      <input type="hidden" name="digest" value={digest} autoComplete="off" />
      <ButtonRow>
        <ButtonLink to={href(`/${kind}`)} size="big">
          {t('help.deleteAll.keep')}
        </ButtonLink>
        <Button name="intent" value={intent.intent} variant="danger" size="big" busy={busy}>
          {t('help.deleteAll')}
        </Button>
      </ButtonRow>
    </PostForm>
  )
}
