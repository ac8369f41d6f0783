/**
 * The back office: npm run backoffice -- <command> [options]
 *
 * Calls the running site over POST /backoffice/api/<command>, with the back office's bearer token. docs/backoffice.md describes it.
 */
import { randomUUID } from 'node:crypto'
import { Command, CommanderError } from 'commander'
import { commands } from '~/embedded/backoffice/commands'
import { oldScripts, replacedBy } from '~/platform/old-names'
import { ask } from './ask'
import { connectBackoffice } from './backoffice-client'
import { optionsOf, type Result, type Row, runCommand, summaryOf } from './command'
import { groups } from './commands/commands'
import { asJson, printable } from './layout'
import { Problem, usage } from './problem'
import { isNpmScript } from './settings'

const name = isNpmScript ? 'npm run backoffice --' : 'node bin/backoffice.mjs'

const notes = `
Your token comes from BACKOFFICE_TOKEN (or BACKOFFICE_TOKEN_FILE), else it is the owner’s, from the file backoffice-token in DATA_DIR,
where the site keeps it. All times are those of Seoul, all amounts whole won.

Play money approves what waits, and answers requests, by itself after PLAY_APPROVAL_MS: it may be there before you. With
PLAY_APPROVAL_MS=0 only the back office does.

Exit codes: 0 done; 1 refused, or waits for a second person, or the audit found something; 2 the command is wrong;
3 the site is not there, does not let the back office in, or failed; your token may not do it; or the response to a change
was lost, and it is not known whether it was done, which is said.

More about one of them: ${name} <command> --help`

/** Runs one command line, and sets the exit code of the process. */
export async function main(args: string[]): Promise<void> {
  const json = args.includes('--json')
  const print = ({ data, lines, failed }: Result) => {
    if (json) process.stdout.write(`${asJson(data)}\n`)
    else if (lines.length > 0) process.stdout.write(`${printable(lines.join('\n'))}\n`)
    process.exitCode = failed ? 1 : 0
  }
  const { npm_lifecycle_event: script } = process.env
  if (script === oldScripts.backoffice)
    process.stderr.write(`${replacedBy(`npm run ${script}`, 'npm run backoffice')}.\n`)
  try {
    await createProgram(print).parseAsync(args.length > 0 ? args : ['--help'], { from: 'user' })
  } catch (error) {
    // Help was asked for, and is printed.
    if (error instanceof CommanderError) return
    const { message, status, exitCode, more } =
      error instanceof Problem
        ? error
        : new Problem(`Something went wrong in the back office itself: ${(error as Error)?.message ?? error}`, {
            status: 'error',
            exitCode: 3,
          })
    if (json) process.stdout.write(`${asJson({ status, message, ...more })}\n`)
    else process.stderr.write(`${printable(message)}\n`)
    process.exitCode = exitCode
  }
}

/** The program with all its commands. @param print is given what a command comes to */
function createProgram(print: (result: Result) => void): Command {
  const program = new Command(name)
    .usage('<command> [options]')
    .description('The back office')
    .option('--site <url>', 'where the site is (default: http://127.0.0.1:3000, or by HOST and PORT)')
    .option('--json', 'answer as one JSON document, for scripts')
    .option('--second-factor <code>', 'a code of your second factor (default: it is asked for)')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help')
    .configureHelp({
      helpWidth: 120,
      showGlobalOptions: true,
      subcommandTerm: (command) => `${command.name()} ${command.usage().replace(/\[options\] ?/, '')}`,
    })
    .configureOutput({ writeErr: () => {} })
    .exitOverride((error) => endParsing(error, name))
    .addHelpText('after', notes)
  for (const [title, rows] of Object.entries(groups)) {
    program.commandsGroup(`${title}:`)
    for (const row of rows) addCommand(program, row, print)
  }
  return program
}

function addCommand(program: Command, row: Row, print: (result: Result) => void): void {
  const { args, about, more, calls, examples = [] } = row
  const [word = '', second] = row.name.split(' ')
  const group = program.commands.find((command) => command.name() === word)
  const parent = second ? (group ?? program.command(word).description(`list, add and end ${word}s`)) : program
  const command = parent
    .command(`${second ?? word} ${args}`)
    .summary(summaryOf(row))
    .description(more ? `${about} ${more}` : about)
    .exitOverride((error) => endParsing(error, `${name} ${row.name}`))
  // Such an argument is one of these words.
  for (const arg of command.registeredArguments) if (arg.name().includes('|')) arg.choices(arg.name().split('|'))
  for (const option of optionsOf(row)) command.addOption(option)
  if (calls) command.addHelpText('after', `\nRoles: ${commands[calls].roles.join(', ')}`)
  if (examples.length > 0)
    command.addHelpText('after', `\nExamples:\n${examples.map((line) => `  ${name} ${line}`).join('\n')}`)
  command.action(async () => {
    const values = command.registeredArguments.map((arg, index) => [arg.name(), command.processedArgs[index]])
    const given = { ...Object.fromEntries(values), ...command.optsWithGlobals() }
    const runId = row.run ? undefined : (given.again ?? randomUUID())
    const askCode = async () => given.secondFactor ?? ask('Code of your second factor: ')
    const backoffice = connectBackoffice({ site: given.site, dryRun: given.dryRun === true, runId, askCode })
    try {
      print(await runCommand(row, backoffice, given))
    } finally {
      await backoffice.close()
    }
  })
}

/** Explains in one line what is wrong with the arguments. @throws Problem; the error itself when help was asked for */
function endParsing(error: CommanderError, commandLine: string): never {
  if (error.exitCode === 0) throw error
  const text = error.code === 'commander.help' ? 'name one of the commands' : error.message.replace(/^error: /, '')
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replace(/\.?\s*\n\(?/, '. ').replace(/[.)]*$/, '')
  throw new Problem(`${sentence}${sentence.endsWith('?') ? '' : '.'} See: ${commandLine} --help`, usage)
}
