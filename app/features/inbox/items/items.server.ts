import { data, href, redirect } from 'react-router'
import type { I18n } from '~/i18n/i18n'
import { isPrefetch } from '~/server/request-info/request-info.server'
import { paginate } from '~/ui/pager/paginate'
import { truncateText } from '~/upstream/contract/values'
import { findById } from '~/upstream/find-by-id'
import { hrefWithQuery } from '~/values/addresses/with-query'

/** Items per page of notes, notices and inquiries. Source: docs/product.md, constants. */
const itemsPerPage = 20

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
 * What a list's screen shows: by its URL an item with its neighbours, the question before deleting all, or a page.
 *
 * @throws a redirect of `?unread` to the first item that was not read, or to the list.
 */
export function viewItems(kind: 'note' | 'notice' | 'help', url: URL, items: readonly Item[], i18n: I18n) {
  const path = href(`/${kind}`)
  const toRow = (item: Item) => toItemRow(item, i18n)
  const id = url.searchParams.get('id')
  if (id === null && url.searchParams.has('unread')) {
    const unread = items.find((item) => item.isUnread && item._id !== undefined)
    throw redirect(hrefWithQuery(path, unread ? { id: String(unread._id) } : {}), 303)
  }
  if (id !== null) {
    const opened = findById(items, id)
    if (!opened) return data({ kind: 'missing' as const }, { status: 404 })
    const item = {
      title: trimTitle(opened.title),
      text: opened.text ?? '',
      date: opened.regDate,
      dateText: i18n.dateTime(opened.regDate),
      status: opened.status,
      neighbours: neighboursOf(items, opened).map(toRow),
      listHref: listHrefOf(path, items, opened),
    }
    return { kind: 'item' as const, item }
  }
  if (kind !== 'notice' && url.searchParams.get('ask') === 'delete-all') {
    if (items.length === 0) throw redirect(path, 303)
    return { kind: 'question' as const, count: items.length }
  }
  const { items: shown, page, pages } = paginate(items, url.searchParams.get('page'), itemsPerPage)
  return { kind: 'list' as const, count: items.length, page, pages, rows: shown.map(toRow) }
}

/** What an item's page shows. */
export type OpenedItemData = Extract<ReturnType<typeof viewItems>, { kind: 'item' }>['item']

/** Id of the item that a request opens; undefined for other requests and for prefetches. */
export function openedItemId(request: Request, url: URL): string | undefined {
  if (request.method !== 'GET' || isPrefetch(request)) return undefined
  return url.searchParams.get('id') ?? undefined
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

/** Up to `maxItems` items around the opened one, without it, in list order. */
export function neighboursOf<Item>(items: readonly Item[], opened: Item, maxItems = 5): Item[] {
  const index = items.indexOf(opened)
  const unopened = items.filter((item) => item !== opened)
  const first = Math.max(0, Math.min(index, unopened.length - maxItems))
  return unopened.slice(first, first + maxItems)
}

/** URL of the list page that contains an item. */
export function listHrefOf<Item>(path: string, items: readonly Item[], opened: Item): string {
  const page = Math.floor(items.indexOf(opened) / itemsPerPage) + 1
  return page > 1 ? `${path}?page=${page}` : path
}
