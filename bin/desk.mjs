#!/usr/bin/env node
/**
 * The operator's desk: npm run desk -- <command> [options]
 *
 * Speaks to the running site over POST /house/desk/<act>, with the desk's bearer token. What each command does and what
 * is kept of it: docs/desk.md.
 */
import { parseArgs } from 'node:util'
import { commands, groups } from './desk/commands.mjs'
import { deskAt, Problem } from './desk/desk-client.mjs'
import { asJson, wrapped } from './desk/terminal-text.mjs'

const program = process.env.npm_lifecycle_event === 'desk' ? 'npm run desk --' : 'node bin/desk.mjs'

const everywhere = {
  site: {
    type: 'string',
    value: 'URL',
    about: 'where the site is (default: http://127.0.0.1:3000, or by HOST and PORT)',
  },
  by: { type: 'string', value: 'NAME', about: 'your name for the log (default: the name of your account here)' },
  json: { type: 'boolean', about: 'answer as one JSON document, for scripts' },
  help: { type: 'boolean', short: 'h', about: 'say what this does' },
}
const rehearsal = { 'dry-run': { type: 'boolean', about: 'say what it would come to, and change nothing' } }

// A reader who has seen enough (| head) closes the pipe; that is no failure.
process.stdout.on('error', (error) => process.exit(error.code === 'EPIPE' ? 0 : 3))
await main(process.argv.slice(2))

async function main(words) {
  const json = words.includes('--json')
  try {
    const command = commandIn(words)
    if (typeof command === 'string') {
      process.stdout.write(command)
      return
    }
    const { definition, values, positionals } = command
    const desk = deskAt({ site: values.site, by: values.by, dryRun: values['dry-run'] === true })
    const { data, lines, failed } = await definition.run(desk, positionals, values)
    if (json) process.stdout.write(`${asJson(data)}\n`)
    else if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`)
    process.exitCode = failed ? 1 : 0
  } catch (error) {
    const known = error instanceof Problem
    const message = known ? error.message : `Something went wrong in the desk itself: ${error?.message ?? error}`
    if (json) process.stdout.write(`${asJson({ status: known ? error.status : 'error', message, ...error.more })}\n`)
    else process.stderr.write(`${message}\n`)
    process.exitCode = known ? error.exitCode : 3
  }
}

/** What is asked for: a command with its words taken apart, or a page of help. @throws Problem for a wrong word */
function commandIn(words) {
  const [first = 'help', ...rest] = words
  if (['help', '--help', '-h'].includes(first)) {
    const asked = rest.find((word) => !word.startsWith('-'))
    return asked === undefined ? helpOfAll() : helpOf(definitionOf(asked))
  }
  const definition = definitionOf(first)
  if (rest.includes('--help') || rest.includes('-h')) return helpOf(definition)
  const options = optionsOf(definition)
  try {
    const { values, positionals } = parseArgs({ args: rest, options, allowPositionals: true, strict: true })
    const { least = 0, most = 0 } = definition.takes ?? {}
    if (positionals.length < least || positionals.length > most) {
      throw new Error(`It is written: ${first} ${definition.args ?? ''}`.trimEnd())
    }
    return { definition, values, positionals }
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem(`${error.message.split('. ')[0]}. See: ${program} ${first} --help`, {
      status: 'usage',
      exitCode: 2,
    })
  }
}

function definitionOf(name) {
  const definition = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (definition) return { name, ...definition }
  throw new Problem(`There is no command ${JSON.stringify(name)}. See: ${program} --help`, {
    status: 'usage',
    exitCode: 2,
  })
}

function optionsOf({ options = {}, changes }) {
  return { ...options, ...(changes ? rehearsal : {}), ...everywhere }
}

function helpOfAll() {
  const lines = [
    `The operator's desk: ${program} <command> [options]`,
    '',
    ...groups.flatMap(({ title, names }) => [
      title,
      ...names.map((name) => entry(`  ${`${name} ${commands[name].args ?? ''}`.trimEnd()}`, commands[name].about)),
      '',
    ]),
    'Everywhere',
    ...optionLines(everywhere),
    '',
    wrapped(
      'The token comes from DESK_TOKEN (or DESK_TOKEN_FILE), else from the file desk-token in DATA_DIR, where the site keeps it. ' +
        'All times are those of Seoul, all amounts whole won.',
    ),
    '',
    wrapped(
      'Play money approves what waits, and answers requests, by itself after PLAY_APPROVAL_MS: it may be there before you. ' +
        'With PLAY_APPROVAL_MS=0 only the desk does.',
    ),
    '',
    'Exit codes: 0 done; 1 refused, or the audit found something; 2 the command is wrong;',
    '3 the site is not there, does not let the desk in, or failed.',
    '',
    `More about one of them: ${program} <command> --help`,
  ]
  return `${lines.join('\n')}\n`
}

function helpOf(definition) {
  const lines = [
    `${program} ${`${definition.name} ${definition.args ?? ''}`.trimEnd()}`,
    '',
    wrapped(
      `${definition.about[0].toUpperCase()}${definition.about.slice(1)}.${definition.more ? ` ${definition.more}` : ''}`,
    ),
    '',
    'Options',
    ...optionLines(optionsOf(definition)),
    ...(definition.examples ? ['', 'Examples', ...definition.examples.map((line) => `  ${program} ${line}`)] : []),
  ]
  return `${lines.join('\n')}\n`
}

function optionLines(options) {
  return Object.entries(options).map(([name, { short, value, about }]) =>
    entry(`  ${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`, about),
  )
}

/** A word and what it means, in two columns. */
function entry(word, about) {
  const column = 34
  const says = wrapped(about, 100 - column).split('\n')
  const first = word.length < column - 1 ? [word.padEnd(column) + says.shift()] : [word]
  return [...first, ...says.map((line) => ' '.repeat(column) + line)].join('\n')
}
