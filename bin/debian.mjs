import { spawnSync } from 'node:child_process'

const minuteMs = 60_000

/** Whether a program starts and ends well. */
export function runs(program, args = ['--version']) {
  return spawnSync(program, args, { timeout: minuteMs / 2, stdio: 'ignore' }).status === 0
}

/**
 * Installs packages of Debian where that can be done without asking: as root, with apt-get at hand. Ten minutes at most for each step.
 *
 * @param {string[]} packages
 * @param {(line: string) => void} say hears what is being installed
 * @returns {boolean} whether they are there now
 */
export function installFromDebian(packages, say) {
  if (process.getuid?.() !== 0 || !runs('apt-get')) return false
  say(`Installing from Debian: ${packages.join(', ')}`)
  const apt = { timeout: 10 * minuteMs, stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  return [
    ['update', '-q'],
    ['install', '-y', '-q', '--no-install-recommends', ...packages],
  ].every((args) => spawnSync('apt-get', args, apt).status === 0)
}
