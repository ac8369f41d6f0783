#!/usr/bin/env node
/**
 * Starts the built site: node bin/start.mjs [--build-if-stale]
 *
 * The stock server (react-router-serve) runs in this very process. This file adds what it lacks: a port that is checked
 * rather than silently changed, a build when there is none or its sources are newer (with --build-if-stale), and an
 * end in order at SIGTERM: what is in flight finishes, the store closes, exit 0. Settings: docs/operations.md.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { buildIsFresh } from './fresh-build.mjs'

const home = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const serverBuild = join(home, 'build/server/index.js')

// The collector runs when the heap is 1.6 times what was left the last time. On a machine with much memory it would wait
// for up to four times as much, and a site of 60 MB of objects would grow by more than 200 MB under abuse.
setFlagsFromString('--heap-growing-percent=60')
// The framework, React and the server all look at this variable of the process.
process.env.NODE_ENV = 'production'
process.chdir(home)

const port = wantedPort()
const host = process.env.HOST?.trim() || undefined
// The stock server takes another port when it finds none here, and 0 (any port) for an empty value.
process.env.PORT = String(port)
await portIsFree(port, host)
if (process.argv.includes('--build-if-stale')) await buildIfStale()
if (!existsSync(serverBuild)) fail('The site is not built. Run: npm run build')
await serve()

/** The port by the setting, or 3000. The site's settings say the same of it; here it is needed before they are read. */
function wantedPort() {
  const raw = process.env.PORT?.trim() ?? ''
  if (raw === '') return 3000
  const wanted = /^\d{1,5}$/.test(raw) ? Number(raw) : 0
  if (wanted < 1 || wanted > 65_535) fail('PORT must be a whole number from 1 to 65535.')
  return wanted
}

/** Ends with a clear line when nobody could listen there. */
function portIsFree(wanted, at) {
  const where = at ? `${at}:${wanted}` : String(wanted)
  const words = {
    EADDRINUSE: `PORT ${where} is taken by another process. Stop it or set PORT to another number.`,
    EACCES: `PORT ${where} may not be used by this user. Set PORT to a number above 1023.`,
    EADDRNOTAVAIL: `HOST ${at} is no address of this machine.`,
    ENOTFOUND: `HOST ${at} is not known.`,
  }
  return new Promise((free) => {
    const probe = createServer()
    probe.once('error', (error) => fail(words[error.code] ?? `PORT ${where} can't be used (${error.code}).`))
    probe.listen({ port: wanted, host: at }, () => probe.close(free))
  })
}

/** Builds when there is no build, or when a source is newer than it. */
async function buildIfStale() {
  if (buildIsFresh()) return
  const tool = join(home, 'node_modules/@react-router/dev/bin.js')
  if (!existsSync(tool)) {
    fail(
      'The site must be built, but the build tools are missing (NODE_ENV=production makes npm skip them). ' +
        'Run: npm ci --include=dev && npm run build',
    )
  }
  process.stderr.write('Building the site. The next start is quicker.\n')
  await run([tool, 'build'])
  await run([join(home, 'bin/prepare-house.mjs')])
}

/** Runs a program of ours to its end, its words on stderr. A signal to this process ends it as well. */
function run(args) {
  return new Promise((done) => {
    const child = spawn(process.execPath, args, { cwd: home, stdio: ['ignore', 2, 2] })
    const stop = () => {
      child.kill('SIGTERM')
      process.exit(0)
    }
    process.once('SIGTERM', stop)
    process.once('SIGINT', stop)
    child.once('error', (error) => fail(`The build could not start: ${error.message}`))
    child.once('exit', (code) => {
      process.off('SIGTERM', stop)
      process.off('SIGINT', stop)
      if (code === 0) done()
      else fail('The build failed; see above.')
    })
  })
}

/** Runs the stock server, and takes over its signals: it would close its listener before the site has drained. */
async function serve() {
  const signals = ['SIGTERM', 'SIGINT']
  const before = new Map(signals.map((signal) => [signal, new Set(process.listeners(signal))]))
  const site = () => globalThis[Symbol.for('madang.site')]
  const stopListening = []
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    try {
      await site()?.drain(() => {
        // One for each signal, and both close the same listener: a second close is an error on stderr.
        stopListening[0]?.()
      })
    } catch (error) {
      process.stderr.write(`The site did not stop in order: ${error?.message ?? error}\n`)
    }
    process.exit(0)
  }
  for (const signal of signals) process.on(signal, stop)

  // Loaded here first, so that a build that can't be loaded ends with its own error.
  await import(pathToFileURL(serverBuild).href)
  const require = createRequire(import.meta.url)
  const bin = join(dirname(require.resolve('@react-router/serve/package.json')), 'bin.js')
  process.argv = [process.argv[0], bin, serverBuild]
  const listening = serverSaysItListens()
  await import(pathToFileURL(bin).href)
  await listening
  for (const signal of signals) {
    for (const listener of process.listeners(signal)) {
      if (listener === stop || before.get(signal)?.has(listener)) continue
      process.off(signal, listener)
      stopListening.push(listener)
    }
  }
  await site().opened
  if (!stopping) process.stderr.write(`${site().greeting.join('\n')}\n`)
}

/** The stock server says in words on stdout when it listens. Stdout is the log's, so the words stop here. */
function serverSaysItListens() {
  const { console } = globalThis
  const print = console.log
  return new Promise((said) => {
    console.log = (...words) => {
      if (!String(words[0]).startsWith('[react-router-serve]')) return print(...words)
      console.log = print
      said()
    }
  })
}

function fail(line) {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}
