import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

const copied = ['app', 'locales', 'public', 'package.json', 'react-router.config.ts', 'tsconfig.json', 'vite.config.ts']

/**
 * Builds a changed copy of the site in build/<name>, unless that is newer than the site's own build.
 *
 * @param change changes the copy of the sources, in the folder that it is given.
 * @param flags of the framework's build.
 * @returns the path of the server build.
 */
export function buildVariant(name: string, change: (folder: string) => void, flags: readonly string[] = []): string {
  const folder = join('build', name)
  const serverBuild = join(folder, 'build/server/index.js')
  const builtMs = statSync(serverBuild, { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (builtMs > statSync('build/server/index.js').mtimeMs) return serverBuild

  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const path of copied) cpSync(path, join(folder, path), { recursive: true })
  change(folder)
  const program = join(process.cwd(), 'node_modules/@react-router/dev/bin.js')
  execFileSync(process.execPath, [program, 'build', ...flags], { cwd: folder, stdio: 'pipe' })
  return serverBuild
}
