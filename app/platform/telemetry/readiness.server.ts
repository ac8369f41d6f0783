export type Readiness = 'starting' | 'ready' | 'draining'

let current: Readiness = 'starting'

/** Whether this process accepts requests. */
export function readiness(): Readiness {
  return current
}

/** Sets the readiness. A draining process never becomes ready again. */
export function setReadiness(state: 'ready' | 'draining'): void {
  if (current !== 'draining') current = state
}
