import { createContext } from 'react-router'
import { isPrefetch } from '~/http/request-info.server'
import type { OutcomeOf } from '~/upstream/outcome'

/**
 * The list as fetched before a request marked its item as read. The screen's middleware does both before any loader
 * runs, so that the unread counts on the same page are right.
 */
export const noteListContext = createContext<OutcomeOf<'get-user-note'> | null>(null)
export const helpListContext = createContext<OutcomeOf<'get-help-list'> | null>(null)

/** Id of the item that a request opens; undefined for other requests and for prefetches. */
export function openedItemId(request: Request, url: URL): string | undefined {
  if (request.method !== 'GET' || isPrefetch(request)) return undefined
  return url.searchParams.get('id') ?? undefined
}
