import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { StoreUnavailable } from './store.server'

const touchEveryMs = 5_000
/** A holder on another host that did not touch its lock for this long is taken for dead. */
const deadAfterMs = 60_000
/** Two that take over at once: the later one's name stays in the file, and both look after this. */
const settleMs = 250

const held = Symbol.for('madang.folders-held')

/** The lock of a folder that one process may open. */
export type FolderLock = {
  held(): boolean
  /** @throws StoreUnavailable when another process holds the folder now. */
  assertHeld(): void
  release(): Promise<void>
}

/** Another process has the folder. The message is one line for an operator. */
export class FolderTaken extends Error {
  override name = 'FolderTaken'
}

/** Who wrote a lock file. `started` is in clock ticks since the machine's boot, '' where /proc has none. */
type Holder = { token: string; pid: number; started: string; host: string; boot: string }

/** Paths that this very process holds; kept on the process, so that reloads of this module in development know them too. */
const here = pathsHeld(process as { [held]?: Set<string> })

/**
 * Takes the lock file at `path`. The lock of a holder on this host is taken over when its process is gone; one from
 * another host after 60 s without a touch.
 *
 * @param replaced called once when another process took the lock from us; from then on nothing may be written.
 * @throws FolderTaken
 */
export async function lockFolder(path: string, replaced: () => void): Promise<FolderLock> {
  if (here.has(path)) throw new FolderTaken(`${path} is held by this process already`)
  here.add(path)
  const me: Holder = {
    token: randomUUID(),
    pid: process.pid,
    started: startOf(process.pid),
    host: hostname(),
    boot: bootId(),
  }
  try {
    await take(path, me)
  } catch (error) {
    here.delete(path)
    throw error
  }

  let state: 'held' | 'lost' | 'released' = 'held'
  let lookedAt = Date.now()

  /** Reads the file: ours still? A file that somebody deleted is written anew. */
  const look = () => {
    if (state !== 'held') return
    lookedAt = Date.now()
    if (holderIn(path)?.token === me.token || rewritten(path, me)) return
    state = 'lost'
    here.delete(path)
    replaced()
  }
  const touching = setInterval(() => {
    look()
    const now = new Date()
    if (state === 'held') utimes(path, now, now).catch(() => {})
  }, touchEveryMs)
  touching.unref()

  return {
    held: () => state === 'held',
    assertHeld: () => {
      // A process that was frozen may wake up after another one took over, before its timer fires.
      if (Date.now() - lookedAt > 2 * touchEveryMs) look()
      if (state !== 'held') throw new StoreUnavailable(`${path} belongs to another process now`)
    },
    release: async () => {
      clearInterval(touching)
      if (state !== 'held') return
      state = 'released'
      here.delete(path)
      if (holderIn(path)?.token === me.token) await rm(path, { force: true })
    },
  }
}

async function take(path: string, me: Holder): Promise<void> {
  try {
    await writeFile(path, JSON.stringify(me), { flag: 'wx', mode: 0o600 })
    return
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const refusal = await refusalOf(path, me)
  if (refusal !== undefined) throw new FolderTaken(refusal)
  await writeFile(`${path}.${me.token}`, JSON.stringify(me), { mode: 0o600 })
  await rename(`${path}.${me.token}`, path)
  await wait(settleMs)
  if (holderIn(path)?.token !== me.token) throw new FolderTaken(`${path} was taken by another process just now`)
}

/** Why a lock can't be taken over; undefined when it can. */
async function refusalOf(path: string, me: Holder): Promise<string | undefined> {
  const holder = holderIn(path)
  const touched = await stat(path).then(
    (found) => found.mtimeMs,
    () => 0,
  )
  const quietMs = Date.now() - touched
  // Unreadable: written at this moment, or broken.
  if (holder === undefined) return quietMs > touchEveryMs ? undefined : `${path} is being written by another process`
  if (holder.host === me.host) {
    const gone = holder.boot !== me.boot || holder.pid === me.pid || startOf(holder.pid) !== holder.started
    return gone ? undefined : `${path}: process ${holder.pid} on this machine has the data folder open; stop it first`
  }
  if (quietMs > deadAfterMs) return undefined
  const secondsLeft = Math.ceil((deadAfterMs - quietMs) / 1_000)
  return `${path}: ${holder.host} (process ${holder.pid}) has the data folder open; if it is gone, try again in ${secondsLeft} s`
}

function holderIn(path: string): Holder | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isHolder(read) ? read : undefined
  } catch {
    return undefined
  }
}

function isHolder(read: unknown): read is Holder {
  const { token, pid, started, host, boot } = (read ?? {}) as Partial<Record<keyof Holder, unknown>>
  return [token, started, host, boot].every((text) => typeof text === 'string') && typeof pid === 'number'
}

function rewritten(path: string, me: Holder): boolean {
  try {
    writeFileSync(path, JSON.stringify(me), { flag: 'wx', mode: 0o600 })
    return true
  } catch {
    return false
  }
}

/** When a process started, so that a reused pid is not taken for it; 'gone' when there is none. */
function startOf(pid: number): string {
  try {
    // The 22nd field; the second one is the command's name and may hold blanks and brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    // Dead, and only not fetched by its parent yet: it writes nothing more.
    if (fields[0] === 'Z' || fields[0] === 'X') return 'gone'
    return fields[19] ?? ''
  } catch {
    return alive(pid) ? '' : 'gone'
  }
}

/** Where there is no /proc, a signal that is never sent tells. */
function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}

function pathsHeld(owner: { [held]?: Set<string> }): Set<string> {
  const paths = owner[held] ?? new Set<string>()
  owner[held] = paths
  return paths
}
