import { toSeconds } from '~/time/durations'
import { log } from './log.server'
import { requestSeconds } from './metrics.server'

/** The kind of a request's path: coarse enough for a metric label. */
function requestKind(path: string): 'page' | 'data' | 'api' | 'house' | 'probe' | 'file' {
  if (path === '/healthz' || path === '/readyz' || path === '/metrics') return 'probe'
  if (path.startsWith('/api/')) return 'api'
  if (path.startsWith('/house/')) return 'house'
  if (path.endsWith('.data')) return 'data'
  if (path.startsWith('/art/') || path.startsWith('/assets/')) return 'file'
  return 'page'
}

/** The methods that requests may have; the front door refuses others, and metrics count them as one. */
export const knownMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The path for the log: without query and game or payment tokens, at most 200 characters. */
function loggedPath(url: string): string {
  const path = url.split('?', 1)[0] ?? ''
  return path.replace(/^(\/house\/(?:game|pay)\/)[^/]+/i, '$1-').slice(0, 200)
}

/** A finished request. */
export type AnsweredRequest = {
  method: string
  /** As received: with its query, of any length. */
  url: string
  /** 499 when the client closed the connection before a response. */
  status: number
  ms: number
  /** Length of the body; NaN when no Content-Length was sent. */
  bytes: number
  requestId: string
  /** A file of the build. */
  isFile: boolean
}

/**
 * Logs a request and records its metric. Probes and files of the build are logged at level debug. The client's IP is
 * left out here; refusals and wrong logins log it themselves.
 */
export function logRequest({ method, url, status, ms, bytes, requestId, isFile }: AnsweredRequest): void {
  const path = loggedPath(url)
  const kind = isFile ? 'file' : requestKind(path)
  const label = knownMethods.has(method) ? method : 'other'
  requestSeconds.observe({ method: label, kind, status: String(status) }, toSeconds(ms))
  const level = isFile || kind === 'probe' ? 'debug' : 'info'
  log[level](
    {
      method,
      path,
      status,
      ms: Math.round(ms * 10) / 10,
      ...(Number.isInteger(bytes) ? { bytes } : {}),
      requestId,
    },
    'request',
  )
}
