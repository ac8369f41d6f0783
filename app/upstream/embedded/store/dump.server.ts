import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, open, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, normalize, sep } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { migrations } from './migrate.server'

/**
 * Name of the packed store that fits this program: it tells the PGlite and the migrations that made it, so one from
 * another build is not found at all.
 */
export function dumpName(): string {
  const made = createHash('sha256').update(pgliteVersion())
  for (const { name, checksum } of migrations) made.update(`\0${name}\0${checksum}`)
  return `house-${made.digest('hex').slice(0, 16)}.tar.gz`
}

/** The packed store that the build of the program in `folder` made; undefined when there is none, or one of another build. */
export function dumpIn(folder: string): string | undefined {
  const path = join(folder, 'build', dumpName())
  return existsSync(path) ? path : undefined
}

/** Unpacks a store that PGlite's dumpDataDir made into an empty folder. Only files and folders are known. */
export async function unpack(dump: string, folder: string): Promise<void> {
  const tar = await promisify(gunzip)(await readFile(dump))
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0; ) {
    const header = tar.subarray(at, at + 512)
    const path = join(folder, safe(`${text(header, 345, 155)}/${text(header, 0, 100)}`))
    const size = Number.parseInt(text(header, 124, 12), 8)
    if (text(header, 156, 1) === '5') await mkdir(path, { recursive: true, mode: 0o700 })
    else {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await written(path, tar.subarray(at + 512, at + 512 + size))
    }
    at += 512 + Math.ceil(size / 512) * 512
  }
}

async function written(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
  } finally {
    await file.close()
  }
}

/** @throws when a path would leave the folder. */
function safe(path: string): string {
  const inside = normalize(`.${sep}${path}`)
  if (inside.startsWith('..')) throw new Error(`a packed store holds the path ${path}`)
  return inside
}

/** A field of a tar header: ends at the first NUL. */
function text(header: Buffer, from: number, length: number): string {
  const field = header.subarray(from, from + length)
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end < 0 ? length : end).trim()
}

/** The version of the PGlite that is installed; its package hides the file that says it. */
function pgliteVersion(): string {
  let folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  const { version }: { version?: unknown } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return String(version)
}
