import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { BulkheadRejectedError, bulkhead } from 'cockatiel'
import { LRUCache } from 'lru-cache'
import { config } from '~/platform/settings/config.server'
import { pictureOutcomes } from '~/platform/telemetry/metrics.server'
import { minutes, seconds } from '~/values/durations'
import { readBounded } from '~/values/read-bounded'

/** The path is relative to the project's root, which is the site's working directory. */
const program = 'bin/picture-encoder.mjs'
const encodingTimeoutMs = seconds(2)
/** The idle time after which an encoder exits, to free 60 MB. */
const idleForMs = minutes(1)

type Encoder = { child: ChildProcess; ended: AbortSignal }

const idle = new Map<Encoder, NodeJS.Timeout>()

/**
 * Encodes a picture as WebP with at most this width (px) in a separate process, which is killed after two seconds or on
 * abort. Callers limit how many run at once. @returns `broken` if the picture is unreadable or too large or the process
 * ended, or `timeout` after two seconds. @throws the signal's reason, or an error if no process starts.
 */
async function encodeWebp(original: Uint8Array, width: number, signal: AbortSignal) {
  const encoder = takeIdle() ?? (await startEncoder(signal))
  const timeout = AbortSignal.timeout(encodingTimeoutMs)
  try {
    encoder.child.send({ original, width }, () => undefined)
    const made = await nextMessage(encoder, AbortSignal.any([signal, timeout]))
    keepIdle(encoder)
    return made instanceof Uint8Array ? Buffer.from(made) : 'broken'
  } catch {
    encoder.child.kill('SIGKILL')
    signal.throwIfAborted()
    return timeout.aborted ? 'timeout' : 'broken'
  }
}

function takeIdle(): Encoder | undefined {
  const [[encoder, timer] = []] = idle
  clearTimeout(timer)
  if (encoder) idle.delete(encoder)
  return encoder
}

function keepIdle(encoder: Encoder): void {
  const end = () => {
    idle.delete(encoder)
    encoder.child.kill()
  }
  idle.set(encoder, setTimeout(end, idleForMs).unref())
}

async function startEncoder(signal: AbortSignal): Promise<Encoder> {
  // The child doesn't inherit the environment, because a process that reads untrusted bytes must have no secrets.
  const env = { NODE_ENV: 'production', MALLOC_ARENA_MAX: '2' }
  const child = fork(program, {
    env,
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const end = new AbortController()
  const encoder = { child, ended: end.signal }
  // An unhandled `error` event would crash the site. Callers see the failure while they wait for a message.
  child.on('error', () => undefined)
  child.once('exit', () => {
    clearTimeout(idle.get(encoder))
    idle.delete(encoder)
    end.abort()
  })
  child.unref()
  child.channel?.unref()
  try {
    await nextMessage(encoder, signal)
  } catch (cause) {
    child.kill('SIGKILL')
    throw cause
  }
  return encoder
}

async function nextMessage({ child, ended }: Encoder, signal: AbortSignal): Promise<unknown> {
  const [message] = await once(child, 'message', { signal: AbortSignal.any([signal, ended]) })
  return message
}

const startsByType = { 'image/png': /^\x89PNG\r\n/, 'image/jpeg': /^\xff\xd8\xff/, 'image/webp': /^RIFF[\s\S]{4}WEBP/ }

type PictureType = keyof typeof startsByType

/** Detects a picture's type from its first bytes. Returns undefined for any other type, such as SVG. */
export function pictureTypeOf(bytes: Uint8Array): PictureType | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  return (Object.keys(startsByType) as PictureType[]).find((type) => startsByType[type].test(head))
}

/** The maximum size of a picture from the upstream, after decompression. */
const maxPictureBytes = 4 * 1024 * 1024
const maxStoreBytes = 32 * 1024 * 1024
/** The time before a failed picture is requested again. */
const failedForMs = minutes(1)
const maxDownloads = 8
const maxEncodings = 2
const maxWaiting = 200

type Failure = 'busy' | 'status' | 'too-large' | 'type' | 'timeout' | 'unreachable' | 'broken'

class PictureFailure extends Error {
  constructor(
    readonly reason: Failure,
    options?: ErrorOptions,
  ) {
    super(reason, options)
  }
}

/** Fetches, resizes and caches pictures of an upstream, each once. @param timeoutMs per picture, including waits */
export function createPictureStore(timeoutMs: number) {
  const downloads = bulkhead(maxDownloads, maxWaiting)
  const encodings = bulkhead(maxEncodings, maxWaiting)

  async function load(url: string, width: number): Promise<Buffer> {
    const signal = AbortSignal.timeout(timeoutMs)
    const startMs = performance.now()
    // A slow host counts as a timeout. A long wait in the queue counts as `busy`.
    let late: Failure = 'busy'
    const timedOut = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new PictureFailure(late)), { once: true })
    })
    // A picture occupies its slot in the download queue until it is encoded, which limits the originals in memory.
    const made = downloads.execute(async () => {
      signal.throwIfAborted()
      if (performance.now() - startMs < timeoutMs / 2) late = 'timeout'
      const original = await download(url, signal)
      late = 'busy'
      return encodings.execute(() => encode(original, width, signal))
    })
    return Promise.race([made, timedOut])
  }

  const store = new LRUCache<string, { webp?: Buffer }, { url: string; width: number }>({
    maxSize: maxStoreBytes,
    sizeCalculation: ({ webp }, key) => (webp?.byteLength ?? 0) + key.length,
    ignoreFetchAbort: true,
    async fetchMethod(_key, _stale, { options, context: { url, width } }) {
      try {
        const webp = await load(url, width)
        pictureOutcomes.inc({ outcome: 'encoded' })
        return { webp }
      } catch (cause) {
        const outcome = failureOf(cause)
        pictureOutcomes.inc({ outcome })
        if (outcome === 'busy') return undefined
        options.ttl = failedForMs
        return {}
      }
    },
  })
  /** Returns a WebP with at most this width (px), or undefined if that fails or the queue is full. Never throws. */
  return async (url: string, width: number) => (await store.fetch(`${width} ${url}`, { context: { url, width } }))?.webp
}

async function download(url: string, signal: AbortSignal): Promise<Uint8Array> {
  const headers = { Accept: 'image/webp,image/png,image/jpeg', 'User-Agent': 'madang' }
  const response = await fetch(url, { redirect: 'manual', signal, headers })
  const { ok, body, headers: answered } = response
  if (!ok) {
    await body?.cancel()
    throw new PictureFailure('status')
  }
  const contentLength = answered.get('Content-Length')
  const bytes = await readBounded(body, { maxBytes: maxPictureBytes, contentLength })
  if (bytes === 'too-large') throw new PictureFailure('too-large')
  if (pictureTypeOf(bytes) === undefined) throw new PictureFailure('type')
  return bytes
}

async function encode(original: Uint8Array, width: number, signal: AbortSignal): Promise<Buffer> {
  signal.throwIfAborted()
  const made = await encodeWebp(original, width, signal).catch((cause) => {
    throw new PictureFailure('busy', { cause })
  })
  if (typeof made === 'string') throw new PictureFailure(made)
  return made
}

function failureOf(cause: unknown): Failure {
  if (cause instanceof PictureFailure) return cause.reason
  if (cause instanceof BulkheadRejectedError) return 'busy'
  const isTimeout = cause instanceof Error && (cause.name === 'TimeoutError' || cause.name === 'AbortError')
  return isTimeout ? 'timeout' : 'unreachable'
}

export const getPicture = createPictureStore(config.upstream.timeoutMs)
