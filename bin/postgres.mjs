// @ts-check
import { execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installFromDebian } from './debian.mjs'
import { freePort } from './free-port.mjs'

/**
 * A temporary PostgreSQL for tests: a cluster in a temporary folder, on a free port, deleted at the end.
 * TEST_DATABASE_URL names another server instead; its role must be allowed to create databases.
 */

const minuteMs = 60_000

function findBinFolder() {
  const debian = '/usr/lib/postgresql'
  const folders = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : []
  const known = [...folders.sort().reverse(), ...(process.env.PATH ?? '').split(':')]
  return known.find((folder) => existsSync(join(folder, 'initdb')))
}

/**
 * The folder of PostgreSQL's programs, which it installs from Debian where it may.
 * @param {(line: string) => void} report
 */
export function ensureBinaries(report) {
  const existing = findBinFolder()
  if (existing) return existing
  const installed = installFromDebian(['postgresql'], report) ? findBinFolder() : undefined
  if (!installed) throw new Error('PostgreSQL is not installed; install it, or set TEST_DATABASE_URL')
  return installed
}

/**
 * Starts a temporary server, or uses the one that TEST_DATABASE_URL names.
 * @param {(line: string) => void} report
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} url: of a database from which others can be created
 */
export async function ensurePostgres(report) {
  if (process.env.TEST_DATABASE_URL) return { url: process.env.TEST_DATABASE_URL, stop: async () => {} }
  const temporary = await createTemporaryPostgres(report)
  await temporary.start()
  return temporary
}

/**
 * Creates a temporary server without starting it. A test may crash and restart it, or freeze it: it then keeps its
 * connections and answers nothing until it is thawed.
 * @param {(line: string) => void} report
 * @param {{ standbyOf?: string, configFolder?: string }} [options] standbyOf: the URL of a running server that this one
 *   copies and follows, under the name `standby`, until it is promoted; configFolder: where its configuration lies in
 *   place of the data folder, written as Debian writes it
 * @returns {Promise<{
 *   url: string, start: () => Promise<void>, crash: () => Promise<void>, freeze: () => void, thaw: () => void,
 *   promote: () => void, stop: () => Promise<void>
 * }>}
 */
export async function createTemporaryPostgres(report, { standbyOf, configFolder } = {}) {
  const bin = ensureBinaries(report)
  const folder = mkdtempSync(join(tmpdir(), 'madang-postgres-'))
  const owner = serverOwner()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const port = await freePort()
  const asOwner = { ...owner, cwd: folder, env: { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C.UTF-8' } }

  /** @param {[program: string, ...args: string[]]} command */
  const runAsOwner = ([name, ...args]) =>
    execFileSync(join(bin, name), args, { ...asOwner, timeout: 2 * minuteMs, stdio: 'ignore' })
  runAsOwner(
    standbyOf === undefined
      ? ['initdb', '-D', data, '-U', 'madang', '-A', 'trust', '-E', 'UTF8', '--no-sync']
      : ['pg_basebackup', '-D', data, '-d', `${standbyOf}?application_name=standby`, '-R', '-c', 'fast', '--no-sync'],
  )
  const url = `postgres://madang@127.0.0.1:${port}/postgres`
  if (configFolder !== undefined) moveConfiguration(data, configFolder, owner)
  const configured = configFolder === undefined ? [] : ['-c', `config_file=${join(configFolder, 'postgresql.conf')}`]

  /** @type {(signal: NodeJS.Signals) => Promise<void>} */
  let end = async () => {}
  /** @type {(signal: NodeJS.Signals) => void} */
  let signalAll = () => {}
  const stop = async () => {
    await end('SIGINT')
    rmSync(folder, { recursive: true, force: true })
  }
  const start = async () => {
    const server = spawn(
      join(bin, 'postgres'),
      ['-D', data, ...configured, '-p', `${port}`, '-h', '127.0.0.1', '-k', folder],
      {
        ...asOwner,
        stdio: 'ignore',
      },
    )
    const ended = new Promise((resolve) => server.once('exit', resolve))
    signalAll = (signal) => {
      if (server.pid === undefined) throw new Error('PostgreSQL did not start')
      for (const pid of [server.pid, ...childPids(server.pid)]) process.kill(pid, signal)
    }
    end = async (signal) => {
      server.kill(signal)
      const killTimer = setTimeout(() => server.kill('SIGKILL'), minuteMs / 4)
      await ended
      clearTimeout(killTimer)
    }
    try {
      await waitUntilReady(url)
    } catch (error) {
      await stop()
      throw error
    }
  }
  // SIGQUIT shuts down immediately without writing; the next start recovers from the write-ahead log.
  return {
    url,
    start,
    crash: () => end('SIGQUIT'),
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    promote: () => runAsOwner(['pg_ctl', 'promote', '-D', data]),
    stop,
  }
}

/**
 * Moves a cluster's configuration out of its data folder, with the settings that Debian adds to it.
 * @param {string} data
 * @param {string} configFolder
 * @param {{ uid: number, gid: number } | undefined} owner
 */
function moveConfiguration(data, configFolder, owner) {
  mkdirSync(join(configFolder, 'conf.d'), { recursive: true })
  for (const name of ['postgresql.conf', 'pg_hba.conf', 'pg_ident.conf']) {
    copyFileSync(join(data, name), join(configFolder, name))
    rmSync(join(data, name))
  }
  const paths = {
    data_directory: data,
    hba_file: join(configFolder, 'pg_hba.conf'),
    ident_file: join(configFolder, 'pg_ident.conf'),
    external_pid_file: join(configFolder, 'server.pid'),
    include_dir: 'conf.d',
  }
  const lines = Object.entries(paths).map(([name, path]) => `${name} = '${path}'\n`)
  appendFileSync(join(configFolder, 'postgresql.conf'), lines.join(''))
  if (owner) execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, configFolder])
}

/**
 * Process ids of the server's children: each connection is one.
 * @param {number} pid
 */
function childPids(pid) {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return listed === '' ? [] : listed.split(' ').map(Number)
}

/** Who PostgreSQL runs as: it refuses to as root. Undefined for any other user, who runs it as they are. */
export function serverOwner() {
  return process.getuid?.() === 0 ? userAndGroupIds('postgres') : undefined
}

/** @param {string} name */
function userAndGroupIds(name) {
  /** @param {string} flag */
  const idOf = (flag) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** @param {string} url */
async function waitUntilReady(url) {
  const { default: pg } = await import('pg')
  const deadline = Date.now() + minuteMs
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      await client.end().catch(() => {})
      if (Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}
