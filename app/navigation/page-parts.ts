import { type ClientLoaderFunctionArgs, type DataStrategyResult, isRouteErrorResponse } from 'react-router'
import { loadMessages } from '~/i18n/catalogue'
import { documentLocale } from '~/i18n/locale'
import { documentStateContext } from '~/session/document-state'
import { isOfSite } from '~/session/of-site'
import type { ShellData } from '~/session/shell-data'
import { loadMemberParts } from './member-part'

/**
 * Client middleware of the root route: where the data of a page are lost, those of the frame stay, and with them the member
 * that it shows.
 */
export async function keepShellData(_: unknown, next: () => Promise<RouteResults>): Promise<RouteResults> {
  const results = await next()
  const { root, ...pages } = results
  return root?.type === 'error' && !isOfSite(root.result) ? pages : results
}

/** What the loaders or the action of a navigation, form or fetcher returned, by route id. */
export type RouteResults = Record<string, DataStrategyResult>

/**
 * Client middleware of the root route: loads, beside the data of a page, what it may need beyond a visitor's home: the words
 * of all pages, and for a member what only members see. Nothing is fetched twice. Where a file can't be fetched, the page is
 * loaded as a document.
 */
export async function loadPageParts(
  { request }: Pick<ClientLoaderFunctionArgs, 'request'>,
  next: () => Promise<RouteResults>,
): Promise<RouteResults> {
  if (request.method !== 'GET') return next()
  const messages = loadMessages(documentLocale(), true)
  messages.catch(() => {})
  const results = await next()
  try {
    await messages
    // They are loaded only now, because the page's script, which came meanwhile, has parts of its own.
    if (isMembers(results)) await loadMemberParts()
    return results
  } catch {
    window.location.assign(request.url)
    return new Promise(() => {})
  }
}

function isMembers({ root }: RouteResults): boolean {
  return root?.type === 'data' && (root.result as ShellData | undefined)?.member != null
}

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
  if (isRouteErrorResponse(thrown)) return !isOfSite(thrown) && thrown.status < 500
  return thrown instanceof Error && !(thrown instanceof TypeError) && navigator.onLine
}
