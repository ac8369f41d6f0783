import { availableParallelism } from 'node:os'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { defineConfig } from 'vitest/config'
import { placeTemporaryFiles } from './tests/support/scratch.mjs'

placeTemporaryFiles()

/** Unit tests import the sources; HTTP tests run against the built site. Browser journeys run by Playwright. */
export default defineConfig({
  resolve: { tsconfigPaths: true },
  plugins: [vanillaExtractPlugin()],
  test: {
    // On two cores the default is one worker; these spend much of their time waiting for responses.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // PGlite's WebAssembly compiles by the quick compiler alone: no test lives long enough for the other.
    execArgv: ['--liftoff-only'],
    projects: [
      {
        extends: true,
        // Property tests try hundreds of inputs each.
        test: { name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}'], testTimeout: 30_000 },
      },
      {
        extends: true,
        test: {
          name: 'upstream',
          include: ['tests/upstream/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'all',
          include: ['tests/all/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      { extends: true, test: { name: 'soak', include: ['tests/soak/**/*.test.ts'], fileParallelism: false } },
      {
        extends: true,
        test: {
          name: 'http',
          include: ['tests/http/**/*.test.ts'],
          globalSetup: 'tests/support/prepare-store.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
