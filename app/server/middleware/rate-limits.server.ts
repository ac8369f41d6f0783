import type { RouterContextProvider } from 'react-router'
import { sharedStore } from '~/platform/redis.server'
import { config } from '~/platform/settings/config.server'
import type { RateLimitName } from '~/platform/settings/rate-limit-settings.server'
import { log } from '~/platform/telemetry/log.server'
import { refusals } from '~/platform/telemetry/metrics.server'
import type { AttemptRunner, Credential } from '~/upstream/client/client-options'
import type { CallRateLimit } from '~/upstream/contract/call'
import { foldMemberId } from '~/values/owner'
import { networkOf } from '~/values/request'
import { type RequestInfo, requestInfoContext } from '../request-info/request-info.server'
import { refuse } from '../responses/refusal.server'
import { sessionContext } from '../session/session.server'
import { type AttemptLimit, loginLimits, runAttempt } from './password-attempts.server'
import { createRateLimiter, type RateLimiter } from './rate-limiter.server'
import { clientContext } from './thread-share.server'

const { time: _, ...counted } = config.rateLimits
const limiters = Object.fromEntries(
  Object.entries(counted).map(([name, limit]) => [
    name,
    createRateLimiter(limit, sharedStore && { name, store: sharedStore }),
  ]),
) as Record<RateLimitName, RateLimiter>

/** Step: refuses a client that sends more requests than the overall limit allows; a sender of signed callbacks has its own. */
export async function limitRequests(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Response | undefined> {
  const requestInfo = context.get(requestInfoContext)
  const { sender, name = networkOf(requestInfo.clientIp) } = context.get(clientContext) ?? {}
  const waitSeconds = await consume(requestInfo, sender === undefined ? 'all' : 'callbacks', sender ?? name)
  return waitSeconds === undefined ? undefined : refuse(request, context, 'limited', waitSeconds)
}

/** What the rate limits of calls count; a limit of members counts the network of a visitor. */
const countedBy: Record<CallRateLimit, 'member' | 'network' | 'subject'> = {
  register: 'network',
  checks: 'network',
  forgot: 'network',
  forgotId: 'subject',
  help: 'member',
  money: 'member',
}

/** Returns a function that consumes one and resolves to the seconds to wait above the limit. */
export function callRateLimits(
  context: Readonly<RouterContextProvider>,
): (limit: CallRateLimit, subject?: readonly string[]) => Promise<number | undefined> {
  const { member } = context.get(sessionContext)
  const requestInfo = context.get(requestInfoContext)
  const network = networkOf(requestInfo.clientIp)
  return (limit, subject = []) => {
    if (countedBy[limit] === 'subject') return consume(requestInfo, limit, `of ${subject.map(foldMemberId).join(' ')}`)
    const isByMember = member && countedBy[limit] === 'member'
    return consume(requestInfo, limit, isByMember ? `member ${member.userId}` : network)
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

export function attemptRunner(context: Readonly<RouterContextProvider>): AttemptRunner {
  const { member } = context.get(sessionContext)
  const requestInfo = context.get(requestInfoContext)
  return async (credential, attempt) => {
    const result = await runAttempt(limitsOf(credential, requestInfo.clientIp, member?.userId), attempt)
    if (result.kind === 'tried') return result
    const { limit, retryAfterSeconds } = result
    logLimitReached(requestInfo, limit)
    return { kind: 'limited', retryAfterSeconds }
  }
}

/** Gives back what a log-in's first step counted, once its code was right. */
export async function giveBackLogin(context: Readonly<RouterContextProvider>, userId: string): Promise<void> {
  const { clientIp } = context.get(requestInfoContext)
  await Promise.all(loginLimits(limiters, userId, clientIp).map(({ limiter, key }) => limiter.refund(key)))
}

function limitsOf(credential: Credential, clientIp: string, userId = ''): AttemptLimit<RateLimitName>[] {
  if (credential.kind === 'login') return loginLimits(limiters, credential.id, clientIp)
  // From any network: a stolen session must not find out the few digits, and strangers can lock nobody out.
  const key = `${credential.of} password of ${foldMemberId(userId)}`
  return [{ limit: 'password', limiter: limiters.password, key }]
}
