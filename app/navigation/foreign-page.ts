import { type ClientLoaderFunctionArgs, isRouteErrorResponse } from 'react-router'
import { documentStateContext } from '~/session/document-state'
import { namedProblem } from '~/session/of-site'
import type { RouteResults } from './page-parts'

/**
 * Client middleware of the root route: loads a page as a document, once, when something between browser and site, such as
 * a proxy that wants to see a person first, answers the request for its data with a page of its own.
 */
export async function loadForeignPage(
  { request, context }: Pick<ClientLoaderFunctionArgs, 'request' | 'context'>,
  next: () => Promise<RouteResults>,
): Promise<RouteResults> {
  const results = await next()
  // A fetcher has no data of the root. What is known of a money form would be lost with this document.
  const isPage = results.root?.type === 'error' && context.get(documentStateContext).readSentForm() === undefined
  if (request.method !== 'GET' || request.signal.aborted || !isPage || !isForeignPage(results.root?.result))
    return results
  window.location.assign(request.url)
  return new Promise(() => {})
}

/** Whether a response came, neither from the site nor for want of it. Without one the browser throws a TypeError. */
function isForeignPage(thrown: unknown): boolean {
  if (isRouteErrorResponse(thrown)) return namedProblem(thrown) === undefined && thrown.status < 500
  return thrown instanceof Error && !(thrown instanceof TypeError) && navigator.onLine
}
