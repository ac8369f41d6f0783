import { withinTime } from '~/values/within-time'

/** The result of checking a dependency of the site: whether it answered in time, and after how many milliseconds. */
export type DependencyStatus = { ok: boolean; ms: number; error?: string }

const timeoutMs = 2_000
/** Probes are frequent and public, so each dependency is checked at most once in this time. */
const defaultFreshMs = 1_000

const lastChecks = new Map<string, { startedAtMs: number; result: Promise<DependencyStatus> }>()

/**
 * Checks a dependency with a timeout of 2 s, or returns its recent result. Never rejects.
 *
 * @param name of the dependency; never from a request, because results are stored by name.
 * @param probe rejects if the dependency is unavailable.
 * @param freshMs how long a result is reused; longer for expensive checks.
 */
export function checkDependency(
  name: string,
  probe: () => Promise<void>,
  freshMs: number = defaultFreshMs,
): Promise<DependencyStatus> {
  const startedAtMs = Date.now()
  const known = lastChecks.get(name)
  if (known && startedAtMs - known.startedAtMs < freshMs) return known.result
  const result = timeProbe(probe)
  lastChecks.set(name, { startedAtMs, result })
  return result
}

async function timeProbe(probe: () => Promise<void>): Promise<DependencyStatus> {
  const started = performance.now()
  // Without the error's message: the probe is public, and messages can contain hosts and users.
  const ok = await withinTime(
    probe().then(
      () => true,
      () => false,
    ),
    timeoutMs,
  )
  return { ok: ok === true, ms: Math.round(performance.now() - started), ...(ok ? {} : { error: 'failed' }) }
}
