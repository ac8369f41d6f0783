// @ts-check
// Creates a store in DATA_DIR before the first `npm run dev`, as the site itself does.
import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

// The bundle is in node_modules, so that it can import packages. It loads seconds faster than 150 separate modules.
const outDir = await mkdtemp('node_modules/.create-store-')
// The pipe closes when the development server exits for any reason.
process.stdin.resume().once('end', () => {
  rmSync(outDir, { recursive: true, force: true })
  process.exit()
})
try {
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    resolve: { tsconfigPaths: true },
    build: {
      ssr: 'app/server/upstream/connection.server.ts',
      outDir,
      rolldownOptions: { output: { entryFileNames: 'site.mjs' } },
    },
  })
  const { getUpstreamConnection } = await import(pathToFileURL(join(outDir, 'site.mjs')).href)
  await (await getUpstreamConnection()).close()
} finally {
  await rm(outDir, { recursive: true, force: true })
}
process.exit()
