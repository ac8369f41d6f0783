// @ts-check
import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../free-port.mjs'
import { installFromDebian } from './debian.mjs'

/** A PostgreSQL server for tests: temporary, or at TEST_DATABASE_URL with a role that may create databases. */

function findBinFolder() {
  const debian = '/usr/lib/postgresql'
  const folders = fs.existsSync(debian) ? fs.readdirSync(debian).map((version) => join(debian, version, 'bin')) : []
  const known = [...folders.sort().reverse(), ...(process.env.PATH ?? '').split(':')]
  return known.find((folder) => fs.existsSync(join(folder, 'initdb')))
}

/** Returns the folder of PostgreSQL's programs, and installs them if allowed. @param {(line: string) => void} report */
export function ensureBinaries(report) {
  const found = findBinFolder() ?? (installFromDebian(['postgresql'], report) ? findBinFolder() : undefined)
  if (found) return found
  throw new Error('PostgreSQL: not installed; install it, or set TEST_DATABASE_URL')
}

/**
 * Starts a temporary server, or uses the one at TEST_DATABASE_URL.
 * @param {(line: string) => void} report
 * @returns {Promise<{ url: string, stop: () => void | Promise<void> }>} url: a database that can create others
 */
export async function ensurePostgres(report) {
  if (process.env.TEST_DATABASE_URL) return { url: process.env.TEST_DATABASE_URL, stop: () => {} }
  const temporary = await createTemporaryPostgres(report)
  await temporary.start()
  return temporary
}

/**
 * Creates a temporary server but does not start it. Tests may crash and restart it, or freeze and thaw it. A frozen
 * server keeps its connections open but does not respond.
 * @param {(line: string) => void} report
 * @param {{ standbyOf?: string, configFolder?: string }} [options] standbyOf: the URL of a running server; this server
 *   copies and follows it, under the name `standby`, until this server is promoted. configFolder: the folder for the
 *   configuration, written as on Debian, if it is not to be in the data folder
 */
export async function createTemporaryPostgres(report, { standbyOf, configFolder } = {}) {
  const bin = ensureBinaries(report)
  const folder = fs.mkdtempSync(join(tmpdir(), 'madang-postgres-'))
  const owner = serverOwner()
  if (owner) fs.chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const port = await freePort()
  const env = { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C.UTF-8' }

  /** @param {[program: string, ...args: string[]]} command */
  const run = ([name, ...args]) =>
    execFileSync(join(bin, name), args, { ...owner, env, cwd: folder, timeout: 120_000, stdio: 'ignore' })
  run(
    standbyOf === undefined
      ? ['initdb', '-D', data, '-U', 'madang', '-A', 'trust', '-E', 'UTF8', '--no-sync']
      : ['pg_basebackup', '-D', data, '-d', `${standbyOf}?application_name=standby`, '-R', '-c', 'fast', '--no-sync'],
  )
  if (configFolder !== undefined) moveConfiguration(data, configFolder, owner)
  const config = configFolder === undefined ? '' : `-c config_file=${join(configFolder, 'postgresql.conf')}`
  /** @type {(command: string, ...args: string[]) => void} */
  const control = (command, ...args) => void run(['pg_ctl', command, '-w', '-D', data, ...args])
  const pidFile = join(data, 'postmaster.pid')
  /** Sends a signal to the server and to each connection's process. @param {NodeJS.Signals} signal */
  const signalAll = (signal) => {
    const pid = Number(fs.readFileSync(pidFile, 'utf8').split('\n')[0])
    const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
    for (const id of [pid, ...children]) process.kill(id, signal)
  }
  return {
    url: `postgres://madang@127.0.0.1:${port}/postgres`,
    start: async () =>
      control('start', '-l', join(folder, 'log'), '-o', `-p ${port} -h 127.0.0.1 -k ${folder} ${config}`),
    // An immediate stop writes nothing, so the next start recovers from the write-ahead log.
    crash: async () => control('stop', '-m', 'immediate'),
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    promote: () => control('promote'),
    stop: async () => {
      if (fs.existsSync(pidFile)) control('stop', '-m', 'fast')
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Moves the configuration of a cluster out of its data folder, and adds Debian's settings.
 * @param {string} data
 * @param {string} folder
 * @param {{ uid: number, gid: number } | undefined} owner
 */
function moveConfiguration(data, folder, owner) {
  fs.mkdirSync(join(folder, 'conf.d'), { recursive: true })
  for (const name of ['postgresql.conf', 'pg_hba.conf', 'pg_ident.conf'])
    execFileSync('mv', [join(data, name), join(folder, name)])
  const paths = {
    data_directory: data,
    hba_file: join(folder, 'pg_hba.conf'),
    ident_file: join(folder, 'pg_ident.conf'),
    external_pid_file: join(folder, 'server.pid'),
    include_dir: 'conf.d',
  }
  const lines = Object.entries(paths).map(([name, path]) => `${name} = '${path}'\n`)
  fs.appendFileSync(join(folder, 'postgresql.conf'), lines.join(''))
  if (owner) execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, folder])
}

/** If this process is root, returns the user that runs PostgreSQL, because PostgreSQL refuses to run as root. */
export function serverOwner() {
  if (process.getuid?.() !== 0) return undefined
  /** @param {string} flag */
  const idOf = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}
