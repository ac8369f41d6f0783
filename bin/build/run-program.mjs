// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isBuildFresh } from './is-build-fresh.mjs'

const buildTool = new URL('../../node_modules/vite', import.meta.url)

/**
 * Runs a program written in TypeScript. Compiles it first if it is missing or outdated and the build tools are
 * installed. A container image contains the compiled programs, but neither their sources nor build tools.
 *
 * @param {'backoffice' | 'upstream'} part the part of the build
 * @param {string} entry the name of the program's entry module
 * @returns {Promise<any>} the entry module after it has run, or undefined if the program can't be compiled
 */
export async function runProgram(part, entry) {
  const program = new URL(`../../build/${part}/${entry}.js`, import.meta.url)
  if (existsSync(buildTool) && !isBuildFresh(part)) {
    process.stderr.write('Compiling the program: a few seconds, only in the first run\n')
    const compiler = fileURLToPath(new URL('compile-programs.mjs', import.meta.url))
    const { status } = spawnSync(process.execPath, [compiler, part], { stdio: ['ignore', 2, 2] })
    if (status !== 0) process.exit(3)
  }
  if (existsSync(program)) return import(program.href)
  process.stderr.write('Program: not compiled; run npm ci --include=dev && npm run build\n')
  process.exitCode = 3
  return undefined
}
