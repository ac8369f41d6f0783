import { availableParallelism } from 'node:os'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { cheapHashFlags, wasmFlags } from './tests/support/node-flags.mjs'
import { placeTemporaryFiles } from './tests/support/scratch.mjs'

placeTemporaryFiles()

/** Files that ask for one process and nothing between it and the test; a run of the HTTP tests on replicas leaves them out. */
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
 * Files that start several processes each and seldom change: limits of the operating system, a Redis or a log reader that
 * fails, command lines, settings, backups, names of 1.0.0, replicas, a killed site, traces, crowds, lists of mebibytes, the
 * framework's own server. `npm test` leaves them to `npm run test:all`.
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

/** Files that take longest, the slowest last. They begin first, or a stage ends with one of them running alone. */
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

/** Limits only end what hangs. They are far from what a test takes, because other work may fill the machine meanwhile. */
const limits = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
}

/** Unit tests import the sources; HTTP tests run against the built site. Browser journeys run by Playwright. */
export default defineConfig({
  resolve: { tsconfigPaths: true },
  plugins: [vanillaExtractPlugin()],
  test: {
    // On two cores the default is one worker; these spend much of their time waiting for responses.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    execArgv: wasmFlags,
    sequence: { sequencer: SlowFilesFirst },
    ...limits,
    projects: [
      {
        extends: true,
        // Property tests try hundreds of inputs each. Files share a process, which halves the time: none changes modules.
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
          // Of what a site bears, hashes are a part.
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
