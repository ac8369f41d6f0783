import type { IncomingMessage, ServerResponse } from 'node:http'
import { log } from './log.server'
import { requestSeconds } from './metrics.server'

/** What kind of address a request went to: coarse, so that it can label a metric. */
export function kindOf(path: string): 'page' | 'data' | 'api' | 'house' | 'probe' | 'file' {
  if (path === '/healthz' || path === '/readyz' || path === '/metrics') return 'probe'
  if (path.startsWith('/api/')) return 'api'
  if (path.startsWith('/house/')) return 'house'
  if (path.endsWith('.data')) return 'data'
  if (path.startsWith('/art/') || path.startsWith('/assets/')) return 'file'
  return 'page'
}

const known = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The path as the log may keep it: no query, no token of a game or payment, of bounded length. */
export function loggedPath(address: string): string {
  const path = address.split('?', 1)[0] ?? ''
  return path.replace(/^(\/house\/(?:game|pay)\/)[^/]+/i, '$1-').slice(0, 200)
}

/**
 * One line a request, and its metric. The visitor's address is left out: what an operator needs it for (refusals,
 * wrong logins) is logged where it happens.
 */
export function logRequest(request: IncomingMessage, response: ServerResponse, ms: number | undefined): void {
  const method = request.method ?? ''
  const path = loggedPath(request.url ?? '')
  const kind = kindOf(path)
  // No answer at all: the browser left first.
  const status = response.headersSent ? response.statusCode : 499
  if (ms !== undefined) {
    const label = known.has(method) ? method : 'other'
    requestSeconds.observe({ method: label, kind, status: String(status) }, ms / millisecondsInSecond)
  }
  const bytes = Number(response.getHeader('content-length'))
  const line = {
    method,
    path,
    status,
    ...(ms === undefined ? {} : { ms: Math.round(ms * 10) / 10 }),
    ...(Number.isInteger(bytes) ? { bytes } : {}),
    requestId: response.getHeader('x-request-id'),
  }
  if (kind === 'probe') log.debug(line, 'request')
  else log.info(line, 'request')
}

const millisecondsInSecond = 1000
