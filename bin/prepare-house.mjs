// Packs a ready store beside the build: migrated, with the catalogue in it. A first start unpacks it instead of making
// a database from nothing, which takes seconds more. `npm run build` runs this after the site's own build.
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const build = join(root, 'build')

/** The house is TypeScript: Vite reads it as it does for the site, without writing a bundle of its own. */
const { module } = await runnerImport('/app/upstream/embedded/store/pack.server.ts', {
  root,
  configFile: false,
  logLevel: 'error',
  resolve: { tsconfigPaths: true },
})

const { name, content } = await module.packedStore()
await mkdir(build, { recursive: true })
for (const old of await readdir(build)) {
  if (/^house-\w+\.tar\.gz/.test(old)) await rm(join(build, old))
}
// Under its own name only when it is whole.
await writeFile(join(build, `${name}.part`), content)
await rename(join(build, `${name}.part`), join(build, name))
process.stdout.write(`build/${name}  ${(content.byteLength / 1024 / 1024).toFixed(1)} MB\n`)
