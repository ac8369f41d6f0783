import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Span } from '@opentelemetry/api'
import type { RouterContextProvider } from 'react-router'
import { log } from '~/platform/telemetry/log.server'
import { requestsInFlight } from '~/platform/telemetry/metrics.server'
import { logRequest } from '~/platform/telemetry/request-log.server'
import { markFailed } from '~/platform/telemetry/trace.server'
import { isRoutine, routeContext } from '../middleware/route.server'
import { findInContext, requestInfoContext, spanContext } from '../request-info/request-info.server'
import { memberTagsOf } from '../session/member-tag.server'
import { sessionContext } from '../session/session.server'

export type RequestEntry = {
  readonly requestId: string
  readonly startedAt: Date
  route: string
  isRoutine: boolean
  /** Undefined if the request did not reach the middleware. */
  context?: RouterContextProvider
}

/** Assigns an id to a request, updates the metrics, and logs the request when it ends. */
export function trackRequest(incoming: IncomingMessage, response: ServerResponse): RequestEntry {
  const startMs = performance.now()
  const entry: RequestEntry = { requestId: randomUUID(), startedAt: new Date(), route: '*', isRoutine: false }
  const { method = '', url = '' } = incoming
  requestsInFlight.inc()
  // Writing after the client has left is harmless, but an unhandled error event would end the process.
  response.on('error', (error) => log.debug({ err: error }, 'response cut off'))
  response.once('close', () => {
    requestsInFlight.dec()
    // Status 499 means that the client left before the response. A queued pipelined response has no socket.
    const isSending = response.headersSent && (response.socket !== null || response.writableFinished)
    const status = isSending ? response.statusCode : 499
    const { span, ...known } = describeForLog(entry)
    const bytes = Number(response.getHeader('content-length'))
    logRequest({ method, url, status, ms: performance.now() - startMs, bytes, requestId: entry.requestId, ...known })
    if (span) endRequestSpan(span, status, known.member)
  })
  return entry
}

function describeForLog({ route, isRoutine: isRoutineEntry, context }: RequestEntry) {
  if (!context) return { route, isRoutine: isRoutineEntry }
  const { pattern, handle } = context.get(routeContext)
  const session = findInContext(context, sessionContext)
  const member = session?.member ?? session?.memberBefore
  return {
    route: pattern,
    isRoutine: isRoutine(handle),
    traceId: findInContext(context, requestInfoContext)?.traceContext.traceId,
    span: context.get(spanContext),
    member: member ? memberTagsOf(member.userId)[0] : undefined,
  }
}

/** Ends a request's span. @param member the keyed hash of the member's id, as in the log */
function endRequestSpan(span: Span, status: number, member: string | undefined): void {
  span.setAttribute('http.response.status_code', status)
  if (member !== undefined) span.setAttribute('enduser.pseudo.id', member)
  if (status >= 500) markFailed(span, String(status))
  span.end()
}
