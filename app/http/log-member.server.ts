import type { MiddlewareFunction } from 'react-router'
import { memberTagsOf } from '~/session/member-tag.server'
import { sessionContext } from '~/session/session.server'
import { sessionEvents } from '~/telemetry/metrics.server'
import { incomingContext } from './incoming.server'

/**
 * Gives the log line of a request its member, as a keyed hash, and counts sessions that began or ended with it. A login
 * belongs to the member who logged in.
 */
export const logMember: MiddlewareFunction<Response> = async ({ context }, next) => {
  const session = context.get(sessionContext)
  const incoming = context.get(incomingContext)
  const before = session.member
  if (incoming && before) incoming.member = memberTagsOf(before.userId)[0]
  const response = await next()
  const { member } = session
  if (before?.token === member?.token) return response
  if (before) sessionEvents.inc({ event: 'ended' })
  if (member) {
    sessionEvents.inc({ event: 'begun' })
    if (incoming) incoming.member = memberTagsOf(member.userId)[0]
  }
  return response
}
