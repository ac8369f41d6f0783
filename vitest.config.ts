import { availableParallelism } from 'node:os'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { cheapHashFlags, wasmFlags } from './tests/support/node-flags.mjs'
import { placeTemporaryFiles } from './tests/support/scratch.mjs'

placeTemporaryFiles()

/** Tests that need a single process without a proxy. Excluded if HTTP tests run on replicas. */
const oneProcessFiles = [
  'front-door',
  'connections',
  'settings',
  'replicas',
  'crowd',
  'store',
  'traces',
  'calls-per-page',
  'metrics',
  'bare-upstream',
  'stock-server',
  'npm-start',
]

/**
 * Files that start several processes each and seldom change: limits of the operating system, a failing Redis or log
 * reader, command lines, settings, backups, names from 1.0.0, replicas, a killed site, traces, crowds, lists of several
 * mebibytes, and the framework's own server. `npm test` leaves them to `npm run test:all`.
 */
const longFiles = [
  'backup',
  'connections',
  'conformance',
  'crowd',
  'fair-shares',
  'large-lists',
  'log-reader',
  'npm-start',
  'old-names',
  'redis-at-start',
  'replicas',
  'settings',
  'stock-server',
  'store',
  'traces',
]
const leftOutFiles = [
  ...(process.env.TEST_REPLICAS ? oneProcessFiles : []),
  ...(process.env.TEST_LEAVES_LONG ? longFiles : []),
]

/** The slowest files, slowest last. They start first, so that no stage ends with only one of them running. */
const slowFiles = [
  ...['hostile', 'settings', 'connections', 'play', 'play-limits', 'embedded-upstream', 'conformance-faults'],
  ...['backup', 'backoffice', 'backoffice-web', 'backoffice-crawl'],
]

class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      slowFiles.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
    return (await super.sort(files)).sort((one, other) => rank(other) - rank(one))
  }
}

/** Timeouts that only end tests that hang. They are long, because the machine may be busy. */
const limits = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
}

/** Unit tests import the sources. HTTP tests run against the built site. Playwright runs the browser journeys. */
export default defineConfig({
  resolve: { tsconfigPaths: true },
  plugins: [vanillaExtractPlugin()],
  test: {
    // With two cores, the default is one worker. Workers spend much of their time waiting for responses.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    execArgv: wasmFlags,
    sequence: { sequencer: SlowFilesFirst },
    ...limits,
    projects: [
      {
        extends: true,
        // Property tests try hundreds of inputs. No file changes modules, so all share a process. This halves the time.
        test: { name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}'], isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'upstream',
          include: ['tests/upstream/**/*.test.ts'],
          isolate: false,
          globalSetup: 'tests/support/prepare-embedded-store.ts',
          execArgv: [...wasmFlags, ...cheapHashFlags],
          env: { LOG_LEVEL: 'silent' },
        },
      },
      {
        extends: true,
        test: {
          name: 'all',
          include: ['tests/all/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
          fileParallelism: false,
          // Password hashing is part of the load to test.
          env: { TEST_HASHES: 'real' },
        },
      },
      {
        extends: true,
        test: {
          name: 'http',
          include: ['tests/http/**/*.test.ts'],
          isolate: false,
          globalSetup: 'tests/support/prepare-store.ts',
          exclude: leftOutFiles.map((name) => `tests/http/**/${name}.test.ts`),
        },
      },
    ],
  },
})
