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

const fileLineSchema = z.object({ key: z.string(), value: z.string(), until: z.int() })

/**
 * Revocations in memory and in a file that survives a restart.
 * @throws SettingError when the file can't be read: taken for empty, ended sessions would count again
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
      if (!hasWarned) log.warn({ err: cause }, 'ended sessions not saved: a restart would accept them again')
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
    throw new SettingError('DATA_DIR', `${path} can't be read (${reason})`)
  }
  return text.split('\n').flatMap((line) => {
    const read = fileLineSchema.safeParse(parseJson(line))
    return read.success ? [read.data] : []
  })
}
