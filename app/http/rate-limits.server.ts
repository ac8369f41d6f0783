import type { MiddlewareFunction, RouterContextProvider } from 'react-router'
import { config } from '~/config/config.server'
import type { RateLimitName } from '~/config/rate-limits.server'
import { sharedStore } from '~/redis/redis.server'
import { sessionContext } from '~/session/session.server'
import { log } from '~/telemetry/log.server'
import { refusals } from '~/telemetry/metrics.server'
import type { PasswordAttempts } from '~/upstream/client.server'
import type { CallRateLimit } from '~/upstream/contract/call'
import { networkOf } from './client-ip.server'
import { incomingContext } from './incoming.server'
import { LoginAttempts } from './login-attempts.server'
import { createRateLimiter, createRunningCount, createSharedRateLimiter, type RateLimiter } from './rate-limiter.server'
import { refuseRequest } from './refusal.server'
import { type RequestInfo, requestInfoContext } from './request-info.server'
import { sendHeader } from './response-headers.server'

const limiters: Record<RateLimitName, RateLimiter> = {
  loginId: configuredLimiter('loginId'),
  loginAddress: configuredLimiter('loginAddress'),
  register: configuredLimiter('register'),
  checks: configuredLimiter('checks'),
  help: configuredLimiter('help'),
  money: configuredLimiter('money'),
  all: configuredLimiter('all'),
}

function configuredLimiter(name: RateLimitName, redisName: string = name): RateLimiter {
  const limit = config.rateLimits[name]
  return sharedStore ? createSharedRateLimiter(redisName, limit, sharedStore) : createRateLimiter(limit)
}

const exchangePasswordLimiter = configuredLimiter('loginAddress', 'exchange')

/** Counts a request against the overall limit of its client. @returns the seconds to wait when it is exceeded. */
export function consumeOverallLimit(
  requestInfo: Pick<RequestInfo, 'clientIp' | 'requestId'>,
): Promise<number | undefined> {
  return consume(requestInfo, 'all', networkOf(requestInfo.clientIp))
}

/** Middleware that applies the overall limit behind another server. The front door applies it itself. */
export const overallRateLimit: MiddlewareFunction<Response> = async ({ context }) => {
  if (context.get(incomingContext)) return
  const wait = await consumeOverallLimit(context.get(requestInfoContext))
  if (wait !== undefined) throw refuseRequest(context, 'limited', wait)
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
  name: RateLimitName | 'exchange',
): void {
  refusals.inc({ reason: `limit-${name}` })
  log.warn({ limit: name, address: clientIp, requestId }, 'limited')
}

const loginAttempts = new LoginAttempts(
  limiters.loginId,
  limiters.loginAddress,
  createRunningCount(sharedStore && { name: 'running', store: sharedStore }),
)

/** Runs a login attempt within the site's login limits. See `LoginAttempts.run`. */
export async function runLoginAttempt<T>(
  context: Readonly<RouterContextProvider>,
  id: string,
  attempt: () => Promise<{ wrong: boolean; result: T }>,
): Promise<{ kind: 'tried'; result: T } | { kind: 'limited'; retryAfterSeconds: number }> {
  const result = await loginAttempts.run(id, context.get(requestInfoContext).clientIp, attempt)
  if (result.kind === 'limited') {
    logLimitReached(context.get(requestInfoContext), result.limit)
    sendHeader(context, 'Retry-After', String(result.retryAfterSeconds))
  }
  return result
}

/**
 * Limits wrong passwords of one member in calls that check one (withdrawals, password changes), from any network, so
 * that a stolen session cannot be used to guess the few digits. Uses the count and time of the `loginAddress` limit.
 */
export function passwordAttemptsOf(context: Readonly<RouterContextProvider>, userId: string): PasswordAttempts {
  const key = `member ${userId}`
  return {
    consume: async () => {
      const wait = await exchangePasswordLimiter.consume(key)
      if (wait !== undefined) logLimitReached(context.get(requestInfoContext), 'exchange')
      return wait
    },
    refund: () => exchangePasswordLimiter.refund(key),
  }
}
