import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const sources = [
  'app',
  'locales',
  'public',
  'package.json',
  'react-router.config.ts',
  'tsconfig.json',
  'vite.config.ts',
]

/**
 * Builds a copy of the site with source maps in build/source-maps, unless that is newer than the site's own build.
 *
 * @returns the path of the server build.
 */
export function buildWithSourceMaps(): string {
  const folder = join('build', 'source-maps')
  const serverBuild = join(folder, 'build/server/index.js')
  const builtMs = statSync(serverBuild, { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (builtMs > statSync('build/server/index.js').mtimeMs) return serverBuild

  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const path of sources) cpSync(path, join(folder, path), { recursive: true })
  const program = join(process.cwd(), 'node_modules/@react-router/dev/bin.js')
  execFileSync(process.execPath, [program, 'build', '--sourcemapServer'], { cwd: folder, stdio: 'pipe' })
  return serverBuild
}

const maps = new Map<string, SourceMap | undefined>()

/**
 * Finds the source of a function in a built script.
 *
 * @param url of the script, a `file:` one.
 * @param line and `column`: where the function begins, from 0.
 * @returns the path of the source; undefined without a source map, and for a line that the bundler added.
 */
export function originalSource(url: string, line: number, column: number): string | undefined {
  const path = fileURLToPath(url)
  if (!maps.has(path)) {
    const map = `${path}.map`
    maps.set(path, existsSync(map) ? new SourceMap(JSON.parse(readFileSync(map, 'utf8'))) : undefined)
  }
  const entry = maps.get(path)?.findEntry(line, column)
  // Where there is no mapping, the nearest one before is found: of another function, often of another file.
  if (!entry || !('originalSource' in entry) || entry.generatedLine !== line) return undefined
  return join(path, '..', entry.originalSource)
}
