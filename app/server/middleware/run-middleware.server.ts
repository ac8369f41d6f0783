import { STATUS_CODES } from 'node:http'
import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import { log } from '~/platform/telemetry/log.server'
import { withinSpan } from '~/platform/telemetry/trace.server'
import { type Context, incomingContext } from '../http/incoming.server'
import { findInContext, requestInfoContext, spanContext } from '../request-info/request-info.server'
import { refusalContext } from '../responses/refusal.server'
import { type RouteHandle, routeContext } from './route.server'

export type Middleware = {
  /** Selects routes by their handle. Defaults to all routes. */
  for?: (handle: RouteHandle) => boolean
  before?: (request: Request, context: Context) => Promise<Response | undefined> | Promise<void> | Response | undefined
  after?: (response: Response, request: Request, context: Context) => Promise<Response> | Promise<void> | void
}

const passedContext = createContext(0)

async function enter(chain: readonly Middleware[], request: Request, context: Context): Promise<Response | undefined> {
  for (const [index, { before, for: isFor }] of chain.entries()) {
    const isMeant = before && (isFor?.(context.get(routeContext).handle) ?? true)
    const response = isMeant ? await withinSpan(context.get(spanContext), () => before(request, context)) : undefined
    context.set(passedContext, index + 1)
    if (response) return response
  }
  return undefined
}

/** Passes a response back through the middleware that the request has passed. @param show renders a thrown value */
async function leave(
  chain: readonly Middleware[],
  response: Response,
  request: Request,
  context: Context,
  show: (thrown: unknown) => Promise<Response> | Response,
): Promise<Response> {
  let last = response
  for (const { after, for: isFor } of chain.slice(0, context.get(passedContext)).toReversed()) {
    if (!after || isFor?.(context.get(routeContext).handle) === false) continue
    try {
      last = (await after(last, request, context)) ?? last
    } catch (thrown) {
      last = await show(thrown)
    }
  }
  return last
}

/** Answers a request from the middleware or the router. @param render also renders errors thrown by middleware */
export async function runMiddleware(
  chain: readonly Middleware[],
  request: Request,
  context: RouterContextProvider,
  render: (request: Request, context: RouterContextProvider) => Promise<Response>,
): Promise<Response> {
  const renderRoute = () => withinSpan(context.get(spanContext), () => render(request, context))
  const show = async (thrown: unknown): Promise<Response> => {
    if (thrown instanceof Response) return thrown
    context.set(refusalContext, { thrown })
    return renderRoute().catch((error: unknown) => respondWithoutPage(error, context))
  }
  const response = await enter(chain, request, context)
    .then((response) => response ?? renderRoute())
    .catch(show)
  return leave(chain, response, request, context, show)
}

/** Returns a one-line response to an error that the router can't show as a page. */
function respondWithoutPage(error: unknown, context: Context): Response {
  const requestId = findInContext(context, requestInfoContext)?.requestId
  log.error({ err: error, requestId }, 'request failed')
  return new Response(`${STATUS_CODES[500]}\n`, { status: 500 })
}

/** The root route's middleware. Behind another HTTP server, it runs `chain`. Behind ours, it only throws refusals. */
export const rootMiddlewareOf = (chain: readonly Middleware[]): MiddlewareFunction<Response>[] => [
  async ({ request, context }, next) => {
    if (isSiteHttpServer(context)) return next()
    const show = (thrown: unknown) => (thrown instanceof Response ? thrown : respondWithoutPage(thrown, context))
    // The router renders errors of pages, but not those of resource routes.
    return leave(chain, await next().catch(show), request, context, show)
  },
  async ({ request, context }, next) => {
    const refusal = context.get(refusalContext)
    if (refusal) throw refusal.thrown
    return (isSiteHttpServer(context) ? undefined : await enter(chain, request, context)) ?? next()
  },
]

const isSiteHttpServer = (context: Context): boolean => context.get(incomingContext) !== null
