import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditLedger } from '~/embedded/ledger/audit.server'
import { packBackup, restoreBackup } from '~/embedded/store/backup.server'
import { unpackArchive } from '~/embedded/store/dump.server'
import { migrate, migrations } from '~/embedded/store/migrate.server'
import { createPgliteStore, startPglite } from '~/embedded/store/pglite.server'
import { openPostgres } from '~/embedded/store/postgres.server'
import type { Store } from '~/embedded/store/store.server'
import { createDatabase, databaseServerUrl } from '../support/database'
import { createCallsOf } from '../support/member-calls'
import { isPosix } from '../support/platform'
import { sharedEmbeddedUpstream } from '../support/shared-embedded-upstream'
import { sharedFolder } from '../support/shared-folder'

const embedded = sharedEmbeddedUpstream({ databaseUrl: undefined, playApprovalMs: 600_000 })
const { openGame, deposit, withdraw } = createCallsOf(embedded)

const text = 'a"b\\c\n\u2028d\u0085e\t 한국어 😀 {"x":[1]}'

const folder = sharedFolder('backup')
/** A backup, and what is in it. */
let packed: Uint8Array
let content: Record<string, string[]>
beforeAll(async () => {
  const { token } = await embedded.newMember(9_007_199_254_000_000)
  await withdraw(token, 30_000)
  await deposit(token, 20_000)
  await openGame(token, 'gaon-casino')
  await embedded.query(
    `insert into notes (member_id, title, contents, made_at)
     select (select max(id) from members), $1, $1, '2026-03-02T03:04:05.678901Z' from generate_series(1, 2500)`,
    [text],
  )
  // Its number was given, and is gone.
  await embedded.query('delete from notes where id = (select max(id) from notes)')
  const { store } = embedded.context()
  packed = await packBackup(store, new Date())
  content = await contentOf(store)
  expect(Object.values(content).filter((rows) => rows.length > 0).length).toBeGreaterThan(20)
})

/** Writes a file of the test. */
function fileOf(name: string, content: Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** A store whose schema is empty, one of each kind for all tests: a new PGlite costs more than a second of processor time. */
const emptyStores = new Map<'PGlite' | 'PostgreSQL', { store: Store; drop: () => Promise<void> }>()
async function openEmptyStore(kind: 'PGlite' | 'PostgreSQL'): Promise<Store> {
  const opened = emptyStores.get(kind)
  if (opened) {
    await opened.store.exec('drop schema public cascade; create schema public')
    return opened.store
  }
  const database = kind === 'PostgreSQL' ? await createDatabase() : undefined
  const store = database
    ? openPostgres({ url: database.url, pool: 1, warn: () => {} })
    : createPgliteStore(await startPglite())
  emptyStores.set(kind, {
    store,
    drop: async () => {
      await store.close()
      await database?.drop()
    },
  })
  return store
}
afterAll(() => Promise.all([...emptyStores.values()].map(({ drop }) => drop())))

/** All rows of all tables, and the last value of each sequence, as text. */
async function contentOf(store: Store): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {}
  const tables = await store.query<{ name: string }>(
    "select relname as name from pg_class where relkind in ('r', 'S') and relnamespace = 'public'::regnamespace",
  )
  for (const { name } of tables.filter(({ name }) => name !== 'migrations')) {
    const columns = name.endsWith('_seq') ? 'select last_value, is_called from' : 'table'
    const rows = await store.query<{ row: string }>(
      `select to_jsonb(t)::text as row from (${columns} ${name}) t order by 1`,
    )
    content[name] = rows.map(({ row }) => row)
  }
  return content
}

describe.each(databaseServerUrl ? (['PGlite', 'PostgreSQL'] as const) : (['PGlite'] as const))(
  'a backup of PGlite, restored into %s',
  (kind) => {
    it('has every row as it was, by triggers that are on again, and gives no number twice', async () => {
      const restored = await openEmptyStore(kind)
      await restoreBackup(restored, fileOf('whole', packed))
      expect(await contentOf(restored)).toEqual(content)
      expect((await auditLedger(restored)).findings).toEqual([])
      await expect(restored.query('update entries set won = won + 1')).rejects.toThrow(/is written once/)
      const [note] = await restored.query<{ contents: string }>('select contents from notes order by id desc limit 1')
      expect(note?.contents).toBe(text)
    })

    it('of an older schema becomes that schema, which the start then migrates', async () => {
      const older = migrations.slice(0, 9)
      const source = await openEmptyStore('PGlite')
      await migrate(source, older)
      await source.exec("insert into referral_codes (code, user_id, made_at) values ('OLD', 'kim', now())")
      const path = fileOf('older', await packBackup(source, new Date()))
      const store = await openEmptyStore(kind)
      await restoreBackup(store, path)
      expect(await store.query('select name from migrations')).toHaveLength(older.length)
      await migrate(store)
      expect(await store.query('select code from referral_codes')).toEqual([{ code: 'OLD' }])
    })
  },
)

it('a backup is refused by a store that has members, and changes nothing there', async () => {
  const { store } = embedded.context()
  await expect(restoreBackup(store, fileOf('again', packed))).rejects.toThrow(/has members already/)
  expect(await contentOf(store)).toEqual(content)
})

describe('a file that is no whole backup', () => {
  const lines = () => gunzipSync(packed).toString().split('\n')
  const withHeader = (changed: object) => [JSON.stringify({ ...JSON.parse(lines()[0] ?? ''), ...changed }), '']

  it.each<[string, () => string[] | Uint8Array, RegExp]>([
    ['cut off', () => packed.subarray(0, -100), /unexpected end/],
    ['cut off before it was packed', () => lines().slice(0, -1), /cut off/],
    ['empty', () => [''], /empty/],
    ['of another format', () => withHeader({ format: 'madang-rows-9' }), /does not say/],
    ['of rows of nothing', () => [...lines().slice(0, -1), 'drop table members', ''], /none of a table/],
    [
      'of a migration of another version',
      () => withHeader({ migrations: [{ name: '0001_x.sql', checksum: '' }] }),
      /another version.* 0001_x\.sql/,
    ],
  ])('because it is %s, is refused before anything is written', async (name, make, message) => {
    const made = make()
    const path = fileOf(name, made instanceof Uint8Array ? made : gzipSync(made.join('\n')))
    const { store } = embedded.context()
    await expect(restoreBackup(store, path)).rejects.toThrow(message)
    expect(await contentOf(store)).toEqual(content)
  })
})

describe('an archive', () => {
  type Entry = [name: string, content: string | undefined, type?: 'symlink']
  async function archiveOf(name: string, entries: Entry[]): Promise<string> {
    const packing = pack()
    for (const [entry, content, type] of entries) {
      const about = type
        ? { type, linkname: '/etc/passwd' }
        : content === undefined
          ? { type: 'directory' as const }
          : {}
      packing.entry({ name: entry, ...about }, content)
    }
    packing.finalize()
    return fileOf(name, gzipSync(await buffer(packing)))
  }
  const files: Entry[] = [
    ['house', undefined],
    ['house/PG_VERSION', '18\n'],
    ['house/base/1/2', 'x'.repeat(200_000)],
    ['house/pg_tblspc', undefined],
  ]

  it('is unpacked as it was, empty folders and all, for its owner alone', async () => {
    const target = join(folder, 'unpacked')
    await unpackArchive(await archiveOf('archive', files), target)
    const names = ['house', 'house/PG_VERSION', 'house/base', 'house/base/1', 'house/base/1/2', 'house/pg_tblspc']
    expect(readdirSync(target, { recursive: true }).sort()).toEqual(names)
    const { size, mode } = statSync(join(target, 'house/base/1/2'))
    expect([size, isPosix ? mode & 0o777 : 0o600]).toEqual([200_000, 0o600])
  })

  it.each<[string, Entry, RegExp]>([
    ['above its folder', ['house/../../beside', 'x'], /holds the path/],
    ['beside its folder', ['../beside', 'x'], /holds the path/],
    ['to where a link leads', ['house/link', undefined, 'symlink'], /no file/],
  ])('that would write %s is refused', async (name, entry, message) => {
    const target = join(folder, name)
    await expect(unpackArchive(await archiveOf(`${name}.tar.gz`, [...files, entry]), target)).rejects.toThrow(message)
    expect(existsSync(join(folder, 'beside'))).toBe(false)
  })

  it('that is cut off is refused', async () => {
    const whole = gunzipSync(readFileSync(await archiveOf('complete', files)))
    const cut = fileOf('cut.tar.gz', gzipSync(whole.subarray(0, 100_000)))
    await expect(unpackArchive(cut, join(folder, 'cut'))).rejects.toThrow()
  })
})
