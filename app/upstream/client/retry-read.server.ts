import { setTimeout as pause } from 'node:timers/promises'
import { contract } from '../contract'
import type { Exchange } from './transport/exchange.server'
import type { Wrapper } from './wrapper'

/** Pause before a read is retried. */
const retryDelayMs = 50

/** Sends a read once more after a connection error or a 502, 503 or 504. A timeout is not retried. */
export const retryRead: Wrapper<Exchange> = async (request, next) => {
  const { callName, signal } = request
  const first = await next(request)
  const isUnavailable = first.kind === 'answered' && [502, 503, 504].includes(first.httpStatus)
  if (contract[callName].effect !== 'read' || (first.kind === 'answered' ? !isUnavailable : first.timedOut))
    return first
  await pause(retryDelayMs, undefined, { signal }).catch(() => undefined)
  return signal.aborted ? first : next(request)
}
