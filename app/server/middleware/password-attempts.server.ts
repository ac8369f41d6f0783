import { foldMemberId } from '~/values/owner'
import { networkOf } from '~/values/request'
import type { RateLimiter } from './rate-limiter.server'

export type AttemptLimit<Name extends string = string> = { limit: Name; limiter: RateLimiter; key: string }

/** Returns limits per id and network, and per network, so that attempts from elsewhere lock no member out. */
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
 * Runs an attempt within its limits. It counts before it runs, so that parallel requests get no more guesses, and is
 * given back unless it failed.
 * @param check resolves to its result and whether it counts as a failure
 * @returns the result, or the reached limit and the seconds to wait
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

/** Resolves to the seconds to wait when the limit is reached and nothing runs that may yet be given back. */
async function countOrWait({ limiter, key }: AttemptLimit, finished: Promise<void>): Promise<number | undefined> {
  for (;;) {
    // Before it is counted: those that arrive meanwhile see it.
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
