/**
 * The operator's desk: npm run desk -- <command> [options]
 *
 * Calls the running site over POST /house/desk/<command>, with the desk's bearer token. docs/desk.md describes it.
 */
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { commands as deskCommands, isCommandName } from '~/embedded/desk/commands'
import { argsOf, type Command, type OptionDefinition, optionsOf, runCommand, takesWords } from './command'
import { groups } from './commands'
import { connectDesk } from './desk-client'
import { Problem, usage } from './problem'
import { asJson, wrapped } from './terminal-text'

const commands = new Map(Object.values(groups).flatMap((group) => Object.entries(group)))

const program = process.env.npm_lifecycle_event === 'desk' ? 'npm run desk --' : 'node bin/desk.mjs'

const commonOptions = {
  site: {
    type: 'string',
    value: 'URL',
    about: 'where the site is (default: http://127.0.0.1:3000, or by HOST and PORT)',
  },
  json: { type: 'boolean', about: 'answer as one JSON document, for scripts' },
  help: { type: 'boolean', short: 'h', about: 'show help' },
} as const
const changeOptions = {
  'dry-run': { type: 'boolean', about: 'show the result without changing anything' },
} as const
const againOption = {
  again: { type: 'string', value: 'ID', about: 'repeat the run that printed this ID: what it did is not done twice' },
} as const

// A reader who has seen enough (| head) closes the pipe; that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 3))
await main(process.argv.slice(2))

async function main(words: string[]): Promise<void> {
  const json = words.includes('--json')
  try {
    const parsed = parseWords(words)
    if (typeof parsed === 'string') {
      process.stdout.write(parsed)
      return
    }
    const { command, values, positionals } = parsed
    const runId = 'calls' in command ? (values.again ?? randomUUID()) : undefined
    const desk = connectDesk({ site: values.site, dryRun: values['dry-run'] === true, runId })
    const { data, lines, failed } = await runCommand(command, desk, positionals, values)
    if (json) process.stdout.write(`${asJson(data)}\n`)
    else if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`)
    process.exitCode = failed ? 1 : 0
  } catch (error) {
    const { message, status, exitCode, more } =
      error instanceof Problem
        ? error
        : new Problem(`Something went wrong in the desk itself: ${(error as Error)?.message ?? error}`, {
            status: 'error',
            exitCode: 3,
          })
    if (json) process.stdout.write(`${asJson({ status, message, ...more })}\n`)
    else process.stderr.write(`${message}\n`)
    process.exitCode = exitCode
  }
}

type Values = { site?: string; json?: boolean; 'dry-run'?: boolean; again?: string } & Parameters<typeof runCommand>[3]

/** Parses the words into a command with its arguments, or returns a page of help. @throws Problem for a wrong word */
function parseWords(words: string[]): string | { command: Command; values: Values; positionals: string[] } {
  const [first = 'help', second = '', ...others] = words
  if (['help', '--help', '-h'].includes(first)) {
    return second === '' || second.startsWith('-') ? generalHelp() : commandHelp([second, ...others].join(' '))
  }
  const isTwoWords = commands.has(`${first} ${second}`)
  const name = isTwoWords ? `${first} ${second}` : first
  const rest = words.slice(isTwoWords ? 2 : 1)
  if (rest.includes('--help') || rest.includes('-h')) return commandHelp(name)
  const command = commands.get(name)
  if (!command) throw new Problem(`There is no command ${JSON.stringify(name)}. See: ${program} --help`, usage)
  try {
    const options = allOptionsOf(command)
    const { values, positionals } = parseArgs({ args: rest, options, allowPositionals: true, strict: true })
    // An id that lost a letter would be a new one, and the change would be made twice.
    if (values.again !== undefined && !/^[\da-f]{8}(-[\da-f]{4}){4}[\da-f]{8}$/.test(String(values.again)))
      throw new Error('--again takes an ID that this program printed, whole')
    if (values.again !== undefined && values['dry-run']) throw new Error('--again and --dry-run exclude each other')
    if (!takesWords(command, positionals.length)) throw new Error(`It is written: ${nameAndArgs(name, command)}`)
    return { command, values: values as Values, positionals }
  } catch (error) {
    throw new Problem(`${(error as Error).message.split('. ')[0]}. See: ${program} ${name} --help`, usage)
  }
}

function allOptionsOf(command: Command): Record<string, OptionDefinition> {
  const isCall = 'calls' in command
  const isChange = isCall ? deskCommands[command.calls].kind === 'change' : command.changes === true
  return {
    ...optionsOf(command),
    ...(isChange ? changeOptions : {}),
    ...(isChange && isCall ? againOption : {}),
    ...commonOptions,
  }
}

function nameAndArgs(name: string, command: Command): string {
  return `${name} ${argsOf(command)}`.trimEnd()
}

function generalHelp(): string {
  const lines = [
    `The operator's desk: ${program} <command> [options]`,
    '',
    ...Object.entries(groups).flatMap(([title, group]) => [
      title,
      ...Object.entries(group).map(([name, command]) => helpEntry(`  ${nameAndArgs(name, command)}`, command.about)),
      '',
    ]),
    'Everywhere',
    ...optionLines(commonOptions),
    '',
    wrapped(
      'Your token comes from DESK_TOKEN (or DESK_TOKEN_FILE), else it is the owner’s, from the file desk-token in DATA_DIR, ' +
        'where the site keeps it. All times are those of Seoul, all amounts whole won.',
    ),
    '',
    wrapped(
      'Play money approves what waits, and answers requests, by itself after PLAY_APPROVAL_MS: it may be there before you. ' +
        'With PLAY_APPROVAL_MS=0 only the desk does.',
    ),
    '',
    'Exit codes: 0 done; 1 refused, or waits for a second person, or the audit found something; 2 the command is wrong;',
    '3 the site is not there, does not let the desk in, or failed; your token may not do it; or the response to a change',
    'was lost, and it is not known whether it was done, which is said.',
    '',
    `More about one of them: ${program} <command> --help`,
  ]
  return `${lines.join('\n')}\n`
}

/** Help about a command, or about all of those that begin with the word. @throws Problem when there is none */
function commandHelp(name: string): string {
  const found = [...commands].filter(([one]) => one === name || one.startsWith(`${name} `))
  if (found.length === 0)
    throw new Problem(`There is no command ${JSON.stringify(name)}. See: ${program} --help`, usage)
  return found.map(([one, command]) => `${describeCommand(one, command)}\n`).join('\n')
}

function describeCommand(name: string, command: Command): string {
  const { about, more, examples } = command
  const called = 'calls' in command ? command.calls : name
  const lines = [
    `${program} ${nameAndArgs(name, command)}`,
    '',
    wrapped(`${about.charAt(0).toUpperCase()}${about.slice(1)}.${more ? ` ${more}` : ''}`),
    ...(isCommandName(called) ? ['', `Roles: ${deskCommands[called].roles.join(', ')}`] : []),
    '',
    'Options',
    ...optionLines(allOptionsOf(command)),
    ...(examples ? ['', 'Examples', ...examples.map((line) => `  ${program} ${line}`)] : []),
  ]
  return lines.join('\n')
}

function optionLines(options: Readonly<Record<string, OptionDefinition>>): string[] {
  return Object.entries(options).map(([name, { short, value, about }]) =>
    helpEntry(`  ${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`, about),
  )
}

/** Lays a word and its explanation out in two columns. */
function helpEntry(word: string, about: string): string {
  const column = 34
  const explanation = wrapped(about, 100 - column).split('\n')
  const first = word.length < column - 1 ? word.padEnd(column) + explanation.shift() : word
  return [first, ...explanation.map((line) => ' '.repeat(column) + line)].join('\n')
}
