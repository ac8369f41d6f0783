import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What the build is made from. */
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

/** When a file, or anything in a folder, last changed; a folder itself changes when a file in it goes away. */
function changedMs(path) {
  const at = statSync(path, { throwIfNoEntry: false })
  if (!at) return 0
  if (!at.isDirectory()) return at.mtimeMs
  const inside = readdirSync(path, { withFileTypes: true }).map((entry) => changedMs(join(path, entry.name)))
  return Math.max(at.mtimeMs, ...inside)
}

/**
 * Whether the build is younger than everything it is made from. Run from the project's root.
 * @returns {boolean}
 */
export function buildIsFresh() {
  const builtMs = statSync(built, { throwIfNoEntry: false })?.mtimeMs
  return builtMs !== undefined && sources.every((source) => changedMs(source) <= builtMs)
}
