import { data, redirect } from 'react-router'
import { emptyArtSrc } from '~/art/address'
import { formOf } from '~/http/body.server'
import { redirectWithNotice } from '~/http/notice.server'
import { visitContext } from '~/http/visit.server'
import { serverWords } from '~/i18n/catalogue.server'
import { type MessageKey, useWords } from '~/i18n/words'
import { ListPages } from '~/lobby/list-pages'
import { pageOf } from '~/lobby/pages'
import { DocumentTitle } from '~/shell/document-title'
import { DeleteAllLink, DeleteAllQuestion } from '~/talk/delete-all'
import { Missing } from '~/talk/missing'
import { noteListContext, openedId } from '~/talk/opened.server'
import { type Opened, OpenedItem } from '~/talk/opened-item'
import { type Row, Rows } from '~/talk/rows'
import { around, itemsPerPage, pageWith, rowOf, titleOf } from '~/talk/rows.server'
import { ButtonLink } from '~/ui/button/button'
import { Empty } from '~/ui/empty/empty'
import { stack } from '~/ui/layout/layout.css'
import { PageTitle } from '~/ui/page-title/page-title'
import { Picture } from '~/ui/picture/picture'
import { Say } from '~/ui/say/say'
import { answerOrPage, forScreen, upstreamContext } from '~/upstream/client.server'
import type { AnswerOf } from '~/upstream/contract'
import { byId } from '~/upstream/find'
import type { Route } from './+types/note'

/** Marks the opened note as read. If that fails, the note is shown all the same and stays unread. */
const open: Route.MiddlewareFunction = async ({ request, url, context }) => {
  const id = openedId(request, url)
  if (id === undefined) return
  const upstream = context.get(upstreamContext)
  const list = await upstream.call('get-user-note', {})
  context.set(noteListContext, list)
  const note = list.kind === 'done' ? byId(list.answer.note, id) : undefined
  if (note?._id !== undefined && note.isRead !== true) await upstream.call('read-note-message', { id: note._id })
}

export const middleware: Route.MiddlewareFunction[] = [open]

export async function loader({ url, context }: Route.LoaderArgs) {
  const upstream = context.get(upstreamContext)
  const words = serverWords(context.get(visitContext).locale)
  const found = context.get(noteListContext) ?? (await upstream.call('get-user-note', {}))
  const { note: notes } = answerOrPage('get-user-note', found, upstream)
  const row = (note: AnswerOf<'get-user-note'>['note'][number]): Row => ({
    ...rowOf({ id: note._id, title: note.title, regDate: note.regDate }, words),
    unread: note.isRead === false,
  })

  const id = url.searchParams.get('id')
  if (id !== null) {
    const note = byId(notes, id)
    if (!note) return data({ kind: 'missing' as const }, { status: 404 })
    const item: Opened = {
      title: titleOf(note.title),
      text: note.text ?? '',
      at: note.regDate,
      when: words.dateTime(note.regDate),
      others: around(notes, note).map(row),
      list: pageWith('/note', notes, note),
    }
    return { kind: 'note' as const, item }
  }
  if (url.searchParams.get('ask') === 'delete-all') {
    if (notes.length === 0) throw redirect('/note', 303)
    return { kind: 'question' as const, count: notes.length }
  }
  const { items, page, pages } = pageOf(notes, url.searchParams.get('page'), itemsPerPage)
  return { kind: 'list' as const, count: notes.length, page, pages, notes: items.map(row) }
}

export async function action({ context }: Route.ActionArgs) {
  if (formOf(context).get('intent') !== 'delete-all') throw data({ problem: 'bad-request' }, { status: 400 })
  const upstream = context.get(upstreamContext)
  const outcome = forScreen(await upstream.call('user-del-note', {}), upstream)
  switch (outcome.kind) {
    case 'done':
      return redirectWithNotice('/note', { kind: 'success', message: 'note.deleteAll.done' })
    case 'refused':
    case 'invalid':
    case 'code-reused':
      return kept('note.deleteAll.failed', 409)
    case 'unknown':
      return kept('note.deleteAll.unknown', outcome.httpStatus)
    default:
      return outcome satisfies never
  }
}

/** Shows the page again with the reason why nothing was deleted, or that the outcome is unknown. */
function kept(message: MessageKey, status: number) {
  return data({ kept: message }, { status })
}

export default function Note({ loaderData, actionData }: Route.ComponentProps) {
  switch (loaderData.kind) {
    case 'list':
      return <Notes {...loaderData} problem={actionData?.kept} />
    case 'note':
      return <OneNote item={loaderData.item} />
    case 'question':
      return <DeleteAllQuestion box="note" count={loaderData.count} problem={actionData?.kept} />
    case 'missing':
      return <Missing of="note" />
    default:
      return loaderData satisfies never
  }
}

type Loaded<Kind> = Extract<Route.ComponentProps['loaderData'], { kind: Kind }>

function OneNote({ item }: { item: Opened }) {
  const { t } = useWords()
  return <OpenedItem of="note" item={item} unread={t('note.unread')} />
}

function Notes({ count, page, pages, notes, problem }: Loaded<'list'> & { problem: MessageKey | undefined }) {
  const { t } = useWords()
  const title = t('note.title')
  return (
    <div className={stack}>
      <DocumentTitle page={page > 1 ? `${title}, ${t('page.number', { page })}` : title} />
      <PageTitle title={title} end={count > 0 && <DeleteAllLink box="note" count={count} />} />
      {problem && <Say kind="error">{t(problem)}</Say>}
      {count === 0 ? (
        <Empty
          art={<Picture src={emptyArtSrc('notes')} shape="game" eager />}
          heading="h2"
          title={t('note.empty.title')}
          text={t('note.empty.text')}
          action={<ButtonLink to="/">{t('problem.home')}</ButtonLink>}
        />
      ) : (
        <>
          <Rows path="/note" rows={notes} label={title} untitled={t('note.untitled')} unread={t('note.unread')} />
          <ListPages path="/note" page={page} pages={pages} />
        </>
      )}
    </div>
  )
}
