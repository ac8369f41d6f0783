import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { oldHeaders, oldSettings, toOldAddress } from '~/platform/old-names'

/** The commit of the previous release, 1.0.0, whose data this release can read. Update it with each release. */
export const baselineCommit = 'd06ab1f6'

/** Translates settings, headers or a path to the previous release's names. */
export const inBaseline = {
  settings: ({ RATE_LIMITS = '{}', ...settings }: Record<string, string>) => {
    const { time, callbacks, ...limits } = JSON.parse(RATE_LIMITS)
    return { ...renamed(settings, oldSettings), RATE_LIMITS: JSON.stringify(limits) }
  },
  headers: (headers: Record<string, string>) => renamed(headers, oldHeaders),
  path: toOldAddress,
}

const renamed = (values: Record<string, string>, oldNames: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [oldNames[name] ?? name, value]))

/** Whether the Git history contains that commit, unlike a shallow clone or a copy of the files. */
export const hasBaseline = spawnSync('git', ['cat-file', '-e', `${baselineCommit}^{commit}`]).status === 0

/** Builds the previous release from its lock file in a temporary folder. @returns the program that starts a site */
export function buildBaseline(): string {
  const folder = mkdtempSync(join(tmpdir(), 'madang-baseline-'))
  const files = execFileSync('git', ['archive', baselineCommit], { maxBuffer: 256 * 1024 * 1024 })
  execFileSync('tar', ['-x', '-C', folder], { input: files })
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'pipe', timeout: 300_000 })
  execFileSync('npm', ['run', 'build'], { cwd: folder, stdio: 'pipe', timeout: 300_000 })
  return join(folder, 'bin/start.mjs')
}
