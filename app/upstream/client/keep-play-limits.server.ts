import { sendWithinPlayLimits } from '../site-limits/guard.server'
import { sitePlayLimits } from '../site-limits/site.server'
import { isSupported } from './call-support.server'
import type { Wrapper } from './wrapper'

/** Keeps a member's limits where the upstream does not. The embedded one has all calls. */
export const keepPlayLimits: Wrapper = async (request, next, client) => {
  const { callName, payload } = request
  const { memberId, requestId } = client
  const limits = client.connection.embedded ? undefined : (client.playLimits ?? sitePlayLimits)
  if (limits) {
    const send = async (callName: typeof request.callName, payload: unknown) =>
      (await next({ ...request, callName, payload })).outcome
    return { outcome: await sendWithinPlayLimits({ limits, memberId, requestId, send }, callName, payload) }
  }
  const isKnownMissing = callName === 'get-play-limits' && isSupported(callName) === false
  // Every page of a member would ask.
  if (isKnownMissing && !client.connection.embedded) return { outcome: { kind: 'unsupported' } }
  return next(request)
}
