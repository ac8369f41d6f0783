import { fsyncSync } from 'node:fs'
import { open, readdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { fileErrorReason } from '~/platform/settings/setting-error.server'

type Init = NodeFS['init']
type Options = Parameters<Init>[1]

/** Emscripten's files of Node, which call it for fsync(), if there is one. It returns 0: no error. */
type NodeFiles = { stream_ops: { fsync?: (stream: { nfd: number }) => 0 } }

/**
 * A folder of PGlite in which fsync() reaches the disk. In PGlite's own it does nothing, whatever the setting `fsync`
 * says; fdatasync() does nothing in both, so the write-ahead log has to be synced by the other (`wal_sync_method`).
 */
export class SyncedFolder extends NodeFS {
  override async init(db: PGlite, options: Options): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(db, options)
    const replaceSync = ({ NODEFS }: { NODEFS: NodeFiles }) => {
      NODEFS.stream_ops.fsync = ({ nfd }) => syncOrExit(nfd, this.rootDir)
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), replaceSync] } }
  }
}

/**
 * Ends the process where a file does not reach the disk, as PostgreSQL ends itself: it acknowledges nothing more, and the
 * next start recovers what is on the disk. PGlite would not end but hang.
 */
function syncOrExit(file: number, folder: string): 0 {
  try {
    fsyncSync(file)
    return 0
  } catch (error) {
    process.stderr.write(`${folder} can't be written to the disk (${fileErrorReason(error)}). The process ends.\n`)
    return process.exit(1)
  }
}

/** Gives a folder its final name once all that is in it is on the disk, and returns once the name is there too. */
export async function renameSynced(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    await (entry.isDirectory() ? syncFolder(path) : syncPath(path, 'r+'))
  }
  await syncFolder(from)
  await rename(from, to)
  await syncFolder(dirname(to))
}

/** Windows syncs no folder: it writes names on its own. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform !== 'win32') await syncPath(path, 'r')
}

/** @param flags for a file `r+`: Windows syncs only what may be written. */
async function syncPath(path: string, flags: 'r' | 'r+'): Promise<void> {
  const file = await open(path, flags)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
