// @ts-check
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const sources = [
  'app',
  'bin/desk',
  'bin/upstream',
  'locales',
  'public',
  'package-lock.json',
  'react-router.config.ts',
  'tsconfig.json',
  'vite.config.ts',
]
const buildFiles = ['build/server/index.js', 'build/desk/main.js', 'build/upstream/serve.js']

/**
 * Newest modification time of a file, or of a folder and all in it (a deleted file changes its folder); 0 for none.
 * @param {string} path
 * @returns {number}
 */
function newestChangeMs(path) {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return 0
  if (!stats.isDirectory()) return stats.mtimeMs
  const inside = readdirSync(path, { withFileTypes: true }).map((entry) => newestChangeMs(join(path, entry.name)))
  return Math.max(stats.mtimeMs, ...inside)
}

/**
 * Returns whether the build is newer than all its sources. Only from the project's root.
 * @returns {boolean}
 */
export function isBuildFresh() {
  const builtMs = Math.min(...buildFiles.map(newestChangeMs))
  return sources.every((source) => newestChangeMs(source) <= builtMs)
}
