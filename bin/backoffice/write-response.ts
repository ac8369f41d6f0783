import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { errorCode, isSystemError, Problem } from './problem'

/** Writes a response to standard output, or into a file that gets its name when it is complete. @returns its bytes. */
export async function writeResponse(response: Response, path: string | undefined): Promise<number> {
  const source = Readable.fromWeb(response.body as WebStream)
  let bytes = 0
  source.on('data', (part: Buffer) => {
    bytes += part.length
  })
  try {
    if (path === undefined) await pipeline(source, process.stdout, { end: false })
    else {
      await pipeline(source, createWriteStream(`${path}.part`, { mode: 0o600, flush: true }))
      await rename(`${path}.part`, path)
    }
  } catch (error) {
    if (path !== undefined) await rm(`${path}.part`, { force: true })
    const what = isSystemError(error)
      ? `can't be written (${errorCode(error)})`
      : 'cut off, because the site ended in the middle; run the command again'
    throw new Problem(`${path ?? 'File'}: ${what}`, { exitCode: 3 })
  }
  return bytes
}
