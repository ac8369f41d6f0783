// @ts-check
// Packs a new store beside the build: migrated and seeded with the catalogue. A first start unpacks it, which is
// seconds faster than creating a database. `npm run build` runs this after the site's own build.
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const build = join(root, 'build')

/** Loads the embedded upstream's TypeScript through Vite, without writing a bundle. */
const { module } = await runnerImport('/app/embedded/store/create-dump.server.ts', {
  root,
  configFile: false,
  logLevel: 'error',
  resolve: { tsconfigPaths: true },
})

const { name, content } = await module.createDump()
await mkdir(build, { recursive: true })
for (const old of await readdir(build)) {
  if (/^house-\w+\.tar\.gz/.test(old)) await rm(join(build, old))
}
// Renamed when it is complete, so that a start never finds half a file.
await writeFile(join(build, `${name}.part`), content)
await rename(join(build, `${name}.part`), join(build, name))
process.stdout.write(`build/${name}  ${(content.byteLength / 1024 / 1024).toFixed(1)} MB\n`)
