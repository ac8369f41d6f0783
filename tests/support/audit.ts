import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type AuditResult, auditLedger } from '~/embedded/ledger/audit.server'
import { FolderInUse } from '~/embedded/store/folder-lock.server'
import { openPglite } from '~/embedded/store/pglite.server'
import { openPostgres } from '~/embedded/store/postgres.server'
import type { Sql, Store } from '~/embedded/store/store.server'

type StoredSite = { dataDir: string; databaseUrl?: string }

/** Asserts that a store passes its audit: no won is lost, duplicated or created. */
export async function expectAuditPasses(sql: Sql): Promise<AuditResult> {
  const audited = await auditLedger(sql)
  expect(audited.findings).toEqual([])
  return audited
}

/** Audits the store of an ended site. @returns undefined if it has no store or another process has it open. */
export async function expectStoreAuditPasses(site: StoredSite): Promise<AuditResult | undefined> {
  const store = await openStoreIfFree(site)
  if (!store) return undefined
  try {
    return await expectAuditPasses(store)
  } finally {
    await store.close()
  }
}

async function openStoreIfFree({ dataDir, databaseUrl }: StoredSite): Promise<Store | undefined> {
  if (databaseUrl !== undefined) return openPostgres({ url: databaseUrl, pool: 1, warn: () => {} })
  if (!existsSync(join(dataDir, 'house'))) return undefined
  try {
    return await openPglite({ dataDir })
  } catch (error) {
    if (error instanceof FolderInUse) return undefined
    throw error
  }
}
