#!/usr/bin/env node
// @ts-check
/** Plays the contract against an upstream: npm run conformance -- --url URL --id ID --password PASSWORD. */
import { runProgram } from './build/run-program.mjs'

await runProgram('upstream', 'conformance')
