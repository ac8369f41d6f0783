import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import { askAboutDocuments, rememberToAsk } from '~/http/accepted-documents.server'
import { parseBody, receiveBody } from '~/http/body.server'
import { compressResponse } from '~/http/compress.server'
import { refuseCountry } from '~/http/country.server'
import { incomingContext } from '~/http/incoming.server'
import { refuseCrossSite, refuseMalformedUrl, refuseOtherMethods, refusePageData } from '~/http/origin.server'
import { pageCache } from '~/http/page-cache.server'
import { limitRequests } from '~/http/rate-limits.server'
import { refusalContext } from '~/http/refusal.server'
import { completeResponse, describeRequest, spanContext } from '~/http/request-info.server'
import { matchRoute, type RouteHandle, type RouteKind, routeContext } from '~/http/route.server'
import { openUpstream } from '~/http/upstream-middleware.server'
import { openSession, saveSession } from '~/session/session.server'
import { withinSpan } from '~/telemetry/trace.server'
import { leavePlace, refuseExtraConnection, takePlace } from './admission.server'

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

const ofKind =
  (...kinds: RouteKind[]) =>
  ({ kind = 'page' }: RouteHandle) =>
    kinds.includes(kind)

/**
 * What every request passes before its route, in this order, and its response after it, in the opposite order. Everything
 * a step learns is in the router's context of this one request. A rule of one route stands in its `handle`.
 */
const steps: readonly Step[] = [
  { after: compressResponse },
  { before: matchRoute },
  { before: describeRequest, after: completeResponse },
  { before: refuseExtraConnection, for: ofKind('page', 'api', 'embedded', 'file') },
  { before: limitRequests, for: ofKind('page', 'api', 'embedded', 'file') },
  { before: refuseMalformedUrl },
  { before: refusePageData, for: ofKind('api', 'embedded', 'file', 'probe') },
  { before: refuseOtherMethods, for: ofKind('page', 'file', 'probe') },
  { before: refuseCrossSite },
  { before: pageCache.serve, after: pageCache.store, for: ({ pageCacheMs }) => pageCacheMs !== undefined },
  { before: receiveBody, for: ofKind('page', 'api', 'file', 'probe') },
  { before: takePlace, after: leavePlace, for: ofKind('page', 'api', 'file') },
  { before: parseBody, for: ofKind('page', 'api', 'file', 'probe') },
  { before: refuseCountry, for: ({ servedCountriesOnly }) => servedCountriesOnly === true },
  { before: openSession, after: saveSession, for: ofKind('page', 'api') },
  { before: askAboutDocuments, for: ({ asksAboutDocuments }) => asksAboutDocuments === true },
  { after: rememberToAsk, for: ofKind('page', 'api') },
  { before: openUpstream, for: ofKind('page', 'api') },
]

/** How many steps a request has passed, and its response not yet. */
const passedContext = createContext(0)

/** Takes a request through the steps. @returns the answer of the step that has one. @throws what a step throws. */
async function enter(request: Request, context: Readonly<RouterContextProvider>): Promise<Response | undefined> {
  for (const [at, step] of steps.entries()) {
    const isMeant = step.before && isFor(step, context)
    const answer = isMeant
      ? await withinSpan(context.get(spanContext), () => step.before?.(request, context))
      : undefined
    context.set(passedContext, at + 1)
    if (answer) return answer
  }
  return undefined
}

/** Takes a response back through the steps that its request has passed. @throws what a step throws. */
async function leave(
  response: Response,
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  let last = response
  for (let at = context.get(passedContext) - 1; at >= 0; at--) {
    context.set(passedContext, at)
    const step = steps[at]
    if (step?.after && isFor(step, context)) last = (await step.after(last, request, context)) ?? last
  }
  return last
}

function isFor(step: Step, context: Readonly<RouterContextProvider>): boolean {
  return step.for?.(context.get(routeContext).handle) ?? true
}

/**
 * Answers a request: by a step, or by the router.
 *
 * @param render the router. It also shows what a step has thrown, as its error page.
 */
export async function takeSteps(
  request: Request,
  context: RouterContextProvider,
  render: (request: Request, context: RouterContextProvider) => Promise<Response>,
): Promise<Response> {
  const renderRoute = () => withinSpan(context.get(spanContext), () => render(request, context))
  const showThrown = async (thrown: unknown): Promise<Response> => {
    if (thrown instanceof Response) return thrown
    context.set(refusalContext, { thrown })
    return renderRoute()
  }
  const response = await enter(request, context)
    .then((answer) => answer ?? renderRoute())
    .catch(showThrown)
  return leave(response, request, context).catch(async (thrown: unknown) =>
    leave(await showThrown(thrown), request, context),
  )
}

/** Root middleware: shows what a step of the front door threw; behind another server it takes the steps itself. */
export const stepsMiddleware: MiddlewareFunction<Response>[] = [
  async ({ request, context }, next) => {
    const response = await next()
    return isOfFrontDoor(context) ? response : leave(response, request, context)
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
