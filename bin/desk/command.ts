import { readFile } from 'node:fs/promises'
import { InvalidArgumentError, Option } from 'commander'
import type { ZodType } from 'zod'
import { type CommandName, commands, isCommandName } from '~/embedded/desk/commands'
import { parseFields } from '~/embedded/desk/payload'
import { toSeconds } from '~/values/durations'
import type { Desk } from './desk-client'
import { formatNumber, list, table, toSiteState } from './layout'
import { errorCode, Problem, usage } from './problem'
import { refusalProblem } from './refusals'
import { resolvePath } from './settings'

/** Outcome of a command: `data` for scripts, `lines` for people, and whether it exits with 1. */
export type Result = { data: unknown; lines: readonly string[]; failed?: boolean }

/** Arguments and options, or fields of a payload or result, by name. */
export type Given = Readonly<Record<string, unknown>>

/** A command of the program: what its help says, what it takes, and what it shows of the result. */
export type Row = {
  /** One word, or two. */
  name: string
  /** Its arguments in commander's notation, named like fields of the payload. */
  args: string
  about: string
  more?: string | undefined
  examples?: readonly string[]
  options?: readonly Option[]
  /** The command of the site behind it: the one of the same name, unless the row says another. */
  calls?: CommandName | undefined
  /** Fields of the payload that this command sets. */
  fixed?: Given
  /** Makes the payload from arguments and options, where they are not its fields. */
  payload?: (given: Given) => Given
  /** The argument of which there may be several: each makes a change of its own. */
  each?: string
  /** Fields that are shown of a list's rows, or of the result, in their order. */
  columns?: string
  /** What is said of an empty list. */
  none?: string
  /** The field of the result that is shown, where not all are. */
  part?: string
  /** Lines below the result. */
  after?: (result: Given, desk: Desk) => readonly string[]
  /** Does it in another way than by one call. */
  run?(desk: Desk, given: Given): Promise<Result>
}

/** A command of the program. @param usage its name and arguments */
export function row(usage: string, about: string, more: Omit<Row, 'name' | 'args' | 'about'> = {}): Row {
  const [name = '', ...args] = usage.split(/ (?=[<[])/)
  return { calls: isCommandName(name) ? name : undefined, ...more, name, args: args.join(' '), about }
}

/** An option in commander's notation; one that takes certain words is checked against them. */
export function option(flags: string, about: string, choices?: readonly string[]): Option {
  return choices ? new Option(flags, about).choices(choices) : new Option(flags, about)
}

/** A number as it is written, with separators or without; any other text is left to be refused with its field. */
export function toNumber(word: unknown): unknown {
  const digits = String(word).replaceAll(',', '')
  return /^-?\d{1,15}$/.test(digits) ? Number(digits) : word
}

export const page = option('--page <n>', 'which page of 50').argParser(toNumber)
export const ofMember = option('--member <id>', 'of this member alone')
export const days = [option('--from <day>', 'from this day on, YYYY-MM-DD'), option('--to <day>', 'up to this day')]
export const reason = option('--reason <text>', 'why, for the log')
export const neededReason = option('--reason <text>', 'why, for the log (needed)').makeOptionMandatory()
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

/** All options of a command: its own, and those that every change takes. */
export function optionsOf({ options = [], calls, run }: Row): readonly Option[] {
  return calls && commands[calls].kind === 'change' ? [...options, dryRun, ...(run ? [] : [again])] : options
}

/** Runs a command. @throws Problem */
export async function runCommand(row: Row, desk: Desk, given: Given): Promise<Result> {
  const { calls, each } = row
  if (row.run) return row.run(desk, given)
  if (!calls) throw new Error(`${row.name} does nothing`)
  const { dryRun: _, again: _again, site: _site, json: _json, secondFactor: _code, file, ...values } = given
  const contents = await readText(calls, values.contents, file)
  const fields = { ...row.fixed, ...values, ...(contents === undefined ? {} : { contents }) }
  if (each === undefined) {
    const data = await desk.call(calls, payloadOf(row, calls, fields))
    const below = row.after?.(data, desk) ?? []
    return { data, lines: [...doneLines(calls, desk, [data]), ...linesOf(row, data), ...below] }
  }
  const payloads = [...new Set(values[each] as string[])].map((word) =>
    payloadOf(row, calls, { ...fields, [each]: word }),
  )
  return changeEach(row, calls, payloads, desk)
}

/** What was written, as the site takes it. @throws Problem when the site would refuse it as invalid */
function payloadOf({ payload }: Row, calls: CommandName, given: Given): Given {
  const { first, ...made } = payload ? payload(given) : given
  const fields = 'state' in made ? { ...made, state: toSiteState(made.state) } : made
  const parsed = parseFields(commands[calls].payload, fields)
  if ('wrong' in parsed) throw refusalProblem(422, { status: 'invalid', wrong: parsed.wrong })
  return first === undefined ? fields : { ...fields, first }
}

/** Fields of a result that are said in other words, or not at all. */
const unlisted = /^(status|dryRun|changed|needsSecondPerson|firstApproval)$/

/** Lays a result out for people. */
function linesOf({ columns, none = 'There are none.', part }: Row, result: Given): string[] {
  const { rows, total, page, pages, sum, approvalMs, ...fields } = result
  const listed = Object.fromEntries(Object.entries(fields).filter(([field]) => !unlisted.test(field)))
  const delay = `${toSeconds(Number(approvalMs))} s (PLAY_APPROVAL_MS)`
  return [
    ...(!Array.isArray(rows)
      ? list(part ? (listed[part] as object) : listed, columns)
      : rows[0]
        ? table(columns ?? '', rows)
        : [none]),
    ...(Number(pages) > 1 ? [`page ${page} of ${pages}, ${formatNumber(Number(total))} in all`] : []),
    ...(sum === undefined ? [] : list({ sum })),
    ...(typeof approvalMs === 'number'
      ? [`Play money approves and answers by itself after ${delay}; it may be there before you.`]
      : []),
  ]
}

/** Says of a change that it is done, and who approved it first, that it was only tried, or that it was done before. */
function doneLines(calls: CommandName, { dryRun }: Desk, results: readonly Given[]): string[] {
  if (commands[calls].kind !== 'change' || results.length === 0) return []
  const unchanged = results.filter(({ changed }) => changed === false).length
  if (unchanged === results.length) return ['Nothing changed: it was so already.']
  const some = unchanged > 0 ? ['Where changed is no, it was so already.'] : []
  if (dryRun) {
    const isHeld = results.some(({ needsSecondPerson }) => needsSecondPerson)
    const held = isHeld ? ' A second person would have to approve it.' : ''
    return [...some, `Dry run: nothing was changed.${held} The result would be:`]
  }
  const first = new Set(results.flatMap(({ firstApproval }) => (firstApproval ? [String(firstApproval)] : [])))
  return [first.size > 0 ? `Done. First approval by ${[...first].join(', ')}.` : 'Done.', ...some]
}

/** Changes several things one after another. A refused one does not stop the others; a site that is not there does. */
async function changeEach(
  { each = '', part = '', columns }: Row,
  calls: CommandName,
  payloads: readonly Given[],
  desk: Desk,
): Promise<Result> {
  const data: object[] = []
  const results: Given[] = []
  const refusals: string[] = []
  const report = () => {
    const rows = results.map((result) => ({ ...result, ...(result[part] as object | undefined) }))
    const done = rows.length > 0 ? table(`changed ${columns}`, rows) : []
    return [...doneLines(calls, desk, results), ...done, ...refusals]
  }
  for (const payload of payloads) {
    const word = payload[each]
    try {
      const result = await desk.call(calls, payload)
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
