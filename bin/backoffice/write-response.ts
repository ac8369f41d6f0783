import { createWriteStream } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import type { CommandName } from '~/embedded/backoffice/commands/table'
import type { Backoffice } from './backoffice-client'
import { errorCode, isSystemError, Problem, usage } from './problem'
import { resolveFreePath } from './settings'

/** Creates a file that only its owner can read. @throws Problem before `write`, which may use up an approval */
export async function writeFileWith<Made>(path: string, write: (part: string) => Promise<Made>): Promise<Made> {
  const part = `${path}.part`
  try {
    await rm(part, { force: true })
    await writeFile(part, '', { flag: 'wx', mode: 0o600 })
  } catch (error) {
    throw new Problem(`${part}: can't be written (${errorCode(error)})`, { exitCode: 3 })
  }
  try {
    const made = await write(part)
    await rename(part, path)
    return made
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

type Target = { file: string; force: unknown; json: unknown }

/** Downloads a file. `-` is standard output, which then has nothing else. */
export async function download(backoffice: Backoffice, name: CommandName, payload: object, target: Target) {
  const { file, force, json } = target
  if (file === '-' && json)
    throw new Problem('--json: the file goes to standard output; name a file, or leave --json out', usage)
  const write = async (part?: string) => writeResponse((await backoffice.download(name, payload)) as Response, part)
  if (file !== '-') {
    const path = resolveFreePath(file, force === true)
    return { data: { status: 'success', file: path, bytes: await writeFileWith(path, write) } }
  }
  await write()
  return { data: {}, lines: [] }
}

async function writeResponse(response: Response, path: string | undefined): Promise<number> {
  const source = Readable.fromWeb(response.body as WebStream)
  let bytes = 0
  source.on('data', (part: Buffer) => {
    bytes += part.length
  })
  try {
    if (path === undefined) await pipeline(source, process.stdout, { end: false })
    else await pipeline(source, createWriteStream(path, { flush: true }))
  } catch (error) {
    const what = isSystemError(error)
      ? `can't be written (${errorCode(error)})`
      : 'cut off, because the site ended in the middle; run the command again'
    throw new Problem(`${path ?? 'File'}: ${what}`, { exitCode: 3 })
  }
  return bytes
}
