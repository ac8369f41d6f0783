// @ts-check
// Compiles the programs beside the site: the desk into build/desk, those of upstreams into build/upstream.
// `npm run build` runs this after the site's own build.
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const programs = {
  desk: ['bin/desk/main.ts'],
  upstream: ['bin/upstream/serve.ts', 'bin/upstream/conformance.ts'],
}

for (const [name, input] of Object.entries(programs)) {
  await build({
    root: fileURLToPath(new URL('..', import.meta.url)),
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    resolve: { tsconfigPaths: true },
    build: { ssr: true, rollupOptions: { input }, outDir: `build/${name}`, emptyOutDir: true, target: 'node20' },
  })
}
