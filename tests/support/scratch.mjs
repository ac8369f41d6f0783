import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An in-memory folder on Linux, where writing a store's thousand small files takes a tenth of the time. */
const memoryFolder = '/dev/shm'
/** More than enough for three concurrent stores of 45 MB. */
const neededBytes = 1024 * 1024 * 1024

/**
 * Creates a folder for this run's temporary files, which `tmpdir()` then returns in this process and its children.
 * Deletes it when this process exits, and the folders of killed runs at the start. In a child process, does nothing.
 */
export function placeTemporaryFiles() {
  if (process.env.TEST_SCRATCH !== undefined) return
  const parent = hasRoomInMemory() ? memoryFolder : tmpdir()
  for (const name of readdirSync(parent)) {
    const owner = /^madang-run-(\d+)-/.exec(name)?.[1]
    if (owner !== undefined && !isRunning(Number(owner))) rmSync(join(parent, name), { recursive: true, force: true })
  }
  const folder = mkdtempSync(join(parent, `madang-run-${process.pid}-`))
  // PostgreSQL runs as another user, who needs access to a folder in this one.
  chmodSync(folder, 0o711)
  process.env.TEST_SCRATCH = folder
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

function hasRoomInMemory() {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder)
    return bavail * bsize > neededBytes
  } catch {
    return false
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
