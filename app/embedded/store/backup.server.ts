import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { parseJson } from '~/values/strict-json'
import { type Migration, migrate, migrations } from './migrate.server'
import type { Sql, Store } from './store.server'

/**
 * Backups of PGlite, which restore into PGlite and PostgreSQL alike: gzipped lines, the first of which is the header.
 * Each of the others has a table's name, a blank, and rows of it as a JSON array that the database writes and reads.
 */

const headerSchema = z.object({
  format: z.literal('madang-rows-1'),
  /** ISO 8601 in UTC. */
  madeAt: z.iso.datetime(),
  /** The migrations of its schema, by number. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  /** The last value of each sequence that has given one. */
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
})
type BackupHeader = z.output<typeof headerSchema>

const rowsPerLine = 1_000

/** Packs all rows of a store on PGlite, as they are at one moment: all other callers wait for it. */
export function packBackup(store: Store, now: Date): Promise<Buffer> {
  return store.tx(async (sql) => {
    const gzip = createGzip()
    const [packed] = await Promise.all([buffer(gzip), pipeline(Readable.from(writeLines(sql, now)), gzip)])
    return packed
  })
}

async function* writeLines(sql: Sql, now: Date): AsyncGenerator<string> {
  const header: BackupHeader = {
    format: 'madang-rows-1',
    madeAt: now.toISOString(),
    migrations: await sql.query('select name, checksum from migrations order by name'),
    sequences: await sql.query(
      `select sequencename as name, last_value::text as value from pg_sequences
        where schemaname = current_schema() and last_value is not null`,
    ),
  }
  yield `${JSON.stringify(header)}\n`
  for (const table of await readTables(sql)) {
    await sql.exec(`declare backup no scroll cursor for select row_to_json(t)::text as row from ${table} t`)
    for (;;) {
      const rows = await sql.query<{ row: string }>(`fetch ${rowsPerLine} from backup`)
      if (rows.length === 0) break
      yield `${table} [${rows.map(({ row }) => row).join()}]\n`
    }
    await sql.exec('close backup')
  }
}

/** Names of the tables, each after those that it references. */
async function readTables(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ name: string }>(
    `with recursive depths (id, depth) as (
       select oid, 0 from pg_class
        where relkind = 'r' and relnamespace = current_schema()::text::regnamespace and relname <> 'migrations'
        union
       select key.conrelid, depth + 1 from depths join pg_constraint key on key.confrelid = depths.id
        where key.contype = 'f' and key.conrelid <> key.confrelid)
     select id::regclass::text as name from depths group by id order by max(depth), id`,
  )
  return rows.map(({ name }) => name)
}

/** Reads a backup's header and passes over all of its lines. @throws an error that says what is wrong with the file */
export async function checkBackup(path: string): Promise<BackupHeader> {
  let header: BackupHeader | undefined
  for await (const line of readBackup(path)) {
    if (header) parseLine(line)
    else header = parseHeader(line)
  }
  if (!header) throw new Error('it is empty')
  migrationsOf(header)
  return header
}

/**
 * Restores a backup into an empty database: its schema, then all of its rows or none. Triggers stay off meanwhile, because
 * the rows already have what they fill in.
 *
 * @throws an error that says what is wrong with the file, or the database's own.
 */
export async function restoreBackup(store: Store, path: string): Promise<void> {
  const header = await checkBackup(path)
  await migrate(store, migrationsOf(header))
  await store.tx(async (sql) => {
    const [member] = await sql.query('select 1 from members limit 1')
    if (member) throw new Error('the database has members already')
    const tables = await readTables(sql)
    const setTriggers = (state: 'enable' | 'disable') =>
      sql.exec(tables.map((table) => `alter table ${table} ${state} trigger user;`).join('\n'))
    await setTriggers('disable')
    // Migrations insert some rows of their own.
    await sql.exec(`truncate ${tables.join()}`)
    const lines = readBackup(path)
    await lines.next()
    for await (const line of lines) {
      const { table, rows } = parseLine(line)
      if (!tables.includes(table)) throw new Error(`its schema has no table ${table}`)
      await sql.query(
        `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1::json)`,
        [rows],
      )
    }
    for (const { name, value } of header.sequences) {
      await sql.query('select setval($1::text::regclass, $2::bigint)', [name, value])
    }
    await setTriggers('enable')
  })
}

/** The lines of a backup. @throws an error when the file is damaged or can't be read */
export async function* readBackup(path: string): AsyncGenerator<string, void> {
  const text = createGunzip()
  // Its error, too, is thrown by the loop.
  pipeline(createReadStream(path), text).catch(() => undefined)
  text.setEncoding('utf8')
  let rest = ''
  for await (const part of text) {
    const lines = `${rest}${part}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') throw new Error('its last line is cut off')
}

function parseHeader(line: string): BackupHeader {
  const { data } = headerSchema.safeParse(parseJson(line))
  if (!data) throw new Error('it does not say what it is')
  return data
}

function parseLine(line: string): { table: string; rows: string } {
  const [, table, rows] = /^(\w+) (\[\{.*\}\])$/s.exec(line) ?? []
  if (table === undefined || rows === undefined) throw new Error('it has a line that is none of a table')
  return { table, rows }
}

/** This program's migrations up to the newest one of a backup. @throws an error when they are not the same */
function migrationsOf({ migrations: done }: BackupHeader): readonly Migration[] {
  const own = migrations.slice(0, done.length)
  const foreign = done.find(
    ({ name, checksum }, index) => own[index]?.name !== name || own[index].checksum !== checksum,
  )
  if (foreign) throw new Error(`it was made by another version: this one does not know its migration ${foreign.name}`)
  return own
}
