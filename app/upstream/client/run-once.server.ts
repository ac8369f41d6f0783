import { callsWithRequestCode } from '../contract'
import { objectFields } from '../contract/fields/values'
import { siteIdempotencyStore } from './idempotency-store.server'
import type { Wrapper } from './wrapper'

/**
 * Runs a member's call once by its request code: a repeat gets the first outcome. The embedded upstream keeps codes itself, in
 * the transaction of the change (app/embedded/idempotency.server.ts).
 */
export const runOnce: Wrapper = async (request, next, { memberId, connection, idempotencyStore, reference }) => {
  const { callName, payload } = request
  const code = callsWithRequestCode.has(callName) ? objectFields(payload)?.get('code') : undefined
  if (typeof code !== 'string' || memberId === undefined) return next(request)
  const store = idempotencyStore ?? siteIdempotencyStore(connection.epoch?.())
  const claim = { member: memberId, code, callName, payload }
  return { outcome: await store.run(claim, reference, async () => (await next(request)).outcome) }
}
