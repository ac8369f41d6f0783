import { createContext } from 'react-router'
import { isPrefetch } from '~/http/visit.server'
import type { OutcomeOf } from '~/upstream/outcome'

/**
 * The lists as a request for one item found them, before it marked that item read. Opening is the work of a screen's
 * middleware: it ends before any loader begins, so that the counts of the same page are right.
 */
export const noteListContext = createContext<OutcomeOf<'get-user-note'> | null>(null)
export const helpListContext = createContext<OutcomeOf<'get-help-list'> | null>(null)

/** The id of the item that a request opens; undefined when it opens none, or when a browser only fetches ahead. */
export function openedId(request: Request, url: URL): string | undefined {
  if (request.method !== 'GET' || isPrefetch(request)) return undefined
  return url.searchParams.get('id') ?? undefined
}
