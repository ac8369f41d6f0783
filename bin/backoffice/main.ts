import { randomUUID } from 'node:crypto'
import { Command, CommanderError } from 'commander'
import { commands } from '~/embedded/backoffice/commands/table'
import { oldScripts, replacedBy } from '~/platform/old-names'
import { type Backoffice, connectBackoffice } from './backoffice-client'
import { groups } from './commands'
import { ask, checkArgument, optionsOf, type Result, type Row, runCommand, summaryOf } from './parse-command'
import { asJson, linesOf, printable } from './print'
import { errorCode, Problem, textFor, usage } from './problem'
import { isNpmScript } from './settings'

const name = isNpmScript ? 'npm run backoffice --' : 'node bin/backoffice.mjs'

export async function main(args: string[]): Promise<void> {
  const json = args.includes('--json')
  const print: Print = ({ data, lines = linesOf(data), failed }, { dryRun }) => {
    const shown = dryRun ? ['Dry run: nothing was changed.', ...lines] : lines
    if (json || shown.length > 0) process.stdout.write(`${json ? asJson(data) : printable(shown.join('\n'))}\n`)
    process.exitCode = failed ? 1 : 0
  }
  const { npm_lifecycle_event: script } = process.env
  if (script === oldScripts.backoffice)
    process.stderr.write(`${replacedBy(`npm run ${script}`, 'npm run backoffice')}\n`)
  try {
    await createProgram(print).parseAsync(args.length > 0 ? args : ['--help'], { from: 'user' })
  } catch (error) {
    // Commander has printed the help.
    if (error instanceof CommanderError) return
    const unexpected = `Program: unexpected error: ${(error as Error)?.message ?? error}`
    // `pathExists` throws if it can't tell, instead of treating the path as missing.
    const { path, syscall } = error as NodeJS.ErrnoException
    const unread = syscall === 'stat' && new Problem(`${path}: can't be read (${errorCode(error)})`, { exitCode: 3 })
    const problem =
      error instanceof Problem ? error : unread || new Problem(unexpected, { status: 'error', exitCode: 3 })
    const { message, status, exitCode, more } = problem
    if (json) process.stdout.write(`${asJson({ status, message, ...more })}\n`)
    else {
      // The message about a malformed command already contains all fields.
      const fields = exitCode === 2 ? [] : linesOf(more)
      process.stderr.write(`${printable([message, ...fields].join('\n'))}\n`)
    }
    process.exitCode = exitCode
  }
}

type Print = (result: Result, backoffice: Backoffice) => void

function createProgram(print: Print): Command {
  const program = new Command(name)
    .usage('<command> [options]')
    .description('The back office')
    .option('--site <url>', 'address of the site (default: http://127.0.0.1:3000, or by HOST and PORT)')
    .option('--json', 'print one JSON document, for scripts')
    .option('--second-factor <code>', 'a code of your second factor (default: the program asks)')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help')
    .configureHelp({
      helpWidth: 120,
      showGlobalOptions: true,
      subcommandTerm: (command) => `${command.name()} ${command.usage().replace(/\[options\] ?/, '')}`,
    })
    .configureOutput({ writeErr: () => {} })
    .exitOverride((error) => endParsing(error, name))
    .addHelpText('after', `\n${textFor('help', { name })}`)
  for (const [title, rows] of Object.entries(groups)) {
    program.commandsGroup(`${title}:`)
    for (const row of rows) addCommand(program, row, print)
  }
  return program
}

function addCommand(program: Command, row: Row, print: Print): void {
  const { args, about, calls } = row
  const [word = '', second] = row.name.split(' ')
  const group = program.commands.find((command) => command.name() === word)
  const parent = second ? (group ?? program.command(word).description(`list, add and end ${word}s`)) : program
  const command = parent
    .command(`${second ?? word} ${args}`)
    .summary(summaryOf(row))
    .description(about)
    .exitOverride((error) => endParsing(error, `${name} ${row.name}`))
  for (const argument of command.registeredArguments) checkArgument(row, argument)
  for (const option of optionsOf(row)) command.addOption(option)
  if (calls) command.addHelpText('after', `\nRoles: ${commands[calls].roles.join(', ')}`)
  command.action(async () => {
    const values = command.registeredArguments.map((arg, index) => [arg.name(), command.processedArgs[index]])
    const given = { ...Object.fromEntries(values), ...command.optsWithGlobals() }
    const runId = row.run ? undefined : (given.again ?? randomUUID())
    const askCode = async () => given.secondFactor ?? ask('Code of your second factor: ')
    const backoffice = connectBackoffice({ site: given.site, dryRun: given.dryRun === true, runId, askCode })
    try {
      print(await runCommand(row, backoffice, given), backoffice)
    } finally {
      await backoffice.close()
    }
  })
}

function endParsing(error: CommanderError, commandLine: string): never {
  if (error.exitCode === 0) throw error
  const text = error.code === 'commander.help' ? 'name one of the commands' : error.message.replace(/^error: /, '')
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replace(/\.?\s*\n\(?/, '. ').replace(/[.)]*$/, '')
  throw new Problem(`${sentence}${sentence.endsWith('?') ? '' : '.'} See: ${commandLine} --help`, usage)
}
