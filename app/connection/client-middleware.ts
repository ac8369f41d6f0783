import { type ClientLoaderFunctionArgs, type DataStrategyResult, data, isRouteErrorResponse } from 'react-router'
import { isInAddressBar, pathOf } from './address'
import { type LostAnswer, submission } from './lost-form'
import { untilFileMissing } from './missing-file'

/** What the loaders or the action of a navigation, form or fetcher returned, by route id. */
export type RouteResults = Record<string, DataStrategyResult>
type Next = () => Promise<RouteResults>

/**
 * What did not arrive: the page of a link, the page that follows a form which the site answered (`received`), or the
 * answer to something pressed that has no form on the page.
 */
export type Lost = { kind: 'link' | 'received'; href: string } | { kind: 'press' }

/** The page that is shown, by path and query, and how it ends a navigation that goes nowhere. */
type ShownPage = { path: string; handleLost(lost: Lost): void }
let shownPage: ShownPage | undefined

/** Called by the frame for each page that it shows. */
export function setShownPage(page: ShownPage): void {
  shownPage = page
}

/** Where the answer to the last form leads. */
let nextPath: string | undefined

/**
 * Client middleware of the root route. Every navigation, form and fetcher passes it, so no route can forget a lost
 * answer, and a form is sent even where the script of its route can't be loaded.
 */
export async function handleLostAnswers(
  { request }: Pick<ClientLoaderFunctionArgs, 'request'>,
  next: Next,
): Promise<RouteResults> {
  return request.method === 'GET' ? load(request, next) : send(request, next)
}

async function load(request: Request, next: Next): Promise<RouteResults> {
  const href = pathOf(request.url)
  const kind = href === nextPath ? 'received' : 'link'
  nextPath = undefined
  const isShown = href === shownPage?.path
  const results = await (isShown ? next() : untilFileMissing(request, next))
  if (request.signal.aborted || (results && !isLost(results))) return results ?? {}
  if (results && kind === 'link') {
    // New data of the shown page, which goes on with those it has.
    if (isShown) return {}
    // A fetcher, which has nothing to show.
    if (!results.root) return mapResults(results, { type: 'data', result: undefined })
    // A step through the history: the address is there, so its page says so. The frame keeps its data.
    const { root: _frame, ...page } = results
    if (isInAddressBar(request.url))
      return mapResults(page, { type: 'error', result: data({ problem: 'unavailable' }, { status: 503 }) })
  }
  shownPage?.handleLost({ kind, href })
  return new Promise((resolve) => request.signal.addEventListener('abort', () => resolve({})))
}

async function send(request: Request, next: Next): Promise<RouteResults> {
  const sentAtMs = performance.now()
  const sent = submission.current
  submission.current = undefined
  const fields = await request.clone().formData()
  const results = await untilFileMissing(request, next)
  if (request.signal.aborted) return {}
  if (results && !isLost(results)) {
    const redirect = Object.values(results).find(({ result }) => result instanceof Response)?.result as
      | Response
      | undefined
    const location = redirect?.headers.get('Location') ?? undefined
    nextPath = location && pathOf(new URL(location, request.url).href)
    return results
  }
  const isOfShownPage = new URL(request.url).pathname === shownPage?.path.split('?')[0]
  const answer: LostAnswer | undefined = sent && isOfShownPage ? { lost: { ...sent, fields, sentAtMs } } : undefined
  if (!answer) shownPage?.handleLost({ kind: 'press' })
  // From 400 on the router asks for no new data.
  return mapResults(results ?? {}, { type: 'data', result: data(answer, { status: 503 }) })
}

/** The same for every route. */
function mapResults(results: RouteResults, result: DataStrategyResult): RouteResults {
  return Object.fromEntries(Object.keys(results).map((id) => [id, result]))
}

const isLost = (results: RouteResults) =>
  Object.values(results).some(({ type, result }) => type === 'error' && isConnectionError(result))

/**
 * Whether an error of a route means that no answer of this site arrived: none, a part of one, or a page of a proxy or a
 * captive portal. The site's own errors carry objects. The framework wraps what an action threw as it does data.
 */
export function isConnectionError(thrown: unknown): boolean {
  if (isRouteErrorResponse(thrown)) return typeof thrown.data === 'string' && !thrown.data.startsWith('Error: ')
  if (thrown instanceof Error)
    return thrown instanceof TypeError || /^(?:Unable to|No response body to) decode/.test(thrown.message)
  const isWrapped = typeof thrown === 'object' && thrown !== null && 'init' in thrown && 'data' in thrown
  return isWrapped && isConnectionError(thrown.data)
}
