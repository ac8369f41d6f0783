// @ts-check
/**
 * Proves the image without a container engine: node bin/check-image.mjs [Node versions, default 20 24 26]
 *
 * Follows the Dockerfile: copies what .dockerignore leaves, runs the commands of each stage, assembles the last one, and
 * starts it by its CMD as an unprivileged user who may write nowhere but to DATA_DIR, under each version of Node. It
 * must become ready, pass its health check, answer with a page, stop at SIGTERM, and leave its files as they were.
 * Prints sizes and times. Exit 1 with the reason when anything differs. Needs Linux, npm's registry and, to become
 * another user, root.
 */
import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.mjs'
import { installNode, nodeLines } from './node-lines.mjs'

const nodeVersions = process.argv.length > 2 ? process.argv.slice(2) : nodeLines
const readyWithinMs = 60_000
const stopWithinMs = 15_000

/** @typedef {{ name: string, from: string, lines: string[] }} Stage */

const dockerfile = readFileSync('Dockerfile', 'utf8').replaceAll('\\\n', ' ')
const stages = parseStages(dockerfile)
const last = stages.at(-1)
if (last === undefined) throw new Error('The Dockerfile has no stage')

const folder = mkdtempSync(join(tmpdir(), 'madang-image-'))
chmodSync(folder, 0o755)
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => process.exit(1))

const context = join(folder, 'context')
copyContext(context)
for (const stage of stages) {
  const began = Date.now()
  runStage(stage)
  print(`stage ${stage.name}: ${seconds(began)}`)
}
const site = join(folder, last.name)
const [user = 0, group = 0] = (instructionsOf(last, 'USER')[0] ?? '').split(':').map(Number)
if (!(user > 0)) fail('USER must be a number above 0')
if (!instructionsOf(last, 'LABEL').some((label) => label.startsWith('org.opencontainers.image.base.name=')))
  fail('The image must say by a label what it was built on')
removeWritePermission(site)
const before = describeFiles(site)
print(
  `contents: ${megabytes(before)} MB, of it node_modules ${megabytes(describeFiles(join(site, 'node_modules')))} MB`,
)
checkBillOfMaterials()
for (const version of nodeVersions) await tryVersion(version)
if (JSON.stringify(describeFiles(site)) !== JSON.stringify(before)) fail('The site changed its own files')
print('The image holds')

/**
 * @param {string} text
 * @returns {Stage[]}
 */
function parseStages(text) {
  /** @type {Stage[]} */
  const found = []
  for (const line of text.split('\n').map((one) => one.trim())) {
    const [, from = '', name = 'image'] = /^FROM (\S+)(?: AS (\S+))?/.exec(line) ?? []
    if (from !== '') found.push({ name, from, lines: [] })
    else if (line !== '' && !line.startsWith('#')) found.at(-1)?.lines.push(line)
  }
  return found
}

/**
 * @param {Stage} stage
 * @param {string} instruction
 */
function instructionsOf({ lines }, instruction) {
  return lines.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1))
}

/** Copies what .dockerignore leaves: here a list of exceptions to everything. @param {string} to */
function copyContext(to) {
  const rules = readFileSync('.dockerignore', 'utf8').split('\n').filter(Boolean)
  if (rules[0] !== '*' || !rules.slice(1).every((rule) => rule.startsWith('!')))
    fail('.dockerignore must list exceptions to *')
  for (const rule of rules.slice(1)) cpSync(rule.slice(1), join(to, rule.slice(1)), { recursive: true })
}

/** Carries out a stage's COPY and RUN in a folder of its name, which stands for /site. @param {Stage} stage */
function runStage(stage) {
  const workDir = join(folder, stage.name)
  if (existsSync(join(folder, stage.from)))
    cpSync(join(folder, stage.from), workDir, { recursive: true, verbatimSymlinks: true })
  else mkdirSync(workDir)
  for (const line of stage.lines) {
    const [, instruction, rest = ''] = /^(COPY|RUN) (.*)$/.exec(line) ?? []
    if (instruction === 'COPY') copy(rest, workDir)
    // What is made outside of /site is made by tryVersion.
    else if (instruction === 'RUN' && !rest.includes('/data')) run(rest, workDir)
  }
}

/**
 * @param {string} words of a COPY instruction
 * @param {string} workDir
 */
function copy(words, workDir) {
  const [, stage, paths = ''] = /^(?:--from=(\S+) )?(.*)$/.exec(words) ?? []
  const parts = paths.split(' ')
  const target = parts.pop() ?? '.'
  for (const part of parts) {
    const source = stage === undefined ? join(context, part) : join(folder, stage, part.replace(/^\/site\//, ''))
    const isInto = target.endsWith('/') || target === '.'
    const to = isInto && part !== '.' ? join(workDir, target, part.split('/').at(-1) ?? '') : join(workDir, target)
    cpSync(source, to, { recursive: true, verbatimSymlinks: true })
  }
}

/**
 * @param {string} command
 * @param {string} cwd
 */
function run(command, cwd) {
  const done = spawnSync('sh', ['-c', command], { cwd, encoding: 'utf8', env: { ...process.env, NODE_ENV: '' } })
  if (done.status !== 0) fail(`${command}\n${done.stdout}${done.stderr}`)
}

/** @param {string} path */
function removeWritePermission(path) {
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o555 : 0o444)
  }
  chmodSync(path, 0o555)
}

/**
 * @param {string} path
 * @returns {[path: string, bytes: number, changedMs: number][]}
 */
function describeFiles(path) {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const { size, mtimeMs } = lstatSync(join(path, name))
      return [name, size, mtimeMs]
    })
}

function checkBillOfMaterials() {
  /** @type {{ bomFormat?: string, components?: { name: string }[] }} */
  const { bomFormat, components = [] } = JSON.parse(readFileSync(join(site, 'sbom.cdx.json'), 'utf8'))
  const names = new Set(components.map(({ name }) => name))
  if (bomFormat !== 'CycloneDX' || !names.has('react-router') || names.has('vitest')) {
    fail('sbom.cdx.json does not list the packages of the image')
  }
  print(`sbom.cdx.json: ${names.size} packages`)
}

/** Starts the site under a version of Node, asks it, and stops it. @param {string} version */
async function tryVersion(version) {
  const nodeFolder = installNode(version, folder)
  const nodeBin = join(nodeFolder, 'node')
  const dataDir = join(folder, `data-${version}`)
  mkdirSync(dataDir)
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(dataDir, user, group)
  const port = await freePort()
  const fixed = Object.fromEntries(
    instructionsOf(/** @type {Stage} */ (last), 'ENV').flatMap((line) =>
      line.split(' ').map((pair) => pair.split('=')),
    ),
  )
  const env = {
    ...fixed,
    PATH: `${nodeFolder}:/usr/bin:/bin`,
    PORT: `${port}`,
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    TMPDIR: '/nowhere',
  }
  const options = { cwd: site, env, ...(isRoot ? { uid: user, gid: group } : {}) }
  const [command = '', ...args] = jsonOf('CMD')
  const began = Date.now()
  const child = spawn(command === 'node' ? nodeBin : command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => {
      output += bytes
    })
  /** @type {Promise<number | string | null>} */
  const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)))
  process.once('exit', () => child.kill('SIGKILL'))

  const base = `http://127.0.0.1:${port}`
  while (!(await isReady(base))) {
    if (child.exitCode !== null) fail(`Node ${version}: the site ended\n${output}`)
    if (Date.now() - began > readyWithinMs) fail(`Node ${version}: the site did not become ready\n${output}`)
    await pause(50)
  }
  const ready = seconds(began)
  const [checkCommand = '', ...checkArgs] = jsonOf('HEALTHCHECK')
  const health = spawnSync(checkCommand === 'node' ? nodeBin : checkCommand, checkArgs, {
    ...options,
    encoding: 'utf8',
  })
  if (health.status !== 0) fail(`Node ${version}: the health check failed\n${health.stderr}`)
  const page = await fetch(base)
  if (!page.ok || !(await page.text()).includes('<main')) fail(`Node ${version}: home answered ${page.status}`)
  const memory = peakMegabytes(child.pid)
  const stopped = Date.now()
  child.kill('SIGTERM')
  const code = await Promise.race([ended, pause(stopWithinMs, 'too late')])
  if (code !== 0) fail(`Node ${version}: the site ended with ${code}\n${output}`)
  const as = isRoot ? `, as user ${user}` : ''
  print(
    `Node ${version}: ready after ${ready}, ${memory} MB at most by its first page, stopped in ${seconds(stopped)}${as}`,
  )
}

/** The most memory that a process has used, in MB. @param {number | undefined} pid */
function peakMegabytes(pid) {
  const [, kilobytes = NaN] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round((Number(kilobytes) * 1024) / 1e6)
}

/** @param {string} base */
async function isReady(base) {
  return fetch(`${base}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** The words of an instruction in JSON form. @param {string} instruction @returns {string[]} */
function jsonOf(instruction) {
  const line = /** @type {Stage} */ (last).lines.find((one) => one.startsWith(`${instruction} `)) ?? ''
  return JSON.parse(line.slice(line.indexOf('[')))
}

/** @param {[path: string, bytes: number, changedMs: number][]} files */
function megabytes(files) {
  return Math.round(files.reduce((sum, [, bytes]) => sum + bytes, 0) / 1e6)
}

/** @param {number} began */
function seconds(began) {
  return `${((Date.now() - began) / 1000).toFixed(1)} s`
}

/** @param {string} line */
function print(line) {
  process.stdout.write(`${line}\n`)
}

/**
 * @param {string} reason
 * @returns {never}
 */
function fail(reason) {
  process.stderr.write(`${reason}\n`)
  process.exit(1)
}
