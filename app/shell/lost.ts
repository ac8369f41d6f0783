import { type ClientLoaderFunctionArgs, type DataStrategyResult, data, isRouteErrorResponse } from 'react-router'

/**
 * Preserves the page when the site does not answer. The framework would replace it with an error page and lose what was
 * typed. All navigations, forms, fetchers and revalidations pass the root's client middleware, so no route has to.
 */

type Results = Record<string, DataStrategyResult>

/** A request of the router whose answer did not arrive. The router waits until it is released or aborted. */
export type Lost = {
  /** Whether the request may have changed something: any method but GET. */
  isChange: boolean
  /** Whether it would have loaded the target of a form's redirect. */
  followsForm: boolean
  /** Lets the router go on with the page's present data. `reload`: for a revalidation, `nothing`: for a fetcher. */
  release(as: 'reload' | 'nothing'): void
}

type Listener = (lost: Lost) => void
let listener: Listener | null = null

/** Sets the one listener for unanswered requests, the shell. Returns a function that removes it. */
export function listenForLost(whenLost: Listener): () => void {
  listener = whenLost
  return () => {
    if (listener === whenLost) listener = null
  }
}

/** State of the page that is handed back to the router: the only way to end a navigation and preserve the page. */
export type Kept = {
  url: string
  actionData: Record<string, unknown> | null
  /** Of an error page: the route that failed and its error. */
  failure: { routeId: string; error: unknown } | null
}

/** Body of the submission that preserves the page. It never leaves the browser. */
export const keepMark = 'keep'
let keeping: Kept | null = null

/** Makes the next such submission end with the given state. */
export function keepNext(kept: Kept): void {
  keeping = kept
}

/** One function for each running middleware, which tells it that a route's script failed to load. */
const waiting = new Set<() => void>()
let documentsOnly = false

/** Whether links must load whole documents, because a route's script failed to load. */
export function opensDocumentsOnly(): boolean {
  return documentsOnly
}

/**
 * Stops the framework from reloading the document when a route's script fails to load: offline that would show the
 * browser's error page and lose what was typed. Requests that wait for the script count as unanswered. Browsers without
 * the Navigation API still reload. Returns a function that removes the listener.
 */
export function keepFromReloading(): () => void {
  const { navigation } = window as { navigation?: EventTarget }
  const onNavigate = (event: Event & { navigationType?: string; userInitiated?: boolean }) => {
    if (event.navigationType !== 'reload' || event.userInitiated || !event.cancelable || waiting.size === 0) return
    event.preventDefault()
    documentsOnly = true
    for (const lose of waiting) lose()
  }
  navigation?.addEventListener('navigate', onNavigate)
  return () => navigation?.removeEventListener('navigate', onNavigate)
}

/** Unwraps an error that an action threw: the framework wraps it in the same way as an action's data. */
function thrownIn(result: unknown): unknown {
  const isWrapped = typeof result === 'object' && result !== null && 'init' in result && 'data' in result
  return isWrapped && !isRouteErrorResponse(result) ? result.data : result
}

const undecodable = ['Unable to decode turbo-stream response', 'No response body to decode']

/**
 * Whether an error of a navigation means that no answer of this site arrived: none, a part of one, or a page of a proxy
 * or a captive portal. The site's own errors carry objects.
 */
export function isLost(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return typeof error.data === 'string' && !error.data.startsWith('Error: ')
  if (!(error instanceof Error)) return false
  return error instanceof TypeError || undecodable.includes(error.message)
}

let redirected = false

/** Client middleware of the root route: holds back unanswered requests and hands them to the listener. */
export async function keepPageWhenLost(
  { request }: Pick<ClientLoaderFunctionArgs, 'request'>,
  next: () => Promise<Results>,
): Promise<Results> {
  const kept = keptResults(request)
  if (kept) return kept

  const isChange = request.method !== 'GET'
  const followsForm = !isChange && redirected
  let lose = () => {}
  const broken = new Promise<null>((resolve) => {
    lose = () => resolve(null)
  })
  waiting.add(lose)
  const results = await Promise.race([next(), broken]).finally(() => waiting.delete(lose))

  const entries = Object.entries(results ?? {})
  if (isChange) redirected = entries.some(([, { result }]) => result instanceof Response)
  const isWhole =
    results !== null && !entries.some(([, { type, result }]) => type === 'error' && isLost(thrownIn(result)))
  if (isWhole || request.signal.aborted || !listener) {
    if (!isChange) redirected = false
    return results ?? {}
  }
  const whenLost = listener
  return new Promise((resolve) => {
    request.signal.addEventListener('abort', () => resolve({}), { once: true })
    whenLost({
      isChange,
      followsForm,
      release: (as) => resolve(as === 'reload' ? {} : Object.fromEntries(entries.map(([id]) => [id, nothing]))),
    })
  })
}

const lostStatus = 503
const nothing: DataStrategyResult = { type: 'data', result: data(undefined, { status: lostStatus }) }

/** Results for the two requests of the submission that preserves the page: the action data, then the error. */
function keptResults(request: Request): Results | null {
  if (keeping === null || request.signal.aborted) return null
  if (request.method !== 'GET') {
    if (!request.headers.get('Content-Type')?.startsWith('text/plain')) return null
    const { actionData } = keeping
    const answers = Object.entries(actionData ?? {})
    if (answers.length === 0) return { root: nothing }
    return Object.fromEntries(
      answers.map(([id, answer]) => [id, { type: 'data', result: data(answer, { status: lostStatus }) }]),
    )
  }
  const { failure, url } = keeping
  keeping = null
  if (new URL(request.url).href !== url || !failure) return null
  return { [failure.routeId]: { type: 'error', result: failure.error } }
}
