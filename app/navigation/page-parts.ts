import { type DataStrategyResult, isRouteErrorResponse, type MiddlewareFunction } from 'react-router'
import { loadMessages } from '~/i18n/catalogue'
import { documentLocale } from '~/i18n/locale'
import { documentStateContext } from '~/session/document-state'
import type { ShellData } from '~/session/shell-data'
import { isFromSite, reachSite } from '~/session/site-response'
import { loadMemberParts } from './member-part'

/** The results of the routes' loaders or of an action, by route id. */
export type RouteResults = Record<string, DataStrategyResult>
export type ClientMiddleware = MiddlewareFunction<RouteResults>

/** Client middleware of the root route: keeps the shell's data, including the member, if this site didn't respond. */
export const keepShellData: ClientMiddleware = async (_, next) => {
  const results = await next()
  const { root, ...pages } = results
  return root?.type === 'error' && !isFromSite(root.result) ? pages : results
}

/**
 * Client middleware of the root route: loads the messages for all pages and the members' parts alongside a page's data,
 * each once. If a file can't be fetched, the page is loaded as a document.
 */
export const loadPageParts: ClientMiddleware = async ({ request }, next) => {
  if (request.method !== 'GET') return next()
  const messages = loadMessages(documentLocale(), true)
  messages.catch(() => {})
  const results = await next()
  try {
    await messages
    // Loaded after the page's script, because that script registers the members' components that the page needs.
    const shell = results.root?.type === 'data' ? (results.root.result as ShellData | undefined) : undefined
    if (shell?.member) await loadMemberParts()
    return results
  } catch {
    window.location.assign(request.url)
    return new Promise(() => {})
  }
}

/**
 * Client middleware: loads a page as a document, once, if an intermediary answers the request for its data. Also does
 * so if something such as a content blocker blocks that request while the site is reachable.
 */
export const loadForeignPage: ClientMiddleware = async ({ request, context }, next) => {
  const results = await next()
  // Results without root data belong to a fetcher. While a money form is unanswered, a new document would lose it.
  const isPage = results.root?.type === 'error' && context.get(documentStateContext).readSentMoneyForm() === undefined
  if (request.method !== 'GET' || !isPage || !(await isDocumentBetter(results.root?.result)) || request.signal.aborted)
    return results
  window.location.assign(request.url)
  return new Promise(() => {})
}

/** Whether the response came from a third party, or only this request got none: the browser then throws a TypeError. */
async function isDocumentBetter(thrown: unknown): Promise<boolean> {
  if (isRouteErrorResponse(thrown)) return !isFromSite(thrown) && thrown.status < 500
  if (thrown instanceof TypeError) return (await reachSite()) !== undefined
  return thrown instanceof Error && navigator.onLine
}
