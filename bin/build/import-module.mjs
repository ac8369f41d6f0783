// @ts-check
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

/** Imports a TypeScript module of this project through Vite, without a bundle. @param {string} path from the root */
export async function importModule(path) {
  const { module } = await runnerImport(path, {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    resolve: { tsconfigPaths: true },
  })
  return module
}
