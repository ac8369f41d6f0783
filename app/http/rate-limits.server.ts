import type { RouterContextProvider } from 'react-router'
import { config } from '~/config/config.server'
import type { RateLimitName } from '~/config/rate-limits.server'
import { sharedStore } from '~/redis/redis.server'
import { sessionContext } from '~/session/session.server'
import { log } from '~/telemetry/log.server'
import { refusals } from '~/telemetry/metrics.server'
import type { PasswordAttemptRunner } from '~/upstream/client.server'
import type { CallRateLimit } from '~/upstream/contract/call'
import { foldMemberId } from '~/upstream/member-id'
import { type AttemptLimit, FailedAttempts, loginLimits } from './failed-attempts.server'
import { createRateLimiter, createRunningCount, createSharedRateLimiter, type RateLimiter } from './rate-limiter.server'
import { refuse } from './refusal.server'
import { networkOf, type RequestInfo, requestInfoContext } from './request-info.server'
import { sendHeader } from './response-headers.server'

const limiters: Record<RateLimitName, RateLimiter> = {
  loginId: configuredLimiter('loginId'),
  loginAddress: configuredLimiter('loginAddress'),
  password: configuredLimiter('password'),
  register: configuredLimiter('register'),
  checks: configuredLimiter('checks'),
  help: configuredLimiter('help'),
  money: configuredLimiter('money'),
  all: configuredLimiter('all'),
}

function configuredLimiter(name: RateLimitName): RateLimiter {
  const limit = config.rateLimits[name]
  return sharedStore ? createSharedRateLimiter(name, limit, sharedStore) : createRateLimiter(limit)
}

/** Step: refuses a client that sends more requests than the overall limit allows. */
export async function limitRequests(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Response | undefined> {
  const requestInfo = context.get(requestInfoContext)
  const waitSeconds = await consume(requestInfo, 'all', networkOf(requestInfo.clientIp))
  return waitSeconds === undefined ? undefined : refuse(request, context, 'limited', waitSeconds)
}

/**
 * The rate limits of a request's upstream calls. `money` and `help` count by member, the others by client network.
 *
 * @returns a function that consumes one and resolves to the seconds to wait when the limit is exceeded.
 */
export function callRateLimits(
  context: Readonly<RouterContextProvider>,
): (limit: CallRateLimit) => Promise<number | undefined> {
  const { member } = context.get(sessionContext)
  const network = networkOf(context.get(requestInfoContext).clientIp)
  const requestInfo = context.get(requestInfoContext)
  return (limit) => {
    const ofMember = member && (limit === 'money' || limit === 'help')
    return consume(requestInfo, limit, ofMember ? `member ${member.userId}` : network)
  }
}

/** Consumes one and logs an exceeded limit. Resolves to the seconds to wait, or undefined. */
async function consume(
  requestInfo: Pick<RequestInfo, 'clientIp' | 'requestId'>,
  name: RateLimitName,
  key: string,
): Promise<number | undefined> {
  const wait = await limiters[name].consume(key)
  if (wait !== undefined) logLimitReached(requestInfo, name)
  return wait
}

function logLimitReached(
  { clientIp, requestId }: Pick<RequestInfo, 'clientIp' | 'requestId'>,
  name: RateLimitName,
): void {
  refusals.inc({ reason: `limit-${name}` })
  log.warn({ limit: name, address: clientIp, requestId }, 'limited')
}

const failedAttempts = new FailedAttempts(createRunningCount(sharedStore && { name: 'running', store: sharedStore }))

/** Runs an attempt within limits and logs the one that it has reached. See `FailedAttempts.run`. */
async function runAttempt<T>(
  context: Readonly<RouterContextProvider>,
  limits: readonly AttemptLimit<RateLimitName>[],
  attempt: () => Promise<{ wrong: boolean; result: T }>,
): Promise<{ kind: 'tried'; result: T } | { kind: 'limited'; retryAfterSeconds: number }> {
  const result = await failedAttempts.run(limits, attempt)
  if (result.kind === 'tried') return result
  const { limit, retryAfterSeconds } = result
  logLimitReached(context.get(requestInfoContext), limit)
  return { kind: 'limited', retryAfterSeconds }
}

/** Runs a login attempt within the site's login limits. */
export async function runLoginAttempt<T>(
  context: Readonly<RouterContextProvider>,
  id: string,
  attempt: () => Promise<{ wrong: boolean; result: T }>,
): Promise<{ kind: 'tried'; result: T } | { kind: 'limited'; retryAfterSeconds: number }> {
  const { clientIp } = context.get(requestInfoContext)
  const result = await runAttempt(context, loginLimits(limiters, id, clientIp), attempt)
  if (result.kind === 'limited') sendHeader(context, 'Retry-After', String(result.retryAfterSeconds))
  return result
}

/**
 * Limits wrong passwords of one member by kind, in calls that check one (withdrawals, password changes), from any
 * network: a stolen session must not find out the few digits, and strangers can lock nobody out.
 */
export function passwordAttemptsOf(context: Readonly<RouterContextProvider>, userId: string): PasswordAttemptRunner {
  return (kind, attempt) => {
    const key = `${kind} password of ${foldMemberId(userId)}`
    return runAttempt(context, [{ limit: 'password', limiter: limiters.password, key }], attempt)
  }
}
