import { readFile } from 'node:fs/promises'
import type { Desk } from './desk-client'
import { errorCode, Problem, usage } from './problem'
import { resolvePath } from './settings'
import { type Column, span, table } from './terminal-text'

/** An option of a command, as parseArgs takes it. `value` names its value in the help. */
export type OptionDefinition = {
  type: 'string' | 'boolean'
  short?: string
  multiple?: true
  value?: string
  about: string
}
type Options = Readonly<Record<string, OptionDefinition>>
type Values<O extends Options> = {
  [Name in keyof O]?: O[Name] extends { type: 'boolean' }
    ? boolean
    : O[Name] extends { multiple: true }
      ? string[]
      : string
}

/** Outcome of a command: `data` for scripts, `lines` for people, and whether it exits with 1. */
export type Result = { data: unknown; lines: readonly string[]; failed?: boolean }

type CommandDefinition<O extends Options> = {
  about: string
  more?: string
  /** Positional arguments as the help writes them, and how many there may be. */
  args?: string
  takes?: { least: number; most: number }
  /** Takes `--dry-run`. */
  changes?: true
  options?: O
  examples?: readonly string[]
  run: (desk: Desk, words: string[], values: Values<O> & { json?: boolean }) => Promise<Result>
}

/** A command of the desk's program; its option values are those of its `options`. */
export type Command = Omit<CommandDefinition<Options>, 'run'> & {
  run: (desk: Desk, words: string[], values: object) => Promise<Result>
}

/** Defines a command; the types of the option values come from `options`. */
export function defineCommand<const O extends Options = Record<never, never>>(
  definition: CommandDefinition<O>,
): Command {
  return definition as Command
}

/** Options that several commands take. */
export const range = {
  from: { type: 'string', value: 'DAY', about: 'from this day on, YYYY-MM-DD' },
  to: { type: 'string', value: 'DAY', about: 'up to this day' },
} as const
export const paged = { page: { type: 'string', value: 'N', about: 'which page of 50 (default 1)' } } as const
export const ofMember = { member: { type: 'string', value: 'ID', about: 'of this member alone' } } as const
export const textFile = {
  file: { type: 'string', value: 'FILE', about: 'take the text from a file; - is standard input' },
} as const
export const overwrite = { force: { type: 'boolean', about: 'write over a file that is there' } } as const

const stateByWord = {
  waiting: 'wait',
  wait: 'wait',
  done: 'already',
  already: 'already',
  cancelled: 'cansel',
  cansel: 'cansel',
  all: 'all',
} as const
type StateWord = keyof typeof stateByWord
const stateWords = Object.keys(stateByWord) as StateWord[]

/** How the program writes the state of a movement or help request. */
export const stateNames = { wait: 'waiting', already: 'done', cansel: 'cancelled' } as const

/** Parses `--state`, in the program's words or the site's. @throws Problem for a word that is not `allowed` */
export function parseState<Word extends StateWord>(
  word: string | undefined,
  allowed: readonly Word[] = stateWords as Word[],
): (typeof stateByWord)[Word] | undefined {
  if (word === undefined) return undefined
  const state = allowed.find((one) => one === word)
  if (state) return stateByWord[state]
  throw new Problem(`--state must be ${allowed.join(', ')}, not ${JSON.stringify(word)}.`, usage)
}

/** Parses a whole number from 1. @throws Problem for anything else */
export function parseNumber(word: string, name: string): number {
  if (/^[1-9]\d{0,14}$/.test(word)) return Number(word)
  throw new Problem(`${name} must be a whole number from 1, not ${JSON.stringify(word)}.`, usage)
}

/** Parses `--page`. @throws Problem */
export function parsePage(word: string | undefined): number | undefined {
  return word === undefined ? undefined : parseNumber(word, '--page')
}

/** Parses one of a few words. @throws Problem for any other */
export function oneOf<Word extends string>(word: string | undefined, words: readonly Word[], name: string): Word {
  const found = words.find((one) => one === word)
  if (found !== undefined) return found
  throw new Problem(`${name} must be ${words.join(' or ')}, not ${JSON.stringify(word)}.`, usage)
}

/** Reads the text of an answer or note: written behind the command, or in a file. @throws Problem */
export async function readText(words: readonly string[], file: string | undefined): Promise<string> {
  if (file !== undefined && words.length > 0) throw new Problem('The text is either written here or in --file.', usage)
  if (file === undefined) {
    if (words.length === 0) throw new Problem('The text is missing: write it in quotes, or name a --file.', usage)
    return words.join(' ')
  }
  if (file === '-') {
    const parts: Buffer[] = []
    for await (const part of process.stdin) parts.push(part)
    return Buffer.concat(parts).toString('utf8')
  }
  try {
    return await readFile(resolvePath(file), 'utf8')
  } catch (error) {
    throw new Problem(`${file} can't be read (${errorCode(error)}).`, usage)
  }
}

type Page = { page: number; pages: number; total: number }

/** Lines that say which page of several this is. */
export function pagingLines({ page, pages, total }: Page): string[] {
  return pages > 1 ? [`page ${page} of ${pages}, ${total} in all`] : []
}

/** Lays the rows of an answer out as a table, or says that there are none. */
export function rowLines<Row>(
  columns: readonly Column<Row>[],
  answer: { rows: readonly Row[] } & Partial<Page>,
  none: string,
): string[] {
  const { rows, page = 1, pages = 1, total = rows.length } = answer
  return rows.length > 0 ? [...table(columns, rows), ...pagingLines({ page, pages, total })] : [none]
}

/** Lines that say that nothing was changed. */
export function dryRunLines(desk: Desk): string[] {
  return desk.dryRun ? ['(a rehearsal: nothing was changed)'] : []
}

/** Lines that say that play money may be there before the desk. */
export function autoApprovalLines(approvalMs: number | null, what: string): string[] {
  return approvalMs === null
    ? []
    : [`Play money ${what} by itself after ${span(approvalMs)} (PLAY_APPROVAL_MS); it may be there before you.`]
}

/**
 * Changes several things one after another. A refused one does not stop the others; a site that is not there does.
 *
 * @param change changes one of them; returns what is printed, for scripts and for people.
 * @param describeRefusal the same for a refusal.
 */
export async function changeEach<Key>(
  keys: readonly Key[],
  change: (key: Key) => Promise<{ data: object; line: string }>,
  describeRefusal: (key: Key, refusal: Problem) => { data: object; line: string },
): Promise<{ data: object[]; lines: string[]; failed: boolean }> {
  const outcomes: { data: object; line: string }[] = []
  let failed = false
  for (const key of keys) {
    try {
      outcomes.push(await change(key))
    } catch (error) {
      if (!(error instanceof Problem) || error.exitCode !== 1) throw error
      outcomes.push(describeRefusal(key, error))
      failed = true
    }
  }
  return { data: outcomes.map(({ data }) => data), lines: outcomes.map(({ line }) => line), failed }
}
