import { data, redirect } from 'react-router'
import { emptyStateArtSrc } from '~/artwork/picture-urls'
import { DocumentTitle } from '~/components/document-title'
import { ListPager } from '~/components/list-pager'
import { getForm } from '~/http/body.server'
import { redirectWithFlash } from '~/http/flash.server'
import { answerOrThrow, forScreen } from '~/http/outcome-pages.server'
import { upstreamContext } from '~/http/page-upstream.server'
import { requestInfoContext } from '~/http/request-info.server'
import { i18nFor } from '~/i18n/catalogue.server'
import { type MessageKey, useI18n } from '~/i18n/i18n'
import { Alert } from '~/ui/alert/alert'
import { ButtonLink } from '~/ui/button/button'
import { Empty } from '~/ui/empty/empty'
import { stack } from '~/ui/layout/layout.css'
import { PageTitle } from '~/ui/page-title/page-title'
import { paginate } from '~/ui/pager/paginate'
import { Picture } from '~/ui/picture/picture'
import type { AnswerOf } from '~/upstream/contract'
import { findById } from '~/upstream/find-by-id'
import type { Route } from './+types/notes'
import { DeleteAllConfirmation, DeleteAllLink } from './delete-all'
import { type ItemRow, ItemRows } from './item-rows'
import { itemsPerPage, listHrefOf, neighboursOf, toItemRow, trimTitle } from './item-rows.server'
import { MissingItem } from './missing-item'
import { OpenedItem, type OpenedItemData } from './opened-item'
import { noteListContext, openedItemId } from './opened-item.server'

/** Marks the opened note as read. If that fails, the note is shown all the same and stays unread. */
const markOpenedAsRead: Route.MiddlewareFunction = async ({ request, url, context }) => {
  const id = openedItemId(request, url)
  if (id === undefined) return
  const upstream = context.get(upstreamContext)
  const list = await upstream.call('get-user-note', {})
  context.set(noteListContext, list)
  const note = list.kind === 'done' ? findById(list.answer.note, id) : undefined
  if (note?._id !== undefined && note.isRead !== true) await upstream.call('read-note-message', { id: note._id })
}

export const middleware: Route.MiddlewareFunction[] = [markOpenedAsRead]

export async function loader({ url, context }: Route.LoaderArgs) {
  const upstream = context.get(upstreamContext)
  const words = i18nFor(context.get(requestInfoContext).locale)
  const listOutcome = context.get(noteListContext) ?? (await upstream.call('get-user-note', {}))
  const { note: notes } = answerOrThrow('get-user-note', listOutcome, upstream)
  const toRow = (note: AnswerOf<'get-user-note'>['note'][number]): ItemRow => ({
    ...toItemRow({ id: note._id, title: note.title, regDate: note.regDate }, words),
    unread: note.isRead === false,
  })

  const id = url.searchParams.get('id')
  if (id !== null) {
    const note = findById(notes, id)
    if (!note) return data({ kind: 'missing' as const }, { status: 404 })
    const item: OpenedItemData = {
      title: trimTitle(note.title),
      text: note.text ?? '',
      date: note.regDate,
      dateText: words.dateTime(note.regDate),
      neighbours: neighboursOf(notes, note).map(toRow),
      listHref: listHrefOf('/note', notes, note),
    }
    return { kind: 'note' as const, item }
  }
  if (url.searchParams.get('ask') === 'delete-all') {
    if (notes.length === 0) throw redirect('/note', 303)
    return { kind: 'question' as const, count: notes.length }
  }
  const { items, page, pages } = paginate(notes, url.searchParams.get('page'), itemsPerPage)
  return { kind: 'list' as const, count: notes.length, page, pages, notes: items.map(toRow) }
}

export async function action({ context }: Route.ActionArgs) {
  if (getForm(context).get('intent') !== 'delete-all') throw data({ problem: 'bad-request' }, { status: 400 })
  const upstream = context.get(upstreamContext)
  const outcome = forScreen(await upstream.call('user-del-note', {}), upstream)
  switch (outcome.kind) {
    case 'done':
      return redirectWithFlash('/note', { kind: 'success', message: 'note.deleteAll.done' })
    case 'refused':
    case 'invalid':
    case 'code-reused':
      return redisplayWithProblem('note.deleteAll.failed', 409)
    case 'unknown':
      return redisplayWithProblem('note.deleteAll.unknown', outcome.httpStatus)
    default:
      return outcome satisfies never
  }
}

/** Shows the page again with the reason why nothing was deleted, or that the outcome is unknown. */
function redisplayWithProblem(message: MessageKey, status: number) {
  return data({ deleteProblem: message }, { status })
}

export default function Note({ loaderData, actionData }: Route.ComponentProps) {
  switch (loaderData.kind) {
    case 'list':
      return <NoteList {...loaderData} problem={actionData?.deleteProblem} />
    case 'note':
      return <NotePage item={loaderData.item} />
    case 'question':
      return <DeleteAllConfirmation kind="note" count={loaderData.count} problem={actionData?.deleteProblem} />
    case 'missing':
      return <MissingItem of="note" />
    default:
      return loaderData satisfies never
  }
}

type Loaded<Kind> = Extract<Route.ComponentProps['loaderData'], { kind: Kind }>

function NotePage({ item }: { item: OpenedItemData }) {
  const { t } = useI18n()
  return <OpenedItem kind="note" item={item} unreadText={t('note.unread')} />
}

function NoteList({ count, page, pages, notes, problem }: Loaded<'list'> & { problem: MessageKey | undefined }) {
  const { t } = useI18n()
  const title = t('note.title')
  return (
    <div className={stack}>
      <DocumentTitle page={page > 1 ? `${title}, ${t('page.number', { page })}` : title} />
      <PageTitle title={title} end={count > 0 && <DeleteAllLink kind="note" count={count} />} />
      {problem && <Alert kind="error">{t(problem)}</Alert>}
      {count === 0 ? (
        <Empty
          artwork={<Picture src={emptyStateArtSrc('notes')} shape="game" eager />}
          heading="h2"
          title={t('note.empty.title')}
          text={t('note.empty.text')}
          action={<ButtonLink to="/">{t('problem.home')}</ButtonLink>}
        />
      ) : (
        <>
          <ItemRows
            path="/note"
            rows={notes}
            label={title}
            untitledText={t('note.untitled')}
            unreadText={t('note.unread')}
          />
          <ListPager path="/note" page={page} pages={pages} />
        </>
      )}
    </div>
  )
}
