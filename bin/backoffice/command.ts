import { readFile } from 'node:fs/promises'
import { InvalidArgumentError, Option } from 'commander'
import type { ZodObject, ZodType } from 'zod'
import { type CommandName, commands, isCommandName, mayBeForTwo } from '~/embedded/backoffice/commands'
import { type FormField, fieldsOf, rowFieldsOf } from '~/embedded/backoffice/commands/form-fields'
import { parseFields } from '~/embedded/backoffice/payload'
import { parseSigned } from '~/values/amount'
import { toSeconds } from '~/values/durations'
import words from '~locales/backoffice/en.json'
import type { Backoffice } from './backoffice-client'
import { formatNumber, list, stateWordOf, table, toSiteState } from './layout'
import { errorCode, Problem, usage } from './problem'
import { refusalProblem } from './refusals'
import { resolvePath } from './settings'

/** Outcome of a command: `data` for scripts, `lines` for people, and whether it exits with 1. */
export type Result = { data: unknown; lines: readonly string[]; failed?: boolean }

/** Arguments and options, or fields of a payload or result, by name. */
export type Given = Readonly<Record<string, unknown>>

/**
 * A command of the program. What it says not, the command of the site behind it does: its help, which locales/backoffice has for
 * the forms of /backoffice too, an option for each field that no argument takes, and the fields of a list.
 */
export type Row = {
  name: string
  /** Its arguments in commander's notation, named like fields of the payload. */
  args: string
  about: string
  more?: string | undefined
  examples?: readonly string[]
  /** Options that are spelled in another way than the fields that they set. */
  options?: readonly Option[]
  /** Fields that no option of their own sets. */
  without?: readonly string[]
  /** The command of the site behind it: the one of the same name, unless the row says another. */
  calls?: CommandName | undefined
  /** Fields of the payload that this command sets. */
  fixed?: Given
  /** Makes the payload from arguments and options, where they are not its fields. */
  payload?: (given: Given) => Given
  /** The argument of which there may be several, as the command of the site says. */
  each?: string | undefined
  none?: string
  /** The field of the result that is shown, where not all are. */
  part?: string
  after?: (result: Given, backoffice: Backoffice) => readonly string[]
  run?(backoffice: Backoffice, given: Given): Promise<Result>
}

/** A command of the program. @param usage its name and arguments @param more `about` where it is another than the site's */
export function row(usage: string, more: Partial<Omit<Row, 'name' | 'args' | 'each'>> = {}): Row {
  const [name = '', ...args] = usage.split(/ (?=[<[])/)
  const calls = more.calls ?? (isCommandName(name) ? name : undefined)
  const about = more.about ?? wordOf(`about.${calls}`)
  if (about === undefined) throw new Error(`${name} says nothing of itself`)
  const each = calls && commands[calls].each
  return { ...more, calls, each, name, args: args.join(' '), about }
}

/** The first sentence of what a command says of itself, as a list of commands has it. */
export const summaryOf = ({ about }: Row): string =>
  about.replace(/\. [\s\S]*|\.$/, '').replace(/^[A-Z]/, (letter) => letter.toLowerCase())

/** A text of locales/backoffice in English. */
const wordOf = (key: string): string | undefined => (words as Readonly<Record<string, string>>)[key]

/** An option in commander's notation; one that takes certain words is checked against them. */
export function option(flags: string, about: string, choices?: readonly string[]): Option {
  return choices ? new Option(flags, about).choices(choices) : new Option(flags, about)
}

/** A number as it is written, with separators or without; any other text is left to be refused with its field. */
export function toNumber(word: unknown): unknown {
  return parseSigned(String(word)) ?? word
}

export const days = [option('--from <day>', 'from this day on, YYYY-MM-DD'), option('--to <day>', 'up to this day')]
export const ofMember = option('--member <id>', 'of this member alone')
export const force = option('--force', 'write over a file that is there')
export const file = option('--file <file>', 'take the text from a file; - is standard input')
export const first = option('--first <no>', 'approve as the second person: the number that first-approvals lists')
export const dryRun = option('--dry-run', 'show the result without changing anything')
const again = option('--again <id>', 'repeat the run that printed this ID: what it did is not done twice')
  .conflicts('dryRun')
  .argParser((id) => {
    // An id that lost a letter would be a new one, and the change would be made twice.
    if (/^[\da-f]{8}(-[\da-f]{4}){4}[\da-f]{8}$/.test(id)) return id
    throw new InvalidArgumentError('It takes an ID that this program printed, whole.')
  })

/** All options of a command: those that it spells, one for each other field, and those that every change takes. */
export function optionsOf(row: Row): readonly Option[] {
  const { options = [], calls, run } = row
  if (!calls) return options
  const changes = commands[calls].kind === 'change' ? [dryRun, ...(run ? [] : [again])] : []
  return [...options, ...(run ? [] : fieldOptions(row, calls)), ...changes]
}

/** Options for the fields that neither an argument nor another option sets. */
function fieldOptions({ args, options = [], fixed = {}, without = [] }: Row, calls: CommandName): Option[] {
  const taken = [
    ...args.split(/[\s<>[\].|]+/),
    ...options.map((own) => own.attributeName()),
    ...Object.keys(fixed),
    ...without,
  ]
  const fields = fieldsOf(calls).flatMap((field) => (field.kind === 'group' ? field.inner : [field]))
  return [
    ...fields.filter((field) => !taken.includes(optionName(field))).map(fieldOption),
    ...('page' in commands[calls].payload.shape ? [option('--page <n>', 'which page of 50').argParser(toNumber)] : []),
    ...(mayBeForTwo(calls) ? [first] : []),
  ]
}

/** The option of a field; in a group the field `name` is called like the group. */
const optionName = ({ name }: FormField) => name.replace(/\.name$/, '').replace(/^\w+\./, '')

function fieldOption(field: FormField): Option {
  const { about: ownWords, kind, required, fallback } = field
  const name = optionName(field)
  const choices = name === 'state' ? field.choices.map(stateWordOf) : field.choices
  const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  const about = ownWords ?? wordOf(`field.${name}`) ?? name
  const unsaid = choices.length > 0 && fallback ? ` (default ${stateWordOf(fallback)})` : ''
  const shown = `${about.charAt(0).toLowerCase()}${about.slice(1)}${required ? ' (needed)' : unsaid}`
  const made = option(
    kind === 'check' ? flag : `${flag} <${kind === 'choice' ? 'word' : kind}>`,
    shown,
    choices.length > 0 ? choices : undefined,
  )
  if (kind === 'number') made.argParser(toNumber)
  return made.makeOptionMandatory(required)
}

/** Runs a command. @throws Problem */
export async function runCommand(row: Row, backoffice: Backoffice, given: Given): Promise<Result> {
  const { calls, each } = row
  if (row.run) return row.run(backoffice, given)
  if (!calls) throw new Error(`${row.name} does nothing`)
  const { dryRun: _, again: _again, site: _site, json: _json, secondFactor: _code, file, ...values } = given
  const contents = await readText(calls, values.contents, file)
  const fields = { ...row.fixed, ...values, ...(contents === undefined ? {} : { contents }) }
  if (each === undefined) {
    const data = await backoffice.call(calls, payloadOf(row, calls, fields))
    const below = row.after?.(data, backoffice) ?? []
    return { data, lines: [...doneLines(calls, backoffice, [data]), ...linesOf(row, data), ...below] }
  }
  const payloads = [...new Set(values[each] as string[])].map((word) =>
    payloadOf(row, calls, { ...fields, [each]: word }),
  )
  return changeEach(row, calls, payloads, backoffice)
}

/** What options give with the fields of each group in their group. */
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

/** @throws Problem when the site would refuse it as invalid */
function payloadOf({ payload }: Row, calls: CommandName, given: Given): Given {
  const grouped = inGroups(calls, given)
  const { first, ...made } = payload ? payload(grouped) : grouped
  const fields = 'state' in made ? { ...made, state: toSiteState(made.state) } : made
  const parsed = parseFields(commands[calls].payload, fields)
  if ('wrong' in parsed) throw refusalProblem(422, { status: 'invalid', wrong: parsed.wrong })
  return first === undefined ? fields : { ...fields, first }
}

/** The fields of a list's rows, without those that are the same in each. */
const columnsOf = (calls: CommandName | undefined, fixed: Given) =>
  (calls ? rowFieldsOf(calls) : []).filter((field) => !Object.hasOwn(fixed, field)).join(' ')

/** The fields of a command's result, or of a part of it, in the order of the table. */
function resultFields(calls: CommandName, part: string | undefined): string[] {
  const shape: Readonly<Record<string, unknown>> = commands[calls].result.shape
  return Object.keys(part ? (shape[part] as ZodObject).shape : shape).filter((field) => !unlisted.test(field))
}

/** Fields of a result that are said in other words, or not at all. */
const unlisted = /^(status|dryRun|changed|needsSecondPerson|firstApproval)$/

/** Lays a result out for people. */
function linesOf({ calls, fixed = {}, none = 'There are none.', part }: Row, result: Given): string[] {
  const { rows, total, page, pages, sum, approvalMs, ...fields } = result
  const listed = Object.fromEntries(Object.entries(fields).filter(([field]) => !unlisted.test(field)))
  const delay = `${toSeconds(Number(approvalMs))} s (PLAY_APPROVAL_MS)`
  return [
    ...(!Array.isArray(rows)
      ? list(part ? (listed[part] as object) : listed)
      : rows[0]
        ? table(columnsOf(calls, fixed), rows)
        : [none]),
    ...(Number(pages) > 1 ? [`page ${page} of ${pages}, ${formatNumber(Number(total))} in all`] : []),
    ...(sum === undefined ? [] : list({ sum })),
    ...(typeof approvalMs === 'number'
      ? [`Play money approves and answers by itself after ${delay}; it may be there before you.`]
      : []),
  ]
}

type FirstApproval = { id: string; by: string }

/** Says of a change that it is done, and who approved it first, that it was only tried, or that it was done before. */
function doneLines(calls: CommandName, { dryRun }: Backoffice, results: readonly Given[]): string[] {
  if (commands[calls].kind !== 'change' || results.length === 0) return []
  const unchanged = results.filter(({ changed }) => changed === false).length
  if (unchanged === results.length) return ['Nothing changed: it was so already.']
  const some = unchanged > 0 ? ['Where changed is no, it was so already.'] : []
  if (dryRun) {
    const isHeld = results.some(({ needsSecondPerson }) => needsSecondPerson)
    const held = isHeld ? ' A second person would have to approve it.' : ''
    const waits = results.flatMap(({ pendingApproval }) => (pendingApproval ? [pendingApproval as FirstApproval] : []))
    const firsts = waits.map(({ id, by }) => ` First approval: request ${id}, by ${by}.`).join('')
    return [...some, `Dry run: nothing was changed.${held}${firsts} The result would be:`]
  }
  const first = new Set(results.flatMap(({ firstApproval }) => (firstApproval ? [String(firstApproval)] : [])))
  return [first.size > 0 ? `Done. First approval by ${[...first].join(', ')}.` : 'Done.', ...some]
}

/** Changes several things one after another. A refused one does not stop the others; a site that is not there does. */
async function changeEach(
  { each = '', part }: Row,
  calls: CommandName,
  payloads: readonly Given[],
  backoffice: Backoffice,
): Promise<Result> {
  const data: object[] = []
  const results: Given[] = []
  const refusals: string[] = []
  const report = () => {
    const rows = results.map((result) => ({ ...result, ...(part ? (result[part] as object) : {}) }))
    const done = rows.length > 0 ? table(['changed', ...resultFields(calls, part)].join(' '), rows) : []
    return [...doneLines(calls, backoffice, results), ...done, ...refusals]
  }
  for (const payload of payloads) {
    const word = payload[each]
    try {
      const result = await backoffice.call(calls, payload)
      data.push({ [each]: word, ...result })
      results.push(result)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const { status, message, exitCode, more } = error
      refusals.push(`${word}: ${message}`)
      if (exitCode !== 1 && data.length === 0) throw error
      if (exitCode !== 1) throw new Problem(report().join('\n'), { status, exitCode, more: { ...more, before: data } })
      data.push({ [each]: word, status, message, ...more })
    }
  }
  return { data, lines: report(), failed: refusals.length > 0 }
}

/** What is said where a text is missing, and where it is written twice. */
export const textIsMissing = 'The text is written either here, in quotes, or in a --file.'

/** Reads the text that is written behind a command, or in a file; undefined where it takes none. @throws Problem */
async function readText(calls: CommandName, contents: unknown, path: unknown): Promise<unknown> {
  const field = (commands[calls].payload.shape as Readonly<Record<string, ZodType>>).contents
  const isMissing = contents === undefined && path === undefined && field?.safeParse(undefined).success === false
  if (isMissing || (contents !== undefined && path !== undefined)) throw new Problem(textIsMissing, usage)
  if (typeof path !== 'string') return contents
  try {
    return await readFile(path === '-' ? '/dev/stdin' : resolvePath(path), 'utf8')
  } catch (error) {
    throw new Problem(`${path} can't be read (${errorCode(error)}).`, usage)
  }
}
