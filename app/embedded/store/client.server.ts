import { AsyncLocalStorage } from 'node:async_hooks'

/** `spend` counts a statement's milliseconds. */
type StoreClient = { name: string; spend?: ((ms: number) => void) | undefined }

const clients = new AsyncLocalStorage<StoreClient>()

/** Runs work in this client's queue, while its time still counts for the sender of the request. */
export function runAs<T>(name: string, work: () => T, spend = clients.getStore()?.spend): T {
  return clients.run({ name, spend }, work)
}

/** Returns the current work's client. Scheduled jobs share one. */
export function currentClient(): StoreClient {
  return clients.getStore() ?? { name: '' }
}
