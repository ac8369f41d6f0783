import { data, href, redirect } from 'react-router'
import type { I18n } from '~/i18n/i18n'
import { readQuery } from '~/server/request-info/query.server'
import { isPrefetch } from '~/server/request-info/request-info.server'
import { paginate } from '~/ui/pager/pager-window'
import { truncateText } from '~/upstream/contract/fields/values'
import { findById } from '~/upstream/find-by-id'
import { hrefWithQuery } from '~/values/addresses'

/** Items per page of notes, notices and inquiries. Source: docs/product.md, constants. */
const itemsPerPage = 20
/** How many notes or notices can be read beside their list, and how long they are at most, so that a page stays light. */
const itemsBesideList = 3
const maxCharactersBesideList = 1_000

/** A note, notice or inquiry in common terms. `regDate` is ISO 8601, or empty. */
export type Item = {
  _id?: string | number | undefined
  title?: string | undefined
  text?: string | undefined
  regDate: string
  isUnread?: boolean
  status?: string | undefined
}

/**
 * What a list's screen shows: by its URL an item, the question before deleting all, or a page. The page of the list
 * that has the item comes with it, and others to read beside the list: of notes and notices the ones after the opened one
 * or the newest of the page, but none that is unread or long.
 *
 * @throws a redirect of `?unread` to the first item that was not read, or to the list.
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

/** What an item's page shows. */
export type OpenedItemData = Extract<ReturnType<typeof viewItems>, { kind: 'item' }>['item']

/** A page of a list: its rows, and how many items there are on all pages. */
export type ListPage = Extract<ReturnType<typeof viewItems>, { kind: 'list' }>['list']

/** Id of the item that a request opens; undefined for other requests and for prefetches. */
export function openedItemId(request: Request, url: URL): string | undefined {
  if (request.method !== 'GET' || isPrefetch(request)) return undefined
  return readQuery(url).id
}

/** Maximum length of a title in a row. A longer one exceeds a line even on the widest screen. */
const maxTitleCharacters = 300

/** The list row of an item. Without an id from the upstream the row is not a link. */
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

/** A row. `date` is ISO 8601, or empty; `dateText` is the same as text. */
export type ItemRow = ReturnType<typeof toItemRow>

function trimTitle(title: string | undefined): string | undefined {
  return title?.trim() || undefined
}

/** Number of the list page that contains an item. */
export function pageOf<Item>(items: readonly Item[], opened: Item): number {
  return Math.floor(items.indexOf(opened) / itemsPerPage) + 1
}
