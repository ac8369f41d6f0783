import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Sql, Store } from './store.server'

/** One numbered file of schema/. It runs once, in one transaction; what has run is never edited. */
export type Migration = { name: string; text: string; checksum: string }

/** The house's migrations in their order. */
export const migrations: readonly Migration[] = Object.entries(
  import.meta.glob<string>('../schema/*.sql', { query: '?raw', import: 'default', eager: true }),
)
  .map(([path, text]) => ({ name: path.slice(path.lastIndexOf('/') + 1), text, checksum: sha256(text) }))
  .sort((a, b) => (a.name < b.name ? -1 : 1))

/** Any number: who prepares a store holds the database's advisory lock of this name. */
const preparing = 7_204_411
const waitMostMs = 120_000

/**
 * Runs `work` in one transaction while no other process prepares the same database. Waits for its turn outside of the
 * database, so that no time-out cuts a patient one off.
 */
export async function alone<T>(store: Store, work: (sql: Sql) => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + waitMostMs; ; await wait(100)) {
    const turn = await store.tx(async (sql) => {
      const [got] = await sql.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [preparing])
      if (!got?.mine) return undefined
      await sql.exec('set local statement_timeout = 0')
      return { result: await work(sql) }
    })
    if (turn) return turn.result
    if (Date.now() > deadline) throw new Error('another process prepares the database and does not end')
  }
}

/**
 * Brings a database to the newest schema: each missing migration in a transaction of its own.
 *
 * @throws when a migration that has run was edited since, or the database is newer than this program.
 */
export async function migrate(store: Store, all: readonly Migration[] = migrations): Promise<void> {
  const applied = await alone(store, async (sql) => {
    await sql.exec(
      'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    )
    return sql.query<{ name: string; checksum: string }>('select name, checksum from migrations order by name')
  })
  const known = new Map(all.map((migration) => [migration.name, migration]))
  for (const { name, checksum } of applied) {
    const migration = known.get(name)
    if (!migration) throw new Error(`the database has migration ${name}, which this program does not know`)
    if (migration.checksum !== checksum) throw new Error(`migration ${name} was edited after it ran on this database`)
  }
  const done = new Set(applied.map(({ name }) => name))
  for (const migration of all.filter(({ name }) => !done.has(name))) {
    await alone(store, (sql) => apply(sql, migration))
  }
}

async function apply(sql: Sql, { name, text, checksum }: Migration): Promise<void> {
  // Another process may have been first while we waited for our turn.
  const marked = await sql.query(
    'insert into migrations (name, checksum) values ($1, $2) on conflict do nothing returning name',
    [name, checksum],
  )
  if (marked.length > 0) await sql.exec(text)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
