import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { sqlState } from './store.server'

const maxAttempts = 6

/** Serialization failure and deadlock: the database rolled the transaction back, and a retry may succeed. */
const retryableStates = new Set(['40001', '40P01'])

/** Retries a whole transaction after serialization failures and deadlocks, up to 6 attempts with a growing delay. */
export async function retryOnConflict<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction()
    } catch (error) {
      if (attempt === maxAttempts || !retryableStates.has(sqlState(error) ?? '')) throw error
      // Random jitter, so that two transactions do not conflict again.
      await wait(2 ** attempt * (1 + Math.random()))
    }
  }
}

const currentStore = new AsyncLocalStorage<object>()

/** Marks `work` as running inside a transaction of `store`, for `assertOutsideTransaction`. */
export function markTransaction<T>(store: object, work: () => Promise<T>): Promise<T> {
  return currentStore.run(store, work)
}

/** @throws inside a transaction of `store`: with one connection the call would wait for itself for ever. */
export function assertOutsideTransaction(store: object): void {
  if (currentStore.getStore() === store) throw new Error('inside a transaction only its own sql may be used')
}
