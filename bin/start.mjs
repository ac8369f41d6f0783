#!/usr/bin/env node
// @ts-check
/**
 * Starts the built site: node bin/start.mjs [--build-if-stale]. On SIGTERM, SIGINT or SIGHUP, it finishes the requests
 * in flight, closes the store and exits with 0. Settings: docs/settings.md.
 */
import { existsSync } from 'node:fs'
import * as module from 'node:module'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { isBuildFresh } from './build/is-build-fresh.mjs'

const projectRoot = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const serverBuild = join(projectRoot, 'build/server/index.js')

// On a machine with plenty of memory, V8 lets the heap grow to four times its size before it collects garbage. Under
// abuse, a site that uses 60 MB would grow by more than 200 MB.
setFlagsFromString('--heap-growing-percent=60')
// Many functions of PGlite run only briefly at startup. Optimizing them would take half of the startup's CPU time.
setFlagsFromString('--wasm-tiering-budget=20000000')
// Node.js 22.1 and later can cache compiled code. A new build starts with an empty cache.
const { enableCompileCache } = /** @type {{ enableCompileCache?: (folder: string) => unknown }} */ (module)
enableCompileCache?.(join(projectRoot, 'build/compile-cache'))
// React Router and React read this variable.
process.env.NODE_ENV = 'production'
process.chdir(projectRoot)
if (process.env.npm_lifecycle_event === 'start') stopWithParent()

const port = readPort()
const host = process.env.HOST?.trim() || undefined
await assertPortFree()
if (process.argv.includes('--build-if-stale')) await buildIfStale()
if (!existsSync(serverBuild)) exitWithError('Site: not built; run npm run build')
await serve()

/**
 * Treats the end of npm's shell as a SIGTERM, because Debian's shell does not forward signals. Otherwise, the site
 * would keep running with its port and store open.
 */
function stopWithParent() {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.emit('SIGTERM')
  }, 250)
  timer.unref()
}

/** Reads PORT (default 3000) like the site's settings, which load later. Exits if PORT is invalid. */
function readPort() {
  const raw = process.env.PORT?.trim() ?? ''
  if (raw === '') return 3000
  const wanted = /^\d{1,5}$/.test(raw) ? Number(raw) : 0
  if (wanted < 1 || wanted > 65_535) exitWithError('PORT: must be a whole number from 1 to 65535')
  return wanted
}

/** Exits with an explanation if the port can't be used. @returns {Promise<void>} */
function assertPortFree() {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', failToListen)
    probe.listen({ port, host }, () => probe.close(() => resolve()))
  })
}

/** @param {NodeJS.ErrnoException} error */
function failToListen(error) {
  const where = host ? `${host}:${port}` : String(port)
  /** @type {Record<string, string>} */
  const explanations = {
    EADDRINUSE: `PORT: another process uses ${where}; stop it, or set another number`,
    EACCES: `PORT: this user may not use ${where}; set a number above 1023`,
    EADDRNOTAVAIL: `HOST: ${host} is not an address of this machine; name one, or unset HOST`,
    ENOTFOUND: `HOST: ${host} is unknown; name an address of this machine, or unset HOST`,
  }
  exitWithError(
    explanations[error.code ?? ''] ??
      `PORT: ${where} can't be used (${error.code ?? error.message}); set another number`,
  )
}

async function buildIfStale() {
  if (isBuildFresh('site')) return
  process.stderr.write('Building the site: about a minute; the next start needs no build\n')
  const { buildSite } = await import('./build.mjs')
  await buildSite().catch((error) => exitWithError(error.message))
}

async function serve() {
  /** @typedef {{ opened: Promise<void>, greeting: string[], stop: () => Promise<void> }} RunningSite */
  /** @type {RunningSite | undefined} */
  let site
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    try {
      await site?.stop()
    } catch (error) {
      process.stderr.write(`Site: did not shut down cleanly: ${error instanceof Error ? error.message : error}\n`)
    }
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop)

  const build = await import(pathToFileURL(serverBuild).href)
  /** @type {RunningSite} */
  const running = await build.entry.module.serve(build).catch(failToListen)
  site = running
  await running.opened
  if (!stopping) process.stderr.write(`${running.greeting.join('\n')}\n`)
}

/** @param {string} line @returns {never} */
function exitWithError(line) {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}
