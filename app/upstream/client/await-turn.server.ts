import type { Exchange } from './transport/exchange.server'
import type { Wrapper } from './wrapper'

/** Waits until the client may use the thread, where the upstream runs in this process. What another one responds waits when it is read. */
export const awaitTurn: Wrapper<Exchange> = async (request, next, client) => {
  if (client.connection.embedded) await client.awaitTurn?.()
  return next(request)
}
