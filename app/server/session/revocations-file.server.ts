import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { fileErrorReason, SettingError } from '~/platform/settings/setting-error.server'
import { log } from '~/platform/telemetry/log.server'
import { parseJson } from '~/values/strict-json'
import {
  createEntries,
  type RevocationOptions,
  type Revocations,
  remainingMs,
  revocationsOver,
} from './revocations.server'

/** One line of the file. `until` is in milliseconds since the epoch: a monotonic clock does not survive a restart. */
const fileLineSchema = z.object({ key: z.string(), value: z.string(), until: z.int() })

/**
 * Revocations of one process, in memory and in a file of the data folder, readable only by its user: sessions ended by a
 * logout or a new password stay ended over a restart, even if the upstream still accepts their token. If the file can't be
 * written, a restart forgets them; this is logged once.
 *
 * @throws SettingError when the file is there and can't be read: taken for empty, every ended session would count again.
 */
export function createFileRevocations(dataDir: string, options: RevocationOptions): Revocations {
  const path = join(dataDir, 'ended-sessions')
  const entries = createEntries(options)
  for (const { key, value, until } of readLines(path)) {
    const ttl = Math.min(until - Date.now(), options.retentionMs)
    if (ttl > 0) entries.set(key, value, { ttl })
  }
  const formatLine = (key: string) =>
    `${JSON.stringify({ key, value: entries.get(key), until: Date.now() + remainingMs(entries, key) })}\n`
  let hasWarned = false
  const tryOrWarn = (write: () => void): void => {
    try {
      write()
    } catch (cause) {
      if (!hasWarned) log.warn({ err: cause }, 'ended sessions are not kept over a restart')
      hasWarned = true
    }
  }
  // The newest last, as they were written: of two with one key the later one counts.
  const text = [...entries.rkeys()].map(formatLine).join('')
  tryOrWarn(() => {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(`${path}.new`, text, { mode: 0o600 })
    renameSync(`${path}.new`, path)
  })
  return revocationsOver({
    async save(key, value) {
      entries.set(key, value)
      tryOrWarn(() => appendFileSync(path, formatLine(key), { mode: 0o600 }))
    },
    read: async (keys) => keys.map((key) => entries.get(key)),
  })
}

/** The readable lines of the file. The last one may be cut off if the process ended while writing it. */
function readLines(path: string): z.output<typeof fileLineSchema>[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    const reason = fileErrorReason(cause)
    if (reason === 'ENOENT') return []
    throw new SettingError(`DATA_DIR holds a file that can't be read: ${path} (${reason}).`)
  }
  return text.split('\n').flatMap((line) => {
    const read = fileLineSchema.safeParse(parseJson(line))
    return read.success ? [read.data] : []
  })
}
