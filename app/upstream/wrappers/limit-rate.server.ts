import { contract } from '../contract'
import type { Call } from '../contract/call'
import type { Wrapper } from './wrapper'

/** Limits how often a call is made, by the contract's row. */
export const limitRate: Wrapper = async (request, next, { consumeRateLimit }) => {
  const { rateLimit, rateLimitedId }: Call = contract[request.callName]
  const retryAfterSeconds =
    (rateLimit && (await consumeRateLimit?.(rateLimit))) ??
    (rateLimitedId && (await consumeRateLimit?.('forgotId', rateLimitedId(request.payload))))
  if (retryAfterSeconds !== undefined) return { outcome: { kind: 'limited', by: 'site', retryAfterSeconds } }
  return next(request)
}
