import { AsyncLocalStorage } from 'node:async_hooks'

/** Whom the store works for. `spend` counts milliseconds of the thread that a statement took. */
type StoreClient = { name: string; spend?: ((ms: number) => void) | undefined }

const clients = new AsyncLocalStorage<StoreClient>()

/** Runs work whose statements wait in the line of this client. The spent time still counts for whoever sent the request. */
export function runAs<T>(name: string, work: () => T, spend = clients.getStore()?.spend): T {
  return clients.run({ name, spend }, work)
}

/** The client that the current work is for. Scheduled jobs share one. */
export function currentClient(): StoreClient {
  return clients.getStore() ?? { name: '' }
}
