import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { log } from '~/telemetry/log.server'
import type { RevocationFile } from './revocations.server'

/**
 * The revocations of this process in its data folder, readable by its user alone. A folder that can't be written costs
 * their memory over a restart and nothing else, and is said once in the log.
 */
export function revocationFileIn(dataDir: string): RevocationFile {
  const path = join(dataDir, 'ended-sessions')
  let isWarned = false
  const tried = <T>(act: () => T, otherwise: T): T => {
    try {
      return act()
    } catch (cause) {
      if (!isWarned) log.warn({ err: cause }, 'ended sessions are not kept over a restart')
      isWarned = true
      return otherwise
    }
  }
  return {
    read: () => {
      try {
        return readFileSync(path, 'utf8')
      } catch {
        return ''
      }
    },
    append: (line) => tried(() => appendFileSync(path, line, { mode: 0o600 }), undefined),
    replace: (text) =>
      tried(() => {
        mkdirSync(dataDir, { recursive: true })
        writeFileSync(`${path}.new`, text, { mode: 0o600 })
        renameSync(`${path}.new`, path)
      }, undefined),
  }
}
