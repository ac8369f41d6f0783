import type { MouseEvent } from 'react'
import { useNavigation, useSubmit } from 'react-router'
import { type MessageKey, useWords } from '~/i18n/words'
import { DocumentTitle } from '~/shell/document-title'
import { Button, ButtonLink, ButtonRow } from '~/ui/button/button'
import { prepareDialogs, useAsk } from '~/ui/dialog/ask'
import { form } from '~/ui/form/form.css'
import { PostForm } from '~/ui/form/post-form'
import { PageTitle } from '~/ui/page-title/page-title'
import { Say } from '~/ui/say/say'
import { flushEnd } from './letter.css'

/** Kinds of items that can be deleted all at once. The name is also the path of their list. */
type Box = 'note' | 'help'

interface DeleteAllProps {
  box: Box
  /** Number of items to delete. */
  count: number
}

const intent = { intent: 'delete-all' }
const prepare = () => void prepareDialogs().catch(() => {})

/** Link to the confirmation page for deleting all items. With script it asks in a dialog instead. */
export function DeleteAllLink({ box, count }: DeleteAllProps) {
  const { t } = useWords()
  const { ask } = useAsk()
  const submit = useSubmit()

  async function question(event: MouseEvent<HTMLAnchorElement>) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    const answer = await ask({
      title: t(`${box}.deleteAll.ask`),
      text: t(`${box}.deleteAll.text`, { count }),
      buttons: { yes: t(`${box}.deleteAll`), no: t(`${box}.deleteAll.keep`) },
      destroy: true,
    })
    if (answer === 'yes') submit(intent, { method: 'post', action: `/${box}` })
  }

  return (
    <div className={flushEnd}>
      <ButtonLink
        to={`/${box}?ask=${intent.intent}`}
        look="ghost"
        size="small"
        icon="trash-2"
        onClick={question}
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        {t(`${box}.deleteAll`)}
      </ButtonLink>
    </div>
  )
}

/** The confirmation as a page of its own. `problem` is the reason why the deletion failed. */
export function DeleteAllQuestion({ box, count, problem }: DeleteAllProps & { problem: MessageKey | undefined }) {
  const { t } = useWords()
  const busy = useNavigation().formAction?.startsWith(`/${box}`)
  const title = t(`${box}.deleteAll.ask`)
  return (
    <PostForm action={`/${box}`} className={form}>
      <DocumentTitle page={title} />
      <PageTitle title={title} lead={t(`${box}.deleteAll.text`, { count })} />
      {problem && <Say kind="error">{t(problem)}</Say>}
      <ButtonRow>
        <ButtonLink to={`/${box}`} size="big">
          {t(`${box}.deleteAll.keep`)}
        </ButtonLink>
        <Button name="intent" value={intent.intent} look="danger" size="big" busy={busy}>
          {t(`${box}.deleteAll`)}
        </Button>
      </ButtonRow>
    </PostForm>
  )
}
