// @ts-check
// Generates documents and build/upstream.openapi.json from the code: npm run docs
import { mkdir, writeFile } from 'node:fs/promises'
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
await mkdir(join(root, 'build'), { recursive: true })
const made = { ...module.createDocuments(), 'build/upstream.openapi.json': module.createOpenApi() }
for (const [path, text] of Object.entries(made)) {
  await writeFile(join(root, path), text)
  process.stdout.write(`${path}\n`)
}
