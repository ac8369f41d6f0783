import { createHash, randomUUID } from 'node:crypto'
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import { Server as SocketServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as afterPolling, setTimeout as sleep } from 'node:timers/promises'
import { createHeaders, createRequest, sendResponse } from '@remix-run/node-fetch-server'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { networkOf } from '~/http/client-ip.server'
import { compressResponse } from '~/http/compress.server'
import { strictCsp } from '~/http/csp.server'
import { type EdgeRefusal, type Incoming, incomingContext } from '~/http/incoming.server'
import { isSharedPageContext, servePage } from '~/http/page-cache.server'
import { problemStatus } from '~/http/problem'
import { consumeOverallLimit } from '~/http/rate-limits.server'
import { readBody } from '~/http/read-body.server'
import { refusal as refusalOf } from '~/http/refusal.server'
import { type RequestInfo, readRequestInfo, requestInfoContext } from '~/http/request-info.server'
import { createRouteMatcher, type MatchedRoute, routeContext } from '~/http/route.server'
import { fixedHeaders } from '~/http/security-headers.server'
import { hasSafeMethod, isDataRequest } from '~/session/page-url.server'
import { readClaimedUserId } from '~/session/session.server'
import { log } from '~/telemetry/log.server'
import { refusals, requestsInFlight } from '~/telemetry/metrics.server'
import { readiness } from '~/telemetry/readiness.server'
import { logRequest } from '~/telemetry/request-log.server'
import { Admission, createEventLoopMonitor, OnePerEventLoopTurn, type Release } from './admission.server'
import { renderRefusalPage } from './refusal-pages.server'
import { parseRequestTarget } from './request-target.server'
import { readStaticFiles, type StaticFiles, sendStaticFile } from './static-files.server'

/** The HTTP server, listening. */
export type FrontDoor = {
  /**
   * Stops accepting connections and waits until every request received is answered.
   *
   * @param withinMs requests not answered after this many milliseconds stay unanswered.
   */
  close(withinMs: number): Promise<void>
}

/** Longer than the usual 60 s of load balancers: otherwise a socket may close just as they send a request on it. */
const keepAliveTimeoutMs = 65_000
const headersTimeoutMs = 15_000
/** For a whole request, body included. */
const requestTimeoutMs = 30_000
/**
 * How often Node checks for timed-out requests. With its default of 30 s a request could take far longer than allowed.
 */
const timeoutCheckIntervalMs = 1_000
/** A connection with no traffic in either direction for this long is closed. */
const idleSocketTimeoutMs = 120_000
/** Bytes still read and discarded after the response was sent, so that the sender gets to see the response. */
const maxDiscardedBytes = 64 * 1024 * 1024
const discardCheckMs = 100
/** Time for a last response to arrive before its socket is destroyed. */
const lastResponseGraceMs = 1_000
/** Requests sent before their sender could know of the drain have arrived after this time. */
const inTransitGraceMs = 300
/** Retry-After of a request that was refused because the site is busy. */
const busyRetryAfterSeconds = 5

const refusalThrottle = new OnePerEventLoopTurn()
/**
 * A page costs 10 to 20 ms of the one rendering thread. `maxRunningPerClient` bounds what one abuser can put before
 * others; `maxRunning` is large because requests that wait for a slow upstream use no processor time.
 */
const admission = new Admission(
  {
    maxRunning: 200,
    maxRunningPerClient: 32,
    maxMembersWhenBusy: 2,
    maxWaiting: 1_000,
    maxWaitingPerIp: 300,
    maxWaitMs: 8_000,
  },
  createEventLoopMonitor(),
)

/**
 * Starts the HTTP server, which answers with static files of the build or with the framework's pages.
 *
 * @throws the error of `listen` (EADDRINUSE, EACCES, …).
 */
export async function openFrontDoor(
  build: ServerBuild,
  listenAddress: { port: number; host: string | undefined },
): Promise<FrontDoor> {
  const dependencies = {
    files: await readStaticFiles(build.assetsBuildDirectory),
    matchRoute: createRouteMatcher(build.routes),
    renderPage: createRequestHandler(build, 'production'),
  }
  const server = createServer({
    // A missing Host is refused by parsing the request target, with the headers that every response gets.
    requireHostHeader: false,
    keepAliveTimeout: keepAliveTimeoutMs,
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: timeoutCheckIntervalMs,
  })
  server.timeout = idleSocketTimeoutMs
  /** The latest response of each socket. */
  const latestResponses = new WeakMap<Duplex, ServerResponse>()
  const inFlight = new Set<ServerResponse>()
  let resolveDrained: (() => void) | undefined

  server.on('request', async (incoming, response) => {
    latestResponses.set(incoming.socket, response)
    inFlight.add(response)
    response.once('close', () => {
      inFlight.delete(response)
      if (inFlight.size === 0) resolveDrained?.()
    })
    try {
      await respond(incoming, response, dependencies)
    } catch (error) {
      respondWithServerError(response, error)
    }
  })
  server.on('checkExpectation', (incoming: IncomingMessage, response: ServerResponse) => {
    trackRequest(incoming, response)
    sendPlainRefusal(response, 417)
  })
  server.on('connect', (_incoming, socket) => refuseSocket(socket, 405))
  server.on('clientError', (error, socket) => handleClientError(error, socket, latestResponses.get(socket)))

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: listenAddress.port, host: listenAddress.host }, () => {
      server.off('error', reject)
      resolve()
    })
  })

  return {
    async close(withinMs) {
      const deadlineMs = Date.now() + withinMs
      // One poll phase accepts the connections that are established by now: the system would cut those still waiting.
      await afterPolling()
      // The socket server's close: that of HTTP also cuts idle connections, on which a request may be on its way.
      SocketServer.prototype.close.call(server)
      await sleep(Math.min(inTransitGraceMs, withinMs / 4))
      server.closeIdleConnections()
      const drained = new Promise<void>((resolve) => {
        resolveDrained = resolve
        if (inFlight.size === 0) resolve()
      })
      await Promise.race([drained, sleep(Math.max(0, deadlineMs - Date.now()))])
      if (inFlight.size > 0) log.warn({ inFlight: inFlight.size }, 'requests were cut off at the end of the drain')
    },
  }
}

type RequestDependencies = {
  files: StaticFiles
  matchRoute: (pathname: string) => MatchedRoute
  renderPage: ReturnType<typeof createRequestHandler>
}

async function respond(
  incoming: IncomingMessage,
  response: ServerResponse,
  dependencies: RequestDependencies,
): Promise<void> {
  const { files, matchRoute, renderPage } = dependencies
  const entry = trackRequest(incoming, response)
  const target = parseRequestTarget(incoming)
  if (target.kind === 'refused') {
    // A sender without a usable Host may mean another site with the next request on this connection.
    sendPlainRefusal(
      response,
      target.status,
      target.status === 405 ? { Allow: 'GET, HEAD, POST' } : { Connection: 'close' },
    )
    return
  }
  if (target.kind === 'probe') {
    respondToProbe(response)
    return
  }

  const path = target.kind === 'path' ? target.path : '/'
  const { pathname } = new URL(`http://localhost${path}`)
  const file = files.get(decodeURIComponent(pathname))
  if (file && (incoming.method === 'GET' || incoming.method === 'HEAD')) {
    entry.isFile = true
    closeWhileDraining(response)
    sendStaticFile(file, incoming, response)
    return
  }

  const route = matchRoute(pathname)
  const refusedStatus = target.kind === 'malformed-url' ? 400 : isMethodAllowed(incoming, route) ? undefined : 405
  incoming.url = path
  const request = refusedStatus
    ? new Request('http://localhost/', { headers: createHeaders(incoming) })
    : createRequest(incoming, response, { protocol: 'http:' })
  const socketIp = incoming.socket.remoteAddress ?? ''
  const knownIncoming: Incoming = {
    requestId: entry.requestId,
    socketIp,
    refusal: refusedStatus,
    body: undefined,
  }
  const requestInfo = await readRequestInfo(request, createRouterContext({ incoming: knownIncoming, route }))
  const render = (shared: boolean) =>
    renderPage(request, createRouterContext({ incoming: knownIncoming, route, requestInfo, shared }))
  const respondRefused = async (refusal: EdgeRefusal) => {
    await refusalThrottle.nextTurn()
    if (route.handle.kind === 'embedded' || route.handle.kind === 'file') {
      const status = problemStatus[refusal.problem]
      return new Response(`${STATUS_CODES[status]}\n`, { status, headers: { 'Cache-Control': 'no-store' } })
    }
    if (route.handle.kind === 'api') {
      const { problem, retryAfterSeconds } = refusal
      return refusalOf(
        createRouterContext({ incoming: knownIncoming, route, requestInfo }),
        problem,
        retryAfterSeconds,
      ) as Response
    }
    return renderRefusalPage(
      refusal,
      { requestInfo, path, isData: isDataRequest(request) },
      (refusal, facts, templatePath) => {
        // Carries nothing of this request but its settings: the rendered page serves everyone who is refused.
        return renderPage(
          new Request(`http://localhost${templatePath}`, { headers: { 'Accept-Encoding': 'identity' } }),
          createRouterContext({
            incoming: { ...knownIncoming, requestId: facts.requestId, refusal },
            route: matchRoute(templatePath),
            requestInfo: facts,
          }),
        )
      },
    )
  }

  const rendered = await respondWithinLimits(request, {
    requestInfo,
    incoming: knownIncoming,
    route,
    render,
    respondRefused,
  })
  const page = await compressResponse(rendered, request)
  // Refused in the meantime because the body was too slow, or the client left.
  if (response.headersSent || response.destroyed) return
  closeWhileDraining(response)
  await sendResponse(response, page)
  discardRemainingBody(incoming, request)
}

/** The router context with what the front door already knows of the request. */
function createRouterContext(facts: {
  incoming: Incoming
  route: MatchedRoute
  requestInfo?: RequestInfo
  shared?: boolean
}): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(incomingContext, facts.incoming)
  context.set(routeContext, facts.route)
  if (facts.requestInfo) context.set(requestInfoContext, facts.requestInfo)
  if (facts.shared) context.set(isSharedPageContext, true)
  return context
}

/** Renders a request within the rate limit of its client IP and the load of the site; refuses it cheaply otherwise. */
async function respondWithinLimits(
  request: Request,
  {
    requestInfo,
    incoming,
    route,
    render,
    respondRefused,
  }: {
    requestInfo: RequestInfo
    incoming: Incoming
    route: MatchedRoute
    render: (shared: boolean) => Promise<Response>
    respondRefused: (refusal: EdgeRefusal) => Promise<Response>
  },
): Promise<Response> {
  // Probes are answered under any load.
  if (route.handle.kind === 'probe') return render(false)
  const waitSeconds = await consumeOverallLimit(requestInfo)
  if (waitSeconds !== undefined) {
    return withRetryAfter(await respondRefused({ problem: 'limited', retryAfterSeconds: waitSeconds }), waitSeconds)
  }
  // The embedded upstream's pages have limits of their own, and its desk sends whole backups.
  if (route.handle.kind === 'embedded') return render(false)
  const renderAdmitted = async (shared: boolean) => {
    if (!hasSafeMethod(request) && !incoming.refusal) incoming.body = await readBody(request)
    const release = await acquireSlot(request, requestInfo, incoming)
    if (!release) {
      refusals.inc({ reason: 'busy' })
      return withRetryAfter(
        await respondRefused({ problem: 'busy', retryAfterSeconds: busyRetryAfterSeconds }),
        busyRetryAfterSeconds,
      )
    }
    try {
      return await render(shared)
    } finally {
      release()
    }
  }
  return incoming.refusal ? renderAdmitted(false) : servePage(request, { requestInfo, route }, renderAdmitted)
}

/** Slots of submitted forms by fingerprint, until they are released or a second press of the same form has joined. */
const pendingForms = new Map<string, Promise<Release | undefined>>()

/**
 * Takes a slot for a request. A second press of a form shares the slot of the first and runs beside it: queued behind
 * it, it would report that the work was already done instead of its outcome.
 */
async function acquireSlot(
  request: Request,
  requestInfo: RequestInfo,
  incoming: Incoming,
): Promise<Release | undefined> {
  const fingerprint = fingerprintForm(request, requestInfo, incoming)
  if (fingerprint === '') return acquireClientSlot(request, requestInfo)
  const firstSlot = pendingForms.get(fingerprint)
  if (firstSlot) {
    pendingForms.delete(fingerprint)
    return (await firstSlot) && (() => undefined)
  }
  const ownSlot = acquireClientSlot(request, requestInfo)
  pendingForms.set(fingerprint, ownSlot)
  const forget = () => {
    if (pendingForms.get(fingerprint) === ownSlot) pendingForms.delete(fingerprint)
  }
  const release = await ownSlot
  if (!release) forget()
  return (
    release &&
    (() => {
      forget()
      release()
    })
  )
}

/** Hash of a form's request, body and browser: equal for two presses of one form, '' without a body. */
function fingerprintForm({ method, url, headers }: Request, { clientIp }: RequestInfo, { body }: Incoming): string {
  if (!(body instanceof Uint8Array) || body.byteLength === 0) return ''
  const hash = createHash('sha256')
    .update(JSON.stringify([method, url, clientIp, headers.get('Cookie')]))
    .update(body)
  return hash.digest('base64url')
}

/** A client is an IP network or, where no slot is free for that at once, each member behind it. */
async function acquireClientSlot(request: Request, requestInfo: RequestInfo): Promise<Release | undefined> {
  const ipNetwork = networkOf(requestInfo.clientIp)
  const release = admission.tryAcquire(ipNetwork)
  if (release) return release
  const member = await readClaimedUserId(request)
  return member === undefined
    ? admission.acquire(ipNetwork, 'visitor')
    : admission.acquire(`member ${member}`, 'member', ipNetwork)
}

function withRetryAfter(response: Response, seconds: number): Response {
  if (!response.headers.has('Retry-After')) response.headers.set('Retry-After', String(seconds))
  return response
}

/** Gives every request its id, the fixed response headers, its metrics and its log line. */
function trackRequest(incoming: IncomingMessage, response: ServerResponse): { requestId: string; isFile: boolean } {
  const startMs = performance.now()
  const entry = { requestId: randomUUID(), isFile: false }
  const { method = '', url = '' } = incoming
  requestsInFlight.inc()
  // A write after the client left is not our fault, and an unhandled error event would end the process.
  response.on('error', (error) => log.debug({ err: error }, 'an answer was cut off'))
  response.once('close', () => {
    requestsInFlight.dec()
    logRequest({
      method,
      url,
      // The client left before any response.
      status: response.headersSent ? response.statusCode : 499,
      ms: performance.now() - startMs,
      bytes: Number(response.getHeader('content-length')),
      ...entry,
    })
  })
  for (const [name, value] of Object.entries(fixedHeaders)) response.setHeader(name, value)
  response.setHeader('X-Request-Id', entry.requestId)
  // Pages replace it by their own.
  response.setHeader('Content-Security-Policy', strictCsp)
  return entry
}

/**
 * Pages take GET, HEAD and POST: their actions would treat any other method as a post. The API and the embedded
 * upstream check for themselves.
 */
function isMethodAllowed({ method = '' }: IncomingMessage, route: MatchedRoute): boolean {
  if (['GET', 'HEAD', 'POST'].includes(method)) return true
  const { kind } = route.handle
  return kind === 'api' || kind === 'embedded'
}

/** Asks the client, while draining, to send its next request on a new connection. Set as late as possible. */
function closeWhileDraining(response: ServerResponse): void {
  if (readiness() === 'draining') response.setHeader('Connection', 'close')
}

/** Refuses with one line of plain text: only programs send such requests. */
function sendPlainRefusal(response: ServerResponse, status: number, headers: OutgoingHttpHeaders = {}): void {
  closeWhileDraining(response)
  const body = `${STATUS_CODES[status]}\n`
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    ...headers,
  })
  response.end(response.req.method === 'HEAD' ? undefined : body)
  discardRemainingBody(response.req)
}

/** Answers load balancers that probe by OPTIONS: same status rule as /readyz, no body. */
function respondToProbe(response: ServerResponse): void {
  closeWhileDraining(response)
  response.writeHead(readiness() === 'ready' ? 204 : 503, {
    Allow: 'GET, HEAD, POST',
    'Cache-Control': 'no-store',
    ...(readiness() === 'ready' ? {} : { 'Content-Length': 0 }),
  })
  response.end()
}

function respondWithServerError(response: ServerResponse, error: unknown): void {
  if (response.destroyed || response.writableEnded) return
  log.error({ err: error }, 'a request was not answered')
  if (response.headersSent) response.destroy()
  else sendPlainRefusal(response, 500)
}

/**
 * Reads and discards what is still sent after the response: a sender that is cut off at once would not see the
 * response. requestTimeout bounds the time.
 */
function discardRemainingBody(incoming: IncomingMessage, request?: Request): void {
  if (incoming.complete || incoming.destroyed) return
  const { socket } = incoming
  const maxBytesRead = socket.bytesRead + maxDiscardedBytes
  const check = setInterval(() => {
    if (socket.bytesRead > maxBytesRead) socket.destroy()
    if (incoming.complete || socket.destroyed) clearInterval(check)
  }, discardCheckMs)
  check.unref()
  // The body is still being read by a handler.
  if (request?.body?.locked) return
  void request?.body?.cancel().catch(() => undefined)
  incoming.resume()
}

/**
 * Refuses what can't be parsed as HTTP, or comes too slowly, with the headers of every response.
 *
 * @param latestResponse the latest response on this socket.
 */
function handleClientError(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  latestResponse: ServerResponse | undefined,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = statusByErrorCode.get(error.code) ?? 400
  refusals.inc({ reason: 'unreadable' })
  if (!latestResponse || latestResponse.writableFinished) {
    // The rest of an answered request came too slowly: there is nothing more to send.
    if (latestResponse && !latestResponse.req.complete) socket.destroy()
    else refuseSocket(socket, status)
  } else if (!latestResponse.req.complete && !latestResponse.headersSent) {
    sendPlainRefusal(latestResponse, status, { Connection: 'close' })
  } else {
    // It follows a request that is still being answered.
    latestResponse.once('close', () => socket.destroy())
    if (!latestResponse.headersSent) latestResponse.setHeader('Connection', 'close')
  }
}

const statusByErrorCode: ReadonlyMap<string | undefined, number> = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
])

/** Sends a bare refusal on a socket that carries no parsed request, and closes it. */
function refuseSocket(socket: Duplex, status: number): void {
  const headers = {
    ...fixedHeaders,
    'Content-Security-Policy': strictCsp,
    'Cache-Control': 'no-store',
    Connection: 'close',
    'Content-Length': '0',
    'X-Request-Id': randomUUID(),
    ...(status === 405 ? { Allow: 'GET, HEAD, POST' } : {}),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.on('error', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`)
  setTimeout(() => socket.destroy(), lastResponseGraceMs).unref()
}
