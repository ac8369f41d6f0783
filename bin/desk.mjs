#!/usr/bin/env node
// @ts-check
/** Runs the operator's desk: npm run desk -- <command> [options]. Its source is in bin/desk; `npm run build` compiles it. */
import { existsSync } from 'node:fs'

const program = new URL('../build/desk/main.js', import.meta.url)

if (existsSync(program)) await import(program.href)
else {
  process.stderr.write('The desk is not built. Run: npm run build\n')
  process.exitCode = 3
}
