import { execFileSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { z } from 'zod'
import { fileErrorReason } from '~/platform/settings/setting-error.server'
import { parseJson } from '~/values/strict-json'

/** The process that has the folder open. `started` ('' if unknown) is its start time, which reveals a reused `pid`. */
const holderSchema = z.object({ pid: z.number(), started: z.string(), boot: z.string(), host: z.string() })

/** Thrown if another process has, or may have, the folder open. The message is a single line for the operator. */
export class FolderInUse extends Error {
  override name = 'FolderInUse'
}

/**
 * Creates the lock file at `path`. Replaces a lock file left by a crash on this host.
 * @returns a function that deletes it
 * @throws FolderInUse if another process holds the lock, or may hold it
 */
export function lockFolder(path: string): () => void {
  const started = startTimeOf(process.pid) ?? ''
  const self: z.output<typeof holderSchema> = { pid: process.pid, started, boot: bootId(), host: hostname() }
  while (!createFile(path, JSON.stringify(self))) removeStaleLock(path)
  return () => rmSync(path, { force: true })
}

/** @throws if the path can't be read, so that an unreadable store is not mistaken for a new one */
export const pathExists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined

/** Creates a file and flushes it to disk. If that fails, no file is left. @returns false if the file exists */
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

/** Removes a stale lock, one process at a time. @throws FolderInUse if its holder may still be running */
function removeStaleLock(path: string): void {
  const turn = `${path}.takeover`
  if (!createFile(turn, '')) {
    throw new FolderInUse(
      `${path}: another process is taking it over; delete ${turn} when no process has the data folder open`,
    )
  }
  try {
    assertHolderIsGone(path, readFileSync(path, 'utf8'))
    rmSync(path)
  } catch (error) {
    // ENOENT: the holder has just released the lock.
    if (fileErrorReason(error) !== 'ENOENT') throw error
  } finally {
    rmSync(turn, { force: true })
  }
}

/** @throws FolderInUse unless the lock's holder crashed on this host */
function assertHolderIsGone(path: string, text: string): void {
  const { data: holder } = holderSchema.safeParse(parseJson(text))
  if (!holder) {
    throw new FolderInUse(`${path}: damaged, or being written; delete it when no process has the data folder open`)
  }
  const { pid, started, boot, host } = holder
  if (boot !== bootId()) {
    // The boot ids differ: this host has rebooted, or the lock is from another host.
    if (host === hostname()) return
    throw new FolderInUse(
      `${path}: process ${pid} on ${host} has the data folder open, or crashed; ` +
        'delete the file when that process has ended',
    )
  }
  const startedNow = startTimeOf(pid)
  const isGone = startedNow === undefined || (startedNow !== '' && started !== '' && startedNow !== started)
  if (!isGone) throw new FolderInUse(`${path}: process ${pid} on this machine has the data folder open; stop it first`)
}

function bootId(): string {
  try {
    if (process.platform === 'darwin') return outputOf('sysctl', ['-n', 'kern.bootsessionuuid'])
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}

/** Returns a process's start time, '' if it is unknown, or undefined if there is no such process. */
function startTimeOf(pid: number): string | undefined {
  if (!processExists(pid)) return undefined
  try {
    if (process.platform === 'darwin') return outputOf('ps', ['-o', 'lstart=', '-p', String(pid)])
    // In /proc/<pid>/stat, field 22 is the start time. Field 2, the command, may contain spaces and parentheses.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    // A zombie or dead process can't write anymore.
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : (fields[19] ?? '')
  } catch {
    return ''
  }
}

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
