import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const sources = [
  'app',
  'locales',
  'public',
  'package-lock.json',
  'react-router.config.ts',
  'tsconfig.json',
  'vite.config.ts',
]
const built = 'build/server/index.js'

/** Newest modification time of a file, or of a folder and all in it (a deleted file changes its folder); 0 for none. */
function changedMs(path) {
  const at = statSync(path, { throwIfNoEntry: false })
  if (!at) return 0
  if (!at.isDirectory()) return at.mtimeMs
  const inside = readdirSync(path, { withFileTypes: true }).map((entry) => changedMs(join(path, entry.name)))
  return Math.max(at.mtimeMs, ...inside)
}

/**
 * Returns whether the build is newer than all its sources. Only from the project's root.
 * @returns {boolean}
 */
export function buildIsFresh() {
  const builtMs = statSync(built, { throwIfNoEntry: false })?.mtimeMs
  return builtMs !== undefined && sources.every((source) => changedMs(source) <= builtMs)
}
