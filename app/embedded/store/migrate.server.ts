import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { insertRow, type Sql, type Store } from './store.server'

export type Migration = {
  name: string
  text: string
  checksum: string
  /** The oldest migration whose release works with this schema. Null if none does. */
  compatibleFrom: number | null
}

export const migrations: readonly Migration[] = Object.entries(
  import.meta.glob<string>('../schema/*.sql', { query: '?raw', import: 'default', eager: true }),
)
  .map(([path, text]) => readMigration(path.slice(path.lastIndexOf('/') + 1), text))
  .sort((a, b) => (a.name < b.name ? -1 : 1))

export function readMigration(name: string, text: string): Migration {
  const [, compatibleFrom] = /^-- compatible-from: (\d{4})\r?\n/.exec(text) ?? []
  return {
    name,
    text,
    checksum: sha256(text),
    compatibleFrom: compatibleFrom === undefined ? null : Number(compatibleFrom),
  }
}

const preparationLockKey = 7_204_411
const maxLockWaitMs = 120_000

/** Runs `work` in one transaction with an advisory lock, so that only one process migrates or seeds. */
export async function withExclusiveLock<T>(store: Store, work: (sql: Sql) => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + maxLockWaitMs; ; await wait(100)) {
    const outcome = await store.tx(async (sql) => {
      const [got] = await sql.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [
        preparationLockKey,
      ])
      if (!got?.mine) return undefined
      await sql.exec('set local statement_timeout = 0; set local lock_timeout = 0')
      return { result: await work(sql) }
    })
    if (outcome) return outcome.result
    if (Date.now() > deadline)
      throw new Error('Database: another process has been preparing it too long; end that process')
  }
}

/** Runs the missing migrations in order, each in its own transaction. */
export async function migrate(store: Store, all: readonly Migration[] = migrations): Promise<void> {
  await withExclusiveLock(store, (sql) =>
    sql.exec(
      `create table if not exists migrations
         (name text primary key, checksum text not null, applied_at timestamptz not null default now());
       alter table migrations add column if not exists compatible_from integer`,
    ),
  )
  while (await withExclusiveLock(store, (sql) => applyNext(sql, all)));
}

async function applyNext(sql: Sql, all: readonly Migration[]): Promise<boolean> {
  const applied = await sql.query<AppliedMigration>(
    'select name, checksum, compatible_from as "compatibleFrom" from migrations order by name',
  )
  assertHistoryMatches(applied, all)
  const next = all[applied.length]
  if (!next) return false
  const { name, checksum, compatibleFrom } = next
  await insertRow(sql, 'migrations', { name, checksum, compatible_from: compatibleFrom })
  await sql.exec(next.text)
  return true
}

type AppliedMigration = Omit<Migration, 'text'>

/** Thrown if migrations can't be applied. The message is a single line for the operator. */
class MigrationRefused extends Error {
  override name = 'MigrationRefused'
}

/** Asserts that the applied migrations are the first ones in `all`, or all of them plus compatible newer ones. */
function assertHistoryMatches(applied: readonly AppliedMigration[], all: readonly Migration[]): void {
  const known = new Map(all.map((migration) => [migration.name, migration]))
  const lastKnown = numberOf(all.at(-1)?.name ?? '')
  for (const { name, checksum, compatibleFrom } of applied) {
    const migration = known.get(name)
    const isCompatible = numberOf(name) > lastKnown && compatibleFrom !== null && compatibleFrom <= lastKnown
    if (!migration && isCompatible) continue
    if (!migration) {
      throw new MigrationRefused(
        `Database: migration ${name} is unknown, because another version ran it; ` +
          'start that version or a later one, restore a backup made by this one, or use an empty database',
      )
    }
    if (migration.checksum !== checksum) {
      throw new MigrationRefused(
        `Migration ${name}: edited after it ran on this database; ` +
          'restore its text, and write the change as a migration with the next number',
      )
    }
  }
  const last = applied.at(-1)?.name ?? ''
  const done = new Set(applied.map(({ name }) => name))
  const outOfOrder = all.find(({ name }) => name < last && !done.has(name))
  if (outOfOrder) {
    throw new MigrationRefused(
      `Migration ${outOfOrder.name}: not run on this database, but ${last}, a later one, has; ` +
        `give it a number above ${numberOf(all.at(-1)?.name ?? last)}`,
    )
  }
}

function numberOf(name: string): number {
  return Number.parseInt(name, 10) || 0
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
