import type { IncomingMessage } from 'node:http'

/** What a request asks for, before anything of the site has seen it. */
export type Target =
  /** A path of the site with its query, which can be made into a URL and decoded. */
  | { kind: 'address'; path: string }
  /** An address that can't be read: a person may have followed a broken link. */
  | { kind: 'broken-address' }
  /** `OPTIONS /` or `OPTIONS *`, by which load balancers ask whether a server is there. */
  | { kind: 'probe' }
  /** What no browser sends: refused in a line, at no cost. */
  | { kind: 'refused'; status: 400 | 405 }

const knownMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const hostPattern = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i

/** Reads the first line and the Host of a request. */
export function readTarget({ method = '', url = '', httpVersion, headers, rawHeaders }: IncomingMessage): Target {
  if (!isUsableHost(headers.host, httpVersion, rawHeaders)) return { kind: 'refused', status: 400 }
  if (!knownMethods.has(method)) return { kind: 'refused', status: 405 }
  if (method === 'OPTIONS' && (url === '/' || url === '*')) return { kind: 'probe' }

  const path = pathOf(url)
  return path === undefined ? { kind: 'broken-address' } : { kind: 'address', path }
}

/** HTTP/1.1 asks for exactly one Host; HTTP/1.0 knows none. */
function isUsableHost(host: string | undefined, httpVersion: string, rawHeaders: readonly string[]): boolean {
  if (host === undefined) return httpVersion === '1.0'
  const count = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
  return count === 1 && hostPattern.test(host) && URL.canParse(`http://${host}`)
}

/** The path and query in a request's first line; undefined when there is none, or one that can't be decoded. */
function pathOf(url: string): string | undefined {
  if (url.startsWith('/')) return isReadable(url) ? url : undefined
  // A client that takes us for a proxy writes the whole address.
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined
  const { pathname, search } = new URL(url)
  return isReadable(pathname) ? `${pathname}${search}` : undefined
}

function isReadable(path: string): boolean {
  if (!URL.canParse(`http://localhost${path}`)) return false
  try {
    decodeURIComponent(path.split('?', 1)[0] ?? '')
    return true
  } catch {
    return false
  }
}
