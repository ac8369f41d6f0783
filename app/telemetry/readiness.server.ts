export type Readiness = 'starting' | 'ready' | 'draining'

// Stored on globalThis, because the development server reloads this module at each change.
const kept = Symbol.for('madang.readiness')
const shared: typeof globalThis & { [kept]?: Readiness } = globalThis

/** Whether this process accepts requests. */
export function readiness(): Readiness {
  return shared[kept] ?? 'starting'
}

/** Sets the readiness. A draining process never becomes ready again. */
export function becomes(state: 'ready' | 'draining'): void {
  if (readiness() !== 'draining') shared[kept] = state
}
