import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readFileSync, readlinkSync, utimesSync, writeFileSync, writeSync } from 'node:fs'
import { link, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { StoreUnavailable } from './store.server'

const touchEveryMs = 5_000
/** A holder of whom nobody here can tell whether it lives is taken for dead when it did not touch its lock for this long. */
const deadAfterMs = 60_000
/** Who took a lock over looks after this whether it still has it, and opens nothing before. */
const settleMs = 250
/**
 * Whether the lock is ours is read from the disk again after this. It is shorter than `settleMs`, so what a holder
 * committed and acknowledges lies in the files before whoever replaced it opens them.
 */
const lookEveryMs = 100

const held = Symbol.for('madang.folders-held')

/** The lock of a folder that one process may open. */
export type FolderLock = {
  held(): boolean
  /** Cheap: to be called before and after each piece of work. @throws StoreUnavailable when another process holds the folder now. */
  assertHeld(): void
  release(): Promise<void>
}

/** Another process has the folder. The message is one line for an operator. */
export class FolderTaken extends Error {
  override name = 'FolderTaken'
  /** @param waits whether trying again later may help: the holder can't be asked whether it lives, and may be dead. */
  constructor(
    message: string,
    readonly waits: boolean,
  ) {
    super(message)
  }
}

/**
 * Who wrote a lock file. A process number means something only on one host, since one boot, in one namespace of process
 * numbers (in a container it is always 1). Host names are equal where somebody gave two machines or containers one name;
 * namespace numbers come again after a namespace is gone, so `started`, in clock ticks since boot, has to agree as well.
 * `boot`, `namespace` and `started` are '' where the system does not tell.
 */
type Holder = Place & { token: string; pid: number; started: string }
type Place = { host: string; boot: string; namespace: string }

/** Paths that this very process holds; kept on the process, so that reloads of this module in development know them too. */
const here = pathsHeld(process as { [held]?: Set<string> })

/**
 * Takes the lock file at `path`. The lock of a holder of whom this process can tell that it is gone is taken over at
 * once; any other after 60 s without a touch.
 *
 * @param replaced called once when another process took the lock from us; from then on nothing may be written.
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
    if (state === 'held') touch(path, me)
  }, touchEveryMs)
  touching.unref()

  return {
    held: () => state === 'held',
    assertHeld: () => {
      // By the clock on the wall: it goes on while a machine sleeps. One that was set is looked at as well.
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
  // Moved away rather than written over: of several who take over at once, one alone finds what it judged.
  const aside = `${path}.${me.token}`
  try {
    await rename(path, aside).catch(unlessGone)
    const moved = await readFile(aside, 'utf8').then(holderFrom, () => undefined)
    if (moved?.token !== dead) {
      // Somebody else took over meanwhile: that lock goes back where it was.
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

/** Makes the lock file, unless there is one. */
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
 * Whether the lock that lies there may be taken over.
 *
 * @returns the token of its dead holder; undefined when there is none, or none that can be read.
 * @throws FolderTaken
 */
async function judged(path: string, me: Holder): Promise<string | undefined> {
  const found = await lockFile(path, me)
  if (found === undefined) return undefined
  const { holder, quietMs } = found
  // Unreadable: written at this moment, or broken.
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
 * The lock file as it is on the disk. How long nobody touched it is told by the disk's own clock, which is not this
 * machine's when the disk is another's; a file is opened rather than asked after, so that a network disk looks again.
 *
 * @returns undefined when there is none any more.
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

/** Whether a holder runs. Only who shares its process numbers can tell. */
function lifeOf(holder: Holder, me: Holder): 'running' | 'gone' | 'unknown' {
  const isNear = (['host', 'boot', 'namespace'] as const).every((part) => holder[part] === me[part] && me[part] !== '')
  if (!isNear) return 'unknown'
  // This process does not hold it, or it would not ask.
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
    // A lock of the time before namespaces were told.
    return { ...read, namespace: read.namespace ?? '' }
  } catch {
    return undefined
  }
}

function isHolder(read: unknown): read is Holder {
  const { token, pid, started, host, boot } = (read ?? {}) as Partial<Record<keyof Holder, unknown>>
  return [token, started, host, boot].every((text) => typeof text === 'string') && typeof pid === 'number'
}

/** Writes our own lock once more. Written, not only dated: a network disk then dates it by its own clock. */
function touch(path: string, me: Holder): void {
  try {
    const file = openSync(path, 'r+')
    try {
      // Another's, which came this moment, is left as it is; the next look finds it.
      if (holderFrom(readFileSync(file, 'utf8'))?.token === me.token) writeSync(file, JSON.stringify(me), 0)
    } finally {
      closeSync(file)
    }
  } catch {
    // A full disk of the kind that writes everything anew.
    try {
      utimesSync(path, new Date(), new Date())
    } catch {
      // Past help: after a minute another process may have the folder, and this one then stops.
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

/** Where this process's number means something. */
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
  // Process numbers of macOS are one for all.
  if (process.platform === 'darwin') return 'all'
  try {
    // Where /proc is another namespace's, numbers in it are not ours.
    return readlinkSync('/proc/self') === String(process.pid) ? readlinkSync('/proc/self/ns/pid') : ''
  } catch {
    return ''
  }
}

function ownStart(): string {
  const started = startOf(process.pid)
  return started === 'gone' ? '' : started
}

/** When a process started, so that a reused number is not taken for it; 'gone' when there is none, '' when nobody tells. */
function startOf(pid: number): string {
  if (!isThere(pid)) return 'gone'
  try {
    if (process.platform === 'darwin') {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim()
    }
    // The 22nd field; the second one is the command's name and may hold blanks and brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    // Dead, and only not fetched by its parent yet: it writes nothing more.
    if (fields[0] === 'Z' || fields[0] === 'X') return 'gone'
    return fields[19] ?? ''
  } catch {
    return ''
  }
}

/** A signal that is never sent tells. */
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
