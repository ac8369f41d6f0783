import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An in-memory folder on Linux, where writing a store's thousand small files takes a tenth of the time. */
const memoryFolder = '/dev/shm'
/** Enough for three stores of 45 MB at a time, and more. */
const neededBytes = 1024 * 1024 * 1024

/**
 * Makes a folder for this run's temporary files, which `tmpdir()` then returns here and in every process started from
 * here. Deletes it when this process exits, and also deletes the folders of killed runs. A child process of such a run
 * keeps the run's folder.
 */
export function placeTemporaryFiles() {
  if (process.env.TEST_SCRATCH !== undefined) return
  const parent = hasRoomInMemory() ? memoryFolder : tmpdir()
  for (const name of readdirSync(parent)) {
    const owner = /^madang-run-(\d+)-/.exec(name)?.[1]
    if (owner !== undefined && !isRunning(Number(owner))) rmSync(join(parent, name), { recursive: true, force: true })
  }
  const folder = mkdtempSync(join(parent, `madang-run-${process.pid}-`))
  // PostgreSQL runs as a different user, who needs access to its folder in this one.
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
