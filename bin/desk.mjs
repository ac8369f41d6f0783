#!/usr/bin/env node
// @ts-check
/** Runs the operator's desk: npm run desk -- <command> [options]. Its source is in bin/desk. */
import { runProgram } from './build/run-program.mjs'

await runProgram('desk', 'main')
