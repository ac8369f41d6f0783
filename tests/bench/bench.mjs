// @ts-check
// Benchmark of the built site: npm run bench [-- --quick] [-- --growth | --against FOLDER]
//   --quick    short samples, to see whether a change moves anything; its figures are not for the documents
//   --growth   measures how the site behaves as its lists grow, instead of what a page costs
//   --against  compares the processor time of some requests with that of the built site in another checkout, instead
// Starts its own sites, database and browser on this machine. Nothing else should run meanwhile.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createServer, createServerModuleRunner } from 'vite'
import { isBuildFresh } from '../../bin/build/fresh-build.mjs'
import { ensureBrowser } from '../../bin/install/browser.mjs'
import { npmCommand } from '../../bin/install/npm.mjs'
import { ensurePostgres } from '../../bin/install/postgres.mjs'
import { placeTemporaryFiles } from '../support/scratch.mjs'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    growth: { type: 'boolean', default: false },
    against: { type: 'string' },
  },
})
placeTemporaryFiles()
const [npm, ...build] = npmCommand('run', 'build')
if (!isBuildFresh('site') && spawnSync(npm, build, { stdio: 'inherit' }).status !== 0) process.exit(1)

const part = /** @type {const} */ (['growth', 'against']).find((name) => values[name]) ?? 'pages'
const postgres = values.growth ? await ensurePostgres(console.warn) : undefined
if (postgres) process.env.TEST_DATABASE_URL = postgres.url
const browser = part === 'pages' ? await ensureBrowser(console.warn) : ''
// `runnerImport` imports nothing after it returns, and the store of PostgreSQL is imported when it is opened.
const server = await createServer({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  configFile: false,
  logLevel: 'error',
  resolve: { tsconfigPaths: true },
  appType: 'custom',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, watch: null, ws: false },
})
const runner = createServerModuleRunner(server.environments.ssr, { hmr: false })
const module = await runner.import(`/tests/bench/${part}.ts`)
try {
  await module.run({ isQuick: values.quick, browser, folder: values.against })
} finally {
  await postgres?.stop()
}
process.exit(0)
