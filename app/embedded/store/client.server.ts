import { AsyncLocalStorage } from 'node:async_hooks'

type StoreClient = { name: string; spend?: ((ms: number) => void) | undefined }

const clients = new AsyncLocalStorage<StoreClient>()

/** Runs work in this client's queue. By default, its time still counts toward the current request. */
export function runAs<T>(name: string, work: () => T, spend = clients.getStore()?.spend): T {
  return clients.run({ name, spend }, work)
}

/** Returns the current work's client. All scheduled jobs share one client. */
export function currentClient(): StoreClient {
  return clients.getStore() ?? { name: '' }
}
