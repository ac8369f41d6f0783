import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { readArchive, writeEntry } from './archive.server'
import { migrations } from './migrate.server'

/**
 * File name of the dump for this build. It hashes PGlite's version and the migrations, so that another build's dump is
 * never found.
 */
export function dumpName(): string {
  const hash = createHash('sha256').update(pgliteVersion())
  for (const { name, checksum } of migrations) hash.update(`\0${name}\0${checksum}`)
  return `house-${hash.digest('hex').slice(0, 16)}.tar.gz`
}

/** Path of this build's dump in the `build` folder of `folder`; undefined when there is none. */
export function findDump(folder: string): string | undefined {
  const path = join(folder, 'build', dumpName())
  return existsSync(path) ? path : undefined
}

/** Unpacks a gzipped tar of PGlite's dumpDataDir into an empty folder. Supports files and folders only. */
export function unpackDump(dump: string, folder: string): Promise<void> {
  return readArchive(dump, (entry) => writeEntry(entry, folder))
}

/** Version of the installed PGlite. Its package does not export its package.json, so the file is found by path. */
function pgliteVersion(): string {
  let folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  const { version }: { version?: unknown } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return String(version)
}
