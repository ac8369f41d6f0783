import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readFileSync, readlinkSync, utimesSync, writeFileSync, writeSync } from 'node:fs'
import { link, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { StoreUnavailable } from './store.server'

const touchEveryMs = 5_000
/** A holder whose process can't be looked up counts as dead after this time without a refresh of its lock. */
const deadAfterMs = 60_000
/** After a takeover, the new holder waits this long and checks its lock again before it opens anything. */
const settleMs = 250
/**
 * The lock file is read again after this time. It is shorter than `takeoverDelayMs`, so that everything the old holder
 * acknowledges is in the files before the new holder opens them.
 */
const lookEveryMs = 100

const held = Symbol.for('madang.folders-held')

/** A lock that lets one process at a time open a folder. */
export type FolderLock = {
  held(): boolean
  /**
   * Cheap; call it before and after each piece of work.
   *
   * @throws StoreUnavailable after the release, or when another process holds the folder.
   */
  assertHeld(): void
  release(): Promise<void>
}

/** Another process holds the folder. The message is one line for the operator. */
export class FolderTaken extends Error {
  override name = 'FolderTaken'
  /** @param waits whether a later attempt may succeed, because the holder may be dead. */
  constructor(
    message: string,
    readonly waits: boolean,
  ) {
    super(message)
  }
}

/**
 * Content of a lock file. A pid is unique only per host, boot and pid namespace; in a container it is often 1. Two
 * machines may share a host name, and namespace numbers are reused, so `started` (clock ticks since boot on Linux) must
 * match as well. `boot`, `namespace` and `started` are '' where the system does not provide them.
 */
type Holder = Place & { token: string; pid: number; started: string }
type Place = { host: string; boot: string; namespace: string }

/** Paths that this process holds, stored on `process` so that they survive reloads of this module in development. */
const here = pathsHeld(process as { [held]?: Set<string> })

/**
 * Acquires the lock file at `path`. The lock of a holder that is known to be dead is taken over at once; one whose
 * process can't be looked up, after 60 s without a refresh.
 *
 * @param onTakenOver called once when another process has taken the lock over; nothing may be written from then on.
 * @throws FolderTaken
 */
export async function lockFolder(path: string, replaced: () => void): Promise<FolderLock> {
  if (here.has(path)) throw new FolderTaken(`${path} is held by this process already`, false)
  here.add(path)
  const me: Holder = { token: randomUUID(), pid: process.pid, started: ownStart(), ...place() }
  try {
    await take(path, me)
  } catch (error) {
    here.delete(path)
    throw error
  }

  let state: 'held' | 'lost' | 'released' = 'held'
  let lookedAt = Date.now()

  /** Reads the lock file again, and recreates it when it was deleted. */
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
    if (state === 'held') touch(path, me)
  }, touchEveryMs)
  touching.unref()

  return {
    held: () => state === 'held',
    assertHeld: () => {
      // Wall-clock time, because it runs on while a machine sleeps; `abs` covers a clock that was set back.
      if (Math.abs(Date.now() - lookedAt) > lookEveryMs) look()
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
  if (await created(path, me)) return
  const dead = await judged(path, me)
  // Renamed rather than overwritten: of several concurrent takeovers, only one finds the file it checked.
  const aside = `${path}.${me.token}`
  try {
    await rename(path, aside).catch(unlessGone)
    const moved = await readFile(aside, 'utf8').then(holderFrom, () => undefined)
    if (moved?.token !== dead) {
      // Another process took over meanwhile: put its lock back.
      await link(aside, path).catch(() => undefined)
      throw justTaken(path)
    }
    if (!(await created(path, me))) throw justTaken(path)
  } finally {
    await rm(aside, { force: true })
  }
  await wait(settleMs)
  if (holderIn(path)?.token !== me.token) throw justTaken(path)
}

/** Creates the lock file. @returns false when it exists. */
async function created(path: string, me: Holder): Promise<boolean> {
  try {
    await writeFile(path, JSON.stringify(me), { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/**
 * Decides whether the existing lock may be taken over.
 *
 * @returns the token of its dead holder; undefined when the file is gone or unreadable.
 * @throws FolderTaken when the holder is alive or may be.
 */
async function judged(path: string, me: Holder): Promise<string | undefined> {
  const found = await lockFile(path, me)
  if (found === undefined) return undefined
  const { holder, quietMs } = found
  // Unreadable: being written right now, or broken.
  if (holder === undefined) {
    if (quietMs > touchEveryMs) return undefined
    throw new FolderTaken(`${path} is being written by another process`, true)
  }
  const life = lifeOf(holder, me)
  if (life === 'gone') return holder.token
  if (life === 'running') {
    throw new FolderTaken(
      `${path}: process ${holder.pid} on this machine has the data folder open; stop it first`,
      false,
    )
  }
  if (quietMs > deadAfterMs) return holder.token
  const secondsLeft = Math.ceil((deadAfterMs - quietMs) / 1_000)
  throw new FolderTaken(
    `${path}: process ${holder.pid} on ${holder.host} has the data folder open, or ended without giving it back; ` +
      `it is taken over when nobody touched the lock for ${secondsLeft} s more`,
    true,
  )
}

/**
 * Reads the lock file. Its age is measured against a new file on the same disk, because a network disk has its own
 * clock. Files are opened rather than only stat'ed, so that a network disk does not answer from its cache.
 *
 * @returns undefined when the file is gone.
 */
async function lockFile(
  path: string,
  me: Holder,
): Promise<{ holder: Holder | undefined; quietMs: number } | undefined> {
  const probe = `${path}.${me.token}`
  try {
    await writeFile(probe, '', { mode: 0o600 })
    const [lock, now] = await Promise.all([timeAndText(path), timeAndText(probe)])
    return { holder: holderFrom(lock.text), quietMs: now.writtenMs - lock.writtenMs }
  } catch (error) {
    return unlessGone(error)
  } finally {
    await rm(probe, { force: true })
  }
}

async function timeAndText(path: string): Promise<{ writtenMs: number; text: string }> {
  const file = await open(path)
  try {
    return { writtenMs: (await file.stat()).mtimeMs, text: await file.readFile('utf8') }
  } finally {
    await file.close()
  }
}

function unlessGone(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}

function justTaken(path: string): FolderTaken {
  return new FolderTaken(`${path} was taken by another process just now`, true)
}

/** Whether a holder's process runs; 'unknown' from another host, boot or pid namespace. */
function lifeOf(holder: Holder, me: Holder): 'running' | 'gone' | 'unknown' {
  const isNear = (['host', 'boot', 'namespace'] as const).every((part) => holder[part] === me[part] && me[part] !== '')
  if (!isNear) return 'unknown'
  // This process does not hold the lock, so its pid in the file is from an earlier process.
  if (holder.pid === me.pid) return 'gone'
  const started = startOf(holder.pid)
  if (started === 'gone' || (started !== '' && holder.started !== '' && started !== holder.started)) return 'gone'
  return started !== '' && holder.started !== '' ? 'running' : 'unknown'
}

function holderIn(path: string): Holder | undefined {
  try {
    return holderFrom(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

function holderFrom(text: string): Holder | undefined {
  try {
    const read: unknown = JSON.parse(text)
    if (!isHolder(read)) return undefined
    // Lock files of earlier versions have no namespace.
    return { ...read, namespace: read.namespace ?? '' }
  } catch {
    return undefined
  }
}

function isHolder(read: unknown): read is Holder {
  const { token, pid, started, host, boot } = (read ?? {}) as Partial<Record<keyof Holder, unknown>>
  return [token, started, host, boot].every((text) => typeof text === 'string') && typeof pid === 'number'
}

/** Refreshes our lock by writing it again, so that a network disk sets its mtime by its own clock. */
function touch(path: string, me: Holder): void {
  try {
    const file = openSync(path, 'r+')
    try {
      // A lock that another process has just taken is left alone; the next recheck finds it.
      if (holderFrom(readFileSync(file, 'utf8'))?.token === me.token) writeSync(file, JSON.stringify(me), 0)
    } finally {
      closeSync(file)
    }
  } catch {
    // Writing may fail on a full copy-on-write disk; setting the time may still work.
    try {
      utimesSync(path, new Date(), new Date())
    } catch {
      // Nothing more to do: after a minute another process may take the folder over, and this one then stops.
    }
  }
}

function rewritten(path: string, me: Holder): boolean {
  try {
    writeFileSync(path, JSON.stringify(me), { flag: 'wx', mode: 0o600 })
    return true
  } catch {
    return false
  }
}

/** Host, boot and pid namespace of this process. */
function place(): Place {
  return { host: hostname(), boot: bootId(), namespace: namespaceId() }
}

function bootId(): string {
  try {
    if (process.platform === 'darwin') {
      return execFileSync('sysctl', ['-n', 'kern.bootsessionuuid'], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim()
    }
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}

function namespaceId(): string {
  // macOS has no pid namespaces.
  if (process.platform === 'darwin') return 'all'
  try {
    // A mismatch means that /proc belongs to another pid namespace.
    return readlinkSync('/proc/self') === String(process.pid) ? readlinkSync('/proc/self/ns/pid') : ''
  } catch {
    return ''
  }
}

function ownStart(): string {
  const started = startOf(process.pid)
  return started === 'gone' ? '' : started
}

/** Start time of a process, to detect a reused pid; 'gone' when there is no such process, '' when unknown. */
function startOf(pid: number): string {
  if (!isThere(pid)) return 'gone'
  try {
    if (process.platform === 'darwin') {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim()
    }
    // Start time is field 22; field 2 is the command's name and may contain blanks and brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    // A zombie or dead process writes nothing more.
    if (fields[0] === 'Z' || fields[0] === 'X') return 'gone'
    return fields[19] ?? ''
  } catch {
    return ''
  }
}

/** Signal 0 only checks that the process exists. */
function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function pathsHeld(owner: { [held]?: Set<string> }): Set<string> {
  const paths = owner[held] ?? new Set<string>()
  owner[held] = paths
  return paths
}
