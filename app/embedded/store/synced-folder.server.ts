import { fsyncSync } from 'node:fs'
import { open, readdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { fileErrorReason } from '~/platform/settings/setting-error.server'

type Init = NodeFS['init']

/** Emscripten calls `fsync` for fsync(). 0 means no error. */
type NodeFiles = { stream_ops: { fsync?: (stream: { nfd: number }) => 0 } }

/** A PGlite folder whose fsync() reaches the disk. PGlite's own fsync() and fdatasync() do nothing. */
export class SyncedFolder extends NodeFS {
  override async init(db: PGlite, options: Parameters<Init>[1]): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(db, options)
    const replaceSync = ({ NODEFS }: { NODEFS: NodeFiles }) => {
      NODEFS.stream_ops.fsync = ({ nfd }) => syncOrExit(nfd, this.rootDir)
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), replaceSync] } }
  }
}

/** Ends the process if a file can't be flushed to disk, as PostgreSQL does. Otherwise, PGlite would hang. */
function syncOrExit(file: number, folder: string): 0 {
  try {
    fsyncSync(file)
    return 0
  } catch (error) {
    process.stderr.write(
      `${folder}: can't be written to the disk (${fileErrorReason(error)}), so the process ends; check the disk\n`,
    )
    return process.exit(1)
  }
}

/** Renames a folder once its content is on disk. Returns once the new name is on disk too. */
export async function renameSynced(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    await (entry.isDirectory() ? syncFolder(path) : syncPath(path, 'r+'))
  }
  await syncFolder(from)
  await rename(from, to)
  await syncFolder(dirname(to))
}

/** Windows can't sync folders. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform !== 'win32') await syncPath(path, 'r')
}

/** @param flags `r+` for files, because Windows syncs only files that are open for writing */
async function syncPath(path: string, flags: 'r' | 'r+'): Promise<void> {
  const file = await open(path, flags)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
