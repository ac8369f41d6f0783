// Benchmark of the built site: npm run bench [-- --quick] [-- --against FOLDER]
//   --quick    short samples, to see whether a change has an effect
//   --against  compares with the built site in another checkout
// Starts sites on this machine. Nothing else should run at the same time.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runnerImport } from 'vite'
import { isBuildFresh } from '../../bin/build/is-build-fresh.mjs'
import { npmCommand } from '../../bin/install/npm.mjs'
import { placeTemporaryFiles } from '../support/scratch.mjs'

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, against: { type: 'string' } },
})
placeTemporaryFiles()
const [npm, ...build] = npmCommand('run', 'build')
if (!isBuildFresh('site') && spawnSync(npm, build, { stdio: 'inherit' }).status !== 0) process.exit(1)

const root = fileURLToPath(new URL('../..', import.meta.url))
const options = { root, configFile: false, logLevel: 'error', resolve: { tsconfigPaths: true } }
const { module } = await runnerImport(`${root}/tests/bench/pages.ts`, options)
await module.run({ isQuick: values.quick, folders: ['.', values.against].filter(Boolean) })
process.exit(0)
