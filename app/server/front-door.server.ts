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

/** A server that listens. */
export type FrontDoor = {
  /**
   * Takes no connection any more, and waits until every request that came is answered.
   *
   * @param withinMs what is not answered by then stays unanswered.
   */
  close(withinMs: number): Promise<void>
}

/** Longer than the 60 s of usual load balancers, or they meet sockets that close under their request. */
const keepAliveTimeoutMs = 65_000
const headersTimeoutMs = 15_000
/** For a request with its body. */
const requestTimeoutMs = 30_000
/** How often late requests are looked for: by Node's own 30 s they would get up to three times what they are given. */
const lateCheckMs = 1_000
/** A connection on which nothing moves for this long, in either direction, is closed, whatever it waits for. */
const stillSocketMs = 120_000
/** What a sender goes on to send after the answer is read and dropped up to here, so that it gets to see the answer. */
const droppedBytesMax = 64 * 1024 * 1024
const dropCheckMs = 100
/** A socket that is given up is cut this long after its last words, for them to arrive. */
const lastWordsMs = 1_000
/** What was sent before its sender could know of the drain has arrived by then. */
const onTheirWayMs = 300
/** How long who found no room is asked to stay away. */
const busySeconds = 5

const turnedAway = new OneATurn()
/**
 * A page of this site costs 10 to 20 ms of the one thread that renders: whoever comes finds the few of an abuser before
 * their own, and a hundred that wait for a slow upstream keep nobody else from it.
 */
const admission = new Admission(
  { running: 200, runningPerClient: 32, membersWhenBusy: 2, waiting: 1_000, waitingPerAddress: 300, waitMs: 8_000 },
  loadOfLoop(),
)

/**
 * Listens, and answers each request with a file of the build or by the framework's pages.
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
    // Refused by us, with the headers of every answer.
    requireHostHeader: false,
    keepAliveTimeout: keepAliveTimeoutMs,
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: lateCheckMs,
  })
  server.timeout = stillSocketMs
  /** Of each socket the answer that was begun last. */
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
      // Right after the loop took in whoever had connected by now: the system cuts those that still wait.
      await afterPolling()
      // The socket server's own: HTTP's would cut the idle connections as well, and a request may be on its way on one.
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
    // Whoever sends no usable Host may mean another site with what comes next.
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
      // Nothing of this request but its facts: the page is for everyone who is turned away.
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
  // Refused meanwhile for a body that came too late, or gone.
  if (response.headersSent || response.destroyed) return
  closeWhileDraining(response)
  await sendResponse(response, page)
  dropRest(incoming, request)
}

/** What the framework's middleware finds done when it begins. */
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

/** Answers a request that its address's limit and the load of the site allow; turns it away at little cost otherwise. */
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
  // A probe must answer whoever else asks.
  if (route.handle.kind === 'probe') return render(false)
  const waitSeconds = await takeOfAll(visit)
  if (waitSeconds !== undefined) {
    return withRetryAfter(await turnAway({ problem: 'limited', retryAfterSeconds: waitSeconds }), waitSeconds)
  }
  // The embedded upstream's pages bound themselves, and its desk sends whole backups.
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

/** The forms that wait or are worked on, by what was sent, until a second press of the same has joined them. */
const pressed = new Map<string, Promise<Leave | undefined>>()

/**
 * A place for a request. A second press of a form goes along with the first one: behind it, it would find done what the
 * first did, and say so in place of the outcome.
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

/** What was sent, and by which browser; the same for two presses of one form. */
function printOf({ method, url, headers }: Request, { address }: Visit, { body }: Incoming): string {
  if (!(body instanceof Uint8Array) || body.byteLength === 0) return ''
  const sent = createHash('sha256')
    .update(JSON.stringify([method, url, address, headers.get('Cookie')]))
    .update(body)
  return sent.digest('base64url')
}

/** A client is an address, or, where that has more requests under way than a browser makes, each member behind it. */
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

/** What every request gets, whatever becomes of it: a number, the headers that never vary, and its line in the log. */
function follow(incoming: IncomingMessage, response: ServerResponse): { requestId: string; isFile: boolean } {
  const beganMs = performance.now()
  const entry = { requestId: randomUUID(), isFile: false }
  const { method = '', url = '' } = incoming
  requestsInFlight.inc()
  // A write after the other side left is no mistake of ours, and would end the process.
  response.on('error', (error) => log.debug({ err: error }, 'an answer was cut off'))
  response.once('close', () => {
    requestsInFlight.dec()
    logRequest({
      method,
      url,
      // No answer at all: the other side left first.
      status: response.headersSent ? response.statusCode : 499,
      ms: performance.now() - beganMs,
      bytes: Number(response.getHeader('content-length')),
      ...entry,
    })
  })
  for (const [name, value] of Object.entries(fixedHeaders)) response.setHeader(name, value)
  response.setHeader('X-Request-Id', entry.requestId)
  // A page brings its own in place of it.
  response.setHeader('Content-Security-Policy', strictCsp)
  return entry
}

/** A page's action would take any other method for a form post; the API and the embedded upstream refuse in their own way. */
function isTaken({ method = '' }: IncomingMessage, route: MatchedRoute): boolean {
  if (['GET', 'HEAD', 'POST'].includes(method)) return true
  const { kind } = route.handle
  return kind === 'api' || kind === 'embedded'
}

/** Said as late as can be: who hears it sends the next request elsewhere. */
function closeWhileDraining(response: ServerResponse): void {
  if (readiness() === 'draining') response.setHeader('Connection', 'close')
}

/** A refusal in one line, for what no person sends. */
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

/** To load balancers that ask by OPTIONS: the same as /readyz, without words. */
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
 * Reads on, without keeping anything, what a sender still sends after its answer: cut off at once, it would not get to see
 * it. requestTimeout bounds the time.
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
  // Somebody of ours still reads it.
  if (request?.body?.locked) return
  void request?.body?.cancel().catch(() => undefined)
  incoming.resume()
}

/**
 * What can't be read as HTTP, or comes too slowly, gets the headers of every answer too.
 *
 * @param begun the answer that was begun last on this socket.
 */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex, begun: ServerResponse | undefined): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = statusOfError.get(error.code) ?? 400
  refusals.inc({ reason: 'unreadable' })
  if (!begun || begun.writableFinished) {
    // The rest of a request that is answered came too slowly: there is nothing to add.
    if (begun && !begun.req.complete) socket.destroy()
    else refuseSocket(socket, status)
  } else if (!begun.req.complete && !begun.headersSent) {
    refuse(begun, status, { Connection: 'close' })
  } else {
    // It stands behind a request that is being answered.
    begun.once('close', () => socket.destroy())
    if (!begun.headersSent) begun.setHeader('Connection', 'close')
  }
}

const statusOfError: ReadonlyMap<string | undefined, number> = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
])

/** The last words on a socket that carries no request we could answer. */
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
