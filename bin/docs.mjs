// @ts-check
// Writes the documents that are made from the code: npm run docs
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const { module } = await runnerImport('/bin/docs/documents.ts', {
  root,
  configFile: false,
  logLevel: 'error',
  resolve: { tsconfigPaths: true },
})
for (const [path, text] of Object.entries(module.createDocuments())) {
  await writeFile(join(root, path), text)
  process.stdout.write(`${path}\n`)
}
