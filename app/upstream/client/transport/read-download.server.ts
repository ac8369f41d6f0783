import { Readable } from 'node:stream'
import type { BoundedSource } from '~/values/read-bounded'
import { parseJson } from '~/values/strict-json'
import { generalSuccesses } from '../../contract/call'
import { objectFields } from '../../contract/fields/values'

/** Maximum size of a refusal in bytes. A longer body is the download itself. */
const maxRefusalBytes = 64 * 1024
const maxDownloadBytes = 64 * 1024 * 1024

/** A response's JSON value, the reason why it is unreadable, or the bytes of a download. */
export type ReadBody =
  | { kind: 'json'; value: unknown }
  | { kind: 'unreadable'; why: string }
  | { kind: 'download'; chunks: AsyncIterable<Uint8Array> }

/**
 * Reads the start of a successful download response. A complete JSON object with a non-success status is a refusal,
 * which is returned as `json`.
 * @param signal also aborts `chunks`. Reading `chunks` fails after an abort and above 64 MiB
 */
export async function readDownload(body: BoundedSource, signal: AbortSignal): Promise<ReadBody> {
  const rest = (async function* () {
    yield* body ?? []
  })()
  const head: Uint8Array[] = []
  let size = 0
  while (size <= maxRefusalBytes) {
    const next = await rest.next()
    if (next.done) return wholeOf(Buffer.concat(head))
    head.push(next.value)
    size += next.value.byteLength
  }
  const beginning = Buffer.concat(head)
  if (!isObjectText(beginning)) {
    await rest.return()
    return { kind: 'unreadable', why: 'not JSON' }
  }
  return { kind: 'download', chunks: bounded(beginning, rest, signal) }
}

function wholeOf(bytes: Buffer): ReadBody {
  const value = parseJson(bytes.toString('utf8'))
  const fields = objectFields(value)
  if (!fields) return { kind: 'unreadable', why: bytes.byteLength === 0 ? 'empty' : 'not JSON' }
  const isSuccess = generalSuccesses.includes(String(fields.get('status') ?? 'success'))
  return isSuccess ? { kind: 'download', chunks: Readable.from([bytes]) } : { kind: 'json', value }
}

const isObjectText = (bytes: Buffer) => /^\s*\{/.test(bytes.subarray(0, 100).toString('utf8'))

async function* bounded(beginning: Uint8Array, rest: AsyncGenerator<Uint8Array, void>, signal: AbortSignal) {
  const aborted = new Promise<never>((_, reject) => {
    const end = () => reject(new Error('download: took too long'))
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
  })
  aborted.catch(() => undefined)
  let size = beginning.byteLength
  yield beginning
  for (;;) {
    const next = await Promise.race([rest.next(), aborted])
    if (next.done) return
    size += next.value.byteLength
    if (size <= maxDownloadBytes) yield next.value
    else {
      await rest.return()
      throw new Error('download: too large')
    }
  }
}
