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
