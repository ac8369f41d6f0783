import { withinTime } from '~/values/durations'

export type Readiness = 'starting' | 'ready' | 'draining'

let current: Readiness = 'starting'

export function readiness(): Readiness {
  return current
}

export function setReadiness(state: 'ready' | 'draining'): void {
  if (current !== 'draining') current = state
}

export { version } from '../../package.json'

export type DependencyStatus = { ok: boolean; ms: number; error?: string }

const timeoutMs = 2_000

/** Checks a dependency with a timeout of 2 s. Never rejects. @param probe rejects if the dependency is unavailable. */
export async function checkDependency(probe: () => Promise<void>): Promise<DependencyStatus> {
  const started = performance.now()
  // The error's message is left out: the probe is public, and messages can contain hosts and users.
  const ok = await withinTime(
    probe().then(
      () => true,
      () => false,
    ),
    timeoutMs,
  )
  return { ok: ok === true, ms: Math.round(performance.now() - started), ...(ok ? {} : { error: 'failed' }) }
}

/** Returns a function that reads at most once in `freshMs`. */
export function reuse<T>(read: () => Promise<T>, freshMs: number): () => Promise<T> {
  let latest: { at: number; value: Promise<T> } | undefined
  return () => {
    if (!latest || performance.now() - latest.at > freshMs) latest = { at: performance.now(), value: read() }
    return latest.value
  }
}
