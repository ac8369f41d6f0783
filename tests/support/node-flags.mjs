/** Compiles PGlite's WebAssembly only with the fast compiler, each function when it is first called. */
export const wasmFlags = ['--liftoff-only', '--wasm-lazy-validation']

/** Hashes passwords at the lowest cost: real hashes would take a twentieth of the processor time. */
export const cheapHashFlags = ['--import', './tests/support/cheap-argon2.mjs']

/** Flags for a site under test, which does not run long enough to benefit from the optimizing compilers. */
export const siteFlags = [
  ...wasmFlags,
  ...(process.env.TEST_HASHES === 'real' ? [] : cheapHashFlags),
  ...(process.versions.node.startsWith('20.')
    ? ['--interrupt-budget=1000000']
    : ['--invocation-count-for-maglev=4000', '--invocation-count-for-turbofan=30000']),
]
