import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { Server as SocketServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as afterPolling, setTimeout as sleep } from 'node:timers/promises'
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router'
import { config } from '~/platform/settings/config.server'
import { log } from '~/platform/telemetry/log.server'
import { refusals } from '~/platform/telemetry/metrics.server'
import { memoize } from '~/values/memoize'
import { routeContext } from '../middleware/route.server'
import type { Middleware } from '../middleware/run-middleware.server'
import { fixedHeaders, setFixedHeaders } from '../responses/security-headers.server'
import { trackRequest } from './access-log.server'
import { boundConnections, type ConnectionLimits, registerConnectionGauges } from './connections.server'
import type { Incoming } from './incoming.server'
import { lastResponseGraceMs, respondWithServerError, sendPlainRefusal } from './plain-responses.server'
import { respond } from './respond.server'
import { readStaticFiles } from './static-files.server'

const headersTimeoutMs = 15_000
const requestTimeoutMs = 30_000
/** Node's default of 30 s would allow requests to exceed their timeout by up to 30 s. */
const timeoutCheckIntervalMs = 1_000
const idleSocketTimeoutMs = 120_000
/** Extra time for requests that clients sent before they noticed the drain. */
const inTransitGraceMs = 300

/** Starts the server on PORT and HOST. @param replacements the brand's files by path @throws the error of `listen` */
export async function startHttpServer(
  build: ServerBuild,
  middleware: readonly Middleware[],
  replacements: Parameters<typeof readStaticFiles>[1],
  connectionLimits: ConnectionLimits,
) {
  const files = await readStaticFiles(build.assetsBuildDirectory, replacements)
  const server = createServer({
    // A missing Host is rejected when the request target is parsed, so that the response gets the usual headers.
    requireHostHeader: false,
    keepAliveTimeout: config.keepAliveMs,
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: timeoutCheckIntervalMs,
  })
  server.timeout = idleSocketTimeoutMs
  const connections = boundConnections(server, connectionLimits)
  registerConnectionGauges(connections, connectionLimits)
  const dependencies = { files, hasSlot: connections.hasSlot, middleware, render: createRenderer(build) }
  const latestResponses = new WeakMap<Duplex, ServerResponse>()
  const inFlight = new Set<ServerResponse>()
  let resolveDrained: (() => void) | undefined

  server.on('request', async (incoming, response) => {
    const { socket } = incoming
    if (socket.destroyed) return
    const previous = latestResponses.get(socket)
    latestResponses.set(socket, response)
    inFlight.add(response)
    response.once('close', () => {
      inFlight.delete(response)
      if (inFlight.size === 0) resolveDrained?.()
    })
    const entry = trackRequest(incoming, response)
    setFixedHeaders(response, entry.requestId)
    // A pipelined request may depend on the previous one, and responses must be sent in order.
    if (previous && !previous.closed) await new Promise((resolve) => previous.once('close', resolve))
    if (response.destroyed || response.headersSent) return
    try {
      await respond(incoming, response, entry, dependencies)
    } catch (error) {
      respondWithServerError(response, error)
    }
  })
  server.on('checkExpectation', (incoming: IncomingMessage, response: ServerResponse) => {
    setFixedHeaders(response, trackRequest(incoming, response).requestId)
    sendPlainRefusal(response, 417)
  })
  // A command that reads the whole database may take longer than an idle connection is kept.
  server.on('timeout', (socket) => {
    const response = latestResponses.get(socket)
    if (!response?.req.complete || response.headersSent) socket.destroy()
    else socket.setTimeout(idleSocketTimeoutMs)
  })
  server.on('connect', (_incoming, socket) => refuseSocket(socket, 405))
  server.on('clientError', (error, socket) => handleClientError(error, socket, latestResponses.get(socket)))

  server.listen({ port: config.port, host: config.host })
  await once(server, 'listening')

  return {
    /** Stops accepting connections and waits for open requests. @param withinMs open requests are cut off after this */
    async close(withinMs: number): Promise<void> {
      const deadlineMs = Date.now() + withinMs
      // Waits for one poll phase, so that connections that are already established are accepted first.
      await afterPolling()
      // Calls `close` of node:net. HTTP's `close` also closes idle connections, on which a request may be arriving.
      SocketServer.prototype.close.call(server)
      await sleep(Math.min(inTransitGraceMs, withinMs / 4))
      server.closeIdleConnections()
      const drained = new Promise<void>((resolve) => {
        resolveDrained = resolve
        if (inFlight.size === 0) resolve()
      })
      await Promise.race([drained, sleep(Math.max(0, deadlineMs - Date.now()))])
      if (inFlight.size > 0) log.warn({ inFlight: inFlight.size }, 'requests cut off at the drain deadline')
    },
  }
}

/** Rejects requests that can't be parsed as HTTP or arrive too slowly. */
function handleClientError(error: NodeJS.ErrnoException, socket: Duplex, latestResponse: ServerResponse | undefined) {
  // The client closed its end in the middle of the next request's headers, so it is treated as gone.
  const hasLeft = error.code === 'HPE_INVALID_EOF_STATE' && latestResponse?.req.complete === true
  if (error.code === 'ECONNRESET' || !socket.writable || hasLeft) {
    socket.destroy()
    return
  }
  const status = statusByErrorCode.get(error.code) ?? 400
  refusals.inc({ reason: 'unreadable' })
  if (!latestResponse || latestResponse.writableFinished) {
    // The response has already been sent, but the rest of the request's body is arriving too slowly.
    if (latestResponse && !latestResponse.req.complete) socket.destroy()
    else refuseSocket(socket, status, error.code)
  } else if (!latestResponse.req.complete && !latestResponse.headersSent) {
    sendPlainRefusal(latestResponse, status, { Connection: 'close' })
  } else {
    // A response is still pending or being sent. When it ends, the connection is closed.
    latestResponse.once('close', () => socket.destroy())
    if (!latestResponse.headersSent) latestResponse.setHeader('Connection', 'close')
  }
}

const statusByErrorCode: ReadonlyMap<string | undefined, number> = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
])

/** Sends a bare error response on a socket without a parsed request, logs it and closes the socket. */
function refuseSocket(socket: Duplex, status: number, why?: string): void {
  const requestId = randomUUID()
  log.info({ status, requestId, route: '*', why }, 'unreadable request')
  const headers = {
    ...fixedHeaders,
    'Cache-Control': 'no-store',
    Connection: 'close',
    'Content-Length': '0',
    'X-Request-Id': requestId,
    ...(status === 405 ? { Allow: 'GET, HEAD, POST' } : {}),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.on('error', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`)
  setTimeout(() => socket.destroy(), lastResponseGraceMs).unref()
}

/**
 * Creates a handler with one router per matched route. Each router contains only that route and its parents. A router
 * with all routes would compare each path with every route, and build every route for each page.
 */
function createRenderer(build: ServerBuild): Incoming['render'] {
  const forAllRoutes = createRequestHandler(build, 'production')
  const handlerFor = memoize((id: string) => {
    const routes: ServerBuild['routes'] = {}
    const assets = { ...build.assets, routes: {} as ServerBuild['assets']['routes'] }
    for (let route = build.routes[id]; route; route = build.routes[route.parentId ?? '']) {
      routes[route.id] = route
      assets.routes[route.id] = build.assets.routes[route.id]
    }
    return createRequestHandler({ ...build, routes, assets }, 'production')
  })
  return (request: Request, context: RouterContextProvider) => {
    const { id } = context.get(routeContext)
    return (id === undefined ? forAllRoutes : handlerFor(id))(request, context)
  }
}
