import { type ClientLoaderFunctionArgs, type DataStrategyResult, data, isRouteErrorResponse } from 'react-router'

/**
 * What a page does when the site did not answer it: the framework would put the page of a failure in its place, with
 * what was typed gone. Every navigation, form, fetcher and revalidation of every route passes the root's middleware, so
 * that no route has to think of it.
 */

type Results = Record<string, DataStrategyResult>

/** A request of the router whose answer did not come; the router waits until it is let go. */
export type Lost = {
  /** Whether something was sent that may change something. */
  isChange: boolean
  /** Whether this would have shown what follows a form that the site answered by sending on. */
  followsForm: boolean
  /** Goes on with what the page has: for what is not a navigation. `reload`: the page's own data were asked anew. */
  release(as: 'reload' | 'nothing'): void
}

type Listener = (lost: Lost) => void
let listener: Listener | null = null

/** Hears of every lost answer until the function it returns is called. One listener at a time: the shell. */
export function listenForLost(whenLost: Listener): () => void {
  listener = whenLost
  return () => {
    if (listener === whenLost) listener = null
  }
}

/** What the page shows, handed through the router unchanged: the one way to end a navigation that keeps the page. */
export type Kept = {
  url: string
  actionData: Record<string, unknown> | null
  /** Of a page that shows a failure: the route it belongs to, and what it was. */
  failure: { routeId: string; error: unknown } | null
}

/** The body of the submission that keeps the page. It never leaves the browser. */
export const keepMark = 'keep'
let keeping: Kept | null = null

/** Makes the next submission of `keepMark` end with what is given. */
export function keepNext(kept: Kept): void {
  keeping = kept
}

/** Runs of the middleware that wait, and what tells them that a part of the page could not be fetched. */
const waiting = new Set<() => void>()
let documentsOnly = false

/** Whether only whole documents can be opened: a part of the site's script could not be fetched. */
export function opensDocumentsOnly(): boolean {
  return documentsOnly
}

/**
 * Keeps the framework from loading the document anew when a route's script can't be fetched: offline that is the page of
 * the browser, with all that was typed gone. What waited for the script is lost as an answer is. Where a browser does
 * not tell of navigations, the framework's way stays.
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

/** The framework wraps what a form's request threw as it wraps what a form answered. */
function thrownIn(result: unknown): unknown {
  const isWrapped = typeof result === 'object' && result !== null && 'init' in result && 'data' in result
  return isWrapped && !isRouteErrorResponse(result) ? result.data : result
}

const undecodable = ['Unable to decode turbo-stream response', 'No response body to decode']

/**
 * Whether an error of a navigation says that the site's own answer did not come: nothing came, half of it, or the answer
 * of something in between, as a proxy's page or that of a hotel's network. The site's own refusals are objects.
 */
export function isLost(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return typeof error.data === 'string' && !error.data.startsWith('Error: ')
  if (!(error instanceof Error)) return false
  return error instanceof TypeError || undecodable.includes(error.message)
}

let redirected = false

/** The root's client middleware. */
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

/** The two halves of the submission that keeps the page: what the form answered, then what failed. */
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
