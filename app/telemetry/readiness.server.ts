export type Readiness = 'starting' | 'ready' | 'draining'

// Kept on the process rather than in this module: a development server loads the module anew at each change.
const kept = Symbol.for('madang.readiness')
const shared: typeof globalThis & { [kept]?: Readiness } = globalThis

/** Whether this process may be sent requests. */
export function readiness(): Readiness {
  return shared[kept] ?? 'starting'
}

/** Moves on to the next state; a process that drains never becomes ready again. */
export function becomes(state: 'ready' | 'draining'): void {
  if (readiness() !== 'draining') shared[kept] = state
}
