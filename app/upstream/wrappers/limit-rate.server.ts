import { contract } from '../contract'
import type { Call } from '../contract/call'
import type { Wrapper } from './wrapper'

/**
 * Limits how often a call is made, by the contract's row. One too many for an id is answered as those before it were, and
 * not sent: a refusal would tell a stranger that somebody asks for that id, and the first request is open still.
 */
export const limitRate: Wrapper = async (request, next, { consumeRateLimit }) => {
  const { rateLimit, rateLimitedId }: Call = contract[request.callName]
  const retryAfterSeconds = rateLimit && (await consumeRateLimit?.(rateLimit))
  if (retryAfterSeconds !== undefined) return { outcome: { kind: 'limited', by: 'site', retryAfterSeconds } }
  if (rateLimitedId && (await consumeRateLimit?.('forgotId', rateLimitedId(request.payload))) !== undefined)
    return { outcome: { kind: 'done', response: { status: 'success' } } }
  return next(request)
}
