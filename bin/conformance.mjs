#!/usr/bin/env node
// @ts-check
/** Checks an upstream (npm run conformance -- --url URL), or its callbacks for game providers (--callbacks URL). */
import { runProgram } from './build/run-program.mjs'

const args = process.argv.slice(2)
if (args.some((arg) => arg.startsWith('--callbacks'))) {
  const { main } = await import('./provider/check-callbacks.mjs')
  process.exitCode = await main(args)
} else await runProgram('upstream', 'conformance')
