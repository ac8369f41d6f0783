export type Readiness = 'starting' | 'ready' | 'draining'

// Stored on globalThis, because the development server reloads this module at each change.
const readinessKey = Symbol.for('madang.readiness')
const shared: typeof globalThis & { [readinessKey]?: Readiness } = globalThis

/** Whether this process accepts requests. */
export function readiness(): Readiness {
  return shared[readinessKey] ?? 'starting'
}

/** Sets the readiness. A draining process never becomes ready again. */
export function setReadiness(state: 'ready' | 'draining'): void {
  if (readiness() !== 'draining') shared[readinessKey] = state
}
