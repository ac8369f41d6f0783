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

/** A request that is over. */
export type Answered = {
  method: string
  /** As it came: with its query, of any length. */
  url: string
  /** 499 when the other side left before there was any. */
  status: number
  ms: number
  /** Of the body; NaN when no length was sent. */
  bytes: number
  requestId: string
  /** A file of the build. */
  isFile: boolean
}

/**
 * One line a request, and its metric; for probes and files of the build the line comes at level debug. The visitor's
 * address is left out: what an operator needs it for (refusals, wrong logins) is logged where it happens.
 */
export function logRequest({ method, url, status, ms, bytes, requestId, isFile }: Answered): void {
  const path = loggedPath(url)
  const kind = isFile ? 'file' : kindOf(path)
  const label = known.has(method) ? method : 'other'
  requestSeconds.observe({ method: label, kind, status: String(status) }, ms / millisecondsInSecond)
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

const millisecondsInSecond = 1000
