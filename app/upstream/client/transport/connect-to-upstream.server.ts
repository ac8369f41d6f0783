import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { connect as openSocket } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Agent, type Dispatcher } from 'undici'
import { upstreamSockets } from '~/platform/settings/open-files.server'
import type { UpstreamFetch, UpstreamRequest, UpstreamResponse } from '../../contract/call'
import { errorReason, maxResponseBytes, NotSentError } from './exchange.server'

export type UpstreamConnection = {
  /** Throws NotSentError if nothing was sent. After any other error, the request may have been sent. */
  fetch: UpstreamFetch
  embedded: boolean
  servePage?(request: Request, sender?: string): Promise<Response>
  /** Returns the sender that signed a callback to the embedded upstream, or undefined. @param ip the client's IP */
  senderOf?(request: Request, ip: string): Promise<string | undefined>
  /** @throws when the upstream is currently unreachable */
  check(): Promise<void>
  /** The epoch of the embedded upstream's store. It changes when a backup is restored. */
  epoch?(): string
  maintenance?(): { until: Date; text: string | null } | undefined
  figures?(): Promise<UpstreamFigures>
  transactionSums?(): Promise<readonly { kind: string; state: string; won: number }[]>
  close(): Promise<void>
}

type UpstreamFigures = {
  waiting: readonly { kind: string; count: number; oldestSeconds: number }[]
  /** Unix times in seconds of the last backup, and of the last audit by result. 0 means never. */
  lastChecks: { backup: number; audit: Readonly<Record<'in_order' | 'findings', number>> }
  backofficeLog: { lines: number; hash: string } | undefined
  pool: { busy: number; idle: number; queued: number } | undefined
}

const connectTimeoutMs = 2_000
/** Idle sockets are closed before most servers close them (5 s), unless the upstream sends a keep-alive timeout. */
const keepAliveMs = 4_000

/** Connects over keep-alive sockets. Redirects are not followed. @param baseUrl without a trailing slash */
export function connectToUpstream(baseUrl: string): UpstreamConnection {
  const pool = new Agent({
    connect: { timeout: connectTimeoutMs },
    connections: upstreamSockets,
    keepAliveTimeout: keepAliveMs,
    pipelining: 1,
  })
  const { origin, pathname } = new URL(baseUrl)
  const basePath = pathname.replace(/\/$/, '')
  return {
    fetch: async ({ path, headers: sentHeaders, body: sentBody, signal, isDownload }) => {
      const sending: Sending = { isSent: false }
      try {
        const headers = { ...sentHeaders, 'Accept-Encoding': 'gzip, br', 'User-Agent': 'madang' }
        const post = { origin, path: basePath + path, method: 'POST', headers, body: sentBody } as const
        const response = receive(pool, post, { signal, isDownload }, sending)
        // If a request is aborted while it waits for a socket, undici rejects only once a socket is free.
        return toResponse(await Promise.race([response, unsentAborted(signal, sending)]))
      } catch (cause) {
        throw sending.isSent ? cause : new NotSentError(errorReason(cause), { cause })
      }
    },
    embedded: false,
    check: () => checkReachable(new URL(baseUrl)),
    close: () => pool.close(),
  }
}

/** `isSent` is true if the request's first byte may have been written to the socket. */
type Sending = { isSent: boolean }

type Received = { statusCode: number; headers: IncomingHttpHeaders; body: Readable | Buffer[] }

/** Receives a response. Only downloads and compressed bodies are streamed. Most others are very short. */
function receive(
  pool: Agent,
  post: Dispatcher.DispatchOptions,
  { signal, isDownload }: Pick<UpstreamRequest, 'signal' | 'isDownload'>,
  sending: Sending,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const received: Received = { statusCode: 0, headers: {}, body: chunks }
    let size = 0
    let stream: Readable | undefined
    pool.dispatch(post, {
      onRequestStart(controller) {
        const abort = () => controller.abort(signal.reason)
        if (signal.aborted) return abort()
        sending.isSent = true
        signal.addEventListener('abort', abort, { once: true })
      },
      onResponseStart(controller, statusCode, headers) {
        Object.assign(received, { statusCode, headers })
        if (statusCode < 200 || !(isDownload || headers['content-encoding'])) return
        stream = new Readable({
          read: () => controller.resume(),
          destroy(error, done) {
            controller.abort(error ?? new Error('not read'))
            done(error)
          },
        })
        resolve({ ...received, body: stream })
      },
      onResponseData(controller, chunk) {
        if (stream) {
          if (!stream.push(chunk)) controller.pause()
          return
        }
        chunks.push(chunk)
        size += chunk.byteLength
        if (size <= maxResponseBytes) return
        resolve(received)
        controller.abort(new Error('too large'))
      },
      onResponseEnd() {
        stream?.push(null)
        resolve(received)
      },
      onResponseError(_, error) {
        stream?.destroy(error)
        reject(error)
      },
    })
  })
}

/** Rejects if the signal aborts before the request is sent. The request is then never sent. */
function unsentAborted(signal: AbortSignal, sending: Sending): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => sending.isSent || reject(signal.reason), { once: true })
  })
}

function toResponse({ statusCode, headers, body }: Received): UpstreamResponse {
  // Unlike web-standard Headers, undici does not remove spaces after a value.
  const get = (name: string) => [headers[name.toLowerCase()] ?? null].flat()[0]?.trim() ?? null
  const createDecoder = decoders.get(get('Content-Encoding')?.toLowerCase() ?? '')
  // The callback is empty, because the body's reader receives the error.
  const isCompressed = createDecoder !== undefined && body instanceof Readable
  const decompressed = isCompressed ? pipeline(body, createDecoder(), () => undefined) : body
  return { status: statusCode, headers: { get }, body: decompressed }
}

/** Accepts a missing checksum, as browsers do. A truncated response is not valid JSON anyway. */
const createGzipDecoder = () => createGunzip({ flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH })
const decoders = new Map([
  ['gzip', createGzipDecoder],
  ['x-gzip', createGzipDecoder],
  ['br', createBrotliDecompress],
  ['deflate', createInflate],
])

async function checkReachable({ hostname, port, protocol }: URL): Promise<void> {
  const socket = openSocket({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
    timeout: connectTimeoutMs,
  })
  socket.once('timeout', () => socket.destroy(new Error('no connection in time')))
  await once(socket, 'connect').finally(() => socket.destroy())
}
