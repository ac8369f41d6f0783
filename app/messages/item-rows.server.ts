import type { I18n } from '~/i18n/i18n'
import type { ItemRow } from './item-rows'

/** Maximum length of a title in a row. A longer one exceeds a line even on the widest screen. */
const maxTitleCharacters = 300

/** Items per page of notes, notices and inquiries. Source: docs/product.md, constants. */
export const itemsPerPage = 20

/**
 * The list row of an item. Without an id from the upstream the row is not a link.
 *
 * @param item.regDate ISO 8601, or empty.
 */
export function toItemRow(
  item: { id: string | number | undefined; title: string | undefined; regDate: string },
  words: I18n,
): ItemRow {
  return {
    id: item.id === undefined ? undefined : String(item.id),
    title: shortenTitle(trimTitle(item.title)),
    date: item.regDate,
    dateText: words.dateTime(item.regDate),
  }
}

/** Trims a title; undefined when nothing is left. */
export function trimTitle(title: string | undefined): string | undefined {
  return title?.trim() || undefined
}

function shortenTitle(title: string | undefined): string | undefined {
  if (title === undefined || title.length <= maxTitleCharacters) return title
  // Removes half a surrogate pair at the end.
  return `${title.slice(0, maxTitleCharacters).replace(/[\ud800-\udbff]$/, '')}…`
}

/** Up to `most` items around the opened one, without it, in list order. */
export function neighboursOf<Item>(items: readonly Item[], opened: Item, maxItems = 5): Item[] {
  const at = items.indexOf(opened)
  const others = items.filter((item) => item !== opened)
  const first = Math.max(0, Math.min(at, others.length - maxItems))
  return others.slice(first, first + maxItems)
}

/** URL of the list page that contains an item. */
export function listHrefOf<Item>(path: string, items: readonly Item[], opened: Item): string {
  const page = Math.floor(items.indexOf(opened) / itemsPerPage) + 1
  return page > 1 ? `${path}?page=${page}` : path
}
