import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { readBounded } from '~/streams/read-bounded'

/** An upstream: a function from web-standard Request to Response. */
export type UpstreamFetch = (request: Request) => Promise<Response>

/**
 * Thrown by an upstream's fetch when nothing of the request was sent: connection refused, unknown host, connect
 * timeout. After any other error the request may have been processed.
 */
export class NotSentError extends Error {
  override name = 'NotSentError'
}

/** The result of one request at the HTTP level, before its answer is interpreted. */
export type Exchange =
  | { kind: 'answered'; httpStatus: number; retryAfter: string | null; body: AnswerBody }
  | { kind: 'not-sent'; timedOut: boolean; why: string }
  /** The request may have been sent, and no answer came. */
  | { kind: 'lost'; timedOut: boolean; why: string }

/** The JSON value of an answer, or why there is none. */
export type AnswerBody = { kind: 'json'; value: unknown } | { kind: 'unreadable'; why: string }

/** Counted while reading, after decompression. */
const maxAnswerBytes = 4 * 1024 * 1024

/**
 * Sends one request and reads the whole answer, or gives up when the signal aborts. Never throws. A fetch that ignores
 * the signal keeps running in the background.
 */
export async function exchange(fetch: UpstreamFetch, request: Request, signal: AbortSignal): Promise<Exchange> {
  if (signal.aborted) return { kind: 'not-sent', timedOut: true, why: 'no time left' }
  try {
    // After an abort, waits one macrotask for the connection to report whether anything was sent.
    const response = await untilAborted(fetch(request), signal, nextTurn)
    const { status: httpStatus, headers } = response
    return {
      kind: 'answered',
      httpStatus,
      retryAfter: headers.get('Retry-After'),
      body: await readAnswerBody(response, signal),
    }
  } catch (error) {
    if (error instanceof NotSentError) return { kind: 'not-sent', timedOut: signal.aborted, why: errorReason(error) }
    return { kind: 'lost', timedOut: signal.aborted, why: signal.aborted ? 'timed out' : errorReason(error) }
  }
}

/** The code or name of an error's innermost cause, for the log. Never its message, which could contain data. */
export function errorReason(error: unknown): string {
  let reason = 'unknown'
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    reason = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
  }
  return reason
}

async function readAnswerBody({ body }: Response, signal: AbortSignal): Promise<AnswerBody> {
  if (!body) return { kind: 'unreadable', why: 'empty' }
  try {
    const bytes = await readBounded(body, { maxBytes: maxAnswerBytes, signal })
    if (bytes === 'too-large') return { kind: 'unreadable', why: 'too large' }
    return { kind: 'json', value: JSON.parse(new TextDecoder().decode(bytes)) }
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: 'unreadable', why: 'not JSON' }
    if (/^(?:Z_|ERR_.*(?:BROTLI|ZLIB|FORMAT))/.test(errorReason(error))) return { kind: 'unreadable', why: 'encoding' }
    throw error
  }
}

/** Waits for a promise. Rejects when the signal aborts, after `grace`. */
async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal, grace: () => Promise<unknown>): Promise<T> {
  let stop: () => void = () => undefined
  const aborted = new Promise<never>((_, reject) => {
    stop = async () => {
      await grace()
      reject(new Error('given up'))
    }
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
    promise.catch(() => undefined)
  }
}

/** Pause before a read is retried. */
const retryDelayMs = 50

/** Sends a read, and once more after a connection error or a 502, 503 or 504. A timeout is not retried. */
export async function withOneRetry(send: () => Promise<Exchange>, signal: AbortSignal): Promise<Exchange> {
  const first = await send()
  const isUnavailable = first.kind === 'answered' && [502, 503, 504].includes(first.httpStatus)
  if (first.kind === 'answered' ? !isUnavailable : first.timedOut) return first
  await pause(retryDelayMs, undefined, { signal }).catch(() => undefined)
  return signal.aborted ? first : send()
}
