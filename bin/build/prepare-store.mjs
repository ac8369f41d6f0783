// @ts-check
// Packs a new store with all migrations and the initial catalogue into a folder. The first start unpacks it, which is
// seconds faster than creating a database. build.mjs runs this while it builds the pages.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Loads the TypeScript of the embedded upstream through Vite, without writing a bundle. */
const { module } = await runnerImport('/app/embedded/store/create-dump.server.ts', {
  root,
  configFile: false,
  logLevel: 'error',
  resolve: { tsconfigPaths: true },
})

const { name, content } = await module.createDump()
await writeFile(join(process.argv[2] ?? '.', name), content)
