// @ts-check
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const projectRoot = fileURLToPath(new URL('../..', import.meta.url))
const commonSources = ['app', 'locales', 'package-lock.json', 'tsconfig.json']
/** The sources of each part of the build, and the files that mark it as complete. */
const parts = {
  site: {
    sources: [...commonSources, 'public', 'react-router.config.ts', 'vite.config.ts'],
    results: ['build/server/index.js', 'build/complete'],
  },
  backoffice: { sources: [...commonSources, 'bin/backoffice'], results: ['build/backoffice/main.js'] },
  upstream: { sources: [...commonSources, 'bin/conformance', 'bin/upstream'], results: ['build/upstream/serve.js'] },
}

/** @typedef {keyof typeof parts} Part */

/**
 * Returns the newest modification time of a file, or of a folder and everything in it. (Deleting a file changes its
 * folder.) Returns 0 if it does not exist.
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

/** Returns whether a part of the build is newer than all its sources. @param {Part} part @returns {boolean} */
export function isBuildFresh(part) {
  const { sources, results } = parts[part]
  const builtMs = Math.min(...results.map((path) => newestChangeMs(join(projectRoot, path))))
  return sources.every((source) => newestChangeMs(join(projectRoot, source)) <= builtMs)
}
