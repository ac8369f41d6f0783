import { toSeconds } from '~/values/durations'
import { oldOrNewPattern } from '../old-names'
import { log } from './log.server'
import { requestSeconds } from './metrics.server'

/** The known HTTP methods. The HTTP server rejects all others, and the metrics count them as `other`. */
export const knownMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const tokenOfPage = new RegExp(`^(${oldOrNewPattern('/sandbox')}/(?:game|pay)/)[^/]+`, 'i')

/** Returns a path for logs and traces, without the query and tokens and with at most 200 characters. */
export const loggedPath = (url: string): string =>
  (url.split('?', 1)[0] ?? '').replace(tokenOfPage, '$1-').slice(0, 200)

export type AnsweredRequest = {
  method: string
  url: string
  /** 499 if the client closed the connection before it got a response. */
  status: number
  ms: number
  bytes: number
  requestId: string
  /** The W3C trace id. Undefined for files and for requests rejected because of their request line. */
  traceId?: string | undefined
  /** The route's pattern, `file` for a file from the build, or `*` if no route matches. Never text from the client. */
  route: string
  isRoutine: boolean
  member?: string | undefined
}

/** Logs a request (without the client's IP) and records its metric. */
export function logRequest({ method, url, status, ms, bytes, route, isRoutine, ...about }: AnsweredRequest): void {
  const label = knownMethods.has(method) ? method : 'other'
  requestSeconds.observe({ method: label, route, status: String(status) }, toSeconds(ms))
  const measured = { ms: Math.round(ms * 10) / 10, bytes: Number.isInteger(bytes) ? bytes : undefined }
  log[isRoutine ? 'debug' : 'info']({ method, route, path: loggedPath(url), status, ...measured, ...about }, 'request')
}
