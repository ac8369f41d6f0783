import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate, migrations } from '~/embedded/store/migrate.server'
import { createPgliteStore, startPglite } from '~/embedded/store/pglite.server'
import type { Store } from '~/embedded/store/store.server'

let store: Store
beforeAll(async () => {
  store = createPgliteStore(await startPglite())
  await migrate(store, migrations)
})
afterAll(() => store.close())

/** Every column that docs/data-care.md puts in a class, as `table.column`: twice when it stands in two. */
function classedColumns(): string[] {
  const rows = readFileSync('docs/data-care.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
  return rows.flatMap((row) => {
    const [table, ...classes] = row.split('|').slice(1, -1)
    const columns = classes.flatMap((cell) => cell.split(',')).map((column) => column.trim())
    return columns.filter(Boolean).map((column) => `${table?.trim()}.${column}`)
  })
}

describe('every column of the database', () => {
  it('is classed once in docs/data-care.md, as personal, ledger or technical', async () => {
    const columns = await store.query<{ name: string }>(
      "select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'",
    )
    expect(classedColumns().sort()).toEqual(columns.map(({ name }) => name).sort())
  })
})
