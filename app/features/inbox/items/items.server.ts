import { createHash } from 'node:crypto'
import { createContext, data, href, type MiddlewareFunction, type RouterContextProvider, redirect } from 'react-router'
import { requestFailures, respondToFailure } from '~/forms/form-responses.server'
import type { I18n } from '~/i18n/i18n'
import { forgetBankAccountRequest } from '~/server/cookies/asked-bank-account.server'
import { redirectWithFlash } from '~/server/cookies/flash.server'
import { getForm } from '~/server/middleware/body.server'
import { readQuery } from '~/server/request-info/query.server'
import { isPrefetch } from '~/server/request-info/request-info.server'
import { type PageUpstream, upstreamContext } from '~/server/upstream/page-upstream.server'
import { paginate } from '~/ui/pager/pager-window'
import { truncateText } from '~/upstream/contract/fields/values'
import { findById } from '~/upstream/find-by-id'
import type { Outcome } from '~/upstream/outcome'
import { hrefWithQuery } from '~/values/addresses'

type ReadableItem = { _id?: string | number | undefined; isRead?: boolean | undefined }

type MarkableList<ResponseBody, Refusal extends string, Markable extends ReadableItem> = {
  fetchList(upstream: PageUpstream): Promise<Outcome<ResponseBody, Refusal>>
  itemsOf(response: ResponseBody): readonly Markable[]
  markAsRead(upstream: PageUpstream, id: string | number): Promise<unknown>
}

/** A list whose opened item is marked as read. The mark is set before any loader runs, so that counts are right. */
export function createMarkableList<ResponseBody, Refusal extends string, Markable extends ReadableItem>({
  fetchList,
  itemsOf,
  markAsRead,
}: MarkableList<ResponseBody, Refusal, Markable>) {
  const listContext = createContext<Outcome<ResponseBody, Refusal> | null>(null)

  /** Marks the opened item as read. On failure the item is shown and stays unread. */
  const markOpenedAsRead: MiddlewareFunction<Response> = async ({ request, url, context }) => {
    const id = openedItemId(request, url)
    if (id === undefined) return
    const upstream = context.get(upstreamContext)
    const list = await fetchList(upstream)
    context.set(listContext, list)
    const item = list.kind === 'done' ? findById(itemsOf(list.response), id) : undefined
    if (item?._id !== undefined && item.isRead !== true) await markAsRead(upstream, item._id)
  }

  const getList = async (context: Readonly<RouterContextProvider>) =>
    context.get(listContext) ?? (await fetchList(context.get(upstreamContext)))

  return {
    markOpenedAsRead,
    getList,
    getItems: async (context: Readonly<RouterContextProvider>) => {
      const list = await getList(context)
      return list.kind === 'done' ? itemsOf(list.response) : undefined
    },
  }
}

/** Items per page of notes, notices and inquiries. Source: docs/product.md, constants. */
const itemsPerPage = 20

/** How many notes or notices are readable beside their list, and their maximum length, so that a page stays light. */
const itemsBesideList = 3

const maxCharactersBesideList = 1_000

/** `regDate` is ISO 8601, or empty. */
export type Item = {
  _id?: string | number | undefined
  title?: string | undefined
  text?: string | undefined
  regDate: string
  isUnread?: boolean
  status?: string | undefined
}

/**
 * Selects a list's screen by its URL: an item, the question before deleting all, or a page, with further read and short
 * items for beside the list. @throws a redirect of `?unread` to the first unread item, or to the list.
 */
export function viewItems(kind: 'note' | 'notice' | 'help', url: URL, items: readonly Item[], i18n: I18n) {
  const path = href(`/${kind}`)
  const { id, ...query } = readQuery(url)
  if (id === undefined && query.unread) {
    const unread = items.find((item) => item.isUnread && item._id !== undefined)
    throw redirect(hrefWithQuery(path, unread ? { id: String(unread._id) } : {}), 303)
  }
  const listPage = (asked: string | undefined, opened?: Item) => {
    const { items: shown, page, pages } = paginate(items, asked, itemsPerPage)
    // The list is from before the opened item was marked as read.
    const toRow = (item: Item) => toItemRow(item === opened ? { ...item, isUnread: false } : item, i18n)
    return { count: items.length, page, pages, rows: shown.map(toRow) }
  }
  const toOpened = (item: Item) => ({
    id: String(item._id),
    title: trimTitle(item.title),
    text: item.text ?? '',
    date: item.regDate,
    dateText: i18n.dateTime(item.regDate),
    status: item.status,
  })
  const isReadable = ({ _id, isUnread, title = '', text = '' }: Item) =>
    _id !== undefined && !isUnread && title.length + text.length <= maxCharactersBesideList
  const readable = (among: readonly Item[], most: number) =>
    kind === 'help' ? [] : among.filter(isReadable).slice(0, most).map(toOpened)
  if (id !== undefined) {
    const opened = findById(items, id)
    if (!opened) return data({ kind: 'missing' as const }, { status: 404 })
    const at = items.indexOf(opened)
    const list = listPage(String(pageOf(items, opened)), opened)
    const furtherItems = readable([...items.slice(at + 1), ...items.slice(0, at)], itemsBesideList - 1)
    return { kind: 'item' as const, item: toOpened(opened), list, furtherItems }
  }
  if (kind !== 'notice' && query.ask === 'delete-all') {
    if (items.length === 0) throw redirect(path, 303)
    return { kind: 'question' as const, list: listPage(undefined) }
  }
  const list = listPage(query.page)
  const start = (list.page - 1) * itemsPerPage
  return {
    kind: 'list' as const,
    list,
    furtherItems: readable(items.slice(start, start + itemsPerPage), itemsBesideList),
  }
}

export type OpenedItemData = Extract<ReturnType<typeof viewItems>, { kind: 'item' }>['item']

export type ListPage = Extract<ReturnType<typeof viewItems>, { kind: 'list' }>['list']

export function openedItemId(request: Request, url: URL): string | undefined {
  if (request.method !== 'GET' || isPrefetch(request)) return undefined
  return readQuery(url).id
}

const maxTitleCharacters = 300

export function toItemRow({ _id, regDate, isUnread, status, ...item }: Item, { dateTime }: I18n) {
  const title = trimTitle(item.title)
  return {
    id: _id?.toString(),
    title: title && truncateText(title, maxTitleCharacters),
    date: regDate,
    dateText: dateTime(regDate),
    unread: isUnread,
    status: status || undefined,
  }
}

/** `date` is ISO 8601, or empty. */
export type ItemRow = ReturnType<typeof toItemRow>

function trimTitle(title: string | undefined): string | undefined {
  return title?.trim() || undefined
}

export function pageOf<Item>(items: readonly Item[], opened: Item): number {
  return Math.floor(items.indexOf(opened) / itemsPerPage) + 1
}

type Context = Readonly<RouterContextProvider>

/** The fields that the question before deleting all depends on; whether it was read is not one. */
type DeletableItem = {
  _id?: string | number | undefined
  regDate: string
  status?: string | undefined
  ref?: { contents?: string | undefined; regDate: string } | null
}

/** Identifies the list of a question before deleting all: it differs after a new item or answer. */
export function digestOf(items: readonly DeletableItem[]): string {
  const listed = items.map(({ _id, regDate, status, ref }) => [_id, regDate, status, ref?.regDate, ref?.contents])
  return createHash('sha256').update(JSON.stringify(listed)).digest('base64url').slice(0, 22)
}

/** Deletes all notes or inquiries. Asks again when the list has changed since the question. */
export async function deleteAll(
  context: Context,
  kind: 'note' | 'help',
  { getItems }: { getItems(context: Context): Promise<readonly DeletableItem[] | undefined> },
) {
  const asked = getForm(context).get('digest')
  const items = asked ? await getItems(context) : undefined
  // An empty list needs no question: it was deleted before.
  if (items !== undefined && items.length > 0 && digestOf(items) !== asked)
    return redirectWithFlash(`${href(`/${kind}`)}?ask=delete-all`, { kind: 'info', message: 'help.deleteAll.changed' })
  const callName = kind === 'note' ? 'user-del-note' : 'del-all-help'
  const outcome = await context.get(upstreamContext).call(callName, {})
  if (outcome.kind === 'done' && kind === 'help') forgetBankAccountRequest(context)
  if (outcome.kind === 'done')
    return redirectWithFlash(href(`/${kind}`), { kind: 'success', message: `${kind}.deleteAll.done` })
  const form = { submitted: { intent: 'delete-all' } }
  return respondToFailure(context, form, outcome, {
    refused: { other: `${kind}.deleteAll.failed` },
    unknown: `${kind}.deleteAll.unknown`,
    limited: () => ({ problem: 'problem.limited.title' }),
    pages: kind === 'note' ? [...requestFailures, 'limited'] : requestFailures,
  })
}
