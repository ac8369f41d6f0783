import type { PasswordKind } from '~/upstream/contract/call'
import { foldMemberId } from '~/upstream/member-id'
import type { RateLimiter } from './rate-limiter.server'
import { networkOf } from './request-info.server'

/** A limit that failed attempts count in, and what they count under. */
export type AttemptLimit<Name extends string = string> = { limit: Name; limiter: RateLimiter; key: string }

/**
 * The limits of a log-in: per id and network, and per network, so that attempts from elsewhere lock no member out.
 *
 * @returns what a wrong login password is counted under.
 */
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

/**
 * The limit of wrong exchange and login passwords that a signed-in member sends, of each kind, from any network: a stolen
 * session must not find out the few digits, and strangers can lock nobody out.
 *
 * @param kind which password a call checks: `checksPassword` of its contract row.
 */
export function passwordLimits(limiter: RateLimiter, kind: PasswordKind, userId: string): AttemptLimit<'password'>[] {
  return [{ limit: 'password', limiter, key: `${kind} password of ${foldMemberId(userId)}` }]
}

/**
 * Runs an attempt within its limits. It counts before it runs, so that parallel requests get no more guesses than
 * sequential ones, and is given back unless it failed.
 *
 * @param attempt resolves to its result and whether it counts as a failure.
 * @returns the result, or which limit was reached and the seconds to wait.
 */
export async function runAttempt<Name extends string, T>(
  limits: readonly AttemptLimit<Name>[],
  attempt: () => Promise<{ wrong: boolean; result: T }>,
): Promise<{ kind: 'tried'; result: T } | { kind: 'limited'; limit: Name; retryAfterSeconds: number }> {
  const counted: AttemptLimit<Name>[] = []
  let isWrong = false
  try {
    for (const one of limits) {
      counted.push(one)
      const retryAfterSeconds = await one.limiter.consume(one.key)
      if (retryAfterSeconds !== undefined) return { kind: 'limited', limit: one.limit, retryAfterSeconds }
    }
    const { wrong, result } = await attempt()
    isWrong = wrong
    return { kind: 'tried', result }
  } finally {
    if (!isWrong) await Promise.all(counted.map(({ limiter, key }) => limiter.refund(key)))
  }
}
