import { config } from '~/platform/settings/config.server'
import { traceHeaders, withinSpan } from '~/platform/telemetry/trace.server'
import { seconds } from '~/values/durations'
import { inOrderOfSupport, recordPath } from '../call-support.server'
import { type CallName, contract } from '../contract'
import type { Call } from '../contract/call'
import type { CallRequest, ClientContext } from '../wrappers/wrapper'
import { circuitFor } from './circuit-breaker.server'
import {
  type CallResult,
  classifyExchange,
  type Exchange,
  exchange,
  isPathMissing,
  withOneRetry,
} from './exchange.server'

/** How long a download may take as a whole. */
const downloadTimeoutMs = seconds(60)

/**
 * Sends a call: in its time, in its turn, through the circuit of its call, a read again after a lost connection, at the path
 * that the upstream has. What comes back is read by the contract.
 *
 * A slow upstream: one call may take UPSTREAM_TIMEOUT_MS, all of a request `defaultDeadlineMs` of client.server.ts. What a page
 * says then is `problemOf` in server/upstream/for-pages.server.ts; what stands above a page that is awaited,
 * frame/navigation/progress.tsx.
 */
export async function sendCall(request: CallRequest, client: ClientContext): Promise<CallResult> {
  const { callName, span } = request
  const call: Call = contract[callName]
  const timeoutMs = call.isDownload
    ? downloadTimeoutMs
    : Math.min(client.timeoutMs ?? config.upstream.timeoutMs, client.endsAtMs - performance.now())
  // The call's own time limit, never the browser's, which fires when the member leaves.
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), Math.max(0, timeoutMs))
  // Timers may fire a millisecond early, so less than one left counts as none.
  if (timeoutMs < 1) timeout.abort()
  await client.awaitTurn?.()
  const send = () => sendToPaths(request, client, timeout.signal)
  const result = await circuitFor(client.connection.fetch)
    .send(
      callName,
      callerOf(call, client),
      timeout.signal,
      call.effect === 'read' ? () => withOneRetry(send, timeout.signal) : send,
    )
    // The rest of a download has the same time.
    .finally(() => (call.isDownload ? timer.unref() : clearTimeout(timer)))
  if (result.kind === 'answered') span?.setAttribute('http.response.status_code', result.httpStatus)
  return classifyExchange(callName, result, {
    reference: client.reference,
    launch: {
      origin: client.origin,
      https: client.https,
      embedded: client.connection.embedded ?? false,
      launchOrigins: client.launchOrigins ?? config.launchOrigins,
    },
  })
}

/** Visitor calls count to the client even if a member makes them, or one client would count as two callers. */
function callerOf({ auth }: Call, { memberId, caller, clientIp }: ClientContext): string {
  return (auth === 'member' ? memberId : undefined) ?? caller ?? clientIp
}

/** Sends a request to one path of its call after another, until the upstream has it. */
async function sendToPaths(
  { callName, payload, token, span }: CallRequest,
  client: ClientContext,
  signal: AbortSignal,
): Promise<Exchange> {
  const body = JSON.stringify(payload)
  const exchangeAt = (path: string) => {
    const headers = { ...callHeaders(callName, token, client), ...(span ? traceHeaders(span.spanContext()) : {}) }
    const { isDownload }: Call = contract[callName]
    return exchange(client.connection.fetch, { path, headers, body, signal }, { isDownload })
  }
  // Within the span again: a call that waits for its turn is started by the one before it.
  const sendTo = (path: string) => (span ? withinSpan(span, () => exchangeAt(path)) : exchangeAt(path))
  const [first, ...alternatePaths] = inOrderOfSupport(callName, callPaths(callName, client.paths))
  let result = await sendTo(first)
  for (const path of alternatePaths) {
    if (!isPathMissing(result)) break
    result = await sendTo(path)
    if (!isPathMissing(result)) recordPath(callName, path)
  }
  return result
}

/** The paths of a call. One of UPSTREAM_PATHS, which applies to a real upstream only, stands alone. */
function callPaths(callName: CallName, paths?: Readonly<Record<string, string>>): readonly [string, ...string[]] {
  const overrides = paths ?? (config.upstream.url === undefined ? {} : config.upstream.paths)
  const own = new Map(Object.entries(overrides)).get(callName)
  const { path, alternatePaths = [] }: Call = contract[callName]
  return own === undefined ? [path, ...alternatePaths] : [own]
}

function callHeaders(
  callName: CallName,
  token: string | undefined,
  { language, requestId, clientIp, origin, browser }: ClientContext,
): Record<string, string> {
  const { sendsOrigin, sendsBrowser, auth }: Call = contract[callName]
  return {
    'Content-Type': 'application/json',
    Accept: 'application/json',
    'Accept-Language': language,
    'X-Request-Id': requestId,
    'X-Forwarded-For': clientIp,
    ...(auth === 'member' ? { Authorization: `Bearer ${token}` } : {}),
    ...(sendsOrigin ? { Origin: origin } : {}),
    ...(sendsBrowser && browser ? { 'X-Browser': browser.name, 'X-Device': browser.device } : {}),
  }
}
