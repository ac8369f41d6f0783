import { data } from 'react-router'
import type { RouteHandle } from '~/server/middleware/route.server'
import { i18nOf } from '~/server/request-info/request-info.server'
import { responseOrThrow, upstreamContext } from '~/server/upstream/page-upstream.server'
import type { Route } from './+types/notes'
import { DeleteLink, DeletionQuestion } from './items/delete-messages'
import { createMarkableList, deleteItems, deletionsOf, isDeletion, viewItems } from './items/items.server'
import { MissingItem, NoItems } from './items/missing'
import { OpenedItem } from './items/opened'
import { ItemPanes } from './items/panes'

const noteList = createMarkableList({
  fetchList: (upstream) => upstream.call('get-user-note', {}),
  itemsOf: ({ note: notes }) => notes,
  markAsRead: (upstream, id) => upstream.call('read-note-message', { id }),
})

export const handle = { demotesDepositButton: true } satisfies RouteHandle

export const middleware: Route.MiddlewareFunction[] = [noteList.markOpenedAsRead]

export async function loader({ url, context }: Route.LoaderArgs) {
  const upstream = context.get(upstreamContext)
  const { note: notes } = responseOrThrow('get-user-note', await noteList.getList(context), upstream)
  const items = notes.map((note) => ({ ...note, isUnread: note.isRead === false }))
  const view = viewItems('note', url, items, i18nOf(context))
  return 'kind' in view ? { ...view, deletions: deletionsOf('note', view, notes) } : view
}

export async function action({ context }: Route.ActionArgs) {
  if (!isDeletion(context)) throw data({ problem: 'bad-request' }, { status: 400 })
  return deleteItems(context, 'note', noteList)
}

export default function Note({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.kind === 'missing') return <MissingItem kind="note" />
  const { kind, deletions, list } = loaderData
  const problem = actionData?.problem
  return (
    <ItemPanes
      kind="note"
      view={loaderData}
      deletion={deletions.all}
      problem={problem}
      opened={
        deletions.asked ? (
          <DeletionQuestion {...deletions.asked} problem={problem} />
        ) : (
          kind === 'item' && (
            <OpenedItem kind="note" item={loaderData.item} page={list.page}>
              {deletions.one && <DeleteLink {...deletions.one} />}
            </OpenedItem>
          )
        )
      }
      whenEmpty={<NoItems kind="note" />}
    />
  )
}
