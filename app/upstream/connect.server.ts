import { connect as openSocket } from 'node:net'
import { Agent, DecoratorHandler, type Dispatcher, fetch } from 'undici'
import { config, SettingError } from '~/config.server'
import { log } from '~/telemetry/log.server'
import { segments } from './contract'
import { bankList } from './contract/banks.server'
import { NotSent, reasonOf, type UpstreamFetch } from './exchange.server'

/** The way to an upstream. Which of the two it is nobody may ask, but the route that shows the house's own pages. */
export type Connection = {
  /** Throws NotSent when nothing was sent; anything else it throws leaves that open. */
  fetch: UpstreamFetch
  /** The upstream is the house of this process. */
  embedded: boolean
  /** @throws when the upstream can't be reached now. */
  check(): Promise<void>
  close(): Promise<void>
}

/** A connection is made in this time or not at all. */
const connectTimeoutMs = 2_000
/** Sockets at most to a real upstream. */
const mostConnections = 512
/** An idle socket is closed before the usual server's 5 s, unless the upstream names its own time. */
const keepAliveMs = 4_000

let opened: Promise<Connection> | undefined

/** The site's one connection: to UPSTREAM_URL, or else to the embedded house, which opens at the first call. */
export function connection(): Promise<Connection> {
  opened ??= open().catch((error: unknown) => {
    // The next caller tries anew.
    opened = undefined
    throw error
  })
  return opened
}

async function open(): Promise<Connection> {
  const { upstream, house } = config
  // What the operator's files say is looked at before anything is touched: a bad one stops the start.
  expectKnownCalls(upstream.paths)
  await bankList(house.banksFile)
  if (upstream.url !== undefined) return connectTo(upstream.url)
  const { openHouse } = await import('./embedded/index.server')
  const embedded = await openHouse({
    dataDir: config.dataDir,
    databaseUrl: config.database.url?.reveal(),
    databasePool: config.database.pool,
    playApprovalMs: house.playApprovalMs,
    depositsWaitingMax: house.depositsWaitingMax,
    withdrawPauseMs: house.withdrawPauseMs,
    withdrawDailyMax: house.withdrawDailyMax,
    seedDemo: house.seedDemo,
    money: config.money,
    providerSecrets: house.providerSecrets?.map((secret) => secret.reveal()),
    paymentSecrets: house.paymentSecrets?.map((secret) => secret.reveal()),
    deskToken: house.deskToken?.reveal(),
    banksFile: house.banksFile,
    paymentsFile: house.paymentsFile,
    minimumAge: config.minimumAge,
    log: {
      info: (about, message) => log.info(about, message),
      warn: (about, message) => log.warn(about, message),
      error: (about, message) => log.error(about, message),
    },
  })
  return { fetch: embedded.upstream, embedded: true, check: () => embedded.check(), close: () => embedded.close() }
}

/** A misspelt call would silently keep the table's own path. @throws SettingError that names it */
function expectKnownCalls(paths: Readonly<Record<string, string>>): void {
  const unknown = Object.keys(paths).find((name) => !segments.has(name))
  if (unknown !== undefined) throw new SettingError(`UPSTREAM_PATHS names a call that there is not: ${unknown}.`)
}

/**
 * A connection to a real upstream over a pool of kept-alive sockets. Redirects are not followed.
 *
 * @param baseUrl UPSTREAM_URL without a closing slash; a call's path is put behind it.
 */
export function connectTo(baseUrl: string): Connection {
  const pool = new Agent({
    connect: { timeout: connectTimeoutMs },
    connections: mostConnections,
    keepAliveTimeout: keepAliveMs,
    pipelining: 1,
  })
  return {
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url)
      const body = new Uint8Array(await request.arrayBuffer())
      let sent = false
      try {
        const response = await fetch(baseUrl + pathname + search, {
          method: request.method,
          headers: {
            ...Object.fromEntries(request.headers),
            'Content-Length': `${body.byteLength}`,
            'User-Agent': 'madang',
          },
          body: readOnce(body),
          duplex: 'half',
          redirect: 'manual',
          signal: request.signal,
          dispatcher: pool.compose(
            noting(() => {
              sent = true
            }),
          ),
        })
        // The package's Response and the platform's have one shape and two classes.
        return response as unknown as Response
      } catch (cause) {
        throw sent ? cause : new NotSent(reasonOf(cause), { cause })
      }
    },
    embedded: false,
    check: () => reach(new URL(baseUrl)),
    close: () => pool.close(),
  }
}

/**
 * A body that can be read one time only. By its standard, fetch sends a request whose body it can read again a second
 * time after a 421, and a change must never be sent twice.
 */
function readOnce(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      if (bytes.byteLength > 0) controller.enqueue(bytes)
      controller.close()
    },
  })
}

/** Notes the moment before the first byte of a request goes onto a socket that is connected. */
function noting(note: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const noted: Dispatcher.DispatchHandler = new DecoratorHandler(handler)
    const start = noted.onRequestStart
    noted.onRequestStart = (controller, context) => {
      note()
      start?.call(noted, controller, context)
    }
    return dispatch(options, noted)
  }
}

/** Opens a socket and closes it again: whether anyone listens there, without a call of the table. */
function reach({ hostname, port, protocol }: URL): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = openSocket({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
      timeout: connectTimeoutMs,
    })
    socket.once('connect', () => {
      socket.destroy()
      resolve()
    })
    socket.once('timeout', () => socket.destroy(new Error('no connection in time')))
    socket.once('error', reject)
  })
}
