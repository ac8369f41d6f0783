import type { Words } from '~/i18n/words'
import type { Entry } from '~/upstream/contract/values'
import { byCode } from '~/upstream/find'
import { pageOf, providersPerPage } from './pages'
import { matching } from './search'
import { looksOf, type ShownProvider, shownProvider } from './shown.server'

/** More names than this are no sentence; the badges say it all the same. */
const closedNamesMost = 3

/** What the pages of casino and sport show, in the reader's language. */
export type EntryLobby = {
  query: string
  /** How many there are in all, and how many of them can be opened. */
  total: number
  open: number
  /** Names of what is closed, when they are few. */
  closed: string[]
  /** How many the query found; without one all. */
  found: number
  /** One page of these, in the upstream's order. */
  providers: ShownProvider[]
  page: number
  pages: number
  /** Last opened here, newest first. `src` is the small square. */
  recent: { code: string; name: string; src: string }[]
}

/**
 * @param asked.page as `?page=` has it.
 * @param opened what the cookie says (`recentGames` of http/preferences).
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

/** Whether a provider can be opened: not under maintenance, and its code came. */
export function isOpen(entry: Entry): boolean {
  return entry.used === 'y' && entry.code !== undefined
}

/** Names of the providers under maintenance, as long as they are few. */
export function closedNames(list: readonly Entry[], words: Words): string[] {
  const closed = list.filter(({ used }) => used === 'n')
  return closed.length <= closedNamesMost ? closed.map(words.name) : []
}
