import type { Words } from '~/i18n/words'
import type { Row } from './rows'

/** A row is one line: what goes past it on the widest screen is not sent. */
const titleCharactersMax = 300

/** Items on one page of notes, notices and help requests. Source: docs/product.md, constants. */
export const itemsPerPage = 20

/**
 * An item as a row of its list. It has no id when the upstream gave none: then it is shown and leads nowhere.
 *
 * @param item.regDate ISO 8601, or empty.
 */
export function rowOf(
  item: { id: string | number | undefined; title: string | undefined; regDate: string },
  words: Words,
): Row {
  return {
    id: item.id === undefined ? undefined : String(item.id),
    title: shortened(titleOf(item.title)),
    at: item.regDate,
    when: words.dateTime(item.regDate),
  }
}

/** A title without the blanks around it; undefined when nothing is left. */
export function titleOf(title: string | undefined): string | undefined {
  return title?.trim() || undefined
}

function shortened(title: string | undefined): string | undefined {
  if (title === undefined || title.length <= titleCharactersMax) return title
  // Half a surrogate pair at the end would be no sign at all.
  return `${title.slice(0, titleCharactersMax).replace(/[\ud800-\udbff]$/, '')}…`
}

/** The other items next to an opened one, in the order of the list. */
export function around<Item>(items: readonly Item[], opened: Item, most = 5): Item[] {
  const at = items.indexOf(opened)
  const others = items.filter((item) => item !== opened)
  const first = Math.max(0, Math.min(at, others.length - most))
  return others.slice(first, first + most)
}

/** The address of the page of a list that an item stands on. */
export function pageWith<Item>(path: string, items: readonly Item[], opened: Item): string {
  const page = Math.floor(items.indexOf(opened) / itemsPerPage) + 1
  return page > 1 ? `${path}?page=${page}` : path
}
