import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, normalize, sep } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { migrations } from './migrate.server'

/**
 * File name of the dump for this build. It hashes PGlite's version and the migrations, so that another build's dump is
 * never found.
 */
export function dumpName(): string {
  const made = createHash('sha256').update(pgliteVersion())
  for (const { name, checksum } of migrations) made.update(`\0${name}\0${checksum}`)
  return `house-${made.digest('hex').slice(0, 16)}.tar.gz`
}

/** Path of this build's dump in the `build` folder of `folder`; undefined when there is none. */
export function dumpIn(folder: string): string | undefined {
  const path = join(folder, 'build', dumpName())
  return existsSync(path) ? path : undefined
}

/** Unpacks a gzipped tar of PGlite's dumpDataDir into an empty folder. Supports files and folders only. */
export async function unpack(dump: string, folder: string): Promise<void> {
  const tar = await promisify(gunzip)(await readFile(dump))
  const files: { path: string; content: Uint8Array }[] = []
  const folders = new Set<string>()
  for (let at = 0; at + block <= tar.length && tar[at] !== 0; ) {
    const header = tar.subarray(at, at + block)
    const path = join(folder, safe(`${text(header, 345, 155)}/${text(header, 0, 100)}`))
    const size = Number.parseInt(text(header, 124, 12), 8)
    const isFolder = text(header, 156, 1) === '5'
    folders.add(isFolder ? path : dirname(path))
    if (!isFolder) files.push({ path, content: tar.subarray(at + block, at + block + size) })
    at += block + Math.ceil(size / block) * block
  }
  for (const path of folders) await mkdir(path, { recursive: true, mode: 0o700 })
  await Promise.all(
    files.map(({ path, content }) => writeFile(path, content, { flag: 'wx', mode: 0o600, flush: true })),
  )
}

/** Block size of a tar, in bytes: headers and contents begin at its multiples. */
const block = 512

/** Normalizes a relative path. @throws when it would leave the folder. */
function safe(path: string): string {
  const inside = normalize(`.${sep}${path}`)
  if (inside.startsWith('..')) throw new Error(`a packed store holds the path ${path}`)
  return inside
}

/** Text of a tar header's field, up to the first NUL. */
function text(header: Buffer, from: number, length: number): string {
  const field = header.subarray(from, from + length)
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end < 0 ? length : end).trim()
}

/** Version of the installed PGlite. Its package does not export its package.json, so the file is found by path. */
function pgliteVersion(): string {
  let folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  const { version }: { version?: unknown } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return String(version)
}
