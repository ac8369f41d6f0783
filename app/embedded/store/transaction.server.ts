import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { sqlState } from './store.server'

const maxAttempts = 6

/** Serialization failure and deadlock. The database has rolled the transaction back, so it can be retried. */
const retryableStates = new Set(['40001', '40P01'])

export async function retryOnConflict<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction()
    } catch (error) {
      if (attempt === maxAttempts || !retryableStates.has(sqlState(error) ?? '')) throw error
      // A random delay keeps two transactions from conflicting again.
      await wait(2 ** attempt * (1 + Math.random()))
    }
  }
}

const currentStore = new AsyncLocalStorage<object>()

export const markTransaction = <T>(store: object, work: () => Promise<T>): Promise<T> => currentStore.run(store, work)

/** @throws inside a transaction of `store`, where the call would wait for its own transaction */
export function assertOutsideTransaction(store: object): void {
  if (currentStore.getStore() === store) throw new Error('inside a transaction only its own sql may be used')
}

type StoreClient = { name: string; spend?: ((ms: number) => void) | undefined }

const clients = new AsyncLocalStorage<StoreClient>()

/** Runs `work` in a client's queue. Unless `spend` is given, its time counts toward the current request. */
export function runAs<T>(name: string, work: () => T, spend = clients.getStore()?.spend): T {
  return clients.run({ name, spend }, work)
}

/** Returns the client of the current work. All scheduled jobs share one client. */
export const currentClient = (): StoreClient => clients.getStore() ?? { name: '' }

type Changes = { mayHaveBeenMade: boolean }

const currentChanges = new AsyncLocalStorage<Changes>()

export function observeChanges<T>(changes: Changes, work: () => Promise<T>): Promise<T> {
  return currentChanges.run(changes, work)
}

export function noteChange(): void {
  const changes = currentChanges.getStore()
  if (changes) changes.mayHaveBeenMade = true
}

/** Records a statement outside a transaction, unless it changed no row. For `with`, the row count is incomplete. */
export function noteStatement(text: string, changedRows: number | null = null): void {
  if (!isRead(text) && (changedRows !== 0 || /^\s*with\b/i.test(text))) noteChange()
}

/** Records a failed statement outside a transaction, unless the database reports that it was rolled back. */
export function noteFailedStatement(text: string, error: unknown): void {
  if (!isRead(text) && !isRolledBack(error)) noteChange()
}

/** Returns whether a failed statement was definitely rolled back. False after a lost connection (08) or 40003. */
export const isRolledBack = (error: unknown): boolean => /^(?!08|40003)/.test(sqlState(error) ?? '08')

export const isRead = (text: string): boolean =>
  /^\s*(select\b|with\b(?!.*\b(insert|update|delete|merge)\b))/is.test(text)
