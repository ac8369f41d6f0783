import type { CommandAnswer } from '~/embedded/desk/commands'
import { movementKind } from '~/embedded/desk/commands'
import { parseMovementNumber } from '~/embedded/movements/number'
import {
  autoApprovalLines,
  type Command,
  changeEach,
  defineCommand,
  dryRunLines,
  ofMember,
  oneOf,
  paged,
  pagingLines,
  parseNumber,
  parsePage,
  parseState,
  range,
  stateNames,
} from '../command'
import type { Desk } from '../desk-client'
import { type Column, list, table, time, won } from '../terminal-text'

type Movement = CommandAnswer<'movements'>['rows'][number]

/** Who settled a movement, as the program writes it. */
const settlerNames: Readonly<Record<string, string>> = { play: 'itself', payment: 'its page', desk: 'desk' }

/** Formats a number of rows and their sum. */
export function countWords({ count, won: sum }: { count: number; won: number | string }): string {
  return `${count.toLocaleString('en')}, ${won(sum)} won`
}

const status = defineCommand({
  about: 'show how much waits',
  run: async (desk) => {
    const data = await desk.read('overview', {})
    const { waiting } = data
    return {
      data,
      lines: [
        ...list([
          ['deposits waiting', countWords(waiting.deposits)],
          ['withdrawals waiting', countWords(waiting.withdrawals)],
          ['payments that their payer has not made', countWords(waiting.payments)],
          ['help requests waiting', waiting.help],
          ['providers under maintenance', data.closedProviders],
          ['members', data.members.toLocaleString('en')],
          ['money', data.money],
          ['store', data.store === 'postgres' ? 'PostgreSQL' : 'PGlite'],
        ]),
        ...autoApprovalLines(data.approvalMs, 'approves what waits, and answers requests,'),
      ],
    }
  },
})

function movementsCommand(kind: 'deposit' | 'withdrawal'): Command {
  const isWithdrawal = kind === 'withdrawal'
  const columns: Column<Movement>[] = [
    { head: 'no.', of: ({ id }) => id, right: true },
    { head: 'number', of: ({ number }) => number },
    { head: 'asked for', of: ({ appliedAt }) => time(appliedAt) },
    { head: 'member', of: ({ member }) => member },
    { head: 'won', of: (row) => won(row.won), right: true },
    { head: 'fee', of: ({ fee }) => won(fee), right: true },
    { head: 'by', of: ({ method, paymentIdx }) => (method === 'bank' ? 'bank' : `payment ${paymentIdx ?? ''}`) },
    { head: 'state', of: ({ state }) => stateNames[state] },
    { head: 'ended', of: settledWords },
    { head: isWithdrawal ? 'pay to' : 'payer', of: ({ bank }) => `${bank.name} ${bank.number} ${bank.owner}` },
    { head: 'cash now', of: ({ cash }) => won(cash), right: true },
  ]
  return defineCommand({
    about: `list ${kind}s, the waiting ones unless told otherwise`,
    more: isWithdrawal
      ? 'Waiting ones come oldest first, with the account to pay to. Their money is held already.'
      : 'Waiting ones come oldest first, with the name to look for among what came in.',
    options: {
      state: { type: 'string', value: 'STATE', about: 'waiting, done, cancelled or all (default waiting)' },
      ...ofMember,
      ...range,
      ...paged,
    },
    examples: [`${kind}s`, `${kind}s --state done --from 2026-03-01 --json`],
    run: async (desk, _words, { state, member, from, to, page }) => {
      const filter = { kind, state: parseState(state), member, from, to }
      const data = await desk.read('movements', { ...filter, page: parsePage(page) })
      const { rows, total, approvalMs } = data
      const someWait = rows.some((row) => row.state === 'wait')
      return {
        data,
        lines: [
          ...(rows.length > 0 ? table(columns, rows) : [`There is no such ${kind}.`]),
          ...(total > 0 ? [`${total} ${kind}${total === 1 ? '' : 's'}, ${won(data.sum)} won`] : []),
          ...pagingLines(data),
          ...(someWait || total === 0 ? autoApprovalLines(approvalMs, 'approves what waits') : []),
        ],
      }
    },
  })
}

const movement = defineCommand({
  about: 'show the deposit or withdrawal whose number a member reads out',
  args: 'NUMBER',
  takes: { least: 1, most: 1 },
  examples: ['movement 4F7K-21'],
  run: async (desk, [number = '']) => {
    const data = await desk.read('movement', { number })
    const { id, kind, member, nick, won: sum, fee, appliedAt, state, bank, cash, ...row } = data.movement
    return {
      data,
      lines: list([
        [kind, `no. ${id}, ${row.number}`],
        ['member', `${member} (${nick})`],
        ['won', `${won(sum)}, fee ${won(fee)}`],
        ['by', row.method === 'bank' ? 'bank' : `payment ${row.paymentIdx ?? ''}`],
        ['asked for', time(appliedAt)],
        ['state', stateNames[state]],
        ['ended', settledWords(data.movement)],
        [kind === 'withdrawal' ? 'pay to' : 'payer', `${bank.name} ${bank.number} ${bank.owner}`],
        ['cash now', won(cash)],
      ]),
    }
  },
})

function settledWords({ settledAt, settledBy }: Movement): string {
  return settledAt ? `${time(settledAt)} ${settlerNames[settledBy ?? ''] ?? settledBy}` : '-'
}

const settleArgs = { args: 'deposit|withdrawal NO [NO …]', takes: { least: 2, most: 101 }, changes: true } as const
const reason = { reason: { type: 'string', value: 'TEXT', about: 'why, for the log' } } as const

const approve = defineCommand({
  about: 'credit waiting deposits, or pay waiting withdrawals out',
  more: 'Approve a withdrawal when its money is sent. One that was approved before counts as done; one that was cancelled is refused.',
  ...settleArgs,
  options: {
    ...reason,
    unpaid: { type: 'boolean', about: 'credit a deposit whose payment page has not reported it paid' },
  },
  examples: ['approve deposit 21 22', 'approve deposit 4F7K-21', 'approve withdrawal 23 --dry-run'],
  run: (desk, words, { reason, unpaid }) =>
    settle(desk, words, (payload) => desk.change('approve', { ...payload, reason, unpaid }), {
      deposit: 'credited',
      withdrawal: 'paid out',
    }),
})

const cancel = defineCommand({
  about: 'call waiting deposits or withdrawals off; what a withdrawal held goes back to the member',
  more: 'One that was cancelled before counts as done; one that was approved is refused.',
  ...settleArgs,
  options: reason,
  examples: ['cancel withdrawal 23 --reason "the account is closed"'],
  run: (desk, words, { reason }) =>
    settle(desk, words, (payload) => desk.change('cancel', { ...payload, reason }), {
      deposit: 'cancelled',
      withdrawal: 'cancelled',
    }),
})

/** Parses a movement's row number, or the number that its member reads out. @throws Problem */
function parseSettled(word: string): number {
  const id = /^\d+$/.test(word) ? undefined : parseMovementNumber(word)
  return id === undefined ? parseNumber(word, 'A number') : Number(id)
}

/** Settles the movements that the words name. `doneWords` say what is done to one of a kind. */
async function settle(
  desk: Desk,
  [word, ...numbers]: string[],
  change: (payload: { kind: Movement['kind']; id: number }) => Promise<CommandAnswer<'approve'>>,
  doneWords: Record<Movement['kind'], string>,
) {
  const kind = oneOf(word?.replace(/s$/, ''), movementKind.options, 'What to settle')
  const done = doneWords[kind]
  const ids = [...new Set(numbers.map(parseSettled))]
  const { data, lines, failed } = await changeEach(
    ids,
    async (id) => {
      const answer = await change({ kind, id })
      const { movement } = answer
      const name = `${kind} ${movement.id} of ${movement.member}, ${won(movement.won)} won`
      const now = desk.dryRun ? `would be ${done}; their cash would then be` : `${done}; their cash is now`
      return {
        data: { id: String(id), ...answer },
        line: answer.changed
          ? `${name}: ${now} ${won(movement.cash)}.`
          : `${name}: was ${done} before, at ${time(movement.settledAt)}.`,
      }
    },
    (id, { status, message, more }) => ({
      data: { id: String(id), status, message, ...more },
      line: status === 'not_found' ? `There is no ${kind} ${id}.` : message,
    }),
  )
  return { data, lines: [...lines, ...dryRunLines(desk)], failed }
}

export const money: Record<string, Command> = {
  status,
  deposits: movementsCommand('deposit'),
  withdrawals: movementsCommand('withdrawal'),
  movement,
  approve,
  cancel,
}
