import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Audit, audit } from '~/upstream/embedded/audit.server'
import { FolderTaken } from '~/upstream/embedded/store/lock.server'
import { openPglite } from '~/upstream/embedded/store/pglite.server'
import { openPostgres } from '~/upstream/embedded/store/postgres.server'
import type { Sql, Store } from '~/upstream/embedded/store/store.server'

/** Asserts that the audit of a store finds nothing wrong: no won is lost, doubled or created. */
export async function expectInOrder(sql: Sql & Pick<Store, 'journal'>): Promise<Audit> {
  const audited = await audit(sql)
  expect(audited.findings).toEqual([])
  return audited
}

/**
 * Asserts the same of the store that a site left behind, whether it stopped or was killed.
 *
 * @returns undefined when there is no store, or another site has it open.
 */
export async function expectLeftInOrder(left: { dataDir: string; databaseUrl?: string }): Promise<Audit | undefined> {
  const store = await storeOf(left)
  if (!store) return undefined
  try {
    return await expectInOrder(store)
  } finally {
    await store.close()
  }
}

async function storeOf({
  dataDir,
  databaseUrl,
}: {
  dataDir: string
  databaseUrl?: string
}): Promise<Store | undefined> {
  if (databaseUrl !== undefined) return openPostgres({ url: databaseUrl, pool: 1, warn: () => {} })
  if (!existsSync(join(dataDir, 'house'))) return undefined
  try {
    return await openPglite({ dataDir, replaced: () => {} })
  } catch (error) {
    if (error instanceof FolderTaken) return undefined
    throw error
  }
}
