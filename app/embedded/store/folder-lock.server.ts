import { closeSync, openSync, readFileSync, rmSync, utimesSync, writeFileSync, writeSync } from 'node:fs'
import { link, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { fileErrorReason } from '~/platform/settings/setting-error.server'
import { seconds, toSeconds } from '~/values/durations'
import { StoreUnavailable } from './errors'
import { createHolder, holderStatus, type LockHolder, parseHolder, staleAfterMs } from './lock-holder.server'

const refreshIntervalMs = 5_000
/** After a takeover, the new holder waits this long and checks its lock again before it opens anything. */
const takeoverDelayMs = 250
/**
 * The lock file is read again after this time. It is shorter than `takeoverDelayMs`, so that everything the old holder
 * acknowledges is in the files before the new holder opens them.
 */
const recheckAfterMs = 100
/**
 * How long after its last refresh a lock that can't be read counts as ours. Nobody takes it over before
 * `staleAfterMs`; this is half of that.
 */
const trustedAfterRefreshMs = seconds(30)

/** A lock that lets one process at a time open a folder. */
export type FolderLock = {
  isHeld(): boolean
  /**
   * Cheap; call it before and after each piece of work.
   *
   * @throws StoreUnavailable after the release, when another process holds the folder, or while that can't be told
   *   because the lock could be neither read nor refreshed for half a minute.
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
 * Acquires the lock file at `path`. The lock of a holder that is known to be dead is taken over at once; one whose
 * process can't be looked up, after 60 s without a refresh.
 *
 * @param onTakenOver called once when another process has taken the lock over; nothing may be written from then on.
 * @throws FolderTaken
 */
export async function lockFolder(path: string, onTakenOver: () => void): Promise<FolderLock> {
  const self = createHolder()
  let refreshedAt = Date.now()
  await acquire(path, self)

  let state: 'held' | 'lost' | 'released' = 'held'
  let checkedAt = Date.now()
  /** Whether the lock named us when it was last read. */
  let isVerified = true
  let brokenSince: number | undefined
  const isTrusted = () => isVerified || elapsedMs(refreshedAt) < trustedAfterRefreshMs

  /** Reads the lock again. Only a lock that names another holder is a takeover; one that can't be read is none. */
  const recheck = () => {
    if (state !== 'held') return
    checkedAt = Date.now()
    // Who writes a lock has done so long before: a damaged one would be taken over by whoever starts.
    const isDamaged = brokenSince !== undefined && elapsedMs(brokenSince) > refreshIntervalMs
    const found = readOrRecreate(path, self, isDamaged)
    isVerified = typeof found === 'object' && found.token === self.token
    brokenSince = found === 'broken' ? (brokenSince ?? checkedAt) : undefined
    if (typeof found !== 'object' || isVerified) return
    state = 'lost'
    onTakenOver()
  }
  const refresh = () => {
    recheck()
    const startedAt = Date.now()
    if (state === 'held' && refreshLock(path, self) && isTrusted()) refreshedAt = startedAt
  }
  const refreshTimer = setInterval(refresh, refreshIntervalMs)
  refreshTimer.unref()

  return {
    isHeld: () => state === 'held',
    assertHeld: () => {
      if (elapsedMs(checkedAt) > recheckAfterMs) recheck()
      if (state !== 'held') throw new StoreUnavailable(`${path} belongs to another process now`)
      if (!isTrusted()) throw new StoreUnavailable(`${path} can't be read, so another process may hold it`)
    },
    release: async () => {
      clearInterval(refreshTimer)
      if (state !== 'held') return
      state = 'released'
      const holder = await readHolderOf(path).catch(() => undefined)
      if (holder?.token === self.token) await rm(path, { force: true })
    },
  }
}

/** Wall-clock time, because it runs on while a machine sleeps; `abs` covers a clock that was set back. */
function elapsedMs(since: number): number {
  return Math.abs(Date.now() - since)
}

async function acquire(path: string, me: LockHolder): Promise<void> {
  if (await createLockFile(path, me)) return
  const staleToken = await findStaleHolder(path, me)
  // Renamed rather than overwritten: of several concurrent takeovers, only one finds the file it checked.
  const movedPath = `${path}.${me.token}`
  try {
    await rename(path, movedPath).catch(ignoreMissing)
    const putBack = () => link(movedPath, path).catch(() => undefined)
    const movedHolder = await readHolderOf(movedPath).catch(async (error: unknown) => {
      await putBack()
      throw error
    })
    if (movedHolder?.token !== staleToken) {
      // Another process took over meanwhile.
      await putBack()
      throw takenMeanwhile(path)
    }
    if (!(await createLockFile(path, me))) throw takenMeanwhile(path)
  } finally {
    await rm(movedPath, { force: true })
  }
  await wait(takeoverDelayMs)
  if ((await readHolderOf(path))?.token !== me.token) throw takenMeanwhile(path)
}

/** The holder that a lock file names; undefined when it is gone or broken. @throws the file's error */
async function readHolderOf(path: string): Promise<LockHolder | undefined> {
  return readFile(path, 'utf8').then(parseHolder, ignoreMissing)
}

/** Creates the lock file. @returns false when it exists. */
async function createLockFile(path: string, me: LockHolder): Promise<boolean> {
  try {
    await writeFile(path, JSON.stringify(me), { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (fileErrorReason(error) === 'EEXIST') return false
    throw error
  }
}

/**
 * Decides whether the existing lock may be taken over.
 *
 * @returns the token of its dead holder; undefined when the file is gone or broken.
 * @throws FolderTaken when the holder is alive or may be.
 */
async function findStaleHolder(path: string, me: LockHolder): Promise<string | undefined> {
  const found = await readLockFile(path, me)
  if (found === undefined) return undefined
  const { holder, unrefreshedMs } = found
  // Being written right now, or broken.
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
  if (fileErrorReason(error) === 'ENOENT') return undefined
  throw error
}

function takenMeanwhile(path: string): FolderTaken {
  return new FolderTaken(`${path} was taken by another process just now`, true)
}

/**
 * Refreshes our lock by writing it again, so that a network disk sets its mtime by its own clock.
 *
 * @returns whether it was written or, where that fails, its time was set.
 */
function refreshLock(path: string, me: LockHolder): boolean {
  try {
    const file = openSync(path, 'r+')
    try {
      // A lock that another process has just taken is left alone; the next recheck finds it.
      if (parseHolder(readFileSync(file, 'utf8'))?.token !== me.token) return false
      writeSync(file, JSON.stringify(me), 0)
      return true
    } finally {
      closeSync(file)
    }
  } catch {
    // Writing may fail on a full copy-on-write disk or without a free file; setting the time may still work.
    try {
      utimesSync(path, new Date(), new Date())
      return true
    } catch {
      // After a minute another process may take the folder over, and this one then stops.
      return false
    }
  }
}

/**
 * The holder that the lock names: ourselves after creating a deleted one again. 'unknown' when it can't be read now.
 *
 * @param isDamaged whether to replace it.
 */
function readOrRecreate(path: string, self: LockHolder, isDamaged: boolean): LockHolder | 'broken' | 'unknown' {
  try {
    if (isDamaged) rmSync(path, { force: true })
    return parseHolder(readFileSync(path, 'utf8')) ?? 'broken'
  } catch (error) {
    if (fileErrorReason(error) !== 'ENOENT') return 'unknown'
  }
  try {
    writeFileSync(path, JSON.stringify(self), { flag: 'wx', mode: 0o600 })
    return self
  } catch {
    // Also when another process has just created it: the next recheck reads whose it is.
    return 'unknown'
  }
}
