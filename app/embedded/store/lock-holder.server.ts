import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { z } from 'zod'
import { fileErrorReason } from '~/platform/settings/setting-error.server'
import { minutes } from '~/values/durations'
import { parseJson } from '~/values/parse-json'

/** A holder whose process can't be looked up counts as dead after this time without a refresh of its lock. */
export const staleAfterMs = minutes(1)

/**
 * Content of a lock file. A pid is unique only per host, boot and pid namespace; in a container it is often 1. Two
 * machines may share a host name, and namespace numbers are reused, so `started` (clock ticks since boot on Linux) must
 * match as well. `boot`, `namespace` and `started` are '' where the system does not provide them.
 */
export type LockHolder = z.output<typeof holderSchema>
const holderSchema = z.object({
  token: z.string(),
  pid: z.number(),
  started: z.string(),
  host: z.string(),
  boot: z.string(),
  // Lock files of earlier versions have none.
  namespace: z.string().default(''),
})

/** This process as a holder, with a token of its own. */
export function createHolder(): LockHolder {
  const started = processStartTime(process.pid)
  return {
    token: randomUUID(),
    pid: process.pid,
    started: started === 'gone' ? '' : started,
    host: hostname(),
    boot: bootId(),
    namespace: namespaceId(),
  }
}

/**
 * Finds the process that holds the lock file at `path` or may hold it; undefined when nobody does.
 *
 * @throws the file's error when the lock is there and can't be read.
 */
export function findHolder(path: string): LockHolder | undefined {
  const touchedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  const holder = touchedMs === undefined ? undefined : parseHolder(readFileSync(path, 'utf8'))
  if (touchedMs === undefined || !holder) return undefined
  const status = holderStatus(holder, createHolder())
  const isHeld = status === 'running' || (status === 'unknown' && Date.now() - touchedMs < staleAfterMs)
  return isHeld ? holder : undefined
}

/** Whether a holder's process runs; 'unknown' from another host, boot or pid namespace. */
export function holderStatus(holder: LockHolder, me: LockHolder): 'running' | 'gone' | 'unknown' {
  const isSameOrigin = (['host', 'boot', 'namespace'] as const).every(
    (part) => holder[part] === me[part] && me[part] !== '',
  )
  if (!isSameOrigin) return 'unknown'
  const started = processStartTime(holder.pid)
  if (started === 'gone' || (started !== '' && holder.started !== '' && started !== holder.started)) return 'gone'
  return started !== '' && holder.started !== '' ? 'running' : 'unknown'
}

/** Parses the text of a lock file; undefined when it is broken. */
export function parseHolder(text: string): LockHolder | undefined {
  return holderSchema.safeParse(parseJson(text)).data
}

function bootId(): string {
  try {
    if (process.platform === 'darwin') return outputOf('sysctl', ['-n', 'kern.bootsessionuuid'])
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

/** Start time of a process, to detect a reused pid; 'gone' when there is no such process, '' when unknown. */
function processStartTime(pid: number): string {
  if (!processExists(pid)) return 'gone'
  try {
    if (process.platform === 'darwin') return outputOf('ps', ['-o', 'lstart=', '-p', String(pid)])
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
