import type { Context } from '~/server/http/incoming.server'
import { requestInfoContext } from '~/server/request-info/request-info.server'
import { sessionContext } from '~/server/session/session.server'
import { getUpstreamConnection } from '~/server/upstream/connection.server'
import { upstreamContext } from '~/server/upstream/page-upstream.server'
import { siteIdempotencyStore } from '~/upstream/client/idempotency-store.server'
import type { CallName, PayloadOf } from '~/upstream/contract'
import type { OutcomeOf } from '~/upstream/outcome'
import { seconds } from '~/values/durations'

/**
 * How long a successful call is replayed for an identical form without a request code. A repeated registration isn't
 * replayed: the page says that the id is taken. Source: docs/calls.md, forms sent twice.
 */
const replayMs = {
  'user-write-help': seconds(10),
  'user-register': 0,
  'reset-password': seconds(10),
} satisfies Partial<Record<CallName, number>>

/**
 * Makes the call of a form without a request code only once if the same member or client submits the form twice. A
 * double click without JavaScript does that, and the browser shows the second response. These forms move no money.
 * Money forms have a request code instead.
 */
export async function callIdempotently<S extends keyof typeof replayMs>(
  context: Context,
  callName: S,
  payload: PayloadOf<S>,
): Promise<OutcomeOf<S>> {
  const upstream = context.get(upstreamContext)
  const { member } = context.get(sessionContext)
  const who = member ? `member ${member.userId}` : `visitor ${context.get(requestInfoContext).clientIp}`
  const claim = { member: who, callName, payload, replayMs: replayMs[callName] }
  const call = () => upstream.call(callName, payload)
  const connection = await getUpstreamConnection()
  // The cast is safe: an identical claim always makes the same call.
  return (await siteIdempotencyStore(connection.epoch?.()).run(claim, upstream.reference, call)) as OutcomeOf<S>
}
