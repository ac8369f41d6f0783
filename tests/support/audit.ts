import { expect } from 'vitest'
import { type Audit, audit } from '~/upstream/embedded/audit.server'
import type { Sql } from '~/upstream/embedded/store/store.server'

/** Holds the books of a house in order: whatever a test did, not a won is lost, doubled or made. */
export async function expectInOrder(sql: Sql): Promise<Audit> {
  const audited = await audit(sql)
  expect(audited.findings).toEqual([])
  return audited
}
