/** Compiles PGlite's WebAssembly lazily, and only with the baseline compiler. */
export const wasmFlags = ['--liftoff-only', '--wasm-lazy-validation']

/** Hashes passwords at the lowest cost. Real hashes would take a twentieth of the processor time. */
export const cheapHashFlags = ['--import', './tests/support/cheap-argon2.mjs']

/** Flags for a site under test, which is too short-lived to benefit from optimizing compilers. */
export const siteFlags = [
  ...wasmFlags,
  ...(process.env.TEST_HASHES === 'real' ? [] : cheapHashFlags),
  ...(process.versions.node.startsWith('20.')
    ? ['--interrupt-budget=1000000']
    : ['--invocation-count-for-maglev=4000', '--invocation-count-for-turbofan=30000']),
]
