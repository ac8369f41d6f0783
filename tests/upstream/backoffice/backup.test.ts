import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { auditLedger } from '~/embedded/ledger/audit.server'
import { restoreBackup } from '~/embedded/store/backup.server'
import { migrate } from '~/embedded/store/migrate.server'
import { createPgliteStore, startPglite } from '~/embedded/store/pglite.server'
import { openPostgres } from '~/embedded/store/postgres.server'
import { createDatabase, databaseServerUrl } from '../../support/database'
import { sharedFolder } from '../../support/shared-folder'

/** A backup by release 1.0.0 with a member with money, deposits, a withdrawal, an open game and 50 unusual notes. */
const packed = readFileSync('tests/support/backup-of-1.0.0.jsonl.gz')
const lines = () => gunzipSync(packed).toString().split('\n')
const text = 'a"b\\c\n\u2028d\u0085e\t 한국어 😀 {"x":[1]}'

const folder = sharedFolder('backup')
function fileOf(name: string, content: Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

describe.each(databaseServerUrl ? ['PGlite', 'PostgreSQL'] : ['PGlite'])(
  'a backup of 1.0.0, restored into %s',
  (kind) => {
    const opened = (async () => {
      const database = kind === 'PostgreSQL' ? await createDatabase() : undefined
      const store = database
        ? openPostgres({ url: database.url, pool: 1, warn: () => {} })
        : createPgliteStore(await startPglite())
      return { store, drop: () => store.close().then(database?.drop) }
    })()
    afterAll(async () => (await opened).drop())

    it.each<[string, () => string[] | Uint8Array, RegExp]>([
      ['cut off', () => packed.subarray(0, -100), /unexpected end/],
      ['cut off before it was packed', () => lines().slice(0, -1), /cut off/],
      ['empty', () => [''], /empty/],
      ['of another format', () => [lines()[0]?.replace('rows-1', 'rows-9') ?? '', ''], /no header/],
      ['of rows of nothing', () => [...lines().slice(0, -1), 'drop table members', ''], /belongs to no table/],
      [
        'of another version',
        () => [lines()[0]?.replace('0001_', '0001_x') ?? '', ''],
        /another version.* 0001_xmembers/,
      ],
    ])('is rejected before anything is written if it is %s', async (name, make, message) => {
      const made = make()
      const path = fileOf(name, made instanceof Uint8Array ? made : gzipSync(made.join('\n')))
      const { store } = await opened
      await expect(restoreBackup(store, path)).rejects.toThrow(message)
      expect(await store.query("select from pg_class where relnamespace = 'public'::regnamespace")).toEqual([])
    })

    it('has every row unchanged and triggers enabled again, and never reuses a number', async () => {
      const { store } = await opened
      await restoreBackup(store, fileOf('whole', packed))
      const [, ...rows] = lines().slice(0, -1)
      for (const line of rows) {
        const [table, json = ''] = [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' '))]
        const [restored] = await store.query(
          `select count(*)::integer as rows, count(given)::integer as equal from (select to_jsonb(t) as row from ${table} t) now
           left join jsonb_array_elements($1::jsonb) given on given = row`,
          [json],
        )
        const count = (JSON.parse(json) as unknown[]).length
        expect([table, restored]).toEqual([table, { rows: count, equal: count }])
      }
      await expect(restoreBackup(store, join(folder, 'whole'))).rejects.toThrow(/has members already/)
      await migrate(store)
      expect((await auditLedger(store)).findings).toEqual([])
      await expect(store.query('update entries set won = won + 1')).rejects.toThrow(/is written once/)
      const [last] = await store.query<{ id: bigint; contents: string }>(
        'select id, contents from notes order by id desc limit 1',
      )
      expect(last?.contents).toBe(text)
      // The newest note was deleted, but its number must not be reused.
      const [made] = await store.query<{ id: bigint }>(
        `insert into notes (member_id, title, contents, made_at) select max(id), '-', '-', now() from members returning id`,
      )
      expect(made?.id).toBe((last?.id ?? 0n) + 2n)
    })
  },
)
