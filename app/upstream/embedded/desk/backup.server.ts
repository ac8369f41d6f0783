import { randomUUID } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { HouseContext } from '../context.server'
import { Refused } from '../context.server'
import { dayOf } from '../seoul'
import type { Sql } from '../store/store.server'
import type { DeskHandler } from './desk.server'
import { type TarEntry, tarOf } from './tar'

/** Whether a backup is running in this process. One runs at a time, because each needs disk space for a full copy. */
let underWay = false

/**
 * Answers the store as one file. Queries wait while its folder is copied; the copy is then packed and sent at the
 * client's pace.
 */
export const handlers: { backup: DeskHandler<'backup'> } = {
  backup: async (ctx) => {
    if (ctx.store.kind === 'postgres') return { status: 'success', store: 'postgres' }
    if (underWay) throw new Refused({ status: 'busy' }, 409)
    underWay = true
    try {
      const copied = await copyOf(ctx)
      return new Response(packed(copied, ctx), {
        headers: {
          'Content-Type': 'application/gzip',
          'Content-Disposition': `attachment; filename="house-${dayOf(ctx.now())}.tar.gz"`,
          'Cache-Control': 'no-store',
        },
      })
    } catch (error) {
      underWay = false
      throw error
    }
  },
}

/** The file's first entry, `backup.json`: a restore uses it to check that everything came back. */
type About = {
  format: 'madang-house-1'
  madeAt: string
  /** The newest migration of the store. */
  schema: string
  rows: Record<'members' | 'movements' | 'transfers' | 'entries', number>
}

type Copy = { folder: string; about: About }

const prefix = 'house.backup-'

async function copyOf(ctx: HouseContext): Promise<Copy> {
  const { store, options } = ctx
  if (!store.still) throw new Error('this store lies in no folder')
  // Copies that an interrupted process left behind.
  for (const name of await readdir(options.dataDir)) {
    if (name.startsWith(prefix)) await rm(join(options.dataDir, name), { recursive: true, force: true })
  }
  const folder = join(options.dataDir, `${prefix}${randomUUID()}`)
  const began = performance.now()
  try {
    const about = await store.still(async (sql, from) => {
      const about = await aboutStore(sql, ctx.now())
      await copyFolder(from, folder, await neededLog(sql))
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

async function aboutStore(sql: Sql, now: Date): Promise<About> {
  const [row] = await sql.query<About['rows'] & { schema: string }>(
    `select (select max(name) from migrations) as schema,
            (select count(*) from members)::integer as members, (select count(*) from movements)::integer as movements,
            (select count(*) from transfers)::integer as transfers, (select count(*) from entries)::integer as entries`,
  )
  if (!row) throw new Error('the store said nothing of itself')
  const { schema, ...rows } = row
  return { format: 'madang-house-1', madeAt: now.toISOString(), schema, rows }
}

/**
 * Returns whether recovery from this moment needs a file of the write-ahead log: those from the last checkpoint to the
 * current insert position. The others are kept to be recycled and may take a gigabyte.
 */
async function neededLog(sql: Sql): Promise<(name: string) => boolean> {
  const [log] = await sql.query<{ first: string; last: string }>(
    'select redo_wal_file as first, pg_walfile_name(pg_current_wal_insert_lsn()) as last from pg_control_checkpoint()',
  )
  return (name) => !log || (name >= log.first && name <= log.last)
}

async function copyFolder(from: string, to: string, needed: (name: string) => boolean): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name)
    if (entry.isDirectory()) await copyFolder(source, join(to, entry.name), needed)
    else if (isKept(entry.name, from, needed)) {
      await copyFile(source, join(to, entry.name), constants.COPYFILE_FICLONE)
    }
  }
}

function isKept(name: string, folder: string, needed: (name: string) => boolean): boolean {
  if (name === 'postmaster.pid') return false
  return !folder.endsWith(`${sep}pg_wal`) || !/^[0-9A-F]{24}$/.test(name) || needed(name)
}

/** Streams the copy as a gzipped tar. Deletes the copy before the stream ends, or when the client stops reading. */
function packed({ folder, about }: Copy, ctx: HouseContext): ReadableStream<Uint8Array> {
  let cleaned: Promise<void> | undefined
  const clean = () => {
    cleaned ??= rm(folder, { recursive: true, force: true })
      .catch((left: unknown) => ctx.log.warn({ error: String(left) }, 'the copy for a backup is still there'))
      .finally(() => {
        underWay = false
      })
    return cleaned
  }
  async function* parts() {
    yield* tarOf(entriesOf(folder, about), ctx.now())
    await clean()
  }
  // Most of a store is empty pages, which the fastest level compresses as well as any other.
  const gzip = createGzip({ level: 1 })
  pipeline(Readable.from(parts(), { objectMode: false }), gzip, (error) => {
    if (error) ctx.log.warn({ error: error.message }, 'a backup was cut off')
    void clean()
  })
  return Readable.toWeb(gzip) as ReadableStream<Uint8Array>
}

async function* entriesOf(folder: string, about: About): AsyncGenerator<TarEntry> {
  const text = Buffer.from(`${JSON.stringify(about)}\n`)
  yield { name: 'backup.json', mode: 0o600, content: { bytes: text.byteLength, parts: Readable.from([text]) } }
  for (const entry of (await readdir(folder, { withFileTypes: true, recursive: true })).sort(byPath)) {
    const path = join(entry.parentPath, entry.name)
    const name = ['house', ...relative(folder, path).split(sep)].join('/')
    if (entry.isDirectory()) yield { name, mode: 0o700 }
    else {
      const { size } = await stat(path)
      yield { name, mode: 0o600, content: { bytes: size, parts: createReadStream(path) } }
    }
  }
}

function byPath(one: { parentPath: string; name: string }, other: { parentPath: string; name: string }): number {
  return join(one.parentPath, one.name) < join(other.parentPath, other.name) ? -1 : 1
}
