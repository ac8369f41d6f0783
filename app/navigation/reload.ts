import { useCallback, useEffect, useRef } from 'react'
import {
  type ClientLoaderFunctionArgs,
  href,
  isRouteErrorResponse,
  replace,
  useNavigation,
  useRevalidator,
} from 'react-router'
import { documentStateContext, useDocumentState } from '~/session/document-state'
import { isOfSite } from '~/session/of-site'
import type { RouteResults } from './page-parts'

/**
 * Client middleware of the root route: a page that redirects, such as one that needs a login, leaves no entry in the
 * history. For a step back or forward, or new data of the shown page, the router would push the redirect's target onto
 * the entry that redirects, so that Back led to it again. A link's own entry is not there yet, and stays so.
 */
export async function replaceRedirected(
  { request }: Pick<ClientLoaderFunctionArgs, 'request'>,
  next: () => Promise<RouteResults>,
): Promise<RouteResults> {
  const results = await next()
  if (request.method !== 'GET' || !isInAddressBar(request.url)) return results
  return Object.fromEntries(
    Object.entries(results).map(([id, { type, result }]) => [
      id,
      { type, result: result instanceof Response ? toReplace(result) : result },
    ]),
  )
}

function toReplace({ headers, status }: Response): Response {
  return replace(headers.get('Location') ?? href('/'), { headers, status })
}

/** Whether the browser already shows this address: it does before the page of a step through the history is loaded. */
function isInAddressBar(url: string): boolean {
  const { pathname, search } = new URL(url)
  return pathname + search === window.location.pathname + window.location.search
}

/**
 * Brings the shown page up to date where nobody has asked for it: if that fails, it stays as it is, with what was typed. A page
 * that is on its way is up to date without.
 */
export function useReload(): () => void {
  const { revalidate } = useRevalidator()
  const { state } = useNavigation()
  const documentState = useDocumentState()
  const isIdle = useRef(true)
  useEffect(() => {
    isIdle.current = state === 'idle'
  }, [state])
  return useCallback(() => {
    if (!isIdle.current) return
    documentState.isReloadUnasked = true
    void revalidate()
  }, [documentState, revalidate])
}

/**
 * Brings the shown page up to date when a health check has another figure than the page was loaded with.
 *
 * @param figure null while it is no news: without a session data loaded anew would lead to the login.
 * @param loaded what the page's loader brought with the figure, which is no news with it.
 */
export function useReloadOnNews(figure: string | number | null, loaded: unknown): void {
  const reload = useReload()
  const before = useRef({ loaded, figure })
  useEffect(() => {
    if (figure === null) return
    const isNews = before.current.loaded === loaded && before.current.figure !== figure
    before.current = { loaded, figure }
    if (isNews) reload()
  }, [loaded, figure, reload])
}

/** Client middleware of the root route: keeps the shown page where a reload that nobody has asked for fails. */
export async function keepPageOnFailedReload(
  { request, context }: Pick<ClientLoaderFunctionArgs, 'request' | 'context'>,
  next: () => Promise<RouteResults>,
): Promise<RouteResults> {
  const state = context.get(documentStateContext)
  const isReload = state.isReloadUnasked && request.method === 'GET' && isInAddressBar(request.url)
  state.isReloadUnasked = false
  const results = await next()
  return isReload && isFailed(results) ? {} : results
}

/** Whether the site can't show the page now. A session that has ended, a break and a page that is gone are no failures. */
function isFailed(results: RouteResults): boolean {
  return Object.values(results).some(
    ({ type, result }) =>
      type === 'error' &&
      (!isOfSite(result) || (isRouteErrorResponse(result) && (result.status >= 500 || result.status === 429))),
  )
}
