import { PageHead } from '~/components/page-head'
import { useIsSending } from '~/forms/form-state'
import { type MessageKey, useI18n } from '~/i18n/i18n'
import { usePostAfterQuestion } from '~/session/post-after-question'
import { PostForm } from '~/session/post-form'
import { Alert } from '~/ui/alert/alert'
import { Button, ButtonLink, ButtonRow } from '~/ui/button/button'
import { form } from '~/ui/form/form.css'
import { messagesHref } from '~/values/addresses'
import { flushEnd } from './items.css'

export interface DeletionProps {
  kind: 'note' | 'help'
  digest: string
  of: { id: string; title: string | undefined } | { count: number }
}

function useDeletion({ kind, digest, of }: DeletionProps) {
  const { t } = useI18n()
  const isOne = 'id' in of
  const named: Record<string, string> = isOne ? { id: of.id } : {}
  const intent = isOne ? 'delete' : 'delete-all'
  return {
    intent,
    fields: { ...named, digest },
    title: t(isOne ? `${kind}.delete.ask` : `${kind}.deleteAll.ask`),
    text: isOne
      ? t(`${kind}.delete.text`, { title: of.title ?? t(`${kind}.untitled`) })
      : t(`${kind}.deleteAll.text`, { count: of.count }),
    yes: t(isOne ? 'help.delete' : 'help.deleteAll'),
    no: t('help.deleteAll.keep'),
    before: messagesHref(kind, named),
    question: messagesHref(kind, { ...named, ask: intent }),
  }
}

export function DeleteLink(deletion: DeletionProps) {
  const { intent, fields, title, text, yes, no, question } = useDeletion(deletion)
  const postAfterQuestion = usePostAfterQuestion()
  const dialog = { title, text, buttons: { yes, no }, destructive: true }
  return (
    <div className={flushEnd}>
      <ButtonLink
        to={question}
        variant="ghost"
        size="small"
        icon={intent === 'delete' ? 'trash-2' : undefined}
        onClick={(event) => postAfterQuestion(event, dialog, messagesHref(deletion.kind), { intent, ...fields })}
      >
        {yes}
      </ButtonLink>
    </div>
  )
}

export function DeletionQuestion({ problem, ...deletion }: DeletionProps & { problem: MessageKey | undefined }) {
  const { t } = useI18n()
  const { intent, fields, title, text, yes, no, before } = useDeletion(deletion)
  const busy = useIsSending()(intent)
  return (
    <PostForm action={messagesHref(deletion.kind)} className={form}>
      <PageHead title={title} lead={text} />
      {problem && <Alert kind="error">{t(problem)}</Alert>}
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} autoComplete="off" />
      ))}
      <ButtonRow>
        <ButtonLink to={before} size="big">
          {no}
        </ButtonLink>
        <Button name="intent" value={intent} variant="danger" size="big" busy={busy}>
          {yes}
        </Button>
      </ButtonRow>
    </PostForm>
  )
}
