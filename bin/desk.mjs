#!/usr/bin/env node
// @ts-check
/** Runs the operator's desk: npm run desk -- <command> [options]. Its source is in bin/desk. */
import { runProgram } from './programs.mjs'

await runProgram('desk', 'main')
