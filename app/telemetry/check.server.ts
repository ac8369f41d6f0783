/** The result of checking a dependency of the site: whether it answered in time, and after how many milliseconds. */
export type Check = { ok: boolean; ms: number; error?: string }

const timeLimitMs = 2_000
/** Probes are frequent and public, so each dependency is checked at most once in this time. */
const usuallyFreshMs = 1_000

const last = new Map<string, { askedMs: number; answer: Promise<Check> }>()

/**
 * Checks a dependency with a timeout of 2 s, or returns its recent result. Never rejects.
 *
 * @param name of the dependency; never from a request, because results are stored by name.
 * @param ask rejects if the dependency is unavailable.
 * @param freshMs how long a result is reused; longer for expensive checks.
 */
export function check(
  name: string,
  ask: () => Promise<void> | undefined,
  freshMs: number = usuallyFreshMs,
): Promise<Check> {
  const askedMs = Date.now()
  const known = last.get(name)
  if (known && askedMs - known.askedMs < freshMs) return known.answer
  const answer = timed(ask)
  last.set(name, { askedMs, answer })
  return answer
}

async function timed(ask: () => Promise<void> | undefined): Promise<Check> {
  const started = performance.now()
  const ms = () => Math.round(performance.now() - started)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), timeLimitMs)
  })
  try {
    await Promise.race([ask(), late])
    return { ok: true, ms: ms() }
  } catch {
    // Without the error's message: the probe is public, and messages can contain hosts and users.
    return { ok: false, ms: ms(), error: 'failed' }
  } finally {
    clearTimeout(timer)
  }
}
