import { STATUS_CODES } from 'node:http'
import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import { log } from '~/platform/telemetry/log.server'
import { withinSpan } from '~/platform/telemetry/trace.server'
import { type Context, incomingContext } from '../http/incoming.server'
import { findInContext, requestInfoContext, spanContext } from '../request-info/request-info.server'
import { refusalContext } from '../responses/refusal.server'
import { type RouteHandle, routeContext } from './route.server'

type Before = (
  request: Request,
  context: Context,
) => Promise<Response | undefined> | Promise<void> | Response | undefined
type After = (response: Response, request: Request, context: Context) => Promise<Response> | Promise<void> | void

export type Step = {
  /** The routes that the step is for, by their handles; without it, all. */
  for?: (handle: RouteHandle) => boolean
  before?: Before
  after?: After
}

type Render = (request: Request, context: RouterContextProvider) => Promise<Response>

const passedContext = createContext(0)

/** Takes a request through the middleware. @returns the response of the first step that gives one */
async function enter(steps: readonly Step[], request: Request, context: Context): Promise<Response | undefined> {
  for (const [index, { before, for: isFor }] of steps.entries()) {
    const isMeant = before && (isFor?.(context.get(routeContext).handle) ?? true)
    const response = isMeant ? await withinSpan(context.get(spanContext), () => before(request, context)) : undefined
    context.set(passedContext, index + 1)
    if (response) return response
  }
  return undefined
}

/** Takes a response back through the passed steps. @param show answers what a step throws */
async function leave(
  steps: readonly Step[],
  response: Response,
  request: Request,
  context: Context,
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

/** Answers a request by a step or by the router. @param render also renders what a step has thrown */
export async function runPipeline(
  steps: readonly Step[],
  request: Request,
  context: RouterContextProvider,
  render: Render,
): Promise<Response> {
  const renderRoute = () => withinSpan(context.get(spanContext), () => render(request, context))
  const show = async (thrown: unknown): Promise<Response> => {
    if (thrown instanceof Response) return thrown
    context.set(refusalContext, { thrown })
    return renderRoute().catch((error: unknown) => respondWithoutPage(error, context))
  }
  const response = await enter(steps, request, context)
    .then((response) => response ?? renderRoute())
    .catch(show)
  return leave(steps, response, request, context, show)
}

/** The response of a failure that the router can't show as a page: one line of text. */
function respondWithoutPage(error: unknown, context: Context): Response {
  const requestId = findInContext(context, requestInfoContext)?.requestId
  log.error({ err: error, requestId }, 'request failed')
  return new Response(`${STATUS_CODES[500]}\n`, { status: 500 })
}

/** Root middleware: shows what a step of the front door threw; behind another server it runs the steps. */
export const middlewareOf = (steps: readonly Step[]): [MiddlewareFunction<Response>, MiddlewareFunction<Response>] => [
  async ({ request, context }, next) => {
    if (isOfFrontDoor(context)) return next()
    const show = (thrown: unknown) => (thrown instanceof Response ? thrown : respondWithoutPage(thrown, context))
    // Errors thrown by pages are responses by now; those thrown by resource routes are not.
    return leave(steps, await next().catch(show), request, context, show)
  },
  async ({ request, context }, next) => {
    const refusal = context.get(refusalContext)
    if (refusal) throw refusal.thrown
    return (isOfFrontDoor(context) ? undefined : await enter(steps, request, context)) ?? next()
  },
]

function isOfFrontDoor(context: Context): boolean {
  return context.get(incomingContext) !== null
}
