import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { sqlState } from './store.server'

const attempts = 6

/** Serialization failure and deadlock: the database undid the transaction and asks to begin again. */
const worthAnother = new Set(['40001', '40P01'])

/** Runs a whole transaction again while the database asks for it, a little later each time. */
export async function retried<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction()
    } catch (error) {
      if (attempt === attempts || !worthAnother.has(sqlState(error) ?? '')) throw error
      // A random part, so that two that met do not meet again.
      await wait(2 ** attempt * (1 + Math.random()))
    }
  }
}

const within = new AsyncLocalStorage<object>()

/** Marks what runs as part of a transaction of `store`. */
export function inTransaction<T>(store: object, work: () => Promise<T>): Promise<T> {
  return within.run(store, work)
}

/** @throws when called inside a transaction of `store`: on one connection that call would wait for itself for ever. */
export function assertOutside(store: object): void {
  if (within.getStore() === store) throw new Error('inside a transaction only its own sql may be used')
}
