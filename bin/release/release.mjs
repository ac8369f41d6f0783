#!/usr/bin/env node
// @ts-check
/** Runs a release's checklist: npm run release -- --check [STEP...]. Exits with 1 if a step failed, 2 if misused. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { npmCommand, packageCommand } from '../install/npm.mjs'

const document = fileURLToPath(new URL('../../docs/releasing.md', import.meta.url))
const [, checklist = ''] = readFileSync(document, 'utf8').split('\n## Checklist\n')
const steps = [...checklist.matchAll(/^\| (\w+) \| (.+) \| `([^`]+)` \|$/gm)].map(
  ([, name = '', purpose = '', command = '']) => ({ name, purpose, command: command.split(' ') }),
)
const usage = `Run: npm run release -- --check [${steps.map(({ name }) => name).join(' | ')}]\n`
const { values, positionals } = readArguments()
if (values.help) {
  process.stdout.write(usage)
  process.exit(0)
}
const unknown = positionals.filter((name) => !steps.some((step) => step.name === name))
if (unknown.length > 0) refuse(`No step is called ${unknown.join(', ')}.\n`)
if (!values.check) refuse('')

function readArguments() {
  try {
    return parseArgs({
      options: { check: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    })
  } catch (error) {
    // Only the first sentence of Node.js's message helps the user.
    return refuse(`${/** @type {Error} */ (error).message.split('. ')[0]}.\n`)
  }
}

/** Prints the problem and the usage, and exits. @param {string} problem a line that describes it @returns {never} */
function refuse(problem) {
  process.stderr.write(`${problem}${usage}`)
  process.exit(2)
}

/** Rewrites a command of the document so that it needs no shell. @param {string[]} command @returns {string[]} */
function startable([program = '', ...args]) {
  if (program === 'npm') return npmCommand(...args)
  if (program === 'npx') return packageCommand(/** @type {'vitest'} */ (args[0]), ...args.slice(1))
  return [process.execPath, ...args]
}

/** @type {string[]} */
const failed = []
const chosen = steps.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
for (const { name, purpose, command } of chosen) {
  const began = Date.now()
  const [program = '', ...args] = startable(command)
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  if (code !== 0) {
    failed.push(name)
    process.stderr.write(`${out}${err}\n`)
  }
  const result = code === 0 ? 'passed' : 'FAILED'
  process.stdout.write(
    `${result} ${name}: ${purpose} (${((Date.now() - began) / 1000).toFixed(0)} s, ${command.join(' ')})\n`,
  )
  // bin/test.mjs prints these lines. They contain the figures of a stage and the number of passed tests.
  for (const line of out.split('\n').filter((candidate) => /^ {2}\S|^\S.*: \d+ passed/.test(candidate) && code === 0))
    process.stdout.write(`    ${line.trim()}\n`)
}
process.stdout.write(
  failed.length === 0
    ? `All ${chosen.length} steps passed.\n`
    : `${failed.length} of ${chosen.length} failed: ${failed.join(', ')}\n`,
)
process.exit(failed.length === 0 ? 0 : 1)
