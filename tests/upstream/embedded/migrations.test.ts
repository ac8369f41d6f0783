import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditLedger } from '~/embedded/ledger/audit.server'
import { migrate, migrations, readMigration } from '~/embedded/store/migrate.server'
import { createPgliteStore, startPglite } from '~/embedded/store/pglite.server'
import { openPostgres } from '~/embedded/store/postgres.server'
import type { Store } from '~/embedded/store/store.server'
import { createDatabase, databaseServerUrl } from '../../support/database'

let store: Store
let close: () => Promise<void> = async () => {}

beforeAll(async () => {
  const database = databaseServerUrl ? await createDatabase() : undefined
  store = database
    ? openPostgres({ url: database.url, pool: 4, warn: () => {} })
    : createPgliteStore(await startPglite())
  close = async () => {
    await store.close()
    await database?.drop()
  }
})
afterAll(() => close())
// An empty schema takes almost no time, but a new PGlite more than a second of processor time.
beforeEach(() => store.exec('drop schema public cascade; create schema public'))

const first = readMigration('0001_first.sql', 'create table first (a integer)')
const second = readMigration('0002_second.sql', 'create table second (a integer)')
const third = readMigration('0003_third.sql', 'create table third (a integer)')

async function tables(): Promise<string[]> {
  const rows = await store.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_name in ('first', 'second', 'third') order by 1",
  )
  return rows.map(({ name }) => name)
}

describe('a database’s schema', () => {
  it('is updated by the missing migrations, which run once if several processes start simultaneously', async () => {
    await migrate(store, [first])
    expect(await tables()).toEqual(['first'])
    await Promise.all(Array.from({ length: 4 }, () => migrate(store, [first, second, third])))
    expect(await tables()).toEqual(['first', 'second', 'third'])
    expect(await store.query('select name from migrations order by name')).toHaveLength(3)
  })

  it('is updated without indexes that the operator created before the upgrade', async () => {
    await migrate(
      store,
      migrations.filter(({ name }) => name < '0040'),
    )
    for (const { name, text } of migrations.filter(({ name }) => name >= '0040')) {
      const own = [...text.matchAll(/(?:create|alter) table (\w+)/g)].map(([, table]) => table)
      for (const [index, table] of text.matchAll(/create (?:unique )?index.* on (\w+)[^;]*/g)) {
        if (own.includes(table)) continue
        expect(index, name).toContain('index if not exists')
        await store.exec(index)
      }
    }
    await migrate(store)
  })

  it('isn’t changed by a failed migration', async () => {
    const failing = readMigration('0002_fails.sql', 'create table second (a integer); select nothing')
    await expect(migrate(store, [first, failing])).rejects.toThrow()
    expect(await tables()).not.toContain('second')
    await migrate(store, [first, second])
  })

  it('rejects a migration with a lower number than the last that ran, and says which number to give it', async () => {
    await migrate(store, [first, third])
    await expect(migrate(store, [first, second, third])).rejects.toThrow(
      'Migration 0002_second.sql: not run on this database, but 0003_third.sql, a later one, has; ' +
        'give it a number above 3',
    )
    expect(await tables()).toEqual(['first', 'third'])
  })

  it('rejects a migration whose text changed after it ran, and runs nothing after it', async () => {
    await migrate(store, [first])
    const edited = readMigration(first.name, 'create table first (a integer, b integer)')
    await expect(migrate(store, [edited, second])).rejects.toThrow(
      'Migration 0001_first.sql: edited after it ran on this database; ' +
        'restore its text, and write the change as a migration with the next number',
    )
    expect(await tables()).toEqual(['first'])
  })

  it('rejects a migration that was renamed after it ran or is from another version, and says what to do', async () => {
    await migrate(store, [first, second])
    for (const ours of [[first], [first, { ...second, name: '0002_renamed.sql' }]]) {
      await expect(migrate(store, ours)).rejects.toThrow(
        'Database: migration 0002_second.sql is unknown, because another version ran it; ' +
          'start that version or a later one, restore a backup made by this one, or use an empty database',
      )
    }
  })

  it('rejects another version’s migration that another process ran during the update', async () => {
    await migrate(store, [first])
    const theirs = readMigration('0002_theirs.sql', 'create table second (a integer)')
    const [ours, foreign] = await Promise.allSettled([migrate(store, [first, second]), migrate(store, [first, theirs])])
    expect([ours.status, foreign.status].sort()).toEqual(['fulfilled', 'rejected'])
    expect(await store.query('select name from migrations order by name')).toHaveLength(2)
  })
})

it('reports no settlement news for transactions settled before the feature existed', async () => {
  const first = migrations.findIndex(({ name }) => name === '0035_settlement_news.sql')
  await migrate(store, migrations.slice(0, first))
  await store.exec(`
    insert into members (user_id, nick, nick_key, phone, bank_name, bank_number, bank_owner, login_hash, exchange_hash, joined_at)
      values ('m', 'm', 'm', '', '', '', '', '', '', now());
    insert into movements (kind, member_id, won, method, state, applied_at, settled_at)
      select 'deposit', id, 1, 'bank', 'already', now(), now() from members`)
  await migrate(store)
  const settled =
    'insert into movements (kind, member_id, won, method, state, applied_at, settled_at) ' +
    "select 'deposit', id, 2, 'bank', 'already', now(), now() from members"
  await store.exec(settled)
  expect(await store.query('select won from movements where seen_at is null')).toEqual([{ won: 2n }])
})

it('deletes logged texts that name other members without breaking the audit of the log', async () => {
  const last = migrations.findIndex(({ name }) => name === '0051_log_lookups.sql')
  await migrate(store, migrations.slice(0, last))
  const shared = ['{"sharedWith": [{"member": "other"}]}', '{"sharedWith": []}', '{}']
  for (const result of shared)
    await store.query(
      `with line as (insert into desk_acts (made_at, who, act, payload, result, member_ids, texts_digest)
         values (now(), 'owner', 'change-member', '{}', '{}', '{1}', desk_texts_digest('s', '{}', $1::jsonb)) returning id)
       insert into desk_act_texts (act_id, payload, result, salt) select id, '{}', $1::jsonb, 's' from line`,
      [result],
    )
  await migrate(store)
  const left = await store.query<{ result: object }>('select result from desk_act_texts order by act_id')
  expect(left.map(({ result }) => JSON.stringify(result))).toEqual(['{"sharedWith":[]}', '{}'])
  const { findings } = await auditLedger(store)
  expect(findings.filter(({ check }) => check.includes('log'))).toEqual([])
})

describe('a program of the previous release that is restarted during an upgrade', () => {
  const compatible = (from: string, { name, text }: { name: string; text: string }) =>
    readMigration(name, `-- compatible-from: ${from}\n${text}`)

  it('works with newer migrations that are compatible with it, and the newer program works after it', async () => {
    const newer = [first, compatible('0001', second), compatible('0001', third)]
    await migrate(store, newer)
    await migrate(store, [first])
    expect(await tables()).toEqual(['first', 'second', 'third'])
    await migrate(store, newer)
    expect(await store.query('select name from migrations order by name')).toHaveLength(3)
  })

  it('rejects a newer migration that removes columns it still uses', async () => {
    const expand = compatible('0001', second)
    await migrate(store, [first, expand, compatible('0002', third)])
    await expect(migrate(store, [first])).rejects.toThrow('Database: migration 0003_third.sql is unknown')
    await migrate(store, [first, expand])
  })

  it('rejects a compatible migration with the same number as one of its own', async () => {
    await migrate(store, [first, compatible('0001', second)])
    const renamed = compatible('0001', { ...second, name: '0002_renamed.sql' })
    await expect(migrate(store, [first, renamed])).rejects.toThrow('Database: migration 0002_second.sql is unknown')
  })

  it('rejects a compatible migration when one of its own before it has not run', async () => {
    await migrate(store, [first, compatible('0001', third)])
    await expect(migrate(store, [first, second])).rejects.toThrow('give it a number above 2')
  })

  it('starts on a database whose migrations were recorded before they had a compatible-from line', async () => {
    await migrate(store, [first])
    await store.exec('alter table migrations drop column compatible_from')
    await migrate(store, [first, compatible('0001', second)])
    await migrate(store, [first])
    expect(await tables()).toEqual(['first', 'second'])
  })
})

describe('the migrations of this program', () => {
  it('are numbered from 1 without gaps or duplicates', () => {
    const numbers = migrations.map(({ name }) => Number(/^(\d{4})_[a-z_]+\.sql$/.exec(name)?.[1]))
    expect(numbers).toEqual(migrations.map((_, index) => index + 1))
  })

  it('state the oldest compatible program in a valid form, which is never newer than the migration', () => {
    for (const { name, text, compatibleFrom } of migrations) {
      expect(compatibleFrom !== null, name).toBe(/compatible[- ]from/i.test(text))
      if (compatibleFrom !== null) expect(compatibleFrom, name).toBeLessThan(Number.parseInt(name, 10))
    }
  })
})
