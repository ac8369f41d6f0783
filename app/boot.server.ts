import { randomUUID } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { setImmediate as afterIncoming, setTimeout as sleep } from 'node:timers/promises'
import morgan from 'morgan'
import onHeaders from 'on-headers'
import { peerHeader } from '~/http/address.server'
import { strictCsp } from '~/http/csp.server'
import { fixedHeaders } from '~/http/security-headers.server'
import { refusedHeader, requestIdHeader } from '~/http/visit.server'
import { sharedStore } from '~/redis/redis.server'
import { sealerFor } from '~/session/seal.server'
import { log } from '~/telemetry/log.server'
import { requestsInFlight, unhandledRejections } from '~/telemetry/metrics.server'
import { becomes, readiness } from '~/telemetry/readiness.server'
import { logRequest } from '~/telemetry/request-log.server'
import { connection } from '~/upstream/connect.server'
import { config, SettingError } from './config.server'

/**
 * What happens once in a process, when the server build is loaded: the store opens, the server gets its time-outs, each
 * request its peer address and number and each answer its fixed headers, and the process learns to drain. The stock
 * server offers no place for any of this, so it is done through Node's own channels.
 * Why: docs/decisions/006-stock-server.md.
 */

/** What bin/start.mjs, which alone listens for signals, needs of the site. */
export type Site = {
  /** Resolves when the store is open and requests may come. */
  opened: Promise<void>
  /** What to print then, for the person who started it. */
  greeting: string[]
  /** Finishes what is in flight and closes the store. `stopListening` closes the server's listener. */
  drain(stopListening: () => void): Promise<void>
}

const kept = Symbol.for('madang.site')
const shared: typeof globalThis & { [kept]?: Site } = globalThis

/** Longer than the 60 s of usual load balancers, or they meet sockets that close under their request. */
const keepAliveTimeoutMs = 65_000
const headersTimeoutMs = 15_000
const requestTimeoutMs = 30_000
/** Kept of the drain's time for closing the store. */
const closingMs = 800
const lookAgainMs = 20
/** What was sent before its sender could know of the drain has arrived by then. */
const onTheirWayMs = 300
const retryOpenMs = 2_000
/** Not every try to open the store leaves a line in the log. */
const retriesALine = 5

/** A page's action would take any of the others for a form post, or the framework answer 500. */
const pageMethods = new Set(['GET', 'HEAD', 'POST'])
/** What the API and the house refuse in their own way. */
const machineMethods = new Set(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const readableHost = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i

const servers = new Set<Server>()
let inFlight = 0

/** Does it, once: a development server loads this module anew at each change. */
export function boot(): void {
  if (shared[kept]) return
  makeSecrets()
  subscribe('http.server.request.start', (message) => {
    const { request, response, server } = message as {
      request: IncomingMessage
      response: ServerResponse
      server: Server
    }
    prepareServer(server)
    prepare(request, response)
  })
  morgan.format('tiny', (tokens, request, response) => {
    const ms = Number(tokens['total-time']?.(request, response, 3))
    logRequest(request, response, Number.isFinite(ms) ? ms : undefined)
    return undefined
  })
  process.on('unhandledRejection', (reason) => {
    unhandledRejections.inc()
    log.error({ err: reason }, 'a promise was rejected and nothing handled it')
  })
  // Ends the process, as it should; this only lets the log know why.
  process.on('uncaughtExceptionMonitor', (error) => log.fatal({ err: error }, 'an error was not caught'))
  shared[kept] = { opened: openStore(), greeting: greeting(), drain }
}

/** Now rather than at the first request: a folder that can't be written stops the start. */
function makeSecrets(): void {
  try {
    sealerFor('session')
  } catch (cause) {
    if (!(cause instanceof SettingError)) throw cause
    endBecauseOf(cause)
  }
}

function endBecauseOf(wrong: SettingError): never {
  process.stderr.write(`${wrong.message}\n`)
  process.exit(1)
}

function prepareServer(server: Server): void {
  if (servers.has(server)) return
  servers.add(server)
  if (!config.production) return
  server.keepAliveTimeout = keepAliveTimeoutMs
  server.headersTimeout = headersTimeoutMs
  server.requestTimeout = requestTimeoutMs
  server.on('clientError', answerUnreadable)
}

/** Before anything else sees the request: facts that only the socket knows, and headers that never vary. */
function prepare(request: IncomingMessage, response: ServerResponse): void {
  inFlight += 1
  requestsInFlight.inc()
  response.once('close', () => {
    inFlight -= 1
    requestsInFlight.dec()
  })

  const requestId = randomUUID()
  request.headers[requestIdHeader] = requestId
  request.headers[peerHeader] = request.socket.remoteAddress ?? ''
  delete request.headers[refusedHeader]
  const refused = repaired(request)
  if (refused) request.headers[refusedHeader] = String(refused)

  response.setHeader('X-Request-Id', requestId)
  if (!config.production) return
  for (const [name, value] of Object.entries(fixedHeaders)) response.setHeader(name, value)
  onHeaders(response, () => {
    // Said as late as can be: who hears it sends the next request elsewhere.
    if (readiness() === 'draining') response.setHeader('Connection', 'close')
    // The server's redirects between folders bring a policy of their own that lets any site frame them.
    const policy = String(response.getHeader('Content-Security-Policy') ?? '')
    if (!policy.includes('frame-ancestors')) response.setHeader('Content-Security-Policy', strictCsp)
  })
}

/**
 * Makes a request harmless that the server's adapter would answer with a 500 before any of our code runs.
 *
 * @returns the status our own code refuses it with; undefined for a request that was in order.
 */
function repaired(request: IncomingMessage): 400 | 405 | undefined {
  let refused: 400 | 405 | undefined
  const address = request.url ?? ''
  if (!isReadablePath(address)) {
    // A client that takes us for a proxy writes the whole address.
    const whole = /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address) : undefined
    const path = whole ? `${whole.pathname}${whole.search}` : ''
    request.url = isReadablePath(path) ? path : '/'
    if (request.url !== path) refused = 400
  }
  const { host } = request.headers
  if (host !== undefined && (!readableHost.test(host) || !URL.canParse(`http://${host}`))) {
    request.headers.host = 'localhost'
    refused = 400
  }
  const method = request.method ?? ''
  const answersItself = /^\/(?:api\/routes|house)\//i.test(request.url ?? '')
  if (!pageMethods.has(method) && !(answersItself && machineMethods.has(method))) {
    request.method = 'GET'
    request.url = '/'
    refused ??= 405
  }
  return refused
}

function isReadablePath(address: string): boolean {
  if (!address.startsWith('/') || !URL.canParse(`http://localhost${address}`)) return false
  try {
    decodeURIComponent(address.split('?', 1)[0] ?? '')
    return true
  } catch {
    return false
  }
}

/** What can't even be read as HTTP gets the fixed headers as well. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  const headers = { ...fixedHeaders, 'Content-Security-Policy': strictCsp, Connection: 'close', 'Content-Length': '0' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`)
}

/**
 * Opens the store at start, not at the first request. A shared database may come up later than the site; a folder may
 * belong to a process of which nobody can tell whether it lives.
 */
async function openStore(): Promise<void> {
  warnOfSettings()
  // Says in the log whether it answers; nothing waits for it.
  sharedStore?.check().catch(() => undefined)
  for (let attempt = 0; ; attempt++) {
    try {
      await connection()
      becomes('ready')
      log.info(config.production ? { address: ownAddress() } : {}, 'ready')
      return
    } catch (cause) {
      if (cause instanceof SettingError) endBecauseOf(cause)
      // A database that is newer than this program, say, will not mend by waiting.
      const mayComeUp = config.database.url && cause instanceof Error && cause.name === 'StoreUnavailable'
      const mayBecomeFree = cause instanceof Error && 'waits' in cause && cause.waits === true
      if (readiness() === 'draining') return
      if (!mayComeUp && !mayBecomeFree) {
        log.fatal({ err: cause }, 'the store does not open')
        process.stderr.write(`The store does not open: ${cause instanceof Error ? cause.message : String(cause)}\n`)
        process.exit(1)
      }
      if (attempt % retriesALine === 0) {
        log.warn({ err: cause }, mayBecomeFree ? 'the data folder is not free yet' : 'the database does not answer yet')
      }
      await sleep(retryOpenMs)
    }
  }
}

function warnOfSettings(): void {
  if (config.upstream.url && !sharedStore) {
    log.warn('REDIS_URL is not set: limits, request codes and revoked sessions are this process’s own, and go with it')
  }
  if (config.servedCountries.length > 0 && (config.countryHeader === undefined || config.trustedProxies === 0)) {
    const served = config.money === 'real' ? 'nobody can register, deposit or play' : 'everybody is served'
    log.warn(`SERVED_COUNTRIES needs COUNTRY_HEADER and TRUSTED_PROXIES of 1 or more: no country is known, ${served}`)
  }
  if (config.countryHeader !== undefined && config.servedCountries.length === 0) {
    log.warn('COUNTRY_HEADER does nothing without SERVED_COUNTRIES: everybody is served')
  }
  const tooPlain = config.https ? config.launchOrigins?.filter((origin) => !origin.startsWith('https:')) : undefined
  if (tooPlain?.length) {
    log.warn({ origins: tooPlain }, 'LAUNCH_ORIGINS on http can not be opened from a site on https')
  }
  if (demoIsSeeded() && config.https) log.warn('SEED_DEMO: everyone knows the demo members; set it to no in public')
}

function demoIsSeeded(): boolean {
  return !config.upstream.url && config.house.seedDemo && config.money === 'play'
}

function ownAddress(): string {
  const host = config.host && config.host !== '0.0.0.0' && config.host !== '::' ? config.host : 'localhost'
  return `http://${host.includes(':') ? `[${host}]` : host}:${config.port}`
}

function greeting(): string[] {
  const elsewhere = config.publicOrigins[0]
  return [
    `The site is at ${ownAddress()}${elsewhere ? `, for its visitors at ${elsewhere}` : ''}`,
    ...(demoIsSeeded() ? ['Demo member: id demo, password demo-1234, exchange password 2580'] : []),
  ]
}

/**
 * Keeps a server that stops listening from closing its idle connections by itself: a request may be on its way on one.
 *
 * @returns what closes them.
 */
function heldIdle(server: Server): () => void {
  const close = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => undefined
  return close
}

async function drain(stopListening: () => void): Promise<void> {
  becomes('draining')
  log.info({ inFlight }, 'draining')
  await sleep(config.drainDelayMs)

  const deadlineMs = Date.now() + config.drainDeadlineMs
  const closeIdle = [...servers].map(heldIdle)
  // Right after the loop took in whoever had connected by now: the system cuts those that still wait.
  await afterIncoming()
  stopListening()
  await sleep(Math.min(onTheirWayMs, config.drainDeadlineMs / 4))
  for (const close of closeIdle) close()
  const finishBy = deadlineMs - Math.min(closingMs, config.drainDeadlineMs / 2)
  while (inFlight > 0 && Date.now() < finishBy) await sleep(lookAgainMs)
  if (inFlight > 0) log.warn({ inFlight }, 'requests were cut off at the end of the drain')

  const closed = Promise.all([connection().then((open) => open.close()), sharedStore?.close()])
  await Promise.race([closed, sleep(Math.max(0, deadlineMs - Date.now()))]).catch((cause: unknown) => {
    log.error({ err: cause }, 'the store did not close')
  })
  log.info('stopped')
}
