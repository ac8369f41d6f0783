import type { Exchange } from '../transport/exchange.server'
import type { Wrapper } from './wrapper'

/** Waits until the client may use the thread, where the upstream runs in this process. */
export const awaitTurn: Wrapper<Exchange> = async (request, next, client) => {
  await client.awaitTurn?.()
  return next(request)
}
