import { STATUS_CODES } from 'node:http'
import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import { rememberFollowed } from '~/features/cashier/tracking/settled.server'
import { askAboutDocuments } from '~/features/safer-play/accepted-documents.server'
import { log } from '~/platform/telemetry/log.server'
import { withinSpan } from '~/platform/telemetry/trace.server'
import { acquireSlot, awaitArrivalTurn, refuseExtraConnection, releaseSlot } from './admission.server'
import { receiveBody } from './body.server'
import { compressResponse } from './compress.server'
import { refuseCountry } from './guard.server'
import { incomingContext } from './incoming.server'
import { refuseCrossSite, refuseMalformedUrl, refuseOtherMethods, refusePageData } from './origin.server'
import { pageCache } from './page-cache.server'
import { limitRequests } from './rate-limits.server'
import { refusalContext } from './refusal.server'
import {
  completeResponse,
  describeRequest,
  findInContext,
  requestInfoContext,
  spanContext,
} from './request-info.server'
import { matchRoute, type RouteHandle, type RouteKind, routeContext } from './route.server'
import { openSession, saveSession } from './session/session.server'
import { openUpstream } from './upstream-connection.server'

/** What a step does with a request on its way to the route: it goes on (undefined), or answers. */
type Before = (
  request: Request,
  context: Readonly<RouterContextProvider>,
) => Promise<Response | undefined> | Promise<void> | Response | undefined
/** What a step that was passed does with the response on its way out, whoever answered. */
type After = (
  response: Response,
  request: Request,
  context: Readonly<RouterContextProvider>,
) => Promise<Response> | Promise<void> | void

type Step = {
  /** The routes that the step is for, by their handles; without it, all. */
  for?: (handle: RouteHandle) => boolean
  before?: Before
  after?: After
}

type Render = (request: Request, context: RouterContextProvider) => Promise<Response>

const ofKind =
  (...kinds: RouteKind[]) =>
  ({ kind = 'page' }: RouteHandle) =>
    kinds.includes(kind)

/**
 * What every request passes before its route, in this order, and its response after it, in the opposite order. Everything
 * a step learns is in the router's context of this one request. A rule of one route stands in its `handle`.
 */
const steps: readonly Step[] = [
  { after: compressResponse }, // what the client accepts, when all else is done
  { before: matchRoute }, // which route, and its handle: every rule below reads it
  { before: describeRequest, after: completeResponse }, // client IP, origin, language, theme; the response's headers
  { before: awaitArrivalTurn, for: ofKind('page', 'api', 'embedded', 'file') }, // one client after another
  { before: refuseExtraConnection, for: ofKind('page', 'api', 'embedded', 'file') }, // every connection has a request
  { before: limitRequests, for: ofKind('page', 'api', 'embedded', 'file') }, // per network, by Redis or memory
  { before: refuseMalformedUrl }, // 400
  { before: refusePageData, for: ofKind('api', 'embedded', 'file', 'probe') }, // `.data` of what is no page
  { before: refuseOtherMethods, for: ofKind('page', 'file', 'probe') }, // 405
  { before: refuseCrossSite }, // changes come from this site alone
  { before: pageCache.serve, after: pageCache.store, for: ({ pageCacheMs }) => pageCacheMs !== undefined }, // visitors' pages
  { after: compressResponse, for: ({ pageCacheMs }) => pageCacheMs !== undefined }, // once for all who get it
  { before: receiveBody, for: ofKind('page', 'api', 'file', 'probe') }, // at most 64 KiB, a form's fields or JSON
  { before: acquireSlot, after: releaseSlot, for: ofKind('page', 'api', 'file') }, // among the running requests
  { before: refuseCountry, for: ({ servedCountriesOnly }) => servedCountriesOnly === true }, // SERVED_COUNTRIES
  { before: openSession, after: saveSession, for: ofKind('page', 'api') }, // from the sealed cookie
  { before: askAboutDocuments, for: ({ asksAboutDocuments }) => asksAboutDocuments === true }, // new versions
  { after: rememberFollowed, for: ofKind('page') }, // the deposits and withdrawals under way that a page has shown
  { before: openUpstream, for: ofKind('page', 'api') }, // as this member or visitor
]

/** How many steps a request has passed, and its response not yet. */
const passedContext = createContext(0)

/**
 * Takes a request through the steps.
 *
 * @returns the response of the step that has one.
 * @throws what a step throws.
 */
async function enter(request: Request, context: Readonly<RouterContextProvider>): Promise<Response | undefined> {
  for (const [at, { before, for: isFor }] of steps.entries()) {
    const isMeant = before && (isFor?.(context.get(routeContext).handle) ?? true)
    const response = isMeant ? await withinSpan(context.get(spanContext), () => before(request, context)) : undefined
    context.set(passedContext, at + 1)
    if (response) return response
  }
  return undefined
}

/**
 * Takes a response back through the steps that its request has passed: all of them, because some give back what they took.
 *
 * @param show answers what a step throws. It does not throw.
 */
async function leave(
  response: Response,
  request: Request,
  context: Readonly<RouterContextProvider>,
  show: (thrown: unknown) => Promise<Response> | Response,
): Promise<Response> {
  let last = response
  for (const { after, for: isFor } of steps.slice(0, context.get(passedContext)).toReversed()) {
    if (!after || isFor?.(context.get(routeContext).handle) === false) continue
    try {
      last = (await after(last, request, context)) ?? last
    } catch (thrown) {
      last = await show(thrown)
    }
  }
  return last
}

/**
 * Answers a request: by a step, or by the router.
 *
 * @param render the router. It also shows what a step has thrown, as its error page.
 */
export async function takeSteps(request: Request, context: RouterContextProvider, render: Render): Promise<Response> {
  const renderRoute = () => withinSpan(context.get(spanContext), () => render(request, context))
  const show = async (thrown: unknown): Promise<Response> => {
    if (thrown instanceof Response) return thrown
    context.set(refusalContext, { thrown })
    return renderRoute().catch((error: unknown) => respondWithoutPage(error, context))
  }
  const response = await enter(request, context)
    .then((response) => response ?? renderRoute())
    .catch(show)
  return leave(response, request, context, show)
}

/** The response of a failure that the router can't show as a page: one line of text. */
function respondWithoutPage(error: unknown, context: Readonly<RouterContextProvider>): Response {
  const requestId = findInContext(context, requestInfoContext)?.requestId
  log.error({ err: error, requestId }, 'a request was not answered')
  return new Response(`${STATUS_CODES[500]}\n`, { status: 500 })
}

/** Root middleware: shows what a step of the front door threw; behind another server it takes the steps itself. */
export const stepsMiddleware: MiddlewareFunction<Response>[] = [
  async ({ request, context }, next) => {
    if (isOfFrontDoor(context)) return next()
    const show = (thrown: unknown) => (thrown instanceof Response ? thrown : respondWithoutPage(thrown, context))
    // What a page throws is a response by now; what a resource route throws is not.
    return leave(await next().catch(show), request, context, show)
  },
  async ({ request, context }, next) => {
    const refusal = context.get(refusalContext)
    if (refusal) throw refusal.thrown
    return (isOfFrontDoor(context) ? undefined : await enter(request, context)) ?? next()
  },
]

function isOfFrontDoor(context: Readonly<RouterContextProvider>): boolean {
  return context.get(incomingContext) !== null
}
