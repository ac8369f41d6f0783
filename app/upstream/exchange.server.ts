import { setImmediate as nextTurn } from 'node:timers/promises'

/** An upstream: anything that answers a web-standard Request. */
export type UpstreamFetch = (request: Request) => Promise<Response>

/**
 * Thrown by an upstream's fetch when it knows that nothing of the request was sent: the connection was refused, the
 * name unknown, no connection made in time. Anything else that it throws leaves open what was done.
 */
export class NotSent extends Error {
  override name = 'NotSent'
}

/** What became of one request, before anybody asks what the answer means. */
export type Exchange =
  | { kind: 'answered'; httpStatus: number; retryAfter: string | null; body: AnswerBody }
  /** Nothing was sent. */
  | { kind: 'not-sent'; timedOut: boolean; why: string }
  /** Sent, as far as anyone knows, and the answer was lost. */
  | { kind: 'lost'; timedOut: boolean; why: string }

/** The JSON value of an answer, or why there is none. */
export type AnswerBody = { kind: 'json'; value: unknown } | { kind: 'unreadable'; why: string }

/** Bytes of an answer at most, counted while reading, after decompression. */
const mostAnswerBytes = 4 * 1024 * 1024

/**
 * Sends one request and reads its answer whole, or gives up when the signal says so. Never throws; an upstream that
 * ignores the signal is left to itself.
 */
export async function exchange(fetch: UpstreamFetch, request: Request, signal: AbortSignal): Promise<Exchange> {
  if (signal.aborted) return { kind: 'not-sent', timedOut: true, why: 'no time left' }
  try {
    // A macrotask later the connection has had its say on whether anything was sent.
    const response = await orGiveUp(fetch(request), signal, nextTurn)
    const { status: httpStatus, headers } = response
    return { kind: 'answered', httpStatus, retryAfter: headers.get('Retry-After'), body: await read(response, signal) }
  } catch (error) {
    if (error instanceof NotSent) return { kind: 'not-sent', timedOut: signal.aborted, why: reasonOf(error) }
    return { kind: 'lost', timedOut: signal.aborted, why: signal.aborted ? 'timed out' : reasonOf(error) }
  }
}

/** Why something was thrown, for the log: the code of its innermost cause, never a message that could hold data. */
export function reasonOf(error: unknown): string {
  let reason = 'unknown'
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    reason = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
  }
  return reason
}

async function read(response: Response, signal: AbortSignal): Promise<AnswerBody> {
  if (!response.body) return { kind: 'unreadable', why: 'empty' }
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  try {
    for (;;) {
      const { done, value } = await orGiveUp(reader.read(), signal)
      if (done) break
      bytes += value.byteLength
      if (bytes > mostAnswerBytes) return { kind: 'unreadable', why: 'too large' }
      text += decoder.decode(value, { stream: true })
    }
  } catch (error) {
    if (/^(?:Z_|ERR_.*(?:BROTLI|ZLIB|FORMAT))/.test(reasonOf(error))) return { kind: 'unreadable', why: 'encoding' }
    throw error
  } finally {
    // Frees the connection when the answer was not read to its end; nobody waits for it.
    reader.cancel().catch(() => undefined)
  }
  try {
    return { kind: 'json', value: JSON.parse(text + decoder.decode()) }
  } catch {
    return { kind: 'unreadable', why: 'not JSON' }
  }
}

/** Waits for a promise until the signal aborts, and then no longer than `grace`. */
async function orGiveUp<T>(promise: Promise<T>, signal: AbortSignal, grace?: () => Promise<unknown>): Promise<T> {
  let stop: () => void = () => undefined
  if (signal.aborted) throw new Error('given up')
  const aborted = new Promise<never>((_, reject) => {
    stop = async () => {
      await grace?.()
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
