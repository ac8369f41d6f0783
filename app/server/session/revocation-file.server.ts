import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileErrorReason, SettingError } from '~/platform/settings/setting-error.server'
import { log } from '~/platform/telemetry/log.server'
import type { RevocationFile } from './revocations.server'

/**
 * The file in the data folder that holds this process's revocations, readable only by its user. If it can't be written,
 * a restart forgets the revocations; this is logged once.
 */
export function openRevocationFile(dataDir: string): RevocationFile {
  const path = join(dataDir, 'ended-sessions')
  let hasWarned = false
  const tryOrWarn = (write: () => void): void => {
    try {
      write()
    } catch (cause) {
      if (!hasWarned) log.warn({ err: cause }, 'ended sessions are not kept over a restart')
      hasWarned = true
    }
  }
  return {
    read: () => {
      try {
        return readFileSync(path, 'utf8')
      } catch (cause) {
        if (fileErrorReason(cause) === 'ENOENT') return ''
        // Taken for empty, it would be replaced by an empty one, and every ended session would count again.
        throw new SettingError(`DATA_DIR holds a file that can't be read: ${path} (${fileErrorReason(cause)}).`)
      }
    },
    append: (line) => tryOrWarn(() => appendFileSync(path, line, { mode: 0o600 })),
    replace: (text) =>
      tryOrWarn(() => {
        mkdirSync(dataDir, { recursive: true })
        writeFileSync(`${path}.new`, text, { mode: 0o600 })
        renameSync(`${path}.new`, path)
      }),
  }
}
