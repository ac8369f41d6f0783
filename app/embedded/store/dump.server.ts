import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type Extract, extract } from 'tar-stream'
import { migrations } from './migrate.server'

/** Returns the dump's file name, a hash of PGlite's version and the migrations. */
export function dumpName(): string {
  const hash = createHash('sha256').update(pgliteVersion())
  for (const { name, checksum } of migrations) hash.update(`\0${name}\0${checksum}`)
  return `house-${hash.digest('hex').slice(0, 16)}.tar.gz`
}

export function findDump(folder: string): string | undefined {
  const path = join(folder, 'build', dumpName())
  return existsSync(path) ? path : undefined
}

/** Unpacks the dump into a new folder. @throws an error if the dump is damaged */
export async function unpackDump(archive: string, folder: string): Promise<void> {
  const entries = extract()
  await Promise.all([pipeline(createReadStream(archive), createGunzip(), entries), writeEntries(entries, folder)])
}

async function writeEntries(entries: Extract, folder: string): Promise<void> {
  for await (const entry of entries) {
    const { name, type } = entry.header
    const path = join(folder, name)
    await mkdir(type === 'file' ? dirname(path) : path, { recursive: true, mode: 0o700 })
    if (type === 'file') await pipeline(entry, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    else entry.resume()
  }
}

/** Reads PGlite's version from its package.json, which the package does not export. */
function pgliteVersion(): string {
  let folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  const { version }: { version?: unknown } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return String(version)
}
