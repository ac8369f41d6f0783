import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * The commit that stands for the release before this one: the last whose schema ends with migration 0007, before
 * sessions had a numbered format. Raise it with each release; it must build with the packages of this one.
 */
export const baselineCommit = 'c74227e'

/** Whether the history has that commit: not in a shallow clone, nor in a copy of the files. */
export const hasBaseline = spawnSync('git', ['cat-file', '-e', `${baselineCommit}^{commit}`]).status === 0

/** Builds that release in a folder of temporary files. @returns its program that starts a site */
export function buildBaseline(): string {
  const folder = mkdtempSync(join(tmpdir(), 'madang-baseline-'))
  const files = execFileSync('git', ['archive', baselineCommit], { maxBuffer: 256 * 1024 * 1024 })
  execFileSync('tar', ['-x', '-C', folder], { input: files })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  execFileSync('npm', ['run', 'build'], { cwd: folder, stdio: 'pipe', timeout: 300_000 })
  return join(folder, 'bin/start.mjs')
}
