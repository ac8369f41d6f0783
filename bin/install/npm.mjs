// @ts-check
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The path of npm's script on Windows, where npm's batch file can't be started without a shell. */
const besideNode = join(dirname(process.execPath), 'node_modules/npm/bin/npm-cli.js')

/** @param {readonly string[]} args @returns {[program: string, ...args: string[]]} */
export function npmCommand(...args) {
  const { npm_execpath: running = '' } = process.env
  const script = [running, besideNode].find((path) => path.endsWith('npm-cli.js') && existsSync(path))
  return script === undefined ? ['npm', ...args] : ['node', script, ...args]
}

const packages = { playwright: '@playwright/test', tsc: 'typescript-7', vitest: 'vitest' }

/**
 * @param {keyof typeof packages} program
 * @param {readonly string[]} args
 * @returns {[program: string, ...args: string[]]}
 */
export function packageCommand(program, ...args) {
  const folder = join('node_modules', packages[program])
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return ['node', join(folder, typeof bin === 'string' ? bin : bin[program]), ...args]
}
