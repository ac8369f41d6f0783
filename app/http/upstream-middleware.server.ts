import { data, type RouterContextProvider } from 'react-router'
import { bcp47 } from '~/i18n/locale'
import { keepRealityClock } from '~/session/reality-clock.server'
import { sessionContext } from '~/session/session.server'
import { createUpstreamClient, type UpstreamClient } from '~/upstream/client.server'
import type { UpstreamConnection } from '~/upstream/connection.server'
import { redirectWithFlash } from './flash.server'
import { loginHrefFrom } from './guard.server'
import { createPageUpstream, upstreamContext } from './page-upstream.server'
import { attemptRunner, callRateLimits } from './rate-limits.server'
import { refuseRequest } from './refusal.server'
import { isPrefetch, networkOf, requestInfoContext } from './request-info.server'
import { hasSafeMethod } from './route.server'
import { sealForm } from './saved-forms.server'
import { getUpstreamConnection } from './upstream-connection.server'

/** The site's connection to its upstream. Throws the page of 503 while it does not open. */
export function connectOrRefuse(context: Readonly<RouterContextProvider>): Promise<UpstreamConnection> {
  return getUpstreamConnection().catch(() => {
    throw refuseRequest(context, 'unavailable')
  })
}

/**
 * A client of the upstream, authenticated as the member whose session it now is. Its time limit starts now.
 *
 * @param options.deadlineMs of all its calls together; by default that of a page.
 */
export async function createMemberClient(
  context: Readonly<RouterContextProvider>,
  { deadlineMs }: { deadlineMs?: number } = {},
): Promise<UpstreamClient> {
  const requestInfo = context.get(requestInfoContext)
  const session = context.get(sessionContext)
  return createUpstreamClient({
    connection: await connectOrRefuse(context),
    token: session.member?.token,
    memberId: session.member?.userId,
    runAttempt: attemptRunner(context),
    isCountryServed: requestInfo.isCountryServed,
    consumeRateLimit: callRateLimits(context),
    clientIp: requestInfo.clientIp,
    caller: networkOf(requestInfo.clientIp),
    language: bcp47[requestInfo.locale],
    requestId: requestInfo.requestId,
    traceContext: requestInfo.traceContext,
    origin: requestInfo.origin,
    https: requestInfo.https,
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
  })
}

/** Step: gives loaders and actions the upstream, authenticated as this request's member. */
export async function openUpstream(request: Request, context: Readonly<RouterContextProvider>): Promise<void> {
  const session = context.get(sessionContext)
  const isChange = !hasSafeMethod(request)
  // Nobody used the site yet.
  if (isPrefetch(request)) session.keepExpiry()
  const client = await createMemberClient(context)
  // Sealed before any call: the upstream may reject the session only after the body is consumed.
  const typed = session.member && isChange ? await sealForm(request, context) : undefined
  const onSignedOut = () => {
    session.invalidate()
    if (isChange) throw data({ problem: 'signed-out', typed }, { status: 401 })
    throw redirectWithFlash(loginHrefFrom(request), { kind: 'warning', message: 'session.ended' })
  }
  context.set(upstreamContext, createPageUpstream(keepRealityClock(client, session), { isChange, onSignedOut }))
}
