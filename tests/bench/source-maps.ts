import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

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
