import { randomUUID } from 'node:crypto'
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { log } from '~/platform/telemetry/log.server'
import { refusals } from '~/platform/telemetry/metrics.server'
import { fixedHeaders } from '../responses/security-headers.server'
import { sendPlainRefusal } from './plain-responses.server'

const lastResponseGraceMs = 1_000

/** Refuses what can't be parsed as HTTP or comes too slowly. */
export function handleClientError(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  latestResponse: ServerResponse | undefined,
): void {
  // A client that ends its side within a request's head has left.
  const hasLeft = error.code === 'HPE_INVALID_EOF_STATE' && latestResponse?.req.complete === true
  if (error.code === 'ECONNRESET' || !socket.writable || hasLeft) {
    socket.destroy()
    return
  }
  const status = statusByErrorCode.get(error.code) ?? 400
  refusals.inc({ reason: 'unreadable' })
  if (!latestResponse || latestResponse.writableFinished) {
    // The rest of an answered request came too slowly: there is nothing more to send.
    if (latestResponse && !latestResponse.req.complete) socket.destroy()
    else refuseSocket(socket, status, error.code)
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

/** Sends a bare refusal on a socket without a parsed request, logs it and closes the socket. */
export function refuseSocket(socket: Duplex, status: number, why?: string): void {
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
