import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A new folder for the tests of a file or group, deleted after them and after whatever a later hook ends in it. */
export function sharedFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `madang-${name}-`))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
