// @ts-check
// Generates documents and build/upstream.openapi.json from the code: npm run docs
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { importModule } from './build/import-module.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const { createDocuments, createOpenApi } = await importModule('/bin/docs/documents.ts')
await mkdir('build', { recursive: true })
const made = { ...createDocuments(), 'build/upstream.openapi.json': createOpenApi() }
for (const [path, text] of Object.entries(made)) {
  await writeFile(path, text)
  process.stdout.write(`${path}\n`)
}
