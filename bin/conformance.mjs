#!/usr/bin/env node
// @ts-check
/** Plays the contract against an upstream: npm run conformance -- --url URL --id ID --password PASSWORD. */
import { existsSync } from 'node:fs'

const program = new URL('../build/upstream/conformance.js', import.meta.url)

if (existsSync(program)) await import(program.href)
else {
  process.stderr.write('The conformance run is not built. Run: npm run build\n')
  process.exitCode = 3
}
