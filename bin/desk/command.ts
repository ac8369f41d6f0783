import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { type CommandName, commands } from '~/embedded/desk/commands'
import { parseFields } from '~/embedded/desk/payload'
import type { Desk } from './desk-client'
import { formatResult, formatResults, toSiteWord, toWord, unwrap } from './format'
import { errorCode, Problem, usage } from './problem'
import { refusalProblem } from './refusals'
import { resolvePath } from './settings'

/** An option of a command, as parseArgs takes it. `value` names its value in the help. */
export type OptionDefinition = {
  type: 'string' | 'boolean'
  short?: string
  multiple?: true
  value?: string
  about: string
}
export type Options = Readonly<Record<string, OptionDefinition>>
type Values = Readonly<Record<string, string | boolean | string[] | undefined>>

/** Outcome of a command: `data` for scripts, `lines` for people, and whether it exits with 1. */
export type Result = { data: unknown; lines: readonly string[]; failed?: boolean }

type CommandBase = {
  about: string
  more?: string | undefined
  examples?: readonly string[]
  /**
   * The words behind it, by the payload's field. `?` may be missing; `*` is a list of any length; of `…` there is one or
   * more, and each is a change of its own.
   */
  args?: readonly string[]
  /** Options beside those that the payload's other fields make. */
  options?: Options
}

/** A command of the program that calls one of the site. */
type SiteCommand = CommandBase & {
  calls: CommandName
  /** Fields of the payload that this command sets. */
  fixed?: Readonly<Record<string, unknown>>
  /** Makes the payload from the words and options by name, where they are not its fields. */
  payload?: (given: Record<string, unknown>) => Record<string, unknown>
  /** What is said of an empty list. */
  none?: string
  /** Lines below the result. */
  after?: (result: Readonly<Record<string, unknown>>, desk: Desk) => readonly string[]
}

/** A command of the program. One of its own takes `--dry-run` where it `changes` something. */
export type Command =
  | SiteCommand
  | (CommandBase & {
      changes?: boolean
      run: (desk: Desk, words: string[], values: Values) => Promise<Result>
    })

/** What the options mean that the fields of payloads make. */
const fieldHelp: Readonly<Record<string, { value?: string; about: string }>> = {
  from: { value: 'DAY', about: 'from this day on, YYYY-MM-DD' },
  to: { value: 'DAY', about: 'up to this day' },
  page: { value: 'N', about: 'which page of 50' },
  member: { value: 'ID', about: 'of this member alone' },
  reason: { value: 'TEXT', about: 'why, for the log' },
  until: { value: 'DAY', about: 'its last day, YYYY-MM-DD (default: until it is ended)' },
  act: { value: 'ACT', about: 'of this act alone, as docs/desk.md names it' },
  origin: { value: 'ORIGIN', about: 'fill it in for the visitors of this origin, or * for all' },
  tell: { value: 'TEXT', about: 'what the member reads about it' },
  unpaid: { about: 'credit a deposit whose payment page has not reported it paid' },
  replace: { about: 'put it in the place of an earlier answer' },
  closed: { about: 'those under maintenance alone' },
  owed: { about: 'closed accounts that have money, to be paid back by pay-out' },
  break: { value: 'TIME', about: 'a break' },
  exclude: { value: 'TIME', about: 'a self-exclusion' },
}

const argNames: Readonly<Record<string, string>> = { contents: 'TEXT', id: 'NO', idx: 'NO', to: 'ID' }
const fileOption = {
  type: 'string',
  value: 'FILE',
  about: 'take the text from a file; - is standard input',
} as const

const firstOption = {
  type: 'string',
  value: 'NO',
  about: 'follow the first yes of another person, which first-approvals lists',
} as const

const nameOf = (arg: string) => arg.replace(/[?*…]$/, '')

/** The payload's fields, by name. */
function shapeOf(command: Command): Readonly<Record<string, z.ZodType>> {
  return 'calls' in command ? commands[command.calls].payload.shape : {}
}

/** The words of the program that a field may have; none for free text. */
function choicesOf(name: string, field: z.ZodType | undefined): string[] {
  const schema = field && unwrap(field)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((one) => choicesOf(name, one as z.ZodType))
  if (!(schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral)) return []
  const values = schema instanceof z.ZodEnum ? schema.options : [...schema.values]
  return values.map((value) => toWord(name, value))
}

/** All options of a command: its own, those of the payload's fields, and the text from a file. */
export function optionsOf(command: Command): Options {
  if (!('calls' in command)) return command.options ?? {}
  const taken = new Set([...(command.args ?? []).map(nameOf), ...Object.keys(command.fixed ?? {})])
  const hasOwnPayload = command.payload !== undefined
  const fields = Object.entries(shapeOf(command)).flatMap(([name, field]): [string, OptionDefinition][] => {
    const help = fieldHelp[name]
    const choices = choicesOf(name, field)
    if (taken.has(name) || (hasOwnPayload && name in (command.options ?? {})) || !(help || choices.length > 0))
      return []
    if (unwrap(field) instanceof z.ZodBoolean) return [[name, { type: 'boolean', about: help?.about ?? name }]]
    const start = field.safeParse(undefined)
    const facts = [
      ...(start.success && start.data !== undefined ? [`default ${toWord(name, start.data)}`] : []),
      ...(start.success ? [] : ['needed']),
    ]
    const about = [help?.about, choices.join(', ').replace(/, ([^,]+)$/, ' or $1')].filter(Boolean).join(': ')
    const value = help?.value ?? name.toUpperCase()
    return [[name, { type: 'string', value, about: facts.length > 0 ? `${about} (${facts.join(', ')})` : about }]]
  })
  return {
    ...Object.fromEntries(fields),
    ...command.options,
    ...(takesText(command) ? { file: fileOption } : {}),
    ...(commands[command.calls].moves ? { first: firstOption } : {}),
  }
}

const takesText = (command: Command) => (command.args ?? []).some((arg) => nameOf(arg) === 'contents')

/** How the words behind a command are written. */
export function argsOf(command: Command): string {
  const words = (command.args ?? []).map((arg) => {
    const name = nameOf(arg)
    const choices = choicesOf(name, shapeOf(command)[name]).join('|')
    const word = argNames[name] ?? (choices || (name.includes('|') ? name : name.toUpperCase()))
    if (arg.endsWith('*')) return `[${word} …]`
    return arg.endsWith('?') || name === 'contents' ? `[${word}]` : arg.endsWith('…') ? `${word} [${word} …]` : word
  })
  return words.join(' ')
}

/** Whether as many words stand behind a command as it takes. */
export function takesWords({ args = [] }: Command, count: number): boolean {
  const least = args.filter((arg) => !/[?*]$/.test(arg) && arg !== 'contents').length
  return count >= least && (count <= args.length || /[*…]$/.test(args.at(-1) ?? ''))
}

/** Runs a command. @throws Problem */
export async function runCommand(command: Command, desk: Desk, words: string[], values: Values): Promise<Result> {
  if ('run' in command) return command.run(desk, words, values)
  const { calls, args = [], fixed = {} } = command
  const given: Record<string, unknown> = { ...fixed }
  for (const name of Object.keys(optionsOf(command))) if (values[name] !== undefined) given[name] = values[name]
  args.forEach((arg, at) => {
    if (arg.endsWith('*')) given[nameOf(arg)] = words.slice(at)
    else if (words[at] !== undefined && !arg.endsWith('…')) given[nameOf(arg)] = words[at]
  })
  if (takesText(command)) given.contents = await readText(given, shapeOf(command).contents)
  delete given.file
  const last = args.at(-1)
  if (!last?.endsWith('…')) {
    const data = await desk.call(calls, payloadOf(command, given))
    const lines = formatResult(calls, data, { ...command, hidden: Object.keys(fixed) })
    const done = doneLines(calls, desk, [data])
    return { data, lines: [...done, ...lines, ...(command.after?.(data, desk) ?? [])] }
  }
  const field = nameOf(last)
  const payloads = [...new Set(words.slice(args.length - 1))].map((word) =>
    payloadOf(command, { ...given, [field]: word }),
  )
  return changeEach(calls, payloads, field, desk)
}

/**
 * What was written, as the site takes it: numbers as numbers, the words of the program in those of the site.
 *
 * @throws Problem when the site would refuse it as invalid.
 */
function payloadOf(command: SiteCommand, given: Record<string, unknown>): Record<string, unknown> {
  const shape = shapeOf(command)
  const made = command.payload ? command.payload(given) : given
  const fields = Object.entries(made).map(([name, value]) => {
    if (typeof value !== 'string') return [name, value]
    const isNumber = shape[name] && unwrap(shape[name]) instanceof z.ZodNumber
    return [name, isNumber ? toNumber(value) : toSiteWord(name, value)]
  })
  const { first, ...payload } = Object.fromEntries(fields)
  const parsed = parseFields(commands[command.calls].payload, payload, toWord)
  if ('data' in parsed) return first === undefined ? payload : { ...payload, first }
  throw refusalProblem(422, { status: 'invalid', wrong: parsed.wrong })
}

/** One of two words, or a Problem. */
export function oneOf<Word extends string>(words: readonly Word[], given: unknown): Word {
  const found = words.find((word) => word === given)
  if (found !== undefined) return found
  throw new Problem(`It must be ${words.join(' or ')}, not ${JSON.stringify(given)}.`, usage)
}

/** A number as it is written, with separators or without; any other text is left to the site to refuse. */
export function toNumber(word: string): number | string {
  const digits = word.replaceAll(',', '')
  return /^-?\d{1,15}$/.test(digits) ? Number(digits) : word
}

/** Says of a change that it is done, and who said yes to it first, that it was only tried, or that it was done before. */
function doneLines(calls: CommandName, desk: Desk, results: readonly Readonly<Record<string, unknown>>[]): string[] {
  if (commands[calls].kind !== 'change') return []
  const changed = results.filter((result) => result.changed !== false)
  const unchanged = results.length > changed.length ? ['Nothing was to be changed: it is so already.'] : []
  if (changed.length === 0) return unchanged
  const some = unchanged.map((sentence) => `Where changed is no: ${sentence}`)
  if (desk.dryRun) {
    const isHeld = results.some(({ needsSecondPerson }) => needsSecondPerson)
    return [...some, `A rehearsal: nothing was changed. It would be${isHeld ? ", by a second person's yes" : ''}:`]
  }
  const first = new Set(results.flatMap(({ firstApproval }) => (firstApproval ? [String(firstApproval)] : [])))
  return [
    ['Done.', ...(first.size > 0 ? [`The first yes was that of ${[...first].join(', ')}.`] : [])].join(' '),
    ...some,
  ]
}

/** Changes several things one after another. A refused one does not stop the others; a site that is not there does. */
async function changeEach(
  calls: CommandName,
  payloads: readonly Record<string, unknown>[],
  field: string,
  desk: Desk,
): Promise<Result> {
  const data: object[] = []
  const results: Record<string, unknown>[] = []
  const refusals: string[] = []
  const report = () => [...doneLines(calls, desk, results), ...formatResults(calls, results), ...refusals]
  for (const payload of payloads) {
    const word = payload[field]
    try {
      const result = await desk.call(calls, payload)
      data.push({ [field]: word, ...result })
      results.push(result)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const { status, message, exitCode, more } = error
      refusals.push(`${word}: ${message}`)
      if (exitCode !== 1 && data.length === 0) throw error
      if (exitCode !== 1) throw new Problem(report().join('\n'), { status, exitCode, more: { ...more, before: data } })
      data.push({ [field]: word, status, message, ...more })
    }
  }
  return { data, lines: report(), failed: refusals.length > 0 }
}

/** What is said where a text is needed, and where it is written twice. */
export const textIsMissing = 'The text is written either here, in quotes, or in a --file.'

/**
 * Reads the text of an answer or note: written behind the command, or in a file; undefined where the field may be missing
 * and is.
 *
 * @throws Problem
 */
async function readText(
  { contents, file }: Record<string, unknown>,
  field: z.ZodType | undefined,
): Promise<string | undefined> {
  if (contents === undefined && file === undefined && field?.safeParse(undefined).success) return undefined
  if ((contents === undefined) === (file === undefined)) throw new Problem(textIsMissing, usage)
  if (typeof file !== 'string') return String(contents)
  try {
    return await readFile(file === '-' ? '/dev/stdin' : resolvePath(file), 'utf8')
  } catch (error) {
    throw new Problem(`${file} can't be read (${errorCode(error)}).`, usage)
  }
}
