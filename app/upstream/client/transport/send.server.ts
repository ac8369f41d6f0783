import { config } from '~/platform/settings/config.server'
import { traceHeaders, withinSpan } from '~/platform/telemetry/trace.server'
import { type CallName, contract } from '../../contract'
import type { Call } from '../../contract/call'
import type { CallRequest, ClientContext } from '../call-middleware.server'
import { inOrderOfSupport, recordPath } from '../call-support.server'
import { type Exchange, exchange, isPathMissing } from './exchange.server'

/** Sends a request to one path of its call after another, until the upstream has it. */
export async function sendToPaths(
  { callName, payload, token, span, signal }: CallRequest,
  client: ClientContext,
): Promise<Exchange> {
  const body = JSON.stringify(payload)
  const exchangeAt = (path: string) => {
    const headers = { ...callHeaders(callName, token, client), ...(span ? traceHeaders(span.spanContext()) : {}) }
    const { isDownload }: Call = contract[callName]
    return exchange(client.connection.fetch, { path, headers, body, signal }, { isDownload })
  }
  // A queued call is started by the call before it.
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

/** Returns the paths of a call; one of UPSTREAM_PATHS replaces all. */
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
