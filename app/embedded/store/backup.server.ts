import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { parseJson } from '~/values/strict-json'
import { type Migration, migrate, migrations } from './migrate.server'
import type { Store } from './store.server'

/** Gzipped PGlite backups of release 1.0.0. After the header, each line is a table's name, a space and JSON rows. */

const headerSchema = z.object({
  format: z.literal('madang-rows-1'),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
})
type BackupHeader = z.output<typeof headerSchema>

/** Reads a whole backup and returns its header. @throws an error that describes the problem */
export async function checkBackup(path: string): Promise<BackupHeader> {
  let header: BackupHeader | undefined
  for await (const line of readBackup(path)) {
    if (header) parseLine(line)
    else header = parseHeader(line)
  }
  if (!header) throw new Error('empty file')
  migrationsOf(header)
  return header
}

/**
 * Restores a backup into an empty database, all or nothing. Triggers are off, because their results are in the rows.
 * @throws an error that describes the problem, or the database's own error
 */
export async function restoreBackup(store: Store, path: string): Promise<void> {
  const header = await checkBackup(path)
  await migrate(store, migrationsOf(header))
  await store.tx(async (sql) => {
    const [member] = await sql.query('select 1 from members limit 1')
    if (member) throw new Error('database: has members already; use an empty one')
    const named = await sql.query<{ name: string }>(
      `select relname as name from pg_class
        where relkind = 'r' and relnamespace = current_schema()::text::regnamespace and relname <> 'migrations'`,
    )
    const tables = named.map(({ name }) => name)
    const setTriggers = (state: 'enable' | 'disable') =>
      sql.exec(tables.map((table) => `alter table ${table} ${state} trigger user;`).join('\n'))
    await setTriggers('disable')
    // Deletes rows that migrations inserted.
    await sql.exec(`truncate ${tables.join()}`)
    const lines = readBackup(path)
    await lines.next()
    for await (const line of lines) {
      const { table, rows } = parseLine(line)
      if (!tables.includes(table)) throw new Error(`no table ${table} in its schema`)
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

async function* readBackup(path: string): AsyncGenerator<string, void> {
  const text = createGunzip()
  // Ignored here, because the loop below throws the same error.
  pipeline(createReadStream(path), text).catch(() => undefined)
  text.setEncoding('utf8')
  let rest = ''
  for await (const part of text) {
    const lines = `${rest}${part}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') throw new Error('last line cut off')
}

function parseHeader(line: string): BackupHeader {
  const { data } = headerSchema.safeParse(parseJson(line))
  if (!data) throw new Error('no header')
  return data
}

function parseLine(line: string): { table: string; rows: string } {
  const [, table, rows] = /^(\w+) (\[\{.*\}\])$/s.exec(line) ?? []
  if (table === undefined || rows === undefined) throw new Error('a line belongs to no table')
  return { table, rows }
}

/** Returns the migrations up to a backup's newest one. @throws if they differ from the backup's */
function migrationsOf({ migrations: done }: BackupHeader): readonly Migration[] {
  const own = migrations.slice(0, done.length)
  const foreign = done.find(
    ({ name, checksum }, index) => own[index]?.name !== name || own[index].checksum !== checksum,
  )
  if (foreign) throw new Error(`made by another version: migration ${foreign.name} is unknown here`)
  return own
}
