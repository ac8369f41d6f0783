// @ts-check
// Compiles the desk's program, bin/desk, into build/desk. `npm run build` runs this after the site's own build.
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

await build({
  root: fileURLToPath(new URL('..', import.meta.url)),
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  resolve: { tsconfigPaths: true },
  build: { ssr: 'bin/desk/main.ts', outDir: 'build/desk', emptyOutDir: true, target: 'node20' },
})
