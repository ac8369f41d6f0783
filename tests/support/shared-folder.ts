import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A new folder for the tests of a file or group. Hooks that are registered later run before its deletion. */
export function sharedFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `madang-${name}-`))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
