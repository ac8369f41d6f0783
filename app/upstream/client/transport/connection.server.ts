import { once } from 'node:events'
import { connect as openSocket } from 'node:net'
import { pipeline, type Readable } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Agent, type Dispatcher, request } from 'undici'
import { upstreamSockets } from '~/platform/settings/open-files.server'
import type { UpstreamFetch } from '../../contract/call'
import { errorReason, NotSentError } from './exchange.server'

export type UpstreamConnection = {
  /** Throws NotSentError when nothing was sent; after any other error something may have been sent. */
  fetch: UpstreamFetch
  embedded: boolean
  servePage?(request: Request, sender?: string): Promise<Response>
  /** The sender that signed a callback to the embedded upstream; undefined if unsigned. @param ip the client's */
  senderOf?(request: Request, ip: string): Promise<string | undefined>
  /** @throws when the upstream is currently unreachable */
  check(): Promise<void>
  /** The epoch of the embedded upstream's books, which changes when they are restored. */
  epoch?(): string
  /** The current site-wide maintenance, set in the embedded upstream's back office. */
  maintenance?(): { until: Date; text: string | null } | undefined
  /** Reads the figures that an embedded upstream's operator monitors. */
  figures?(): Promise<UpstreamFigures>
  transactionSums?(): Promise<readonly TransactionSum[]>
  close(): Promise<void>
}

type UpstreamFigures = {
  waiting: readonly { kind: string; count: number; oldestSeconds: number }[]
  /** When a backup was last recorded, and the last audit by result: Unix times in seconds; 0: never. */
  lastChecks: { backup: number; audit: Readonly<Record<'in_order' | 'findings', number>> }
  backofficeLog: { lines: number; hash: string } | undefined
  pool: { busy: number; idle: number; queued: number } | undefined
}

type TransactionSum = { kind: string; state: string; won: number }

const connectTimeoutMs = 2_000
/** Idle sockets close before the usual 5 s of servers, unless the upstream names a different time. */
const keepAliveMs = 4_000

/** Connects over keep-alive sockets, without following redirects. @param baseUrl without a trailing slash */
export function connectToUpstream(baseUrl: string): UpstreamConnection {
  const pool = new Agent({
    connect: { timeout: connectTimeoutMs },
    connections: upstreamSockets,
    keepAliveTimeout: keepAliveMs,
    pipelining: 1,
  })
  return {
    fetch: async ({ path, headers: sentHeaders, body: sentBody, signal }) => {
      let isSent = false
      try {
        const answered = request(baseUrl + path, {
          method: 'POST',
          headers: { ...sentHeaders, 'Accept-Encoding': 'gzip, br', 'User-Agent': 'madang' },
          body: sentBody,
          signal,
          dispatcher: pool.compose(
            onRequestSent(() => {
              isSent = true
            }),
          ),
        })
        // While a request waits for a socket, undici would not report an abort until it gets one.
        const { statusCode, headers, body } = await Promise.race([answered, unsentAborted(signal, () => isSent)])
        // Unlike web-standard Headers, undici keeps spaces after a value.
        const get = (name: string) => [headers[name.toLowerCase()] ?? null].flat()[0]?.trim() ?? null
        return { status: statusCode, headers: { get }, body: decompress(body, get('Content-Encoding')) }
      } catch (cause) {
        throw isSent ? cause : new NotSentError(errorReason(cause), { cause })
      }
    },
    embedded: false,
    check: () => checkReachable(new URL(baseUrl)),
    close: () => pool.close(),
  }
}

/** Rejects when the signal aborts before the request is sent; it is then never sent. */
function unsentAborted(signal: AbortSignal, isSent: () => boolean): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => isSent() || reject(signal.reason), { once: true })
  })
}

/** Accepts a missing checksum, as browsers do: a truncated response is not valid JSON anyway. */
const createGzipDecoder = () => createGunzip({ flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH })
const decoders = new Map([
  ['gzip', createGzipDecoder],
  ['x-gzip', createGzipDecoder],
  ['br', createBrotliDecompress],
  ['deflate', createInflate],
])

/** Decompresses a body, if it has one of these encodings. */
function decompress(body: Readable, encoding: string | null): Readable {
  const createDecoder = decoders.get(encoding?.toLowerCase() ?? '')
  // The callback does nothing, because the reader of the body gets any error.
  return createDecoder ? pipeline(body, createDecoder(), () => undefined) : body
}

/** Calls back right before the first byte of a request is written to a connected socket. */
function onRequestSent(callback: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const { onRequestStart } = handler
    handler.onRequestStart = (controller, context) => {
      callback()
      onRequestStart?.call(handler, controller, context)
    }
    return dispatch(options, handler)
  }
}

/** Checks that the host accepts connections, without making a call. Rejects if it does not. */
async function checkReachable({ hostname, port, protocol }: URL): Promise<void> {
  const socket = openSocket({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
    timeout: connectTimeoutMs,
  })
  socket.once('timeout', () => socket.destroy(new Error('no connection in time')))
  await once(socket, 'connect').finally(() => socket.destroy())
}
