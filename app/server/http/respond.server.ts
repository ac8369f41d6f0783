import type { IncomingMessage, ServerResponse } from 'node:http'
import { createHeaders, createRequest, sendResponse } from '@remix-run/node-fetch-server'
import { href, RouterContextProvider } from 'react-router'
import { refusals } from '~/platform/telemetry/metrics.server'
import { knownMethods } from '~/platform/telemetry/request-log.server'
import { busyRetryAfterSeconds } from '../middleware/admission.server'
import { type Middleware, runMiddleware } from '../middleware/run-middleware.server'
import { runForRequest } from '../middleware/thread-share.server'
import { backofficeFiles, isBackofficeHost } from '../request-info/origin.server'
import type { RequestEntry } from './access-log.server'
import type { Connections } from './connections.server'
import { type Incoming, incomingContext } from './incoming.server'
import { closeWhileDraining, discardRemainingBody, respondToProbe, sendPlainRefusal } from './plain-responses.server'
import { type StaticFiles, sendStaticFile } from './static-files.server'

export type RequestDependencies = {
  files: StaticFiles
  /** Whether the connection may serve requests. If not, only probes are answered. */
  hasSlot: Connections['hasSlot']
  middleware: readonly Middleware[]
  render: Incoming['render']
}

export async function respond(
  incoming: IncomingMessage,
  response: ServerResponse,
  entry: RequestEntry,
  { files, hasSlot, middleware, render }: RequestDependencies,
): Promise<void> {
  const target = parseRequestTarget(incoming)
  if (target.kind === 'refused') {
    // After a bad Host or Transfer-Encoding header, later requests can't be trusted, so the connection is closed.
    const headers = target.status === 405 ? { Allow: 'GET, HEAD, POST' } : { Connection: 'close' }
    return sendPlainRefusal(response, target.status, headers)
  }
  if (target.kind === 'probe') {
    entry.route = href('/readyz')
    entry.isRoutine = true
    return respondToProbe(response)
  }

  const path = target.kind === 'path' ? target.path : href('/')
  const filePath = decodeURIComponent(new URL(`http://localhost${path}`).pathname)
  const isServed = backofficeFiles.has(filePath) || !isBackofficeHost(incoming.headers.host ?? '')
  const file = isServed ? files.get(filePath) : undefined
  if (file && (incoming.method === 'GET' || incoming.method === 'HEAD')) {
    entry.route = 'file'
    entry.isRoutine = true
    closeWhileDraining(response)
    if (hasSlot(incoming.socket)) return sendStaticFile(file, incoming, response)
    refusals.inc({ reason: 'connections' })
    return sendPlainRefusal(response, 503, { 'Retry-After': busyRetryAfterSeconds })
  }

  const isMalformed = target.kind === 'malformed-url'
  const { url: asked = '' } = incoming
  incoming.url = path
  const request = isMalformed
    ? new Request(`http://localhost${folderOf(asked)}`, { headers: createHeaders(incoming) })
    : createRequest(incoming, response, { protocol: 'http:' })
  const context = new RouterContextProvider()
  context.set(incomingContext, {
    requestId: entry.requestId,
    startedAt: entry.startedAt,
    socketIp: incoming.socket.remoteAddress ?? '',
    httpVersion: incoming.httpVersion,
    hasSlot: hasSlot(incoming.socket),
    isMalformed,
    render,
  })
  entry.context = context
  const page = await runForRequest(context, () => runMiddleware(middleware, request, context, render))
  // The HTTP server has already rejected the request because its body was too slow, or the client has left.
  if (response.headersSent || response.destroyed) return
  closeWhileDraining(response)
  await discardRemainingBody(response, request)
  await sendResponse(response, page)
}

export type RequestTarget =
  | { kind: 'path'; path: string }
  | { kind: 'malformed-url' }
  /** `OPTIONS /` or `OPTIONS *`, which load balancers use as probes. */
  | { kind: 'probe' }
  /** A request that no browser sends. Rejected with one line of text. */
  | { kind: 'refused'; status: 400 | 405 }

const hostPattern = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i

export function parseRequestTarget(incoming: IncomingMessage): RequestTarget {
  const { method = '', url = '', httpVersion, headers, rawHeaders } = incoming
  if (!isUsableHost(headers.host, httpVersion, rawHeaders)) return { kind: 'refused', status: 400 }
  // HTTP/1.0 has no chunked bodies, so a proxy may disagree about where the body ends. Source: RFC 9112, section 6.1.
  if (httpVersion !== '1.1' && headers['transfer-encoding'] !== undefined) return { kind: 'refused', status: 400 }
  if (!knownMethods.has(method)) return { kind: 'refused', status: 405 }
  if (method === 'OPTIONS' && (url === href('/') || url === '*')) return { kind: 'probe' }

  const path = parsePath(url)
  return path === undefined ? { kind: 'malformed-url' } : { kind: 'path', path }
}

function folderOf(url: string): string {
  const folder = url.slice(0, url.indexOf('%')).replace(/[^/]*$/, '')
  return folder.startsWith('/') && isDecodable(folder) ? folder : href('/')
}

/** Returns whether Host is valid. HTTP/1.1 requires exactly one Host header; HTTP/1.0 requires none. */
function isUsableHost(host: string | undefined, httpVersion: string, rawHeaders: readonly string[]): boolean {
  if (host === undefined) return httpVersion === '1.0'
  const count = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  return count === 1 && hostPattern.test(host) && URL.canParse(`http://${host}`)
}

function parsePath(url: string): string | undefined {
  if (url.startsWith('/')) return isDecodable(url) ? url : undefined
  // Clients send absolute URLs if they treat this server as a proxy.
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
