/** PGlite's WebAssembly is compiled by the quick compiler alone, function by function when each is first called. */
export const wasmFlags = ['--liftoff-only', '--wasm-lazy-validation']

/** Passwords are hashed at the lowest cost: at the real one, hashes are a twentieth of the processor time. */
export const cheapHashFlags = ['--import', './tests/support/cheap-argon2.mjs']

/** Flags for a site under test: it does not live long enough for the optimizing compilers to pay. */
export const siteFlags = [
  ...wasmFlags,
  ...(process.env.TEST_HASHES === 'real' ? [] : cheapHashFlags),
  ...(process.versions.node.startsWith('20.')
    ? ['--interrupt-budget=1000000']
    : ['--invocation-count-for-maglev=4000', '--invocation-count-for-turbofan=30000']),
]
