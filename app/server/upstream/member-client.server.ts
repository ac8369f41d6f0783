import { data, type RouterContextProvider } from 'react-router'
import { bcp47 } from '~/i18n/locale'
import { config } from '~/platform/settings/config.server'
import { SettingError } from '~/platform/settings/setting-error.server'
import { createUpstreamClient } from '~/upstream/client/client.server'
import type { UpstreamClient } from '~/upstream/client/client-options'
import type { UpstreamConnection } from '~/upstream/client/transport/connection.server'
import { type CallName, knownCallNames, type PayloadOf } from '~/upstream/contract'
import type { OutcomeOf } from '~/upstream/outcome'
import { networkOf } from '~/values/request'
import { redirectWithFlash } from '../cookies/flash.server'
import { awaitTurn } from '../middleware/admission.server'
import { loginHrefFrom } from '../middleware/guard.server'
import { attemptRunner, callRateLimits } from '../middleware/rate-limits.server'
import { hasSafeMethod } from '../middleware/route.server'
import { isPrefetch, requestInfoContext } from '../request-info/request-info.server'
import { refuseRequest } from '../responses/refusal.server'
import { updateRealityClock } from '../session/reality-clock.server'
import { signedOutProblem } from '../session/sealed-forms.server'
import { sessionContext } from '../session/session.server'
import { openEmbedded } from './connection.server'
import { createPageUpstream, upstreamContext } from './page-upstream.server'

let opened: Promise<UpstreamConnection> | undefined

/** Opens the site's one connection. @throws SettingError, and errors of opening; the next call retries */
export function getUpstreamConnection(): Promise<UpstreamConnection> {
  opened ??= openConnection().catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

async function openConnection(): Promise<UpstreamConnection> {
  const { upstream } = config
  assertKnownCallNames(upstream.paths)
  // Of the two kinds, only the one in use is loaded.
  if (upstream.url === undefined) return openEmbedded()
  const { connectToUpstream } = await import('~/upstream/client/transport/connection.server')
  return connectToUpstream(upstream.url)
}

/** A misspelt name would silently keep the contract's path. @throws SettingError that names the first unknown call. */
function assertKnownCallNames(paths: Readonly<Record<string, string>>): void {
  const unknown = Object.keys(paths).find((name) => !knownCallNames.has(name))
  if (unknown !== undefined) throw new SettingError('UPSTREAM_PATHS', `unknown call ${unknown}`)
}

export function connectOrRefuse(context: Readonly<RouterContextProvider>): Promise<UpstreamConnection> {
  return getUpstreamConnection().catch(() => {
    throw refuseRequest(context, 'unavailable')
  })
}

/**
 * Creates a client authenticated as the session's current member. Its time limit starts now.
 * @param options.deadlineMs of all its calls together
 */
export async function createMemberClient(
  context: Readonly<RouterContextProvider>,
  { deadlineMs }: { deadlineMs?: number } = {},
): Promise<UpstreamClient> {
  const requestInfo = context.get(requestInfoContext)
  const session = context.get(sessionContext)
  const connection = await connectOrRefuse(context)
  return createUpstreamClient({
    connection,
    awaitTurn: () => awaitTurn(context),
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
    browser: requestInfo.browser,
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
  let problem: Awaited<ReturnType<typeof signedOutProblem>> | undefined
  const afterCall = async <S extends CallName>(callName: S, payload: PayloadOf<S>, outcome: OutcomeOf<S>) => {
    // Here, because sealing is asynchronous and what throws the page is not.
    if (outcome.kind === 'signed-out' && session.member && isChange) problem = await signedOutProblem(request, context)
    if (callName === 'open-game' || callName === 'set-play-limits') {
      updateRealityClock(session, callName, payload, outcome.kind)
    }
  }
  const onSignedOut = () => {
    session.invalidate()
    if (isChange) throw data(problem ?? { problem: 'signed-out' }, { status: 401 })
    throw redirectWithFlash(loginHrefFrom(request), { kind: 'warning', message: 'session.ended' })
  }
  context.set(upstreamContext, createPageUpstream(client, { isChange, afterCall, onSignedOut }))
}
