import { type ClientLoaderFunctionArgs, data, href, isRouteErrorResponse } from 'react-router'
import { pathOf } from './address'
import { loadWithParts, type RouteResults } from './load-with-parts'
import { untilFileMissing } from './missing-file'

type Next = () => Promise<RouteResults>

/** A form as the member sent it. `sentAtMs` is of performance.now(). */
export type SentForm = { form: HTMLFormElement; button: HTMLElement | null; fields: FormData; sentAtMs: number }

/** A response that did not arrive. */
export type LostResponse =
  /** The page of a link or of a step through the history. */
  | { kind: 'page'; path: string }
  /** A form of the shown page: the site may have received it. */
  | ({ kind: 'form' } & SentForm)
  /** The page that follows a form which the site has answered. `endsSession`: with a logout. */
  | { kind: 'next-page'; path: string; endsSession: boolean }
  /** What a script sent, or a form that belongs to no page, such as one of the frame. */
  | { kind: 'press' }

/** The shown page, by path and query. */
export type ShownPage = {
  path: string
  /** Ends a navigation without leaving. @returns whether by a step back to the page's entry of the history. */
  keep(lost: LostResponse): 'stepped-back' | Promise<void>
  /** Another navigation took the place of a form before its response came. */
  interrupt(form: SentForm): void
  /** The site has answered a form of this page. */
  settle(): void
}
let shownPage: ShownPage | undefined

/** Called by the frame for each page that it shows. */
export function setShownPage(page: ShownPage): void {
  shownPage = page
}

let submitted: SentForm | undefined

/** Called when the member sends a form, before the router does. */
export function noteSubmission(form: HTMLFormElement, button: HTMLElement | null): void {
  const fields = new FormData(form, button)
  // A button that needs no valid form asks for something else than the code is for.
  if (button instanceof HTMLButtonElement && button.formNoValidate) fields.delete('code')
  submitted = { form, button, fields, sentAtMs: performance.now() }
}

/** Where the response to the last form leads, until a page has arrived. */
let nextPage: Extract<LostResponse, { kind: 'next-page' }> | undefined
/** Whether the next request only brings the shown page up to date, which nobody has asked for. */
let isReload = false
/** Whether the next request only leads back to the shown page, whose entry of the history was left. */
let isStepBack = false

/** Says that the shown page is about to be loaded again unasked: if that fails, it stays as it is, with what was typed. */
export function expectReload(): void {
  isReload = true
}

/**
 * Client middleware of the root route: where the site's response does not arrive, the shown page stays and learns what was
 * lost. Every navigation, form and fetcher passes it, so no route can forget to.
 */
export async function keepPageOnLostResponse(
  { request }: Pick<ClientLoaderFunctionArgs, 'request'>,
  next: Next,
): Promise<RouteResults> {
  return request.method === 'GET' ? load(request, next) : send(request, next)
}

async function load(request: Request, next: Next): Promise<RouteResults> {
  const path = pathOf(request.url)
  const isShown = path === shownPage?.path
  const [hasData, isUnasked] = [isShown && isStepBack, isShown && isReload]
  isStepBack = isReload = false
  if (hasData) return {}
  const loadPage = async () => {
    const { results, hasParts } = await loadWithParts(next)
    return hasParts || isLost(results) ? results : undefined
  }
  const results = await (isShown ? loadPage() : untilFileMissing(request, loadPage))
  if (request.signal.aborted) return {}
  if (results && isUnasked && (isLost(results) || isFailed(results))) return {}
  if (results && !isLost(results)) {
    if (results.root) nextPage = undefined
    return results
  }
  // A fetcher, whose place shows the data it has.
  if (results && !results.root) return withResult(results, undefined)
  isStepBack = shownPage?.keep(nextPage ?? { kind: 'page', path }) === 'stepped-back'
  return new Promise((resolve) => request.signal.addEventListener('abort', () => resolve({})))
}

async function send(request: Request, next: Next): Promise<RouteResults> {
  const { pathname } = new URL(request.url)
  const isOfShownPage = pathname === shownPage?.path.split('?')[0]
  const form = isOfShownPage ? submitted : undefined
  submitted = undefined
  let isAwaited = true
  request.signal.addEventListener('abort', () => isAwaited && form && shownPage?.interrupt(form))
  const results = await untilFileMissing(request, next)
  isAwaited = false
  if (request.signal.aborted) return {}
  if (results && !isLost(results) && !isEmpty(results)) {
    if (isOfShownPage) shownPage?.settle()
    const responses = Object.values(results).map(({ result }) => result)
    const location = responses.find((response) => response instanceof Response)?.headers.get('Location')
    const endsSession = pathname === href('/logout')
    nextPage = location
      ? { kind: 'next-page', path: pathOf(new URL(location, request.url).href), endsSession }
      : undefined
    const status = (responses[0] as { init?: ResponseInit } | undefined)?.init?.status ?? 200
    isReload = !location && status < 400
    return results
  }
  await shownPage?.keep(form ? { kind: 'form', ...form } : { kind: 'press' })
  // For a fetcher, which no navigation ends. From 400 on the router asks for no new data.
  return withResult(results ?? {}, data(undefined, { status: 503 }))
}

/** Gives every route the same result. */
function withResult(results: RouteResults, result: unknown): RouteResults {
  return Object.fromEntries(Object.keys(results).map((id) => [id, { type: 'data', result }]))
}

const isLost = (results: RouteResults) =>
  Object.values(results).some(({ type, result }) => type === 'error' && isConnectionError(result))

/** Whether the site can't show the page now. A session that has ended, a break and a page that is gone are no failures. */
const isFailed = (results: RouteResults) =>
  Object.values(results).some(
    ({ type, result }) =>
      type === 'error' &&
      !(result instanceof Response) &&
      !(isRouteErrorResponse(result) && result.status < 500 && result.status !== 429),
  )

/** An action always returns something; what comes without a body is no response of it. */
const isEmpty = (results: RouteResults) =>
  Object.values(results).every(
    ({ type, result }) =>
      type === 'data' &&
      !(result instanceof Response) &&
      (result as { data?: unknown } | undefined)?.data === undefined,
  )

/**
 * Whether an error of a route means that no response of this site arrived: none, a part of one, or a page of a proxy or a
 * captive portal. The site's own errors carry objects. The framework wraps what an action threw as it does data.
 */
export function isConnectionError(thrown: unknown): boolean {
  if (isRouteErrorResponse(thrown)) return typeof thrown.data === 'string' && !thrown.data.startsWith('Error: ')
  if (thrown instanceof Error)
    return thrown instanceof TypeError || /^(?:Unable to|No response body to) decode/.test(thrown.message)
  const isWrapped = typeof thrown === 'object' && thrown !== null && 'init' in thrown && 'data' in thrown
  return isWrapped && isConnectionError(thrown.data)
}
