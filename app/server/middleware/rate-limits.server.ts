import { sharedStore } from '~/platform/redis.server'
import { config } from '~/platform/settings/config.server'
import type { RateLimitName } from '~/platform/settings/rate-limit-settings.server'
import { log } from '~/platform/telemetry/log.server'
import { refusals } from '~/platform/telemetry/metrics.server'
import type { AttemptRunner, Credential } from '~/upstream/client/client-options'
import type { CallRateLimit } from '~/upstream/contract/call'
import { foldMemberId } from '~/values/form-owner'
import { networkOf } from '~/values/request'
import type { Context } from '../http/incoming.server'
import { type RequestInfo, requestInfoContext } from '../request-info/request-info.server'
import { refuse } from '../responses/refusal.server'
import { sessionContext } from '../session/session.server'
import { createRateLimiter, type RateLimiter } from './rate-limiter.server'
import { clientContext } from './thread-share.server'

const { time: _, ...counted } = config.rateLimits
const limiters = Object.fromEntries(
  Object.entries(counted).map(([name, limit]) => [
    name,
    createRateLimiter(limit, sharedStore && { name, store: sharedStore }),
  ]),
) as Record<RateLimitName, RateLimiter>

/** Rejects clients that exceed the overall request limit. Senders of signed callbacks have a separate limit. */
export async function limitRequests(request: Request, context: Context): Promise<Response | undefined> {
  const requestInfo = context.get(requestInfoContext)
  const { sender, name = networkOf(requestInfo.clientIp) } = context.get(clientContext) ?? {}
  const waitSeconds = await consume(requestInfo, sender === undefined ? 'all' : 'callbacks', sender ?? name)
  return waitSeconds === undefined ? undefined : refuse(request, context, 'limited', waitSeconds)
}

/** The key of each limit. For visitors, the limits keyed by member are keyed by network instead. */
const countedBy: Record<CallRateLimit, 'member' | 'network' | 'subject'> = {
  register: 'network',
  checks: 'network',
  forgot: 'network',
  forgotId: 'subject',
  help: 'member',
  money: 'member',
}

/** Returns a function that counts one call. It resolves to the seconds to wait if the limit is exceeded. */
export function callRateLimits(
  context: Context,
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

async function consume(requestInfo: Pick<RequestInfo, 'clientIp' | 'requestId'>, name: RateLimitName, key: string) {
  const wait = await limiters[name].consume(key)
  if (wait !== undefined) logLimitReached(requestInfo, name)
  return wait
}

function logLimitReached({ clientIp, requestId }: Pick<RequestInfo, 'clientIp' | 'requestId'>, name: RateLimitName) {
  refusals.inc({ reason: `limit-${name}` })
  log.warn({ limit: name, address: clientIp, requestId }, 'limited')
}

export function attemptRunner(context: Context): AttemptRunner {
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

/** Takes back the attempt counted in the first login step, because the member's code was correct. */
export async function giveBackLogin(context: Context, userId: string): Promise<void> {
  const { clientIp } = context.get(requestInfoContext)
  await Promise.all(loginLimits(limiters, userId, clientIp).map(({ limiter, key }) => limiter.refund(key)))
}

function limitsOf(credential: Credential, clientIp: string, userId = ''): AttemptLimit<RateLimitName>[] {
  if (credential.kind === 'login') return loginLimits(limiters, credential.id, clientIp)
  // Keyed by member, not by network, to stop password guessing with a stolen session. Strangers can't use up the limit.
  const key = `${credential.of} password of ${foldMemberId(userId)}`
  return [{ limit: 'password', limiter: limiters.password, key }]
}

type AttemptLimit<Name extends string = string> = { limit: Name; limiter: RateLimiter; key: string }

/** Returns one limit per id and network, and one per network. Attempts from elsewhere can't lock a member out. */
export function loginLimits(
  limiters: { loginId: RateLimiter; loginAddress: RateLimiter },
  id: string,
  clientIp: string,
): AttemptLimit<'loginId' | 'loginAddress'>[] {
  const network = networkOf(clientIp)
  return [
    { limit: 'loginId', limiter: limiters.loginId, key: `id ${foldMemberId(id)} ${network}` },
    { limit: 'loginAddress', limiter: limiters.loginAddress, key: `address ${network}` },
  ]
}

const running = new Map<string, Set<Promise<void>>>()

/**
 * Runs an attempt within its limits. The attempt is counted before it runs, so that parallel requests gain no extra
 * guesses. It remains counted only if it was wrong.
 * @param check resolves to the result and to whether the attempt was wrong
 * @returns the result, or the limit that was reached and the seconds to wait
 */
export async function runAttempt<Name extends string, T>(
  limits: readonly AttemptLimit<Name>[],
  check: () => Promise<{ wrong: boolean; result: T }>,
): Promise<{ kind: 'tried'; result: T } | { kind: 'limited'; limit: Name; retryAfterSeconds: number }> {
  const counted: AttemptLimit<Name>[] = []
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  let isWrong = false
  try {
    for (const limit of limits) {
      const retryAfterSeconds = await countOrWait(limit, finished)
      if (retryAfterSeconds !== undefined) return { kind: 'limited', limit: limit.limit, retryAfterSeconds }
      counted.push(limit)
    }
    const { wrong, result } = await check()
    isWrong = wrong
    return { kind: 'tried', result }
  } finally {
    if (!isWrong) await Promise.all(counted.map(({ limiter, key }) => limiter.refund(key)))
    for (const { key } of counted) removeRunning(key, finished)
    finish()
  }
}

/** Counts an attempt. If the limit is still reached when no attempt is running, resolves to the seconds to wait. */
async function countOrWait({ limiter, key }: AttemptLimit, finished: Promise<void>): Promise<number | undefined> {
  for (;;) {
    // Added before the limit is checked, so that attempts that start in the meantime wait for this one.
    running.set(key, (running.get(key) ?? new Set()).add(finished))
    const retryAfterSeconds = await limiter.consume(key).catch((error: unknown) => {
      removeRunning(key, finished)
      throw error
    })
    if (retryAfterSeconds === undefined) return undefined
    await limiter.refund(key)
    removeRunning(key, finished)
    const attempts = running.get(key)
    if (!attempts) return retryAfterSeconds
    await Promise.race(attempts)
  }
}

function removeRunning(key: string, finished: Promise<void>): void {
  const attempts = running.get(key)
  attempts?.delete(finished)
  if (attempts?.size === 0) running.delete(key)
}
