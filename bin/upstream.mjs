#!/usr/bin/env node
// @ts-check
/** Serves the embedded upstream without the site: npm run upstream. Source: bin/upstream. */
import { parseArgs } from 'node:util'
import { runProgram } from './build/run-program.mjs'

const usage = `npm run upstream

Serves the embedded upstream without the site, as a reference for an upstream of your own. Ctrl+C stops it.
The contract is at /openapi.json as OpenAPI; docs/upstream.md describes it.

Settings are the site's, from the environment (docs/settings.md). Those that differ by default:
  PORT      4000
  HOST      127.0.0.1
  DATA_DIR  data/upstream
`

process.env.PORT ??= '4000'
process.env.HOST ??= '127.0.0.1'
process.env.DATA_DIR ??= 'data/upstream'

/** @returns {boolean} whether help is requested. Exits on any other option. */
function wantsHelp() {
  try {
    return parseArgs({ options: { help: { type: 'boolean', short: 'h' } } }).values.help === true
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}`)
    process.exit(2)
  }
}

if (wantsHelp()) process.stdout.write(usage)
else await runProgram('upstream', 'serve')
