// @ts-check
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { placeTemporaryFiles } from '../tests/support/scratch.mjs'
import { ensureBrowser, firefoxPath } from './browser.mjs'
import { canRun, installFromDebian } from './debian.mjs'
import { isBuildFresh } from './fresh-build.mjs'
import { installNode, nodeLines } from './node-lines.mjs'
import { ensurePostgres } from './postgres.mjs'

/**
 * Runs all tests of the site: build, types, lint, unit, upstream, HTTP against the built site, and journeys in a
 * browser. `--all` adds the long ones (PostgreSQL, every width and theme, every input on every route, tests/all).
 * `--quick` runs no upstream suite and a few files of HTTP tests and journeys. Named stages run alone:
 * `node bin/test.mjs unit http`. A missing browser, PostgreSQL or Redis is installed where that is possible.
 */

const minuteMs = 60_000
const stageNames = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const includesLongTests = process.argv.includes('--all')
const isQuick = process.argv.includes('--quick')
/** What most changes break: guards, error pages, money, and a form with script and without. */
const quickFiles = {
  http: ['deposit', 'errors', 'guards'].map((name) => `tests/http/${name}.test.ts`),
  journeys: ['deposit'].map((name) => `tests/journeys/${name}.spec.ts`),
}
placeTemporaryFiles()
const scratch = mkdtempSync(join(tmpdir(), 'madang-test-'))
/** @param {string} name */
const binPath = (name) => join('node_modules', '.bin', name)

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()
/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ counts: Counts, output: string }} StageResult
 * @typedef {Record<string, string>} Env
 */

/** @type {({ name: string } & Counts)[]} */
const results = []

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node ${process.versions.node} is too old: this site needs 20.19 or newer`)
  process.exit(1)
}
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    for (const child of running) stopGroup(child, 'SIGKILL')
    rmSync(scratch, { recursive: true, force: true })
    process.exit(1)
  })
}

/**
 * Signals a program and all processes that it started.
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function stopGroup(child, signal) {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // It has ended already.
  }
}

/**
 * Runs a program, and kills it after `limitMs`.
 * @param {string} command
 * @param {string[]} args
 * @param {{ limitMs: number, env?: Env }} options
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
function run(command, args, { limitMs, env = {} }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1', ...env },
    })
    running.add(child)
    /** @type {Buffer[]} */
    const output = []
    child.stdout.on('data', (bytes) => output.push(bytes))
    child.stderr.on('data', (bytes) => output.push(bytes))
    const limit = setTimeout(() => {
      output.push(Buffer.from(`\nstopped after ${limitMs / 1000} s\n`))
      stopGroup(child, 'SIGKILL')
    }, limitMs)
    /** @param {boolean} ok */
    const end = (ok) => {
      clearTimeout(limit)
      running.delete(child)
      resolve({ ok, output: Buffer.concat(output).toString() })
    }
    child.once('error', (error) => {
      output.push(Buffer.from(error.message))
      end(false)
    })
    child.once('close', (code) => end(code === 0))
  })
}

/**
 * Runs one stage, unless other stages were named, and prints its counts; with its output when it failed.
 * @param {string} name
 * @param {() => Promise<StageResult>} work
 * @returns {Promise<boolean>} whether it passed or was not asked for
 */
async function runStage(name, work) {
  if (stageNames.length > 0 && !stageNames.includes(name)) return true
  const began = Date.now()
  let counts = { passed: 0, failed: 1, skipped: 0 }
  let output = ''
  try {
    const done = await work()
    counts = done.counts
    output = done.output
  } catch (error) {
    output = error instanceof Error ? error.message : String(error)
  }
  if (counts.failed > 0) console.error(`\n--- ${name} ---\n${output}\n`)
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
  for (const line of output.split('\n'))
    if (line.startsWith('figure: ')) printLine(`  ${line.slice('figure: '.length)}`)
  printLine(`${name}: ${counts.passed} passed, ${counts.failed} failed${skipped} (${seconds(began)})`)
  results.push({ name, ...counts })
  return counts.failed === 0
}

/** @param {string} line */
function printLine(line) {
  process.stdout.write(`${line}\n`)
}

/** @param {number} began */
function seconds(began) {
  return `${((Date.now() - began) / 1000).toFixed(1)} s`
}

/**
 * Runs commands in a row as one test, which fails with the first of them.
 * @param {[command: string, ...args: string[]][]} commands
 * @param {number} limitMs
 * @returns {Promise<StageResult>}
 */
async function runCommands(commands, limitMs) {
  for (const [command, ...args] of commands) {
    const { ok, output } = await run(command, args, { limitMs })
    if (!ok) return { counts: { passed: 0, failed: 1, skipped: 0 }, output }
  }
  return { counts: { passed: 1, failed: 0, skipped: 0 }, output: '' }
}

/**
 * @param {string} project
 * @param {number} limitMs
 * @param {Env} [env]
 */
async function runVitest(project, limitMs, env) {
  const report = join(scratch, `${project}-${results.length}-${Date.now()}.json`)
  const files = isQuick && project === 'http' ? quickFiles.http : []
  const args = ['run', ...files, '--project', project, '--passWithNoTests', '--reporter=default', '--reporter=json']
  const { ok, output } = await run(binPath('vitest'), [...args, `--outputFile.json=${report}`], { limitMs, env })
  const summary = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
  return toResult(ok, output, summary.numPassedTests ?? 0, summary.numFailedTests ?? 0, summary.numPendingTests ?? 0)
}

/**
 * @param {number} limitMs
 * @param {Env} env
 */
async function runPlaywright(limitMs, env) {
  const report = join(scratch, `journeys-${Date.now()}.json`)
  const args = ['test', ...(isQuick ? quickFiles.journeys : []), '--pass-with-no-tests', '--reporter=line,json']
  const { ok, output } = await run(binPath('playwright'), args, {
    limitMs,
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  })
  const stats = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).stats : {}
  // One line a test would bury the failures.
  const messages = output.replace(/^\[\d+\/\d+\] .*\n/gm, '')
  return toResult(ok, messages, stats.expected ?? 0, (stats.unexpected ?? 0) + (stats.flaky ?? 0), stats.skipped ?? 0)
}

/**
 * Counts at least one failure for a program that failed: it may not have started, or was killed.
 * @param {boolean} ok
 * @param {string} output
 * @param {number} passed
 * @param {number} failed
 * @param {number} skipped
 * @returns {StageResult}
 */
function toResult(ok, output, passed, failed, skipped) {
  return { counts: { passed, failed: ok ? failed : Math.max(failed, 1), skipped }, output }
}

/** @type {string | undefined} */
let browser
/**
 * @param {number} [limitMs]
 * @param {Env} [env]
 */
async function runJourneys(limitMs = 20 * minuteMs, env = {}) {
  browser ??= await ensureBrowser(printLine)
  return runPlaywright(limitMs, { CHROMIUM: browser, ...env })
}

/** Types and lint, one after the other, beside the tests that need no site. */
async function runChecks() {
  await runStage('types', () => runCommands([[binPath('react-router'), 'typegen'], [binPath('tsc')]], 3 * minuteMs))
  await runStage('lint', () => runCommands([['npm', 'run', 'lint']], 3 * minuteMs))
}

async function runUnitAndUpstream() {
  await runStage('unit', () => runVitest('unit', 6 * minuteMs))
  if (!isQuick) await runStage('upstream', () => runVitest('upstream', 10 * minuteMs))
}

// Tests that need these are skipped without them, so the long run installs them.
if (includesLongTests) {
  // The Debian package of each program, and how the program is asked whether it runs.
  const programs = [
    { program: 'redis-server', debianPackage: 'redis-server', ask: '--version' },
    { program: 'haproxy', debianPackage: 'haproxy', ask: '-v' },
    { program: 'promtool', debianPackage: 'prometheus', ask: '--version' },
    { program: firefoxPath, debianPackage: 'firefox-esr', ask: '--version' },
  ]
  for (const { program, debianPackage, ask } of programs) {
    if (!canRun(program, [ask]) && !installFromDebian([debianPackage], printLine)) {
      printLine(`There is no ${program}: the tests that need it are skipped`)
    }
  }
}

const began = Date.now()
// The upstream suite opens the store that the build packs, so the build comes first.
const isFresh = /** @type {const} */ (['site', 'desk', 'upstream']).every(isBuildFresh)
const built = await runStage('build', () => runCommands(isFresh ? [] : [['npm', 'run', 'build']], 5 * minuteMs))
await Promise.all([runChecks(), runUnitAndUpstream()])
if (built) {
  const http = () => runStage('http', () => runVitest('http', 15 * minuteMs))
  const journeys = () => runStage('journeys', () => runJourneys())
  // The few of a quick run wait more than they work; all of them beside each other would miss their time limits.
  if (isQuick) await Promise.all([http(), journeys()])
  else {
    await http()
    await journeys()
  }
} else {
  console.error('http, journeys: not run, there is no build')
}

if (includesLongTests && built) {
  const postgres = await ensurePostgres(printLine)
  const onPostgres = { TEST_DATABASE_URL: postgres.url }
  await runStage('upstream on PostgreSQL', () => runVitest('upstream', 15 * minuteMs, onPostgres))
  const inFull = { ...onPostgres, TEST_PRODUCTS: 'all' }
  await runStage('http on PostgreSQL', () => runVitest('http', 20 * minuteMs, inFull))
  if (canRun('redis-server', ['--version']) && canRun('haproxy', ['-v'])) {
    const onReplicas = { ...onPostgres, TEST_REPLICAS: '2' }
    await runStage('http on two replicas', () => runVitest('http', 30 * minuteMs, onReplicas))
  }
  const ownLine = process.versions.node.split('.')[0]
  for (const line of nodeLines.filter((one) => one !== ownLine)) {
    await runStage(`http on Node ${line}`, () => {
      const path = [installNode(line, scratch), process.env.PATH].join(delimiter)
      return runVitest('http', 15 * minuteMs, { PATH: path })
    })
  }
  /** @type {[string, ...string[]][]} */
  const prepare = [
    ['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', 'tests/all'],
    [binPath('tsc'), '--project', 'tests/all'],
  ]
  await runStage('all', async () => {
    const prepared = await runCommands(prepare, 5 * minuteMs)
    return prepared.counts.failed > 0 ? prepared : runVitest('all', 45 * minuteMs, onPostgres)
  })
  await runStage('journeys at every width', () =>
    runJourneys(60 * minuteMs, { TEST_WIDTHS: 'all', TEST_PRODUCTS: 'all' }),
  )
  await postgres.stop()
}

rmSync(scratch, { recursive: true, force: true })
/** @param {'passed' | 'failed'} key */
const sum = (key) => results.reduce((total, result) => total + result[key], 0)
printLine(`\ntotal: ${sum('passed')} passed, ${sum('failed')} failed (${seconds(began)})`)
process.exit(sum('failed') > 0 ? 1 : 0)
