#!/usr/bin/env node
// @ts-check
/** Builds the site. `npm run build` then runs build/compile-programs.mjs for the command-line programs. */
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const projectRoot = fileURLToPath(new URL('..', import.meta.url))
const buildTool = join(projectRoot, 'node_modules/@react-router/dev/bin.js')
// Optimizing PGlite's WebAssembly functions would take longer than running them once unoptimized.
const wasmFlags = ['--liftoff-only', '--wasm-lazy-validation']

/**
 * Builds the site and prints a line to stderr for each step. Stops on SIGTERM and SIGINT.
 * @throws {Error} if a step fails or build tools are missing
 */
export async function buildSite() {
  if (!existsSync(buildTool)) {
    throw new Error(
      'The site must be built, but the build tools are missing (NODE_ENV=production makes npm skip them). ' +
        'Run: npm ci --include=dev && npm run build',
    )
  }
  const storeFolder = mkdtempSync(join(tmpdir(), 'madang-store-'))
  const clean = () => rmSync(storeFolder, { recursive: true, force: true })
  const stop = () => process.exit(0)
  process.once('exit', clean)
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop)
  try {
    const pages = async () => {
      await runStep('pages and server', [buildTool, 'build'])
      await runStep('compressed copies', [join(projectRoot, 'bin/build/compress-files.mjs')])
    }
    await Promise.all([
      pages(),
      runStep('packed store', [...wasmFlags, join(projectRoot, 'bin/build/prepare-store.mjs'), storeFolder]),
    ])
    cpSync(storeFolder, join(projectRoot, 'build'), { recursive: true })
    writeFileSync(join(projectRoot, 'build/complete'), '')
  } finally {
    clean()
    process.off('exit', clean)
    for (const signal of ['SIGTERM', 'SIGINT']) process.off(signal, stop)
  }
}

/**
 * Runs a Node.js program until it exits or this process ends. Shows its output only if it fails.
 * @param {string} name
 * @param {string[]} args
 */
async function runStep(name, args) {
  const began = Date.now()
  const running = promisify(execFile)(process.execPath, args, { cwd: projectRoot, maxBuffer: Infinity })
  const kill = () => running.child.kill('SIGTERM')
  process.once('exit', kill)
  const { code, stdout, stderr } = await running.then(
    (output) => ({ code: 0, ...output }),
    (error) => error,
  )
  process.off('exit', kill)
  if (code !== 0) throw new Error(`${stdout}${stderr}Build: ${name} failed`)
  process.stderr.write(`Built: ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)\n`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await buildSite().catch((error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
}
