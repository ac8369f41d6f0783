// @ts-check
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { placeTemporaryFiles } from '../tests/support/scratch.mjs'
import { isBuildFresh } from './build/is-build-fresh.mjs'
import { ensureBrowser, firefoxPath } from './install/browser.mjs'
import { canRun, installFromDebian } from './install/debian.mjs'
import { installNode, nodeLines } from './install/node-lines.mjs'
import { npmCommand, packageCommand } from './install/npm.mjs'
import { ensurePostgres } from './install/postgres.mjs'

/**
 * Runs all tests: build, development server, types, lint, unit, upstream, HTTP and journeys. `--all` adds the long
 * tests, and `--quick` runs only a few. Names select stages, as in `node bin/test.mjs unit http`, and
 * `--not=image,upgrade` excludes stages. Missing programs are installed if possible.
 */

const minuteMs = 60_000
const { values: chosen, positionals: named } = parseArgs({
  options: { all: { type: 'boolean' }, quick: { type: 'boolean' }, not: { type: 'string' } },
  allowPositionals: true,
})
const { all: includesLongTests = false, quick: isQuick = false } = chosen
const leftOut = chosen.not?.split(',') ?? []
/** The files that find most mistakes: guards, error pages, money, and a form with and without JavaScript. */
const quickFiles = {
  http: ['server/errors', 'session/guards', 'cashier/money-forms'].map((path) => `tests/http/${path}.test.ts`),
  journeys: ['tests/journeys/cashier/withdrawal.spec.ts'],
}
/** Long tests: measurements with limits, the container image, upgrades with rollbacks, and all others. */
const subjects = {
  benches: ['fairness', 'leaks', 'one-core', 'page-cost'],
  image: ['container'],
  upgrade: ['upgrade'],
}
const ofSubjects = Object.values(subjects).flat()
const longTests = readdirSync('tests/all').flatMap((file) => /^(.*)\.test\.ts$/.exec(file)?.[1] ?? [])
const longStages = { ...subjects, all: longTests.filter((name) => !ofSubjects.includes(name)) }
placeTemporaryFiles()
const scratch = mkdtempSync(join(tmpdir(), 'madang-test-'))
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort())

/**
 * @typedef {Record<string, string>} Env
 * @typedef {{ ok: boolean, output: string }} Run
 * @typedef {{ passed: number, failed: number, skipped?: number }} Counts
 */

/**
 * @param {[program: string, ...args: string[]]} command
 * @param {number} minutes
 * @param {Env} [env]
 * @returns {Promise<Run>}
 */
async function run([program, ...args], minutes, env = {}) {
  try {
    const { stdout, stderr } = await promisify(execFile)(program, args, {
      env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1', ...env },
      maxBuffer: Infinity,
      timeout: minutes * minuteMs,
      signal: stop.signal,
    })
    return { ok: true, output: stdout + stderr }
  } catch (error) {
    const { message, stdout = '', stderr = '' } = /** @type {Error & { stdout?: string, stderr?: string }} */ (error)
    return { ok: false, output: `${stdout}${stderr}\n${message.split('\n')[0]}` }
  }
}

/** @param {string} line */
function printLine(line) {
  process.stdout.write(`${line}\n`)
}

const totals = { passed: 0, failed: 0 }

/**
 * Runs a stage if it is selected. Prints its counts and figures, and its output if it failed.
 * @param {string} name
 * @param {() => Promise<Run & { counts?: Counts }>} work
 * @returns {Promise<boolean>} whether it passed or was left out
 */
async function runStage(name, work) {
  if (leftOut.includes(name) || (named.length > 0 && !named.includes(name))) return true
  const began = Date.now()
  /** @type {Run & { counts?: Counts }} */
  const result = await work().catch((error) => ({ ok: false, output: String(error) }))
  const { passed, failed, skipped = 0 } = result.counts ?? { passed: result.ok ? 1 : 0, failed: 0 }
  // A failed stage counts as at least one failure, even if its program stopped before it counted its tests.
  const failures = result.ok ? failed : Math.max(failed, 1)
  if (failures > 0) console.error(`\n--- ${name} ---\n${result.output}\n`)
  for (const [, figure] of result.output.matchAll(/^figure: (.*)$/gm)) printLine(`  ${figure}`)
  const left = skipped > 0 ? `, ${skipped} skipped` : ''
  printLine(`${name}: ${passed} passed, ${failures} failed${left} (${seconds(began)})`)
  totals.passed += passed
  totals.failed += failures
  return failures === 0
}

/** @param {number} began */
function seconds(began) {
  return `${((Date.now() - began) / 1000).toFixed(1)} s`
}

/** Returns a test runner's report, or {} if the runner stopped before it wrote one. @param {string} path */
const readReport = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {})

/**
 * @param {string} project
 * @param {number} minutes
 * @param {Env} [env]
 * @param {string[]} files the project's files to run; if empty, all run
 */
async function runVitest(project, minutes, env, files = isQuick && project === 'http' ? quickFiles.http : []) {
  const report = join(scratch, `${project}-${Date.now()}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const done = await run(packageCommand('vitest', 'run', ...files, '--project', project, ...reporters), minutes, {
    ...(files.length === 0 && { TEST_WHOLE_LAYER: '1' }),
    ...env,
  })
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0 } = readReport(report)
  return { ...done, counts: { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests } }
}

/** @param {number} [minutes] @param {Env} [env] */
async function runJourneys(minutes = 20, env = {}) {
  const report = join(scratch, `journeys-${Date.now()}.json`)
  const files = isQuick ? quickFiles.journeys : []
  const own = { CHROMIUM: await ensureBrowser(printLine), PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const { ok, output } = await run(packageCommand('playwright', 'test', ...files, '--reporter=line,json'), minutes, {
    ...own,
    ...env,
  })
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = readReport(report).stats ?? {}
  // Removes the lines about passed tests, which would bury the failures.
  const failures = output.replace(/^\[\d+\/\d+\] .*\n/gm, '')
  return { ok, output: failures, counts: { passed: expected, failed: unexpected + flaky, skipped } }
}

// Tests are skipped if a required program is missing, so `--all` installs the Debian packages.
const programs = [
  { program: 'redis-server', debianPackage: 'redis-server' },
  { program: 'haproxy', debianPackage: 'haproxy', ask: '-v' },
  { program: 'promtool', debianPackage: 'prometheus' },
  { program: firefoxPath, debianPackage: 'firefox-esr' },
  // kubectl is never installed: before Debian 13, Debian's package is too old for the Kustomize overlays.
  { program: 'kubectl', ask: 'help' },
]
for (const { program, debianPackage, ask = '--version' } of includesLongTests ? programs : [])
  if (!canRun(program, [ask]) && !(debianPackage && installFromDebian([debianPackage], printLine)))
    printLine(`There is no ${program}: the tests that need it are skipped`)

if (process.platform !== 'linux')
  printLine(
    'Tests of /proc, and on Windows of sh, file modes, links and SIGTERM, are skipped, because this isn’t Linux',
  )
const began = Date.now()
const isFresh = /** @type {const} */ (['site', 'backoffice', 'upstream']).every(isBuildFresh)
const isBuilt = await runStage('build', async () =>
  isFresh ? { ok: true, output: '' } : run(npmCommand('run', 'build'), 5),
)
await Promise.all([
  // This stage can slow down unit tests that run at the same time, so their time limits are at least 3 s.
  Promise.resolve(isQuick || !isBuilt || runStage('development', () => runJourneys(10, { TEST_DEVELOPMENT: '1' })))
    .then(() => runStage('types', () => run(npmCommand('run', 'typecheck'), 3)))
    .then(() => runStage('lint', () => run(npmCommand('run', 'lint'), 3))),
  runStage('unit', () => runVitest('unit', 6)).then(() =>
    isQuick ? true : runStage('upstream', () => runVitest('upstream', 10)),
  ),
])
if (isBuilt) {
  // Short runs leave out test files that start several processes each (see vitest.config.ts).
  const isShort = !includesLongTests && named.length === 0
  const http = runStage('http', () => runVitest('http', 15, isShort ? { TEST_LEAVES_LONG: '1' } : {}))
  if (!isQuick) await http
  await Promise.all([http, runStage('journeys', () => runJourneys())])
} else console.error('http, journeys: not run, because there is no build')

if (includesLongTests && isBuilt) {
  const postgres = await ensurePostgres(printLine)
  const onPostgres = { TEST_DATABASE_URL: postgres.url }
  await runStage('upstream on PostgreSQL', () => runVitest('upstream', 15, onPostgres))
  await runStage('http on PostgreSQL', () => runVitest('http', 20, { ...onPostgres, TEST_PRODUCTS: 'all' }))
  if (canRun('redis-server', ['--version']) && canRun('haproxy', ['-v']))
    await runStage('http on two replicas', () => runVitest('http', 30, { ...onPostgres, TEST_REPLICAS: '2' }))
  const ownLine = process.versions.node.split('.')[0]
  for (const line of nodeLines.filter((nodeLine) => nodeLine !== ownLine))
    await runStage(`http on Node ${line}`, async () => {
      const path = [installNode(line, scratch), process.env.PATH].join(delimiter)
      return runVitest('http', 15, { PATH: path })
    })
  for (const [stage, names] of Object.entries(longStages))
    await runStage(stage, async () => {
      // The Firefox journey has its own package with dependencies, tests/all.
      const install = npmCommand('ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', 'tests/all')
      const installed = await run(install, 5)
      const checked = installed.ok ? await run(packageCommand('tsc', '--project', 'tests/all'), 5) : installed
      const files = names.map((name) => `tests/all/${name}.test.ts`)
      return checked.ok ? runVitest('all', 45, onPostgres, files) : checked
    })
  const everywhere = { TEST_WIDTHS: 'all', TEST_PRODUCTS: 'all' }
  await runStage('journeys at every width', () => runJourneys(60, everywhere))
  await postgres.stop()
}

printLine(`\ntotal: ${totals.passed} passed, ${totals.failed} failed (${seconds(began)})`)
process.exit(totals.failed > 0 ? 1 : 0)
