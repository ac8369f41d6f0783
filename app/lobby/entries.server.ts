import type { Words } from '~/i18n/words'
import type { Entry } from '~/upstream/contract/values'
import { byCode } from '~/upstream/find'
import { pageOf, providersPerPage } from './pages'
import { matching } from './search'
import { looksOf, type ShownProvider, shownProvider } from './shown.server'

/** With more providers under maintenance than this, none is named: the badges show it anyway. */
const closedNamesMost = 3

/** Data of the casino and sport pages, in the visitor's language. */
export type EntryLobby = {
  query: string
  /** Number of all providers, and of those that can be opened. */
  total: number
  open: number
  /** Names of providers under maintenance, empty when there are too many to name. */
  closed: string[]
  /** Number of providers that match the query; all without a query. */
  found: number
  /** One page of the matches, in the upstream's order. */
  providers: ShownProvider[]
  page: number
  pages: number
  /** Last opened on this browser, newest first. `src` is a small square picture. */
  recent: { code: string; name: string; src: string }[]
}

/**
 * Builds the data of a casino or sport page.
 *
 * @param list all providers of the page.
 * @param page value of `?page=`.
 * @param opened games from the visitor's cookie (http/preferences), newest first.
 */
export function entryLobby(
  list: readonly Entry[],
  { query, page: wanted }: { query: string; page: string | null },
  opened: readonly { company: string }[],
  words: Words,
): EntryLobby {
  const looks = looksOf(list)
  const found = list.filter(matching(query))
  const { items, page, pages } = pageOf(found, wanted, providersPerPage)
  return {
    query,
    total: list.length,
    open: list.filter(isOpen).length,
    closed: closedNames(list, words),
    found: found.length,
    providers: items.map((entry) => shownProvider(entry, looks, words)),
    page,
    pages,
    recent: opened.flatMap(({ company }) => {
      const entry = byCode(list, company)
      return entry && isOpen(entry) ? [{ code: company, name: words.name(entry), src: looks.small(entry) }] : []
    }),
  }
}

/** Whether a provider can be opened: not under maintenance, and the upstream gave a code. */
export function isOpen(entry: Entry): boolean {
  return entry.used === 'y' && entry.code !== undefined
}

/** Names of the providers under maintenance; empty when there are more than three. */
export function closedNames(list: readonly Entry[], words: Words): string[] {
  const closed = list.filter(({ used }) => used === 'n')
  return closed.length <= closedNamesMost ? closed.map(words.name) : []
}
