import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { type Argument, InvalidArgumentError, Option } from 'commander'
import type { ZodType } from 'zod'
import { type FormField, fieldsOf, parseFields } from '~/embedded/backoffice/commands/form-fields'
import { type CommandName, commands, isCommandName, mayNeedSecondPerson } from '~/embedded/backoffice/commands/table'
import { parseSigned } from '~/values/amount'
import { readStatus, stored } from '~/values/status'
import type { Backoffice } from './backoffice-client'
import { errorCode, Problem, problem, refusalProblem, usage, words } from './problem'
import { resolvePath } from './settings'
import { download } from './write-response'

/** `lines` is human-readable and defaults to a text made from `data`. `failed` makes the program exit with 1. */
export type Result = { data: object; lines?: readonly string[]; failed?: boolean }

type Given = Readonly<Record<string, unknown>>

/** A command of this program. Its help, and an option for each remaining field, come from the site's command. */
export type Row = {
  name: string
  /** The arguments in commander's notation, named after the payload's fields. */
  args: string
  about: string
  /** Options that are not named after the field they set. */
  options?: readonly Option[]
  without?: readonly string[]
  /** The site's command that this one calls. Defaults to the command with this one's name. */
  calls?: CommandName | undefined
  fixed?: Given
  /** Creates the payload, if its fields differ from the arguments and options. */
  payload?: (given: Given) => Given
  /** The result field that says whether the command succeeded. */
  failsWithout?: string
  run?(backoffice: Backoffice, given: Given): Promise<Result>
}

export function row(usage: string, more: Partial<Omit<Row, 'name' | 'args' | 'about'>> = {}): Row {
  const [name = '', ...args] = usage.split(/ (?=[<[])/)
  const calls = more.calls ?? (isCommandName(name) ? name : undefined)
  const about = words[`about.${calls ?? name}`]
  if (about === undefined) throw new Error(`${name} has no description`)
  return { ...more, calls, name, args: args.join(' '), about }
}

/** Creates rows for site commands. By default, a command's arguments are its required fields. */
export const rowsOf = (...usages: readonly string[]): Row[] =>
  usages.map((usage) => {
    if (!isCommandName(usage)) return row(usage)
    const needed = fieldsOf(usage).filter(({ required }) => required)
    const args = needed.map(({ name }) => (name === commands[usage].each ? `<${name}...>` : `<${name}>`))
    return row([usage, ...args].join(' '))
  })

export const summaryOf = ({ about }: Row): string =>
  about.replace(/\. [\s\S]*|\.$/, '').replace(/^[A-Z]/, (letter) => letter.toLowerCase())

export const option = (flags: string, about: string): Option => new Option(flags, about)

const stateWordOf = (state: string) => readStatus(state)?.replace('pending', 'waiting') ?? state

const toSiteState = (word: unknown) => Object.values(stored).find((state) => stateWordOf(state) === word) ?? word

/** Reads a number with or without separators. Returns other text unchanged, for the field's schema to reject. */
const toNumber = (word: unknown): unknown => parseSigned(String(word)) ?? word

export const force = option('--force', 'overwrite an existing file')
const file = option('--file <file>', 'take the text from a file; - is standard input')
export const first = option('--first <no>', 'approve as the second person: the number that first-approvals lists')
export const dryRun = option('--dry-run', 'show the result without changing anything')
const again = option('--again <id>', 'repeat the run that printed this ID; nothing is done twice')
  .conflicts('dryRun')
  .argParser((id) => {
    // A mistyped id would start a new run and make the change a second time.
    if (/^[\da-f]{8}(-[\da-f]{4}){4}[\da-f]{8}$/.test(id)) return id
    throw new InvalidArgumentError('must be a whole ID that this program printed')
  })

/** Returns a command's options: its own, one for each remaining field, and those that all changes have. */
export function optionsOf(row: Row): readonly Option[] {
  const { args, calls, fixed = {}, without = [], run } = row
  const options = [...(row.options ?? []), ...(args.includes('[contents]') ? [file] : [])]
  if (!calls) return options
  const changes = commands[calls].kind === 'change' ? [dryRun, ...(run ? [] : [again])] : []
  if (run) return [...options, ...changes]
  const own = options.map((option) => option.attributeName())
  const taken = [...args.split(/[\s<>[\].|]+/), ...own, ...Object.keys(fixed), ...without]
  return [
    ...options,
    ...plainFieldsOf(calls).flatMap((field) => (taken.includes(optionName(field)) ? [] : [fieldOption(calls, field)])),
    ...('page' in commands[calls].payload.shape ? [option('--page <n>', 'which page of 50').argParser(toNumber)] : []),
    ...(commands[calls].kind === 'download' ? [force] : []),
    ...(mayNeedSecondPerson(calls) ? [first] : []),
    ...changes,
  ]
}

/** Checks an argument against its field's schema, or against the values listed in its name. */
export function checkArgument({ calls, run }: Row, argument: Argument): void {
  const name = argument.name()
  const field = calls && !run ? plainFieldsOf(calls).find((one) => optionName(one) === name) : undefined
  const choices = name.includes('|') ? name.split('|') : (field?.choices ?? [])
  if (choices.length > 0) argument.choices(choices)
  if (calls && field) argument.description = aboutField(calls, field)
  if (field?.kind === 'number') argument.argParser(toNumber)
}

const plainFieldsOf = (calls: CommandName): FormField[] =>
  fieldsOf(calls).flatMap((field) => (field.kind === 'group' ? field.inner : [field]))

const optionName = ({ name }: FormField) => name.replace(/\.name$/, '').replace(/^\w+\./, '')

function aboutField(calls: CommandName, field: FormField): string {
  const keys = [`field.${field.name}.${calls}`, `field.${field.name}`, `field.${optionName(field)}`]
  const about = keys.flatMap((key) => words[key] ?? [])[0] ?? optionName(field)
  return about.charAt(0).toLowerCase() + about.slice(1)
}

function fieldOption(calls: CommandName, field: FormField): Option {
  const { kind, required, fallback } = field
  const name = optionName(field)
  const choices = name === 'state' ? field.choices.map(stateWordOf) : field.choices
  const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  const about = aboutField(calls, field)
  const unsaid = choices.length > 0 && fallback ? ` (default ${stateWordOf(fallback)})` : ''
  const shown = `${about}${required ? ' (needed)' : unsaid}`
  const flags = kind === 'check' ? flag : `${flag} <${kind === 'choice' ? 'word' : kind}>`
  const made = option(flags, shown)
  if (choices.length > 0) made.choices(choices)
  if (kind === 'number') made.argParser(toNumber)
  return made.makeOptionMandatory(required)
}

export async function runCommand(row: Row, backoffice: Backoffice, given: Given): Promise<Result> {
  const { calls } = row
  if (row.run) return row.run(backoffice, given)
  if (!calls) throw new Error(`${row.name} does nothing`)
  const { dryRun: _, again: _again, site: _site, secondFactor: _code, json, file, force, ...values } = given
  if (commands[calls].kind === 'download')
    return download(backoffice, calls, payloadOf(row, calls, values), { file: String(file), force, json })
  const contents = await readText(calls, values.contents, file)
  const fields = { ...row.fixed, ...values, ...(contents === undefined ? {} : { contents }) }
  const { each, secret } = commands[calls]
  if (each === undefined) {
    const data: Given = await backoffice.call(calls, payloadOf(row, calls, fields))
    // Only the first response contains secret fields. If it is lost, repeating the command does not return them.
    const lost = backoffice.dryRun ? [] : secret.filter((field) => !(field in data))
    if (lost.length > 0) process.stderr.write(`${lost.join(', ')}: shown only once, and now lost; create a new one\n`)
    return { data, failed: row.failsWithout !== undefined && !data[row.failsWithout] }
  }
  const items = [...new Set(values[each] as string[])]
  const payloads = items.map((item) => payloadOf(row, calls, { ...fields, [each]: item }))
  return changeEach(calls, each, payloads, backoffice)
}

function inGroups(calls: CommandName, given: Given): Given {
  const groups = fieldsOf(calls).filter(({ kind }) => kind === 'group')
  const names = new Set(groups.flatMap(({ inner }) => inner.map(optionName)))
  const made = groups.map(({ name, inner }) => {
    const values = inner.map((field) => [field.name.slice(name.length + 1), given[optionName(field)]] as const)
    return [name, Object.fromEntries(values.filter(([, value]) => value !== undefined))] as const
  })
  return {
    ...Object.fromEntries(Object.entries(given).filter(([name]) => !names.has(name))),
    ...Object.fromEntries(made.filter(([, values]) => Object.keys(values).length > 0)),
  }
}

function payloadOf({ payload }: Row, calls: CommandName, given: Given): Given {
  const grouped = inGroups(calls, given)
  const { first, ...made } = payload ? payload(grouped) : grouped
  const fields = 'state' in made ? { ...made, state: toSiteState(made.state) } : made
  const parsed = parseFields(commands[calls].payload, fields)
  if ('wrong' in parsed) throw refusalProblem(422, { status: 'invalid', wrong: parsed.wrong })
  return first === undefined ? fields : { ...fields, first }
}

/** Makes several changes in sequence. Continues after a refusal, but stops if the site can't be reached. */
async function changeEach(calls: CommandName, each: string, payloads: readonly Given[], backoffice: Backoffice) {
  const data: object[] = []
  let failed = false
  for (const payload of payloads) {
    const word = payload[each]
    try {
      data.push({ [each]: word, ...(await backoffice.call(calls, payload)) })
    } catch (error) {
      if (!(error instanceof Problem) || (error.exitCode !== 1 && data.length === 0)) throw error
      const { status, message, exitCode, more } = error
      if (exitCode !== 1)
        throw new Problem(`${word}: ${message}`, { status, exitCode, more: { ...more, before: data } })
      data.push({ [each]: word, status, message, ...more })
      failed = true
    }
  }
  return { data, failed }
}

async function readText(calls: CommandName, contents: unknown, path: unknown): Promise<unknown> {
  const field = (commands[calls].payload.shape as Readonly<Record<string, ZodType>>).contents
  const isMissing = contents === undefined && path === undefined && field?.safeParse(undefined).success === false
  if (isMissing || (contents !== undefined && path !== undefined)) throw problem('text.missing', {}, usage)
  if (typeof path !== 'string') return contents
  try {
    return await readFile(path === '-' ? '/dev/stdin' : resolvePath(path), 'utf8')
  } catch (error) {
    throw new Problem(`${path}: can't be read (${errorCode(error)})`, usage)
  }
}

export async function ask(question: string): Promise<string> {
  assertTerminal('add --second-factor')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await terminal.question(question)).trim()
  } finally {
    terminal.close()
  }
}

/** Throws a Problem with `advice` if no one can be asked. */
export function assertTerminal(advice: string): void {
  const problem = `Second factor: no terminal to ask for the code; ${advice}`
  if (!process.stdin.isTTY) throw new Problem(problem, { status: 'code_needed', exitCode: 3 })
}
