export type Readiness = 'starting' | 'ready' | 'draining'

let current: Readiness = 'starting'

export function readiness(): Readiness {
  return current
}

export function setReadiness(state: 'ready' | 'draining'): void {
  if (current !== 'draining') current = state
}
