import type { IncomingMessage } from 'node:http'
import { knownMethods } from '~/telemetry/request-log.server'

/** What a request's first line and Host header ask for. */
export type RequestTarget =
  /** A path of the site with its query; it parses as a URL and decodes. */
  | { kind: 'path'; path: string }
  /** A malformed URL: a person may have followed a broken link, so it gets an error page. */
  | { kind: 'malformed-url' }
  /** `OPTIONS /` or `OPTIONS *`, the probe of load balancers. */
  | { kind: 'probe' }
  /** A request that no browser sends: it is refused in one line of text. */
  | { kind: 'refused'; status: 400 | 405 }

const hostPattern = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i

/** Parses the first line and the Host header of a request. */
export function parseRequestTarget({
  method = '',
  url = '',
  httpVersion,
  headers,
  rawHeaders,
}: IncomingMessage): RequestTarget {
  if (!isUsableHost(headers.host, httpVersion, rawHeaders)) return { kind: 'refused', status: 400 }
  if (!knownMethods.has(method)) return { kind: 'refused', status: 405 }
  if (method === 'OPTIONS' && (url === '/' || url === '*')) return { kind: 'probe' }

  const path = parsePath(url)
  return path === undefined ? { kind: 'malformed-url' } : { kind: 'path', path }
}

/** HTTP/1.1 requires exactly one Host header; HTTP/1.0 may have none. */
function isUsableHost(host: string | undefined, httpVersion: string, rawHeaders: readonly string[]): boolean {
  if (host === undefined) return httpVersion === '1.0'
  const count = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
  return count === 1 && hostPattern.test(host) && URL.canParse(`http://${host}`)
}

/** The path and query of a request's first line; undefined when it has none or it can't be decoded. */
function parsePath(url: string): string | undefined {
  if (url.startsWith('/')) return isDecodable(url) ? url : undefined
  // A client that treats this server as a proxy sends an absolute URL.
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined
  const { pathname, search } = new URL(url)
  return isDecodable(pathname) ? `${pathname}${search}` : undefined
}

function isDecodable(path: string): boolean {
  if (!URL.canParse(`http://localhost${path}`)) return false
  try {
    decodeURIComponent(path.split('?', 1)[0] ?? '')
    return true
  } catch {
    return false
  }
}
