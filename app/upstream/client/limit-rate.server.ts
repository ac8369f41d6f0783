import { contract } from '../contract'
import type { Call } from '../contract/call'
import type { Wrapper } from './wrapper'

/**
 * Limits how often a call is made, by the contract's row. One too many for a subject is answered as those before it were, and
 * not sent: a refusal would tell a stranger that somebody asks for it, and the first request is open still.
 */
export const limitRate: Wrapper = async (request, next, { consumeRateLimit }) => {
  const { rateLimit, rateLimitedSubject }: Call = contract[request.callName]
  const retryAfterSeconds = rateLimit && (await consumeRateLimit?.(rateLimit))
  if (retryAfterSeconds !== undefined) return { outcome: { kind: 'limited', by: 'site', retryAfterSeconds } }
  if (rateLimitedSubject && (await consumeRateLimit?.('forgotId', rateLimitedSubject(request.payload))) !== undefined)
    return { outcome: { kind: 'done', response: { status: 'success' } } }
  return next(request)
}
