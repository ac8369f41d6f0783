import { createContext, data } from 'react-router'
import { bcp47 } from '~/i18n/locale'
import { createUpstreamClient } from '~/upstream/client/client.server'
import type { UpstreamClient } from '~/upstream/client/client-options'
import { type CallName, contract, type PayloadOf, type ResponseOf } from '~/upstream/contract'
import type { Outcome, OutcomeOf, ScreenOutcome } from '~/upstream/outcome'
import { networkOf } from '~/values/request'
import { redirectWithFlash } from '../cookies/flash.server'
import type { Context } from '../http/incoming.server'
import { awaitTurn } from '../middleware/admission.server'
import { loginHrefFrom } from '../middleware/guard.server'
import { attemptRunner, callRateLimits } from '../middleware/rate-limits.server'
import { hasSafeMethod } from '../middleware/route.server'
import { isPrefetch, requestInfoContext } from '../request-info/request-info.server'
import { type Problem, type ProblemData, problemStatus } from '../responses/problem'
import { updateRealityClock } from '../session/reality-clock.server'
import { signedOutProblem } from '../session/sealed-forms.server'
import { sessionContext } from '../session/session.server'
import { connectOrRefuse } from './connection.server'

/** The upstream client of a request, for its loaders and actions. */
export interface PageUpstream extends UpstreamClient, FailureContext {
  /** Makes a required call. Throws an error page unless it succeeds. */
  read<S extends CallName>(callName: S, payload: PayloadOf<S>): Promise<ResponseOf<S>>
  /** Makes an optional call. If the session has ended, throws, unless a response to this form was lost. */
  callOptional<S extends CallName>(callName: S, payload: PayloadOf<S>): Promise<OptionalResult<S>>
  /** Makes the call at most once per request, and again after an action's call that changes something. */
  callOptionalOnce<S extends MemberSummaryCallName>(callName: S): Promise<OptionalResult<S>>
}

type MemberSummaryCallName = 'user-health-check' | 'get-play-limits' | 'get-deposit-list' | 'get-withdraw-list'

export type OptionalResult<S extends CallName> =
  | { kind: 'done'; response: ResponseOf<S> }
  | { kind: 'unsupported' }
  | { kind: 'failed'; reference: string }

export const upstreamContext = createContext<PageUpstream>()

export type PageUpstreamOptions = {
  /** Whether the request submits a form or calls the API. After a lost response, no page may say "nothing was sent". */
  isChange?: boolean
  afterCall?: <S extends CallName>(callName: S, payload: PayloadOf<S>, outcome: OutcomeOf<S>) => Promise<void>
  /** Ends the session and throws a redirect to login or the signed-out page. */
  onSignedOut?: () => never
}

export function createPageUpstream(
  client: UpstreamClient,
  { isChange, afterCall, onSignedOut }: PageUpstreamOptions = {},
): PageUpstream {
  const { reference, language } = client
  /** Whether the outcome of a sent call is unknown. If so, no page may say that nothing was sent. */
  let isOutcomeUnknown = false
  const results = new Map<CallName, Promise<unknown>>()

  const upstream: PageUpstream = {
    call: async (callName, payload) => {
      const outcome = await client.call(callName, payload)
      if (outcome.kind === 'unknown' && isChange) isOutcomeUnknown = true
      if (contract[callName].effect === 'write' && isChange) results.clear()
      await afterCall?.(callName, payload, outcome)
      return outcome
    },

    read: async (callName, payload) => responseOrThrow(callName, await upstream.call(callName, payload), upstream),

    callOptional: async (callName, payload) => {
      const outcome = await upstream.call(callName, payload)
      if (outcome.kind === 'done' || outcome.kind === 'unsupported') return outcome
      const isSessionDead = outcome.kind === 'signed-out' && contract[callName].auth === 'member'
      if (isSessionDead && !isOutcomeUnknown) return upstream.throwSignedOut()
      return { kind: 'failed', reference }
    },

    callOptionalOnce: <S extends MemberSummaryCallName>(callName: S) => {
      const known = results.get(callName) ?? upstream.callOptional<MemberSummaryCallName>(callName, {})
      results.set(callName, known)
      return known as Promise<OptionalResult<S>>
    },

    throwSignedOut: () => {
      if (isOutcomeUnknown) throw problemResponse({ problem: 'unavailable', reference })
      onSignedOut?.()
      throw problemResponse({ problem: 'signed-out' })
    },

    reference,
    language,
  }
  return upstream
}

/** Creates a client for the session's member. @param options.deadlineMs the time for all calls, starting now */
export async function createMemberClient(context: Context, { deadlineMs }: { deadlineMs?: number } = {}) {
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

/** Middleware: provides the upstream client, authenticated as this request's member. */
export async function openUpstream(request: Request, context: Context): Promise<void> {
  const session = context.get(sessionContext)
  const isChange = !hasSafeMethod(request)
  // A prefetch doesn't count as member activity.
  if (isPrefetch(request)) session.keepExpiry()
  const client = await createMemberClient(context)
  let problem: Awaited<ReturnType<typeof signedOutProblem>> | undefined
  const afterCall = async <S extends CallName>(callName: S, payload: PayloadOf<S>, outcome: OutcomeOf<S>) => {
    // Sealed here, because sealing is asynchronous, but `onSignedOut` must throw the page synchronously.
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

export type FailureContext = {
  /** Ends the session and throws the redirect to login. If a response to this form was lost, throws an error page. */
  throwSignedOut(): never
  reference: string
}

/** Returns the response of a successful outcome. Throws an error page otherwise. */
export function responseOrThrow<S extends CallName, ResponseBody = ResponseOf<S>>(
  callName: S,
  outcome: Outcome<ResponseBody, string> | OutcomeOf<S>,
  { throwSignedOut, reference }: FailureContext,
): ResponseBody {
  switch (outcome.kind) {
    case 'done':
      return outcome.response as ResponseBody
    case 'invalid':
      // The URL contains an id that can't exist.
      throw problemResponse({ problem: 'not-found' })
    case 'signed-out':
      // Visitor calls carry no token, so a 401 says nothing about the session.
      if (contract[callName].auth === 'member') return throwSignedOut()
      throw problemResponse({ problem: 'broken', reference })
    case 'refused':
    case 'code-reused':
    case 'unknown':
      throw problemResponse({ problem: 'broken', reference })
    default:
      throw failureResponse(outcome)
  }
}

/** Returns the outcomes that screens handle themselves. Throws an error page for all others. */
export function forScreen<ResponseBody, Refusal extends string>(
  outcome: Outcome<ResponseBody, Refusal>,
  { throwSignedOut }: Pick<FailureContext, 'throwSignedOut'>,
): ScreenOutcome<ResponseBody, Refusal> {
  switch (outcome.kind) {
    case 'done':
    case 'refused':
    case 'invalid':
    case 'code-reused':
    case 'unknown':
      return outcome
    case 'signed-out':
      return throwSignedOut()
    default:
      throw failureResponse(outcome)
  }
}

type Failure = Extract<
  Outcome<unknown, string>,
  { kind: 'excluded' | 'not-served' | 'limited' | 'broken' | 'unsupported' | 'unavailable' | 'site-store-unavailable' }
>

function failureResponse(failure: Failure) {
  switch (failure.kind) {
    case 'unavailable':
    case 'broken':
    case 'site-store-unavailable':
      return problemResponse({ problem: problemOf(failure), reference: failure.reference })
    case 'limited':
      return problemResponse({ problem: 'limited', retryAfterSeconds: failure.retryAfterSeconds })
    case 'excluded':
      return excludedResponse(failure)
    case 'not-served':
      return problemResponse({ problem: 'not-served' })
    case 'unsupported':
      return problemResponse({ problem: 'not-found' })
    default:
      return failure satisfies never
  }
}

/** Returns the 403 page for a break or self-exclusion. The page says when it ends. */
export function excludedResponse({ until, news }: { until?: string; news?: unknown }) {
  return problemResponse({ problem: 'excluded', ...(until === undefined ? {} : { until }), news })
}

export function problemOf(failure: Extract<Failure, { kind: 'broken' | 'unavailable' | 'site-store-unavailable' }>) {
  if (failure.kind === 'broken') return 'broken'
  if (failure.kind !== 'unavailable') return 'requests-unavailable'
  return failure.httpStatus === 504 ? 'timeout' : 'unavailable'
}

export function problemResponse(problem: ProblemData & { problem: Problem }) {
  const headers =
    problem.retryAfterSeconds === undefined ? undefined : { 'Retry-After': String(problem.retryAfterSeconds) }
  return data(problem, { status: problemStatus[problem.problem], headers })
}
