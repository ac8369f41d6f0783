import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder in memory on Linux, where the thousand small files of a store cost a tenth of the time. */
const memoryFolder = '/dev/shm'
/** Stores of 45 MB, three at a time, with some left over. */
const neededBytes = 1024 * 1024 * 1024

/**
 * Makes a folder for the temporary files of this run the one that `tmpdir()` names, here and in every process started
 * from here, and deletes it when this process exits. Folders of runs that were killed are deleted as well.
 *
 * A process below one that has done so already keeps its folder.
 */
export function placeTemporaryFiles() {
  if (process.env.TEST_SCRATCH !== undefined) return
  const parent = hasRoomInMemory() ? memoryFolder : tmpdir()
  for (const name of readdirSync(parent)) {
    const owner = /^madang-run-(\d+)-/.exec(name)?.[1]
    if (owner !== undefined && !isRunning(Number(owner))) rmSync(join(parent, name), { recursive: true, force: true })
  }
  const folder = mkdtempSync(join(parent, `madang-run-${process.pid}-`))
  // PostgreSQL runs as a user of its own, who must reach its folder in here.
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
