import { closeSync, openSync, readFileSync, utimesSync, writeFileSync, writeSync } from 'node:fs'
import { link, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { toSeconds } from '~/time/durations'
import { StoreUnavailable } from './errors'
import {
  createHolder,
  holderStatus,
  type LockHolder,
  parseHolder,
  readHolder,
  staleAfterMs,
} from './lock-holder.server'

const refreshIntervalMs = 5_000
/** After a takeover, the new holder waits this long and checks its lock again before it opens anything. */
const takeoverDelayMs = 250
/**
 * The lock file is read again after this time. It is shorter than `takeoverDelayMs`, so that everything the old holder
 * acknowledges is in the files before the new holder opens them.
 */
const recheckAfterMs = 100

const heldPathsKey = Symbol.for('madang.folders-held')

/** A lock that lets one process at a time open a folder. */
export type FolderLock = {
  isHeld(): boolean
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

/** Paths that this process holds, stored on `process` so that they survive reloads of this module in development. */
const heldPaths = heldPathsOf(process as { [heldPathsKey]?: Set<string> })

/**
 * Acquires the lock file at `path`. The lock of a holder that is known to be dead is taken over at once; one whose
 * process can't be looked up, after 60 s without a refresh.
 *
 * @param onTakenOver called once when another process has taken the lock over; nothing may be written from then on.
 * @throws FolderTaken
 */
export async function lockFolder(path: string, onTakenOver: () => void): Promise<FolderLock> {
  if (heldPaths.has(path)) throw new FolderTaken(`${path} is held by this process already`, false)
  heldPaths.add(path)
  const self = createHolder()
  try {
    await acquire(path, self)
  } catch (error) {
    heldPaths.delete(path)
    throw error
  }

  let state: 'held' | 'lost' | 'released' = 'held'
  let checkedAt = Date.now()

  /** Reads the lock file again, and recreates it when it was deleted. */
  const recheck = () => {
    if (state !== 'held') return
    checkedAt = Date.now()
    if (readHolder(path)?.token === self.token || recreateLockFile(path, self)) return
    state = 'lost'
    heldPaths.delete(path)
    onTakenOver()
  }
  const refreshTimer = setInterval(() => {
    recheck()
    if (state === 'held') refreshLock(path, self)
  }, refreshIntervalMs)
  refreshTimer.unref()

  return {
    isHeld: () => state === 'held',
    assertHeld: () => {
      // Wall-clock time, because it runs on while a machine sleeps; `abs` covers a clock that was set back.
      if (Math.abs(Date.now() - checkedAt) > recheckAfterMs) recheck()
      if (state !== 'held') throw new StoreUnavailable(`${path} belongs to another process now`)
    },
    release: async () => {
      clearInterval(refreshTimer)
      if (state !== 'held') return
      state = 'released'
      heldPaths.delete(path)
      if (readHolder(path)?.token === self.token) await rm(path, { force: true })
    },
  }
}

async function acquire(path: string, me: LockHolder): Promise<void> {
  if (await createLockFile(path, me)) return
  const staleToken = await findStaleHolder(path, me)
  // Renamed rather than overwritten: of several concurrent takeovers, only one finds the file it checked.
  const movedPath = `${path}.${me.token}`
  try {
    await rename(path, movedPath).catch(ignoreMissing)
    const movedHolder = await readFile(movedPath, 'utf8').then(parseHolder, () => undefined)
    if (movedHolder?.token !== staleToken) {
      // Another process took over meanwhile: put its lock back.
      await link(movedPath, path).catch(() => undefined)
      throw takenMeanwhile(path)
    }
    if (!(await createLockFile(path, me))) throw takenMeanwhile(path)
  } finally {
    await rm(movedPath, { force: true })
  }
  await wait(takeoverDelayMs)
  if (readHolder(path)?.token !== me.token) throw takenMeanwhile(path)
}

/** Creates the lock file. @returns false when it exists. */
async function createLockFile(path: string, me: LockHolder): Promise<boolean> {
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
async function findStaleHolder(path: string, me: LockHolder): Promise<string | undefined> {
  const found = await readLockFile(path, me)
  if (found === undefined) return undefined
  const { holder, unrefreshedMs } = found
  // Unreadable: being written right now, or broken.
  if (holder === undefined) {
    if (unrefreshedMs > refreshIntervalMs) return undefined
    throw new FolderTaken(`${path} is being written by another process`, true)
  }
  const status = holderStatus(holder, me)
  if (status === 'gone') return holder.token
  if (status === 'running') {
    throw new FolderTaken(
      `${path}: process ${holder.pid} on this machine has the data folder open; stop it first`,
      false,
    )
  }
  if (unrefreshedMs > staleAfterMs) return holder.token
  const secondsLeft = Math.ceil(toSeconds(staleAfterMs - unrefreshedMs))
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
async function readLockFile(
  path: string,
  me: LockHolder,
): Promise<{ holder: LockHolder | undefined; unrefreshedMs: number } | undefined> {
  const probe = `${path}.${me.token}`
  try {
    await writeFile(probe, '', { mode: 0o600 })
    const [lock, now] = await Promise.all([readTimeAndText(path), readTimeAndText(probe)])
    return { holder: parseHolder(lock.text), unrefreshedMs: now.writtenMs - lock.writtenMs }
  } catch (error) {
    return ignoreMissing(error)
  } finally {
    await rm(probe, { force: true })
  }
}

async function readTimeAndText(path: string): Promise<{ writtenMs: number; text: string }> {
  const file = await open(path)
  try {
    return { writtenMs: (await file.stat()).mtimeMs, text: await file.readFile('utf8') }
  } finally {
    await file.close()
  }
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}

function takenMeanwhile(path: string): FolderTaken {
  return new FolderTaken(`${path} was taken by another process just now`, true)
}

/** Refreshes our lock by writing it again, so that a network disk sets its mtime by its own clock. */
function refreshLock(path: string, me: LockHolder): void {
  try {
    const file = openSync(path, 'r+')
    try {
      // A lock that another process has just taken is left alone; the next recheck finds it.
      if (parseHolder(readFileSync(file, 'utf8'))?.token === me.token) writeSync(file, JSON.stringify(me), 0)
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

function recreateLockFile(path: string, me: LockHolder): boolean {
  try {
    writeFileSync(path, JSON.stringify(me), { flag: 'wx', mode: 0o600 })
    return true
  } catch {
    return false
  }
}

function heldPathsOf(owner: { [heldPathsKey]?: Set<string> }): Set<string> {
  const paths = owner[heldPathsKey] ?? new Set<string>()
  owner[heldPathsKey] = paths
  return paths
}
