import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Span, SpanContext } from '@opentelemetry/api'
import { createHeaders, createRequest, sendResponse } from '@remix-run/node-fetch-server'
import { type createRequestHandler, RouterContextProvider } from 'react-router'
import { compressResponse } from '~/http/compress.server'
import { type EdgeRefusal, type Incoming, incomingContext } from '~/http/incoming.server'
import { isSharedPageContext } from '~/http/page-cache.server'
import { problemStatus } from '~/http/problem'
import { refuseRequest } from '~/http/refusal.server'
import { type RequestInfo, readRequestInfo, requestInfoContext } from '~/http/request-info.server'
import { type MatchedRoute, routeContext } from '~/http/route.server'
import { isDataRequest } from '~/session/page-url.server'
import { knownMethods, loggedPath } from '~/telemetry/request-log.server'
import { createTraceContext, readTraceContext, startRequestSpan, withinSpan } from '~/telemetry/trace.server'
import { OnePerEventLoopTurn } from './admission.server'
import {
  closeWhileDraining,
  discardRemainingBody,
  type RequestEntry,
  respondToProbe,
  sendPlainRefusal,
  trackRequest,
} from './answers.server'
import { refuseFile, respondWithinLimits } from './bounds.server'
import type { Connections } from './connections.server'
import { renderRefusalPage } from './refusal-pages.server'
import { parseRequestTarget } from './request-target.server'
import { type StaticFiles, sendStaticFile } from './static-files.server'

const refusalThrottle = new OnePerEventLoopTurn()

export type RequestDependencies = {
  files: StaticFiles
  /** Whether the connection of a request has a place; one without serves probes alone. */
  hasPlace: Connections['hasPlace']
  matchRoute: (pathname: string) => MatchedRoute
  renderPage: ReturnType<typeof createRequestHandler>
}

/** Answers a request: refused by its first line, a file of the build, or a page within the bounds. */
export async function respond(
  incoming: IncomingMessage,
  response: ServerResponse,
  dependencies: RequestDependencies,
): Promise<void> {
  const { files, hasPlace, matchRoute, renderPage } = dependencies
  const entry = trackRequest(incoming, response)
  const target = parseRequestTarget(incoming)
  if (target.kind === 'refused') {
    // A sender without a usable Host may mean another site with the next request on this connection.
    sendPlainRefusal(
      response,
      target.status,
      target.status === 405 ? { Allow: 'GET, HEAD, POST' } : { Connection: 'close' },
    )
    return
  }
  if (target.kind === 'probe') {
    // Counted and logged as what it stands for.
    entry.route = '/readyz'
    entry.isRoutine = true
    respondToProbe(response)
    return
  }

  const path = target.kind === 'path' ? target.path : '/'
  const { pathname } = new URL(`http://localhost${path}`)
  const file = files.get(decodeURIComponent(pathname))
  if (file && (incoming.method === 'GET' || incoming.method === 'HEAD')) {
    entry.route = 'file'
    entry.isRoutine = true
    closeWhileDraining(response)
    if (hasPlace(incoming.socket)) sendStaticFile(file, incoming, response)
    else refuseFile(response)
    return
  }

  const route = matchRoute(pathname)
  entry.route = route.pattern
  entry.isRoutine = route.handle.kind === 'probe' || route.handle.kind === 'file'
  const refusedStatus = target.kind === 'malformed-url' ? 400 : isMethodAllowed(incoming, route) ? undefined : 405
  const { span, traceContext } = startSpan(incoming, path, entry)
  incoming.url = path
  const request = refusedStatus
    ? new Request('http://localhost/', { headers: createHeaders(incoming) })
    : createRequest(incoming, response, { protocol: 'http:' })
  const socketIp = incoming.socket.remoteAddress ?? ''
  const knownIncoming: Incoming = {
    requestId: entry.requestId,
    traceContext,
    socketIp,
    refusal: refusedStatus,
    body: undefined,
  }
  entry.incoming = knownIncoming
  entry.span = span
  const requestInfo = await readRequestInfo(request, createRouterContext({ incoming: knownIncoming, route }))
  const render = (shared: boolean) =>
    renderPage(request, createRouterContext({ incoming: knownIncoming, route, requestInfo, shared }))
  const respondRefused = async (refusal: EdgeRefusal) => {
    await refusalThrottle.nextTurn()
    if (route.handle.kind === 'embedded' || route.handle.kind === 'file') {
      const status = problemStatus[refusal.problem]
      return new Response(`${STATUS_CODES[status]}\n`, { status, headers: { 'Cache-Control': 'no-store' } })
    }
    if (route.handle.kind === 'api') {
      const { problem, retryAfterSeconds } = refusal
      return refuseRequest(
        createRouterContext({ incoming: knownIncoming, route, requestInfo }),
        problem,
        retryAfterSeconds,
      ) as Response
    }
    return renderRefusalPage(
      refusal,
      { requestInfo, path, isData: isDataRequest(request) },
      (refusal, requestInfo, templatePath) => {
        // Carries nothing of this request but its settings: the rendered page serves everyone who is refused.
        return renderPage(
          new Request(`http://localhost${templatePath}`, { headers: { 'Accept-Encoding': 'identity' } }),
          createRouterContext({
            incoming: { ...knownIncoming, requestId: requestInfo.requestId, refusal },
            route: matchRoute(templatePath),
            requestInfo,
          }),
        )
      },
    )
  }

  const rendered = await withinSpan(span, () =>
    respondWithinLimits(request, {
      requestInfo,
      incoming: knownIncoming,
      route,
      hasPlace: hasPlace(incoming.socket),
      render,
      respondRefused,
    }),
  )
  const page = await compressResponse(rendered, request)
  // Refused in the meantime because the body was too slow, or the client left.
  if (response.headersSent || response.destroyed) return
  closeWhileDraining(response)
  await sendResponse(response, page)
  discardRemainingBody(incoming, request)
}

/** The trace of a request, and its span unless it is a probe or a file. */
function startSpan(
  { method = '', headers }: IncomingMessage,
  path: string,
  { requestId, route, isRoutine, startedAt }: RequestEntry,
): { span?: Span; traceContext: SpanContext } {
  const known = readTraceContext({
    traceparent: headers.traceparent as string | undefined,
    tracestate: headers.tracestate as string | undefined,
  })
  if (isRoutine) return { traceContext: known ?? createTraceContext() }
  const label = knownMethods.has(method) ? method : '_OTHER'
  const attributes = {
    'http.request.method': label,
    'http.route': route,
    'url.path': loggedPath(path),
    'madang.request_id': requestId,
  }
  return startRequestSpan(`${label} ${route}`, attributes, known, startedAt)
}

/** The router context with what the front door already knows of the request. */
function createRouterContext(known: {
  incoming: Incoming
  route: MatchedRoute
  requestInfo?: RequestInfo
  shared?: boolean
}): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(incomingContext, known.incoming)
  context.set(routeContext, known.route)
  if (known.requestInfo) context.set(requestInfoContext, known.requestInfo)
  if (known.shared) context.set(isSharedPageContext, true)
  return context
}

/**
 * Pages take GET, HEAD and POST: their actions would treat any other method as a post. The API and the embedded
 * upstream check for themselves.
 */
function isMethodAllowed({ method = '' }: IncomingMessage, route: MatchedRoute): boolean {
  if (['GET', 'HEAD', 'POST'].includes(method)) return true
  const { kind } = route.handle
  return kind === 'api' || kind === 'embedded'
}
