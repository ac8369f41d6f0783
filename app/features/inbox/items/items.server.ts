import { createHash } from 'node:crypto'
import { createContext, data, type MiddlewareFunction, redirect } from 'react-router'
import { requestFailures, respondToFailure } from '~/forms/form-responses.server'
import type { I18n } from '~/i18n/i18n'
import { redirectWithFlash } from '~/server/cookies/flash.server'
import { forgetBankAccountRequest } from '~/server/cookies/requested-bank-account.server'
import type { Context } from '~/server/http/incoming.server'
import { getForm } from '~/server/middleware/body.server'
import { findById, readQuery } from '~/server/request-info/query.server'
import { isPrefetch } from '~/server/request-info/request-info.server'
import { readMessageBody, readMessageText } from '~/server/upstream/message-body.server'
import { type PageUpstream, upstreamContext } from '~/server/upstream/page-upstream.server'
import { paginate } from '~/ui/pager/pager-window'
import { isMissing } from '~/upstream/client/call-support.server'
import type { ResponseOf } from '~/upstream/contract'
import { truncateText } from '~/upstream/contract/fields/values'
import type { Outcome } from '~/upstream/outcome'
import { type MessageKind, messagesHref } from '~/values/addresses'
import type { InquirySubject, NoteTopic } from '~/values/status'

type ReadableItem = { _id?: string | number | undefined; isRead?: boolean | undefined }

type MarkableList<ResponseBody, Refusal extends string, Markable extends ReadableItem> = {
  fetchList(upstream: PageUpstream): Promise<Outcome<ResponseBody, Refusal>>
  itemsOf(response: ResponseBody): readonly Markable[]
  markAsRead(upstream: PageUpstream, id: string | number): Promise<unknown>
}

/** Creates a list that marks the opened item as read before any loader runs, so that the unread counts are correct. */
export function createMarkableList<ResponseBody, Refusal extends string, Markable extends ReadableItem>({
  fetchList,
  itemsOf,
  markAsRead,
}: MarkableList<ResponseBody, Refusal, Markable>) {
  const listContext = createContext<Outcome<ResponseBody, Refusal> | null>(null)

  /** Marks the opened item as read. If that fails, the item is shown and stays unread. */
  const markOpenedAsRead: MiddlewareFunction<Response> = async ({ request, url, context }) => {
    const id = openedItemId(request, url)
    if (id === undefined) return
    const upstream = context.get(upstreamContext)
    const list = await fetchList(upstream)
    context.set(listContext, list)
    const item = list.kind === 'done' ? findById(itemsOf(list.response), id) : undefined
    if (item?._id !== undefined && item.isRead !== true) await markAsRead(upstream, item._id)
  }

  const getList = async (context: Context) =>
    context.get(listContext) ?? (await fetchList(context.get(upstreamContext)))

  return {
    markOpenedAsRead,
    getList,
    getItems: async (context: Context) => {
      const list = await getList(context)
      return list.kind === 'done' ? itemsOf(list.response) : undefined
    },
  }
}

/** The number of notes, notices or inquiries per page. Source: docs/product.md, constants. */
const itemsPerPage = 20

/** The maximum length of an item that is shown without being opened. */
const maxCharactersBesideList = 4_000
const maxExcerptCharacters = 44

/** `regDate` is ISO 8601, or empty. */
export type Item = {
  _id?: string | number | undefined
  title?: string | undefined
  text?: string | undefined
  regDate: string
  isUnread?: boolean
  status?: string | undefined
  subject?: InquirySubject | undefined
  topic?: NoteTopic | undefined
  transaction?: ResponseOf<'get-user-note'>['note'][number]['transaction'] | undefined
}

/**
 * Selects what a list's URL shows: an item, the confirmation of a deletion, or a page of the list. The page's newest
 * item is shown beside it if it is short. An inquiry is shown only if its answer is unread.
 * @throws a redirect from `?unread` to the first unread item, or to the list
 */
export function viewItems(kind: MessageKind, url: URL, items: readonly Item[], i18n: I18n) {
  const { id, ...query } = readQuery(url)
  if (id === undefined && query.unread) {
    const unread = items.find((item) => item.isUnread && item._id !== undefined)
    throw redirect(messagesHref(kind, unread ? { id: String(unread._id) } : {}), 303)
  }
  // Notices have no read state. Theirs is "new", which only depends on the date.
  const isMail = kind === 'note' || kind === 'help'
  const titleOf = ({ title }: Item) => (kind === 'help' ? title : readMessageText(title))
  const listPage = (asked: string | undefined, opened?: Item) => {
    const { items: shown, page, pages } = paginate(items, asked, itemsPerPage)
    // The list was loaded before the opened item was marked as read, so this updates its row.
    const toRow = (item: Item) => {
      const read = isMail && item === opened ? { ...item, isUnread: false } : item
      const excerpt =
        kind === 'notice'
          ? truncateText(readMessageText(item.text), maxExcerptCharacters).replace(/\.?\s+\S*…$/, '…')
          : ''
      return { ...toItemRow({ ...read, title: titleOf(item) }, i18n), excerpt }
    }
    return { count: items.length, page, pages, rows: shown.map(toRow) }
  }
  const toOpened = (item: Item) => ({
    id: String(item._id),
    title: trimTitle(titleOf(item)),
    body: kind === 'help' ? (item.text ?? '') : readMessageBody(item.text),
    date: item.regDate,
    dateText: i18n.dateTime(item.regDate),
    status: item.status,
    subject: item.subject,
    about: item.topic ?? item.transaction,
    unreadId: isMail && item.isUnread ? item._id : undefined,
  })
  const isShownBeside = ({ _id, title = '', text = '', isUnread }: Item) =>
    _id !== undefined && title.length + text.length <= maxCharactersBesideList && (kind !== 'help' || isUnread)
  if (id !== undefined) {
    const opened = findById(items, id)
    if (!opened) return data({ kind: 'missing' as const, of: kind }, { status: 404 })
    const list = listPage(String(pageOf(items, opened)), opened)
    if (isMail && query.ask === 'delete') return { kind: 'question' as const, item: toOpened(opened), list }
    return { kind: 'item' as const, item: toOpened(opened), list }
  }
  if (isMail && query.ask === 'delete-all') {
    if (items.length === 0) throw redirect(messagesHref(kind), 303)
    return { kind: 'question' as const, item: undefined, list: listPage(undefined) }
  }
  const list = listPage(query.page)
  const newest = items[(list.page - 1) * itemsPerPage]
  return { kind: 'list' as const, list, newest: newest && isShownBeside(newest) ? toOpened(newest) : undefined }
}

export type ItemsView = Extract<ReturnType<typeof viewItems>, { list: unknown }>

export type OpenedItemData = Extract<ItemsView, { kind: 'item' }>['item']

type ListPage = ItemsView['list']

export function openedItemId(request: Request, url: URL): string | undefined {
  if (request.method !== 'GET' || isPrefetch(request)) return undefined
  return readQuery(url).id
}

const maxTitleCharacters = 300

export function toItemRow({ _id, regDate, isUnread, status, subject, ...item }: Item, { dateTime }: I18n) {
  const title = trimTitle(item.title)
  return {
    id: _id?.toString(),
    title: title && truncateText(title, maxTitleCharacters),
    date: regDate,
    dateText: dateTime(regDate),
    unread: isUnread,
    status: status || undefined,
    subject,
  }
}

/** `date` is ISO 8601, or empty. */
export type ItemRow = ListPage['rows'][number]

const trimTitle = (title: string | undefined) => title?.trim() || undefined

export function pageOf<Item>(items: readonly Item[], opened: Item): number {
  return Math.floor(items.indexOf(opened) / itemsPerPage) + 1
}

/** The fields that matter when a deletion is confirmed. Whether an item was read doesn't matter. */
type DeletableItem = {
  _id?: string | number | undefined
  regDate: string
  status?: string | undefined
  kind?: string | undefined
  ref?: { contents?: string | undefined; regDate: string } | null
  messages?: readonly DeletableItem[]
}

/** Identifies the list for which a confirmation was shown. A new item or answer changes the digest. */
function digestOf(items: readonly DeletableItem[]): string {
  const messages = items.flatMap((item) => item.messages ?? [item])
  const listed = messages.map(({ _id, regDate, status, ref }) => [_id, regDate, status, ref?.regDate, ref?.contents])
  return createHash('sha256').update(JSON.stringify(listed)).digest('base64url').slice(0, 22)
}

export function isDeletion(context: Context): boolean {
  return ['delete', 'delete-all'].includes(String(getForm(context).get('intent')))
}

const deletionCalls = {
  note: { one: 'del-note', all: 'user-del-note' },
  help: { one: 'del-help', all: 'del-all-help' },
} as const

type View = { kind: string; list: ListPage; item?: OpenedItemData | undefined }

export function deletionsOf(kind: 'note' | 'help', { kind: shown, item, list }: View, items: readonly DeletableItem[]) {
  const all = { kind, digest: digestOf(items), of: { count: list.count } }
  const opened = item && findById(items, item.id)
  const one = item && opened && { kind, digest: digestOf([opened]), of: { id: item.id, title: item.title } }
  if (shown === 'question') return { asked: one ?? all }
  const calls = deletionCalls[kind]
  return {
    all: isMissing(calls.all) || list.count === 0 ? undefined : all,
    one: isMissing(calls.one) ? undefined : one,
  }
}

/** Deletes all notes or inquiries, or the one in the form. Asks again if they have changed since it asked. */
export async function deleteItems(
  context: Context,
  kind: 'note' | 'help',
  { getItems }: { getItems(context: Context): Promise<readonly DeletableItem[] | undefined> },
) {
  const form = getForm(context)
  const isOne = form.get('intent') === 'delete'
  const [asked, id] = [form.get('digest'), isOne ? String(form.get('id')) : '']
  const listed = asked || isOne ? await getItems(context) : undefined
  const items = isOne ? listed?.filter(({ _id }) => String(_id) === id).slice(0, 1) : listed
  const [intent, key] = isOne ? (['delete', `${kind}.delete`] as const) : (['delete-all', `${kind}.deleteAll`] as const)
  // A missing item has already been deleted and needs no confirmation.
  if (items !== undefined && items.length > 0 && digestOf(items) !== asked)
    return redirectWithFlash(messagesHref(kind, { id, ask: intent }), {
      kind: 'info',
      message: 'help.deleteAll.changed',
    })
  const done = () => redirectWithFlash(messagesHref(kind), { kind: 'success', message: `${key}.done` })
  const item = items?.[0]
  if (isOne && item?._id === undefined) return items ? done() : redirect(messagesHref(kind), 303)
  const upstream = context.get(upstreamContext)
  const outcome =
    isOne && item?._id !== undefined
      ? await upstream.call(deletionCalls[kind].one, { id: item._id })
      : await upstream.call(deletionCalls[kind].all, {})
  if (outcome.kind === 'done') {
    if (kind === 'help' && (!isOne || item?.kind === 'account')) forgetBankAccountRequest(context)
    return done()
  }
  return respondToFailure(context, { submitted: { intent } }, outcome, {
    refused: { other: `${key}.failed` },
    unknown: `${key}.unknown`,
    limited: () => ({ problem: 'problem.limited.title' }),
    pages: kind === 'note' ? [...requestFailures, 'limited'] : requestFailures,
  })
}
