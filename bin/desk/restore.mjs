import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readlinkSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../free-port.mjs'
import { checkedBackup, unpackBackup } from './backup-archive.mjs'
import { dataDir, deskAt, home, Problem, setting } from './desk-client.mjs'
import { assertEmpty, checkedDump, undump } from './pg-dump.mjs'
import { time } from './terminal-text.mjs'

const openMs = 300_000
const closeMs = 30_000
/** A holder of whom nobody here can tell whether it lives, and that did not touch its lock for this long, is taken for dead. */
const deadAfterMs = 60_000

/**
 * Puts a backup into the store that the settings name, and proves it: the site itself opens it, on a port of its own,
 * and audits it.
 *
 * @param {string} path
 * @param {{ dryRun: boolean }} how
 */
export async function restore(path, { dryRun }) {
  const kind = kindOf(path)
  const url = setting('DATABASE_URL')
  if (setting('UPSTREAM_URL')) throw new Problem('UPSTREAM_URL is set: such a site has no store of its own.', usage)
  if (kind === 'postgres' && !url) throw new Problem('This backup is of PostgreSQL: set DATABASE_URL.', usage)
  if (kind === 'pglite' && url) {
    throw new Problem('This backup is of PGlite, and DATABASE_URL is set. Unset it to restore into DATA_DIR.', usage)
  }
  if (!existsSync(join(home, 'build/server/index.js'))) {
    throw new Problem('The site is not built, and opens what is restored. Run: npm run build', usage)
  }
  return url ? restorePostgres(path, url, dryRun) : restorePglite(path, dryRun)
}

const usage = /** @type {const} */ ({ status: 'usage', exitCode: 2 })

async function restorePglite(path, dryRun) {
  const folder = dataDir()
  assertFree(folder)
  if (dryRun) {
    const { about, files, bytes } = await checkedBackup(path)
    return {
      data: { status: 'success', dryRun, about, says: [aboutWords(about, files, bytes), `It would go to ${folder}.`] },
    }
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `restore-${randomBytes(6).toString('hex')}`)
  await mkdir(draft, { mode: 0o700 })
  const undo = onSignal(() => rmSync(draft, { recursive: true, force: true }))
  try {
    say(`Unpacking ${path}`)
    const { about, files, bytes } = await unpackBackup(path, draft)
    const { audit, signedOut } = await proven({ DATA_DIR: draft, DATABASE_URL: '', DATABASE_URL_FILE: '' })
    const lost = Object.entries(about.rows).filter(([name, count]) => (audit.figures[name] ?? count) < count)
    if (!audit.inOrder || lost.length > 0) throw wrongBooks(audit, lost, `${folder} stays empty.`)
    assertFree(folder)
    const aside = await newJournal(draft, folder)
    await rename(join(draft, 'house'), join(folder, 'house'))
    return {
      data: {
        status: 'success',
        about,
        audit,
        says: [
          aboutWords(about, files, bytes),
          ...(aside ? [`The journal of the earlier store, which names what came after the backup, is ${aside}.`] : []),
          `Restored into ${folder}. The books are in order; ${signedOut} log-ins were ended.`,
        ],
      },
      figures: audit.figures,
    }
  } finally {
    undo()
    await rm(draft, { recursive: true, force: true })
  }
}

/**
 * Begins the journal anew: the earlier one names what was acknowledged after the backup, and would call it lost.
 *
 * @returns {Promise<string | undefined>} where the earlier one was put
 */
async function newJournal(draft, folder) {
  const path = join(folder, 'house.journal')
  const aside = existsSync(path) ? `${path}.before-${new Date().toISOString().replace(/[:.]/g, '-')}` : undefined
  if (aside) await rename(path, aside)
  if (existsSync(join(draft, 'house.journal'))) await rename(join(draft, 'house.journal'), path)
  return aside
}

async function restorePostgres(path, url, dryRun) {
  await assertEmpty(url)
  await checkedDump(url, path)
  if (dryRun) {
    return {
      data: { status: 'success', dryRun, says: ['It is a whole dump of PostgreSQL, and the database is empty.'] },
    }
  }
  say(`Restoring ${path}`)
  await undump(url, path)
  const draft = mkdtempSync(join(tmpdir(), 'madang-restore-'))
  const undo = onSignal(() => rmSync(draft, { recursive: true, force: true }))
  try {
    const { audit, signedOut } = await proven({ DATA_DIR: draft })
    if (!audit.inOrder) throw wrongBooks(audit, [], 'What was restored is in the database, to be looked at.')
    return {
      data: {
        status: 'success',
        audit,
        says: [`Restored into the database. The books are in order; ${signedOut} log-ins were ended.`],
      },
      figures: audit.figures,
    }
  } finally {
    undo()
    await rm(draft, { recursive: true, force: true })
  }
}

/** @throws {Problem} when the folder holds a store, or somebody is about to make one in it */
function assertFree(folder) {
  if (existsSync(join(folder, 'house'))) {
    throw new Problem(`${folder} holds a store already. Stop the site, and move ${join(folder, 'house')} away first.`, {
      status: 'not_empty',
    })
  }
  const lock = join(folder, 'house.lock')
  try {
    const holder = JSON.parse(readFileSync(lock, 'utf8'))
    const isNear = holder.host === hostname() && holder.boot === bootId() && holder.namespace === namespaceId()
    // As the site takes it: who can't be asked whether it lives is taken for dead after a minute without a touch.
    const held = isNear ? isAlive(holder.pid) : Date.now() - statSync(lock).mtimeMs < deadAfterMs
    if (held)
      throw new Problem(`A site has ${folder} open (process ${holder.pid} on ${holder.host}). Stop it first.`, {
        status: 'in_use',
      })
  } catch (error) {
    // No lock, or a broken one: nobody holds it.
    if (error instanceof Problem) throw error
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return pid !== process.pid
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Since when this machine runs, and whose process numbers are ours; where the system does not tell, nobody is near. */
function bootId() {
  return textOf(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())
}

function namespaceId() {
  return textOf(() => readlinkSync('/proc/self/ns/pid'))
}

/** NaN equals nothing, not even another one. */
function textOf(read) {
  try {
    return read()
  } catch {
    return Number.NaN
  }
}

/** By its first bytes. */
function kindOf(path) {
  const head = Buffer.alloc(5)
  try {
    const file = openSync(path, 'r')
    readSync(file, head, 0, 5, 0)
    closeSync(file)
  } catch (error) {
    throw new Problem(`${path} can't be read (${error.code}).`, usage)
  }
  if (head.toString('latin1') === 'PGDMP') return 'postgres'
  if (head.readUInt16BE(0) === 0x1f8b) return 'pglite'
  throw new Problem(`${path} is no backup of this site.`)
}

/** Starts the site on a store, shut off from everybody else, audits it and ends every log-in in it. */
async function proven(settings) {
  const port = await freePort()
  const token = randomBytes(32).toString('hex')
  const site = spawn(process.execPath, [join(home, 'bin/start.mjs')], {
    cwd: home,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...settings,
      PORT: String(port),
      HOST: '127.0.0.1',
      DESK_TOKEN: token,
      SESSION_SECRET: randomBytes(32).toString('hex'),
      REDIS_URL: '',
      REDIS_URL_FILE: '',
      SEED_DEMO: 'no',
      LOG_LEVEL: 'error',
      DRAIN_DELAY_MS: '0',
    },
  })
  const said = []
  for (const stream of [site.stdout, site.stderr]) stream.on('data', (bytes) => said.push(bytes))
  let ended = false
  const end = new Promise((resolve) => {
    site.once('close', () => {
      ended = true
      resolve(undefined)
    })
  })
  const undo = onSignal(() => site.kill('SIGKILL'))
  try {
    say('Opening it')
    const base = `http://127.0.0.1:${port}`
    for (const deadline = Date.now() + openMs; ; await pause(100)) {
      if (ended || Date.now() > deadline) {
        const words = Buffer.concat(said).toString().trim().split('\n').at(-1) ?? ''
        throw new Problem(`The site can't open what was restored: ${words}`, { status: 'not_opened' })
      }
      const answer = await fetch(`${base}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
      await answer?.body?.cancel()
      if (answer?.ok) break
    }
    say('Auditing it')
    const desk = deskAt({ site: base, token, by: 'restore' })
    const { ended: signedOut } = await desk.change('sign-out', { to: 'all' })
    const { inOrder, findings, figures } = await desk.look('audit')
    return { audit: { inOrder, findings, figures }, signedOut }
  } finally {
    undo()
    site.kill('SIGTERM')
    await Promise.race([end, pause(closeMs, undefined, { ref: false })])
    if (!ended) site.kill('SIGKILL')
    await end
  }
}

function wrongBooks({ findings }, lost, then) {
  const words = [
    ...findings.map(({ check, count }) => `not so: ${check} (${count})`),
    ...lost.map(([name, count]) => `fewer ${name} than the ${count} that were backed up`),
  ]
  return new Problem(`The books of this backup are not in order. ${then}\n${words.join('\n')}`, {
    status: 'not_in_order',
  })
}

function aboutWords({ madeAt, schema, rows }, files, bytes) {
  return (
    `Backup of ${time(madeAt)}, schema ${schema}, ${rows.entries.toLocaleString('en')} entries; ` +
    `${files.toLocaleString('en')} files, ${bytes.toLocaleString('en')} bytes.`
  )
}

const undone = new Set()
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    for (const undo of [...undone].reverse()) undo()
    process.exit(3)
  })
}

/** Undoes something when the program is told to end, the last thing first. @returns {() => void} takes that back */
function onSignal(undo) {
  undone.add(undo)
  return () => undone.delete(undo)
}

/** Progress goes beside the answer. */
function say(line) {
  process.stderr.write(`${line} …\n`)
}
