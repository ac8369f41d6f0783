import { type ClientLoaderFunctionArgs, type DataStrategyResult, data, isRouteErrorResponse } from 'react-router'

/**
 * Preserves the page when the site does not answer. The framework would replace it with an error page and lose what was
 * typed. All navigations, forms, fetchers and revalidations pass the root's client middleware, so no route has to.
 */

/** What the framework's data strategy returns: the results of the routes' loaders or action by route id. */
export type RouteResults = Record<string, DataStrategyResult>

/** A request of the router whose answer did not arrive. The router waits until it is released or aborted. */
export type UnansweredRequest = {
  /** Whether the request may have changed something: any method but GET. */
  isMutation: boolean
  /** Whether it would have loaded the target of a form's redirect. */
  isAfterFormRedirect: boolean
  /** Whether a script or style sheet that its page needs failed to load. The answer itself may have arrived. */
  isScriptMissing: boolean
  /** Aborted when the router no longer waits for it. */
  signal: AbortSignal
  /** Lets the router go on with the page's present data. `reload`: for a revalidation, `nothing`: for a fetcher. */
  release(as: 'reload' | 'nothing'): void
}

type Listener = (lost: UnansweredRequest) => void
let listener: Listener | null = null

/** Sets the one listener for unanswered requests, the shell. Returns a function that removes it. */
export function setUnansweredListener(currentListener: Listener): () => void {
  listener = currentListener
  return () => {
    if (listener === currentListener) listener = null
  }
}

/** State of the page that is handed back to the router: the only way to end a navigation and preserve the page. */
type PageSnapshot = {
  url: string
  actionData: Record<string, unknown> | null
  /** Of an error page: the route that failed and its error. */
  failure: { routeId: string; error: unknown } | null
}

/** Body of the submission that preserves the page. It never leaves the browser. */
export const preservePageBody = 'keep'
let pendingSnapshot: PageSnapshot | null = null

/** Makes the next such submission end with the given state. */
export function preservePageWith(snapshot: PageSnapshot): void {
  pendingSnapshot = snapshot
}

/** One function for each running middleware, which tells it that a file of its page failed to load. */
const pendingFailures = new Set<() => void>()
let needsDocuments = false
let isReloading = false

/** Whether links must load whole documents, because a file of this build failed to load. */
export function needsDocumentLoads(): boolean {
  return needsDocuments
}

/** Whether the router waits for the site. */
export function hasRunningRequests(): boolean {
  return pendingFailures.size > 0
}

/** Tells that a script or style sheet of this build failed to load: the running requests count as unanswered. */
function reportMissingFile(): void {
  needsDocuments = true
  for (const reportFailure of pendingFailures) reportFailure()
}

/** Reloads the document, past the listener that stops the framework from doing so. */
export function reloadDocument(): void {
  isReloading = true
  window.location.reload()
}

/**
 * Stops the framework from reloading the document when a route's script fails to load: offline that would show the
 * browser's error page and lose what was typed. Requests that wait for the script count as unanswered. Browsers without
 * the Navigation API still reload. After a failed import of other code links load documents. Returns a function that removes the listener.
 */
export function preventScriptReload(): () => void {
  const { navigation } = window as { navigation?: EventTarget }
  const onNavigate = (event: Event & { navigationType?: string; userInitiated?: boolean }) => {
    if (event.navigationType !== 'reload' || event.userInitiated || !event.cancelable || isReloading) return
    if (!hasRunningRequests()) return
    event.preventDefault()
    reportMissingFile()
  }
  const onImportFailure = () => {
    needsDocuments = true
  }
  navigation?.addEventListener('navigate', onNavigate)
  window.addEventListener('vite:preloadError', onImportFailure)
  return () => {
    navigation?.removeEventListener('navigate', onNavigate)
    window.removeEventListener('vite:preloadError', onImportFailure)
  }
}

/** Unwraps an error that an action threw: the framework wraps it in the same way as an action's data. */
function unwrapThrown(result: unknown): unknown {
  const isWrapped = typeof result === 'object' && result !== null && 'init' in result && 'data' in result
  return isWrapped && !isRouteErrorResponse(result) ? result.data : result
}

const decodeErrorMessages = ['Unable to decode turbo-stream response', 'No response body to decode']

/**
 * Whether an error of a navigation means that no answer of this site arrived: none, a part of one, or a page of a proxy
 * or a captive portal. The site's own errors carry objects.
 */
export function isConnectionError(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return typeof error.data === 'string' && !error.data.startsWith('Error: ')
  if (!(error instanceof Error)) return false
  return error instanceof TypeError || decodeErrorMessages.includes(error.message)
}

let wasFormRedirected = false

/** Client middleware of the root route: holds back unanswered requests and hands them to the listener. */
export async function preservePageMiddleware(
  { request }: Pick<ClientLoaderFunctionArgs, 'request'>,
  next: () => Promise<RouteResults>,
): Promise<RouteResults> {
  const preserved = preservedResults(request)
  if (preserved) return preserved

  const isMutation = request.method !== 'GET'
  const isAfterFormRedirect = !isMutation && wasFormRedirected
  let reportFailure = () => {}
  const broken = new Promise<null>((resolve) => {
    reportFailure = () => resolve(null)
  })
  pendingFailures.add(reportFailure)
  const results = await Promise.race([next(), broken]).finally(() => pendingFailures.delete(reportFailure))

  const entries = Object.entries(results ?? {})
  if (isMutation) wasFormRedirected = entries.some(([, { result }]) => result instanceof Response)
  const isComplete =
    results !== null &&
    !entries.some(([, { type, result }]) => type === 'error' && isConnectionError(unwrapThrown(result)))
  if (isComplete || request.signal.aborted || !listener) {
    if (!isMutation) wasFormRedirected = false
    return results ?? {}
  }
  const currentListener = listener
  return new Promise((resolve) => {
    request.signal.addEventListener('abort', () => resolve({}), { once: true })
    currentListener({
      isMutation,
      isAfterFormRedirect,
      isScriptMissing: results === null,
      signal: request.signal,
      release: (as) => resolve(as === 'reload' ? {} : Object.fromEntries(entries.map(([id]) => [id, emptyResult]))),
    })
  })
}

const unansweredStatus = 503
const emptyResult: DataStrategyResult = { type: 'data', result: data(undefined, { status: unansweredStatus }) }

/** Results for the two requests of the submission that preserves the page: the action data, then the error. */
function preservedResults(request: Request): RouteResults | null {
  if (pendingSnapshot === null || request.signal.aborted) return null
  if (request.method !== 'GET') {
    if (!request.headers.get('Content-Type')?.startsWith('text/plain')) return null
    const { actionData } = pendingSnapshot
    const answers = Object.entries(actionData ?? {})
    if (answers.length === 0) return { root: emptyResult }
    return Object.fromEntries(
      answers.map(([id, answer]) => [id, { type: 'data', result: data(answer, { status: unansweredStatus }) }]),
    )
  }
  const { failure, url } = pendingSnapshot
  pendingSnapshot = null
  if (new URL(request.url).href !== url || !failure) return null
  return { [failure.routeId]: { type: 'error', result: failure.error } }
}
