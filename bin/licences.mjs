#!/usr/bin/env node
// @ts-check
/** Writes LICENCES.md with the licences of all runtime dependencies in the lock file: node bin/licences.mjs */
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const projectRoot = resolve(dirname(fileURLToPath(import.meta.url)), '..')

/** Returns the content of LICENCES.md. @returns {string} */
export function renderLicences() {
  const { packages } = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'))
  /** @type {Map<string, Set<string>>} */
  const byLicence = new Map()
  for (const [path, about] of Object.entries(packages)) {
    if (path === '' || about.dev) continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const licence = about.license ?? 'none named'
    byLicence.set(licence, (byLicence.get(licence) ?? new Set()).add(`${name} ${about.version}`))
  }
  const parts = [...byLicence]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, names]) => {
      const listed = [...names].sort().map((name) => `- ${name}`)
      return `## ${licence} (${names.size})\n\n${listed.join('\n')}\n`
    })
  const intro =
    'Licences of the runtime dependencies. The texts are in each package. Written by `node bin/licences.mjs`.'
  return `# Licences\n\n${intro}\n\n${parts.join('\n')}`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(join(projectRoot, 'LICENCES.md'), renderLicences())
