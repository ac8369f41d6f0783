// @ts-check
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { npmCommand } from './npm.mjs'

/** The tested release lines of Node.js, oldest first. */
export const nodeLines = ['20', '24', '26']

/**
 * Installs the newest Node.js release of a line from npm's registry.
 * @param {string} line such as '26'
 * @param {string} folder
 * @returns {string} the folder that contains `node`
 * @throws {Error} with npm's output
 */
export function installNode(line, folder) {
  const packageName = `node-${process.platform}-${process.arch}`
  const prefix = join(folder, `node-${line}`)
  mkdirSync(prefix, { recursive: true })
  const options = ['--no-audit', '--no-fund', '--no-save', '--prefix', '.']
  const [program, ...args] = npmCommand('install', ...options, `${packageName}@${line}`)
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: prefix, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${[program, ...args].join(' ')}\n${stdout}${stderr}`)
  return join(prefix, 'node_modules', packageName, 'bin')
}
