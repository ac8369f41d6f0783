import { type DataStrategyResult, isRouteErrorResponse, type MiddlewareFunction } from 'react-router'
import { loadMessages } from '~/i18n/catalogue'
import { documentLocale } from '~/i18n/locale'
import type { ShellData } from '~/session/shell-data'
import { isFromSite, reachSite } from '~/session/site-response'
import { tabStateContext } from '~/session/tab-state'
import { loadMemberParts } from './member-part'

export type RouteResults = Record<string, DataStrategyResult>
export type ClientMiddleware = MiddlewareFunction<RouteResults>

/** Client middleware of the root route: preserves the shell's data (with the member) if this site didn't respond. */
export const keepShellData: ClientMiddleware = async (_, next) => {
  const results = await next()
  const { root, ...pages } = results
  return root?.type === 'error' && !isFromSite(root.result) ? pages : results
}

/**
 * Client middleware of the root route: loads messages and members' components in parallel with a page's data, once
 * each. If a file can't be fetched, the page is loaded as a document.
 */
export const loadPageParts: ClientMiddleware = async ({ request }, next) => {
  if (request.method !== 'GET') return next()
  const messages = loadMessages(documentLocale(), true)
  messages.catch(() => {})
  const results = await next()
  try {
    await messages
    // By now, the page's script has run and registered the members' components that the page needs.
    const shell = results.root?.type === 'data' ? (results.root.result as ShellData | undefined) : undefined
    if (shell?.member) await loadMemberParts()
    return results
  } catch {
    window.location.assign(request.url)
    return new Promise(() => {})
  }
}

/**
 * Client middleware: if an intermediary answers the data request, or a content blocker blocks it while the site is
 * reachable, loads the page as a document instead.
 */
export const loadForeignPage: ClientMiddleware = async ({ request, context }, next) => {
  const results = await next()
  // Results without root data belong to a fetcher. An error page would lose a money form that awaits its result.
  const isPage = results.root?.type === 'error' && context.get(tabStateContext).readSentMoneyForm() === undefined
  if (request.method !== 'GET' || !isPage || !(await isDocumentBetter(results.root?.result)) || request.signal.aborted)
    return results
  window.location.assign(request.url)
  return new Promise(() => {})
}

/** Returns true if a third party responded, or if only this request failed (the browser then throws a TypeError). */
async function isDocumentBetter(thrown: unknown): Promise<boolean> {
  if (isRouteErrorResponse(thrown)) return !isFromSite(thrown) && thrown.status < 500
  if (thrown instanceof TypeError) return (await reachSite()) !== undefined
  return thrown instanceof Error && navigator.onLine
}
