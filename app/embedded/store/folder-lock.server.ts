import { execFileSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { z } from 'zod'
import { fileErrorReason } from '~/platform/settings/setting-error.server'
import { parseJson } from '~/values/strict-json'

/**
 * Content of a lock file: the process that has the folder open. A process id is used again, and in a container it is
 * often 1: `started` (clock ticks since boot on Linux) tells two processes of one id apart. `started` and `boot` are ''
 * where the system does not provide them.
 */
type LockHolder = z.output<typeof holderSchema>
const holderSchema = z.object({ pid: z.number(), started: z.string(), boot: z.string(), host: z.string() })

/** Another process has the folder open, or may have. The message is one line for the operator. */
export class FolderTaken extends Error {
  override name = 'FolderTaken'
}

/**
 * Creates the lock file at `path`, which one process at a time can do. A lock that a crash on this host left behind is
 * replaced. It keeps processes of one host apart; a folder that several hosts or containers share is not supported.
 *
 * @returns a function that deletes the lock file.
 * @throws FolderTaken when another process holds the lock, or when that can't be told.
 */
export function lockFolder(path: string): () => void {
  const started = startTimeOf(process.pid) ?? ''
  const self: LockHolder = { pid: process.pid, started, boot: bootId(), host: hostname() }
  while (!createFile(path, JSON.stringify(self))) removeStaleLock(path)
  return () => rmSync(path, { force: true })
}

/** Creates a file with its text on disk, or none where the disk is full. @returns false when there is one */
function createFile(path: string, text: string): boolean {
  let file: number
  try {
    file = openSync(path, 'wx', 0o600)
  } catch (error) {
    if (fileErrorReason(error) === 'EEXIST') return false
    throw error
  }
  try {
    writeFileSync(file, text, { flush: true })
    return true
  } catch (error) {
    rmSync(path)
    throw error
  } finally {
    closeSync(file)
  }
}

/**
 * Removes a lock whose holder is gone. One process at a time does: it would delete what another has created meanwhile.
 *
 * @throws FolderTaken when its holder is not gone, or when that can't be told.
 */
function removeStaleLock(path: string): void {
  const turn = `${path}.takeover`
  if (!createFile(turn, '')) {
    throw new FolderTaken(`another process takes ${path} over; delete ${turn} when no process has the data folder open`)
  }
  try {
    assertHolderIsGone(path, readFileSync(path, 'utf8'))
    rmSync(path)
  } catch (error) {
    // Its holder has just given it back.
    if (fileErrorReason(error) !== 'ENOENT') throw error
  } finally {
    rmSync(turn, { force: true })
  }
}

/** @throws FolderTaken unless the holder that a lock file's text names ended by a crash on this host. */
function assertHolderIsGone(path: string, text: string): void {
  const { data: holder } = holderSchema.safeParse(parseJson(text))
  if (!holder) {
    throw new FolderTaken(`${path} is damaged, or being written: delete it when no process has the data folder open`)
  }
  const { pid, started, boot, host } = holder
  if (boot !== bootId()) {
    // The host has been started anew since, or it is another one.
    if (host === hostname()) return
    throw new FolderTaken(
      `${path}: process ${pid} on ${host} has the data folder open, or ended without giving it back; ` +
        'delete the file when that process has ended',
    )
  }
  const startedNow = startTimeOf(pid)
  const isGone = startedNow === undefined || (startedNow !== '' && started !== '' && startedNow !== started)
  if (!isGone) {
    throw new FolderTaken(`${path}: process ${pid} on this machine has the data folder open; stop it first`)
  }
}

function bootId(): string {
  try {
    if (process.platform === 'darwin') return outputOf('sysctl', ['-n', 'kern.bootsessionuuid'])
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}

/** Start time of a process; '' when the system does not tell it, undefined when there is no such process. */
function startTimeOf(pid: number): string | undefined {
  if (!processExists(pid)) return undefined
  try {
    if (process.platform === 'darwin') return outputOf('ps', ['-o', 'lstart=', '-p', String(pid)])
    // Start time is field 22; field 2 is the command's name and may contain blanks and brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    // A zombie or dead process writes nothing more.
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : (fields[19] ?? '')
  } catch {
    return ''
  }
}

/** Signal 0 only checks that the process exists. */
function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return fileErrorReason(error) !== 'ESRCH'
  }
}

function outputOf(command: string, args: readonly string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}
