import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, normalize, sep } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { bulkhead } from 'cockatiel'
import { readArchive } from './archive.server'
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

/** How many files are written at once: more than Node has threads for, and few beside the process's file limit. */
const filesWrittenAtOnce = 16

/** Unpacks a gzipped tar of PGlite's dumpDataDir into an empty folder. Supports files and folders only. */
export async function unpackDump(dump: string, folder: string): Promise<void> {
  const files: { path: string; content: Buffer }[] = []
  const folders = new Set<string>()
  await readArchive(dump, async ({ name, isFolder, content }) => {
    const path = join(folder, relativePathInside(name))
    folders.add(isFolder ? path : dirname(path))
    if (!isFolder) files.push({ path, content: await buffer(content) })
  })
  for (const path of folders) await mkdir(path, { recursive: true, mode: 0o700 })
  // Several at once: each write waits for the disk.
  const writers = bulkhead(filesWrittenAtOnce, files.length)
  await Promise.all(
    files.map(({ path, content }) =>
      writers.execute(() => writeFile(path, content, { flag: 'wx', mode: 0o600, flush: true })),
    ),
  )
}

/** Normalizes a relative path. @throws when it would leave the folder. */
function relativePathInside(path: string): string {
  const inside = normalize(`.${sep}${path}`)
  if (inside.startsWith('..')) throw new Error(`a packed store holds the path ${path}`)
  return inside
}

/** Version of the installed PGlite. Its package does not export its package.json, so the file is found by path. */
function pgliteVersion(): string {
  let folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  const { version }: { version?: unknown } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return String(version)
}
