import { type CommandAnswer, exportKind } from '~/embedded/desk/commands'
import {
  type Command,
  defineCommand,
  ofMember,
  oneOf,
  overwrite,
  paged,
  parsePage,
  parseState,
  range,
  rowLines,
} from '../command'
import { Problem, usage } from '../problem'
import { resolveFreePath } from '../settings'
import { type Column, columnsOf, list, plain, span, time, won } from '../terminal-text'
import { writeResponse } from '../write-response'
import { countWords } from './money'

export type Figures = CommandAnswer<'audit'>['figures']

const audit = defineCommand({
  about: 'prove the books: that every won is accounted for',
  more: 'Exit code 1 when something is found. On PGlite everybody waits while it reads.',
  run: async (desk) => {
    const data = await desk.read('audit', {})
    const { figures, findings, inOrder } = data
    return {
      data,
      failed: !inOrder,
      lines: [
        ...findings.map(({ check, count, examples }) => {
          const more = count > examples.length ? ', …' : ''
          return `NOT SO: ${check}: ${count} (${examples.map(plain).join(', ')}${more})`
        }),
        ...(findings.length > 0 ? [''] : []),
        ...figureLines(figures),
        '',
        `The books are ${inOrder ? 'in order' : 'NOT in order'} (${span(data.ms)}).`,
      ],
    }
  },
})

const accountNames: Readonly<Record<string, string>> = {
  cash: 'cash of members',
  game: 'in-game money of members',
  comp: 'comp of members',
  held: 'held for withdrawals',
  jackpot: 'jackpot',
  bank: 'bank',
  payments: 'payments',
  provider: 'providers',
  comp_budget: 'comp budget',
  fees: 'fees',
}

/** Lays the figures of an audit out. */
export function figureLines(figures: Figures): string[] {
  const { accounts, members, transfers, entries, waiting, done, bets } = figures
  const kinds = [...new Set([...Object.keys(accountNames), ...Object.keys(accounts)])]
  const sums = [
    ...kinds.map((kind): [string, string] => [accountNames[kind] ?? kind, won(accounts[kind])]),
    ['sum of all entries', won(figures.sum)] as const,
  ]
  const nameColumns = Math.max(...sums.map(([name]) => columnsOf(name)))
  const sumColumns = Math.max(...sums.map(([, sum]) => columnsOf(sum)))
  return [
    ...sums.map(([name, sum]) => `${name.padEnd(nameColumns)}  ${sum.padStart(sumColumns)}`),
    '',
    ...list([
      ['members', members.toLocaleString('en')],
      ['transfers, entries', `${transfers.toLocaleString('en')}, ${entries.toLocaleString('en')}`],
      ['deposits', `${countWords(done.deposits)}; waiting ${countWords(waiting.deposits)}`],
      ['withdrawals', `${countWords(done.withdrawals)}; waiting ${countWords(waiting.withdrawals)}`],
      [
        'bets',
        `open ${countWords(bets.open)}; settled ${countWords(bets.settled)}; returned ${countWords(bets.returned)}`,
      ],
    ]),
  ]
}

const exportFile = defineCommand({
  about: 'write deposits, withdrawals or the ledger as a CSV file',
  more:
    'UTF-8 with a byte order mark, times of Seoul, one line an entry or movement, oldest first. ' +
    'Text that a spreadsheet would run as a formula is written with an apostrophe before it.',
  args: 'deposits|withdrawals|ledger FILE',
  takes: { least: 2, most: 2 },
  options: {
    state: {
      type: 'string',
      value: 'STATE',
      about: 'of deposits and withdrawals: waiting, done, cancelled or all (default all)',
    },
    ...ofMember,
    ...range,
    ...overwrite,
  },
  examples: [
    'export withdrawals march.csv --from 2026-03-01 --to 2026-03-31',
    'export ledger - | gzip > ledger.csv.gz',
  ],
  run: async (desk, [word, file = ''], { state, member, from, to, force, json }) => {
    const what = oneOf(word, exportKind.options, 'What to export')
    if (what === 'ledger' && state !== undefined) throw new Problem('Entries of the ledger have no state.', usage)
    if (file === '-' && json) throw new Problem('--json needs a file: the CSV goes to standard output here.', usage)
    const path = file === '-' ? undefined : resolveFreePath(file, force)
    const response = await desk.download('export', { what, state: parseState(state), member, from, to })
    const bytes = await writeResponse(response as Response, path)
    return {
      data: { status: 'success', ...(path ? { file: path } : {}), bytes },
      lines: path ? [`${path}: ${bytes.toLocaleString('en')} bytes`] : [],
    }
  },
})

const logColumns: Column<CommandAnswer<'acts'>['rows'][number]>[] = [
  { head: 'no.', of: ({ id }) => id, right: true },
  { head: 'time', of: ({ at }) => time(at) },
  { head: 'who', of: ({ who }) => who },
  { head: 'act', of: ({ act, rehearsed }) => (rehearsed ? `${act} (rehearsal)` : act) },
  { head: 'result', of: ({ result }) => resultWords(result) },
  { head: 'members', of: ({ members }) => members.join(' ') },
  { head: 'asked for', of: ({ payload }) => JSON.stringify(payload) },
]

const log = defineCommand({
  about: 'list what the desk did, newest first',
  options: {
    act: { type: 'string', value: 'ACT', about: 'of this act alone, as docs/desk.md names it' },
    ...range,
    ...paged,
  },
  run: async (desk, _words, { act, from, to, page }) => {
    const data = await desk.read('acts', { act, from, to, page: parsePage(page) })
    return { data, lines: rowLines(logColumns, data, 'Nothing yet.') }
  },
})

function resultWords(result: unknown): string {
  const { status, total, changed } = (result ?? {}) as { status?: string; total?: number; changed?: boolean }
  if (changed === false) return 'nothing to change'
  if (total !== undefined) return `${total} seen`
  return status === 'success' ? 'done' : String(status)
}

export const books: Record<string, Command> = { audit, export: exportFile, log }
