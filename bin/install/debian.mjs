// @ts-check
import { spawnSync } from 'node:child_process'

const minuteMs = 60_000

/** Returns whether a program starts and exits with 0 within 30 seconds. @param {string} program */
export function canRun(program, args = ['--version']) {
  return spawnSync(program, args, { timeout: minuteMs / 2, stdio: 'ignore' }).status === 0
}

/**
 * Installs Debian packages with apt-get, as root. Each step may take 10 minutes.
 * @param {string[]} packages
 * @param {(line: string) => void} report
 * @returns {boolean} whether they were installed
 */
export function installFromDebian(packages, report) {
  if (process.getuid?.() !== 0 || !canRun('apt-get')) return false
  report(`Installing from Debian: ${packages.join(', ')}`)
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const apt = { timeout: 10 * minuteMs, stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  return [
    ['update', '-q'],
    ['install', '-y', '-q', '--no-install-recommends', ...packages],
  ].every((args) => spawnSync('apt-get', args, apt).status === 0)
}
