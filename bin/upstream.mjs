#!/usr/bin/env node
// @ts-check
/** Serves the embedded upstream alone: npm run upstream. Its source is in bin/upstream; `npm run build` compiles it. */
import { existsSync } from 'node:fs'

process.env.PORT ??= '4000'
process.env.HOST ??= '127.0.0.1'
process.env.DATA_DIR ??= 'data/upstream'
const program = new URL('../build/upstream/serve.js', import.meta.url)

if (existsSync(program)) await import(program.href)
else {
  process.stderr.write('The upstream is not built. Run: npm run build\n')
  process.exitCode = 3
}
