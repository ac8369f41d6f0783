// @ts-check
// Compiles the back office into build/backoffice and the upstream tools into build/upstream. Arguments select parts.
// `npm run build` runs this last, and run-program.mjs runs it when needed.
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** @type {Record<string, string[]>} */
const programs = {
  backoffice: ['bin/backoffice/main.ts'],
  upstream: ['bin/upstream/serve.ts', 'bin/conformance/conformance.ts'],
}

const names = process.argv.slice(2)
for (const [name, input] of Object.entries(programs)) {
  if (names.length > 0 && !names.includes(name)) continue
  const outDir = `build/${name}.${process.pid}`
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    resolve: { tsconfigPaths: true },
    // These packages are bundled, because a short run would spend a third of its time loading their many files.
    ssr: { noExternal: ['zod', '@zxcvbn-ts/language-common', 'commander'] },
    build: { ssr: true, rollupOptions: { input }, outDir, emptyOutDir: true, target: 'node20' },
  })
  // Renames the finished build into place, because several processes may build a program at once.
  await rm(join(root, 'build', name), { recursive: true, force: true })
  await rename(join(root, outDir), join(root, 'build', name)).catch(() => rm(join(root, outDir), { recursive: true }))
}
