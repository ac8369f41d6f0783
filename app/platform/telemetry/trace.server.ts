import { randomBytes } from 'node:crypto'
import {
  type Attributes,
  context,
  createTraceState,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import type { ServerInstrumentation } from 'react-router'

/** Spans and the W3C trace context, which the site sends to the upstream even without the SDK. */

const tracer = trace.getTracer('madang')

/** Reads `traceparent` and `tracestate`. Returns undefined if they are missing or malformed. */
export function readTraceContext(headers: Headers): SpanContext | undefined {
  const [, version, traceId = '', spanId = '', flags = '', more] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/.exec(headers.get('traceparent')?.trim() ?? '') ?? []
  // Version ff is invalid. Later versions than 00 may append fields.
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined
  const spanContext: SpanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
  if (!isSpanContextValid(spanContext)) return undefined
  const state = headers.get('tracestate')
  return state ? { ...spanContext, traceState: createTraceState(state) } : spanContext
}

export function createTraceContext(): SpanContext {
  return {
    traceId: randomBytes(traceIdBytes).toString('hex'),
    spanId: randomBytes(spanIdBytes).toString('hex'),
    traceFlags: TraceFlags.NONE,
  }
}

const traceIdBytes = 16
const spanIdBytes = 8

export function traceHeaders({ traceId, spanId, traceFlags, traceState }: SpanContext): Record<string, string> {
  const state = traceState?.serialize()
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    ...(state ? { tracestate: state } : {}),
  }
}

/** Starts a request's span. @returns the span and a valid trace context for upstream calls */
export function startRequestSpan(
  name: string,
  attributes: Attributes,
  parent: SpanContext | undefined,
  startedAt: Date,
): { span: Span; traceContext: SpanContext } {
  const parentContext = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes, startTime: startedAt }, parentContext)
  const own = span.spanContext()
  return { span, traceContext: isSpanContextValid(own) ? own : createTraceContext() }
}

export function withinSpan<T>(span: Span | null | undefined, work: () => T): T {
  if (!span) return work()
  return context.with(trace.setSpan(context.active(), span), work)
}

/** Starts a span for a call to another system, as a child of the active span or the request's trace context. */
export function startClientSpan(name: string, attributes: Attributes, traceContext: SpanContext): Span {
  const running = context.active()
  const parent = trace.getSpan(running) ? running : trace.setSpanContext(running, traceContext)
  return tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, parent)
}

/** Marks a span as failed. Adds only the error type, because messages may contain data. */
export function markFailed(span: Span, errorType: string): void {
  span.setAttribute('error.type', errorType)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** Creates spans for loaders and actions of traced requests, with names such as `loader cashier/deposit`. */
export const routeSpans: ServerInstrumentation = {
  route({ id, instrument }) {
    instrument({ loader: (run) => runInSpan(`loader ${id}`, run), action: (run) => runInSpan(`action ${id}`, run) })
  },
}

async function runInSpan(name: string, run: () => Promise<{ status: string; error: unknown }>): Promise<void> {
  // Probes and files have no active span.
  const span = trace.getActiveSpan() && tracer.startSpan(name)
  const { error } = await withinSpan(span, run)
  if (!span) return
  // Redirects and error pages are thrown as responses, so only an Error marks the span as failed.
  if (error instanceof Error) markFailed(span, error.name)
  span.end()
}
