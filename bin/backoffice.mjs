#!/usr/bin/env node
// @ts-check
/** Runs the back-office program: npm run backoffice -- <command> [options]. Source: bin/backoffice. */
import { runProgram } from './build/run-program.mjs'

// A program such as `head` may close the pipe before the output ends. That is not a failure.
process.stdout.on('error', (/** @type {NodeJS.ErrnoException} */ { code }) => process.exit(code === 'EPIPE' ? 0 : 3))
await (await runProgram('backoffice', 'main'))?.main(process.argv.slice(2))
