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
import { networkOf } from '~/http/address.server'
import { packedResponse } from '~/http/compress.server'
import { strictCsp } from '~/http/csp.server'
import { type EdgeRefusal, type Incoming, incomingContext } from '~/http/incoming.server'
import { takeOfAll } from '~/http/limits.server'
import { cacheableContext, sharePage } from '~/http/page-cache.server'
import { readBody } from '~/http/read-body.server'
import { refusal as refusalOf } from '~/http/refusal.server'
import { type MatchedRoute, routeContext, routeTable } from '~/http/route.server'
import { fixedHeaders } from '~/http/security-headers.server'
import { type Visit, visitContext, visitOf } from '~/http/visit.server'
import { isForData, isSafe } from '~/session/page-path.server'
import { claimedMember } from '~/session/session.server'
import { log } from '~/telemetry/log.server'
import { refusals, requestsInFlight } from '~/telemetry/metrics.server'
import { readiness } from '~/telemetry/readiness.server'
import { logRequest } from '~/telemetry/request-log.server'
import { problemStatus } from '~/upstream/problem'
import { Admission, type Leave, loadOfLoop, OneATurn } from './admission.server'
import { refusalPage } from './refusal-pages.server'
import { readTarget } from './request-target.server'
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
const lateCheckMs = 1_000
/** A connection with no traffic in either direction for this long is closed. */
const stillSocketMs = 120_000
/** Bytes still read and discarded after the response was sent, so that the sender gets to see the response. */
const droppedBytesMax = 64 * 1024 * 1024
const dropCheckMs = 100
/** Time for a last response to arrive before its socket is destroyed. */
const lastWordsMs = 1_000
/** Requests sent before their sender could know of the drain have arrived after this time. */
const onTheirWayMs = 300
/** Retry-After of a request that was refused because the site is busy. */
const busySeconds = 5

const turnedAway = new OneATurn()
/**
 * A page costs 10 to 20 ms of the one rendering thread. `runningPerClient` bounds what one abuser can put before
 * others; `running` is large because requests that wait for a slow upstream use no processor time.
 */
const admission = new Admission(
  { running: 200, runningPerClient: 32, membersWhenBusy: 2, waiting: 1_000, waitingPerAddress: 300, waitMs: 8_000 },
  loadOfLoop(),
)

/**
 * Starts the HTTP server, which answers with static files of the build or with the framework's pages.
 *
 * @throws the error of `listen` (EADDRINUSE, EACCES, …).
 */
export async function openFrontDoor(
  build: ServerBuild,
  at: { port: number; host: string | undefined },
): Promise<FrontDoor> {
  const behind = {
    files: await readStaticFiles(build.assetsBuildDirectory),
    routeOf: routeTable(build.routes),
    pages: createRequestHandler(build, 'production'),
  }
  const server = createServer({
    // A missing Host is refused by parsing the request target, with the headers that every response gets.
    requireHostHeader: false,
    keepAliveTimeout: keepAliveTimeoutMs,
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: lateCheckMs,
  })
  server.timeout = stillSocketMs
  /** The latest response of each socket. */
  const begun = new WeakMap<Duplex, ServerResponse>()
  const inFlight = new Set<ServerResponse>()
  let emptied: (() => void) | undefined

  server.on('request', async (incoming, response) => {
    begun.set(incoming.socket, response)
    inFlight.add(response)
    response.once('close', () => {
      inFlight.delete(response)
      if (inFlight.size === 0) emptied?.()
    })
    try {
      await answer(incoming, response, behind)
    } catch (error) {
      fail(response, error)
    }
  })
  server.on('checkExpectation', (incoming: IncomingMessage, response: ServerResponse) => {
    follow(incoming, response)
    refuse(response, 417)
  })
  server.on('connect', (_incoming, socket) => refuseSocket(socket, 405))
  server.on('clientError', (error, socket) => refuseUnreadable(error, socket, begun.get(socket)))

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: at.port, host: at.host }, () => {
      server.off('error', reject)
      resolve()
    })
  })

  return {
    async close(withinMs) {
      const endMs = Date.now() + withinMs
      // One poll phase accepts the connections that are established by now: the system would cut those still waiting.
      await afterPolling()
      // The socket server's close: that of HTTP also cuts idle connections, on which a request may be on its way.
      SocketServer.prototype.close.call(server)
      await sleep(Math.min(onTheirWayMs, withinMs / 4))
      server.closeIdleConnections()
      const empty = new Promise<void>((resolve) => {
        emptied = resolve
        if (inFlight.size === 0) resolve()
      })
      await Promise.race([empty, sleep(Math.max(0, endMs - Date.now()))])
      if (inFlight.size > 0) log.warn({ inFlight: inFlight.size }, 'requests were cut off at the end of the drain')
    },
  }
}

type Behind = {
  files: StaticFiles
  routeOf: (pathname: string) => MatchedRoute
  pages: ReturnType<typeof createRequestHandler>
}

async function answer(incoming: IncomingMessage, response: ServerResponse, behind: Behind): Promise<void> {
  const { files, routeOf, pages } = behind
  const entry = follow(incoming, response)
  const target = readTarget(incoming)
  if (target.kind === 'refused') {
    // A sender without a usable Host may mean another site with the next request on this connection.
    refuse(response, target.status, target.status === 405 ? { Allow: 'GET, HEAD, POST' } : { Connection: 'close' })
    return
  }
  if (target.kind === 'probe') {
    answerProbe(response)
    return
  }

  const path = target.kind === 'address' ? target.path : '/'
  const { pathname } = new URL(`http://localhost${path}`)
  const file = files.get(decodeURIComponent(pathname))
  if (file && (incoming.method === 'GET' || incoming.method === 'HEAD')) {
    entry.isFile = true
    closeWhileDraining(response)
    sendStaticFile(file, incoming, response)
    return
  }

  const route = routeOf(pathname)
  const refused = target.kind === 'broken-address' ? 400 : isTaken(incoming, route) ? undefined : 405
  incoming.url = path
  const request = refused
    ? new Request('http://localhost/', { headers: createHeaders(incoming) })
    : createRequest(incoming, response, { protocol: 'http:' })
  const peerAddress = incoming.socket.remoteAddress ?? ''
  const known: Incoming = { requestId: entry.requestId, peerAddress, refused, body: undefined }
  const visit = await visitOf(request, contextOf({ incoming: known, route }))
  const render = (shared: boolean) => pages(request, contextOf({ incoming: known, route, visit, shared }))
  const turnAway = async (refusal: EdgeRefusal) => {
    await turnedAway.turn()
    if (route.handle.kind === 'embedded' || route.handle.kind === 'file') {
      const status = problemStatus[refusal.problem]
      return new Response(`${STATUS_CODES[status]}\n`, { status, headers: { 'Cache-Control': 'no-store' } })
    }
    if (route.handle.kind === 'api') {
      const { problem, retryAfterSeconds } = refusal
      return refusalOf(contextOf({ incoming: known, route, visit }), problem, retryAfterSeconds) as Response
    }
    return refusalPage(refusal, { visit, path, isData: isForData(request) }, (refused, facts, address) => {
      // Carries nothing of this request but its settings: the rendered page serves everyone who is refused.
      return pages(
        new Request(`http://localhost${address}`, { headers: { 'Accept-Encoding': 'identity' } }),
        contextOf({
          incoming: { ...known, requestId: facts.requestId, refused },
          route: routeOf(address),
          visit: facts,
        }),
      )
    })
  }

  const found = await withinBounds(request, { visit, incoming: known, route, render, turnAway })
  const page = await packedResponse(found, request)
  // Refused in the meantime because the body was too slow, or the client left.
  if (response.headersSent || response.destroyed) return
  closeWhileDraining(response)
  await sendResponse(response, page)
  dropRest(incoming, request)
}

/** The router context with what the front door already knows of the request. */
function contextOf(facts: {
  incoming: Incoming
  route: MatchedRoute
  visit?: Visit
  shared?: boolean
}): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(incomingContext, facts.incoming)
  context.set(routeContext, facts.route)
  if (facts.visit) context.set(visitContext, facts.visit)
  if (facts.shared) context.set(cacheableContext, true)
  return context
}

/** Renders a request within the rate limit of its client IP and the load of the site; refuses it cheaply otherwise. */
async function withinBounds(
  request: Request,
  {
    visit,
    incoming,
    route,
    render,
    turnAway,
  }: {
    visit: Visit
    incoming: Incoming
    route: MatchedRoute
    render: (shared: boolean) => Promise<Response>
    turnAway: (refusal: EdgeRefusal) => Promise<Response>
  },
): Promise<Response> {
  // Probes are answered under any load.
  if (route.handle.kind === 'probe') return render(false)
  const waitSeconds = await takeOfAll(visit)
  if (waitSeconds !== undefined) {
    return withRetryAfter(await turnAway({ problem: 'limited', retryAfterSeconds: waitSeconds }), waitSeconds)
  }
  // The embedded upstream's pages have limits of their own, and its desk sends whole backups.
  if (route.handle.kind === 'embedded') return render(false)
  const make = async (shared: boolean) => {
    if (!isSafe(request) && !incoming.refused) incoming.body = await readBody(request)
    const leave = await placeFor(request, visit, incoming)
    if (!leave) {
      refusals.inc({ reason: 'busy' })
      return withRetryAfter(await turnAway({ problem: 'busy', retryAfterSeconds: busySeconds }), busySeconds)
    }
    try {
      return await render(shared)
    } finally {
      leave()
    }
  }
  return incoming.refused ? make(false) : sharePage(request, { visit, route }, make)
}

/** Slots of submitted forms by fingerprint, until they are released or a second press of the same form has joined. */
const pressed = new Map<string, Promise<Leave | undefined>>()

/**
 * Takes a slot for a request. A second press of a form shares the slot of the first and runs beside it: queued behind
 * it, it would report that the work was already done instead of its outcome.
 */
async function placeFor(request: Request, visit: Visit, incoming: Incoming): Promise<Leave | undefined> {
  const print = printOf(request, visit, incoming)
  if (print === '') return admitted(request, visit)
  const first = pressed.get(print)
  if (first) {
    pressed.delete(print)
    return (await first) && (() => undefined)
  }
  const mine = admitted(request, visit)
  pressed.set(print, mine)
  const forget = () => {
    if (pressed.get(print) === mine) pressed.delete(print)
  }
  const leave = await mine
  if (!leave) forget()
  return (
    leave &&
    (() => {
      forget()
      leave()
    })
  )
}

/** Hash of a form's request, body and browser: equal for two presses of one form, '' without a body. */
function printOf({ method, url, headers }: Request, { address }: Visit, { body }: Incoming): string {
  if (!(body instanceof Uint8Array) || body.byteLength === 0) return ''
  const sent = createHash('sha256')
    .update(JSON.stringify([method, url, address, headers.get('Cookie')]))
    .update(body)
  return sent.digest('base64url')
}

/** A client is an IP network or, where no slot is free for that at once, each member behind it. */
async function admitted(request: Request, visit: Visit): Promise<Leave | undefined> {
  const address = networkOf(visit.address)
  const leave = admission.enter(address)
  if (leave) return leave
  const member = await claimedMember(request)
  return member === undefined
    ? admission.wait(address, 'visitor')
    : admission.wait(`member ${member}`, 'member', address)
}

function withRetryAfter(response: Response, seconds: number): Response {
  if (!response.headers.has('Retry-After')) response.headers.set('Retry-After', String(seconds))
  return response
}

/** Gives every request its id, the fixed response headers, its metrics and its log line. */
function follow(incoming: IncomingMessage, response: ServerResponse): { requestId: string; isFile: boolean } {
  const beganMs = performance.now()
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
      ms: performance.now() - beganMs,
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
function isTaken({ method = '' }: IncomingMessage, route: MatchedRoute): boolean {
  if (['GET', 'HEAD', 'POST'].includes(method)) return true
  const { kind } = route.handle
  return kind === 'api' || kind === 'embedded'
}

/** Asks the client, while draining, to send its next request on a new connection. Set as late as possible. */
function closeWhileDraining(response: ServerResponse): void {
  if (readiness() === 'draining') response.setHeader('Connection', 'close')
}

/** Refuses with one line of plain text: only programs send such requests. */
function refuse(response: ServerResponse, status: number, headers: OutgoingHttpHeaders = {}): void {
  closeWhileDraining(response)
  const body = `${STATUS_CODES[status]}\n`
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    ...headers,
  })
  response.end(response.req.method === 'HEAD' ? undefined : body)
  dropRest(response.req)
}

/** Answers load balancers that probe by OPTIONS: same status rule as /readyz, no body. */
function answerProbe(response: ServerResponse): void {
  closeWhileDraining(response)
  response.writeHead(readiness() === 'ready' ? 204 : 503, {
    Allow: 'GET, HEAD, POST',
    'Cache-Control': 'no-store',
    ...(readiness() === 'ready' ? {} : { 'Content-Length': 0 }),
  })
  response.end()
}

function fail(response: ServerResponse, error: unknown): void {
  if (response.destroyed || response.writableEnded) return
  log.error({ err: error }, 'a request was not answered')
  if (response.headersSent) response.destroy()
  else refuse(response, 500)
}

/**
 * Reads and discards what is still sent after the response: a sender that is cut off at once would not see the
 * response. requestTimeout bounds the time.
 */
function dropRest(incoming: IncomingMessage, request?: Request): void {
  if (incoming.complete || incoming.destroyed) return
  const { socket } = incoming
  const limit = socket.bytesRead + droppedBytesMax
  const check = setInterval(() => {
    if (socket.bytesRead > limit) socket.destroy()
    if (incoming.complete || socket.destroyed) clearInterval(check)
  }, dropCheckMs)
  check.unref()
  // The body is still being read by a handler.
  if (request?.body?.locked) return
  void request?.body?.cancel().catch(() => undefined)
  incoming.resume()
}

/**
 * Refuses what can't be parsed as HTTP, or comes too slowly, with the headers of every response.
 *
 * @param begun the latest response on this socket.
 */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex, begun: ServerResponse | undefined): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = statusOfError.get(error.code) ?? 400
  refusals.inc({ reason: 'unreadable' })
  if (!begun || begun.writableFinished) {
    // The rest of an answered request came too slowly: there is nothing more to send.
    if (begun && !begun.req.complete) socket.destroy()
    else refuseSocket(socket, status)
  } else if (!begun.req.complete && !begun.headersSent) {
    refuse(begun, status, { Connection: 'close' })
  } else {
    // It follows a request that is still being answered.
    begun.once('close', () => socket.destroy())
    if (!begun.headersSent) begun.setHeader('Connection', 'close')
  }
}

const statusOfError: ReadonlyMap<string | undefined, number> = new Map([
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
  setTimeout(() => socket.destroy(), lastWordsMs).unref()
}
