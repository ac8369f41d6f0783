import { type OutgoingHttpHeaders, type ServerResponse, STATUS_CODES } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { readiness } from '~/platform/readiness.server'
import { log } from '~/platform/telemetry/log.server'

const maxDiscardedBytes = 64 * 1024 * 1024
/** How long a connection that is about to close stays open for its last response. */
export const lastResponseGraceMs = 1_000

export function closeWhileDraining(response: ServerResponse): void {
  if (readiness() === 'draining') response.setHeader('Connection', 'close')
}

export function sendPlainRefusal(response: ServerResponse, status: number, headers: OutgoingHttpHeaders = {}): void {
  closeWhileDraining(response)
  const body = `${STATUS_CODES[status]}\n`
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    ...headers,
  })
  if (response.req.method !== 'HEAD') response.write(body)
  void discardRemainingBody(response).then(() => response.end())
}

/** Answers an OPTIONS probe from a load balancer: 204 if the site is ready, otherwise 503. */
export function respondToProbe(response: ServerResponse): void {
  closeWhileDraining(response)
  response.writeHead(readiness() === 'ready' ? 204 : 503, {
    Allow: 'GET, HEAD, POST',
    'Cache-Control': 'no-store',
    ...(readiness() === 'ready' ? {} : { 'Content-Length': 0 }),
  })
  response.end()
}

export function respondWithServerError(response: ServerResponse, error: unknown): void {
  if (response.destroyed || response.writableEnded) return
  log.error({ err: error }, 'request failed')
  if (response.headersSent) response.destroy()
  else sendPlainRefusal(response, 500)
}

/**
 * Reads and discards the rest of a request's body. If the connection will be closed after the response, waits up to 1 s
 * for the end of the body. Closing a connection with unread bytes resets it, and the client loses the response.
 */
export async function discardRemainingBody(response: ServerResponse, request?: Request): Promise<void> {
  const { req: incoming } = response
  if (incoming.complete || incoming.destroyed) return
  void request?.body?.cancel().catch(() => undefined)
  let discardedBytes = 0
  incoming.on('data', (chunk: Buffer) => {
    discardedBytes += chunk.byteLength
    if (discardedBytes > maxDiscardedBytes) incoming.socket.destroy()
  })
  incoming.resume()
  if (response.shouldKeepAlive && response.getHeader('Connection') !== 'close') return
  await Promise.race([
    new Promise((resolve) => incoming.once('close', resolve)),
    sleep(lastResponseGraceMs, undefined, { ref: false }),
  ])
}
