import { randomUUID } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'
import { toSeoulDay } from '~/values/seoul'
import { type EmbeddedContext, Refused } from '../../context.server'
import type { Sql } from '../../store/store.server'
import { type BackupManifest, backupFormat } from '../backup-format'
import type { DeskHandlers } from '../handler'

/** Whether a backup is running in this process. One runs at a time, because each needs disk space for a full copy. */
let isBackupRunning = false

/**
 * Answers the store as one file. Queries wait while its folder is copied; the copy is then packed and sent at the
 * client's pace.
 */
export const handlers: DeskHandlers<'backup' | 'record-backup'> = {
  backup: async (ctx) => {
    if (ctx.store.kind === 'postgres') return { status: 'success', store: 'postgres' }
    if (isBackupRunning) throw new Refused({ status: 'busy' }, 409)
    isBackupRunning = true
    try {
      const copy = await copyStore(ctx)
      return new Response(streamCopy(copy, ctx), {
        headers: {
          'Content-Type': 'application/gzip',
          'Content-Disposition': `attachment; filename="house-${toSeoulDay(ctx.now().getTime())}.tar.gz"`,
          'Cache-Control': 'no-store',
        },
      })
    } catch (error) {
      isBackupRunning = false
      throw error
    }
  },

  // The line in the log is the record.
  'record-backup': async () => ({ status: 'success' }),
}

type StoreCopy = { folder: string; about: BackupManifest }

const copyPrefix = 'house.backup-'

async function copyStore(ctx: EmbeddedContext): Promise<StoreCopy> {
  const { store, options } = ctx
  if (!store.runQuiesced) throw new Error('this store lies in no folder')
  // Copies that an interrupted process left behind.
  for (const name of await readdir(options.dataDir)) {
    if (name.startsWith(copyPrefix)) await rm(join(options.dataDir, name), { recursive: true, force: true })
  }
  const folder = join(options.dataDir, `${copyPrefix}${randomUUID()}`)
  const began = performance.now()
  try {
    const about = await store.runQuiesced(async (sql, from) => {
      const about = await readManifest(sql, ctx.now())
      await copyFolder(from, folder, await neededWalFiles(sql))
      return about
    })
    const heldUpMs = Math.round(performance.now() - began)
    ctx.log.info({ heldUpMs }, 'the store was copied for a backup')
    return { folder, about }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

async function readManifest(sql: Sql, now: Date): Promise<BackupManifest> {
  const [row] = await sql.query<BackupManifest['rows'] & { schema: string }>(
    `select (select max(name) from migrations) as schema,
            (select count(*) from members)::integer as members, (select count(*) from movements)::integer as movements,
            (select count(*) from transfers)::integer as transfers, (select count(*) from entries)::integer as entries`,
  )
  if (!row) throw new Error("the store's migrations table could not be read")
  const { schema, ...rows } = row
  return { format: backupFormat, madeAt: now.toISOString(), schema, rows }
}

/**
 * Returns whether recovery from this moment needs a file of the write-ahead log: those from the last checkpoint to the
 * current insert position. The others are kept to be recycled and may take a gigabyte.
 */
async function neededWalFiles(sql: Sql): Promise<(name: string) => boolean> {
  const [log] = await sql.query<{ first: string; last: string }>(
    'select redo_wal_file as first, pg_walfile_name(pg_current_wal_insert_lsn()) as last from pg_control_checkpoint()',
  )
  return (name) => !log || (name >= log.first && name <= log.last)
}

async function copyFolder(from: string, to: string, isNeededWalFile: (name: string) => boolean): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name)
    if (entry.isDirectory()) await copyFolder(source, join(to, entry.name), isNeededWalFile)
    else if (shouldCopy(entry.name, from, isNeededWalFile)) {
      await copyFile(source, join(to, entry.name), constants.COPYFILE_FICLONE)
    }
  }
}

function shouldCopy(name: string, folder: string, isNeededWalFile: (name: string) => boolean): boolean {
  if (name === 'postmaster.pid') return false
  return !folder.endsWith(`${sep}pg_wal`) || !/^[0-9A-F]{24}$/.test(name) || isNeededWalFile(name)
}

/** Streams the copy as a gzipped tar. Deletes the copy before the stream ends, or when the client stops reading. */
function streamCopy({ folder, about }: StoreCopy, ctx: EmbeddedContext): ReadableStream<Uint8Array> {
  let deletion: Promise<void> | undefined
  const deleteCopy = () => {
    deletion ??= rm(folder, { recursive: true, force: true })
      .catch((left: unknown) => ctx.log.warn({ error: String(left) }, 'the copy for a backup is still there'))
      .finally(() => {
        isBackupRunning = false
      })
    return deletion
  }
  const packing = pack()
  fillPack(packing, folder, about, ctx.now()).catch((error: Error) => packing.destroy(error))
  async function* parts() {
    yield* packing
    await deleteCopy()
  }
  // Most of a store is empty pages, which the fastest level compresses as well as any other.
  const gzip = createGzip({ level: 1 })
  pipeline(Readable.from(parts(), { objectMode: false }), gzip).catch((error: Error) => {
    ctx.log.warn({ error: error.message }, 'a backup was cut off')
    void deleteCopy()
  })
  return Readable.toWeb(gzip) as ReadableStream<Uint8Array>
}

async function fillPack(packing: Pack, folder: string, about: BackupManifest, mtime: Date): Promise<void> {
  packing.entry({ name: 'backup.json', mode: 0o600, mtime }, `${JSON.stringify(about)}\n`)
  const entries = (await readdir(folder, { withFileTypes: true, recursive: true })).map((entry) => {
    const path = join(entry.parentPath, entry.name)
    return { path, name: ['house', ...relative(folder, path).split(sep)].join('/'), isFolder: entry.isDirectory() }
  })
  for (const { path, name, isFolder } of entries.sort((one, other) => (one.path < other.path ? -1 : 1))) {
    if (isFolder) packing.entry({ name, type: 'directory', mode: 0o700, mtime })
    else {
      const { size } = await stat(path)
      await pipeline(createReadStream(path), packing.entry({ name, size, mode: 0o600, mtime }))
    }
  }
  packing.finalize()
}
