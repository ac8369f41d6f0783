import { file, option, type Row, row, textIsMissing, toNumber } from '../command'
import { list, table } from '../layout'
import { Problem, usage } from '../problem'
import { dataCareCommands } from './data-care'
import { exportCommands, storeCommands } from './files'
import { peopleCommands } from './people'
import { supportCommands } from './support'

const settled = {
  payload: ({ 'deposit|withdrawal': kind, ...rest }: Readonly<Record<string, unknown>>) => ({ kind, ...rest }),
  without: ['kind'],
  part: 'movement',
}

const money = [
  row('status', { calls: 'overview' }),
  row('deposits', {
    ...{ calls: 'movements', fixed: { kind: 'deposit' } },
    about:
      'Lists deposits, the waiting ones unless told otherwise. Those come oldest first, with the name to look for.',
    examples: ['deposits', 'deposits --state done --from 2026-03-01 --json'],
  }),
  row('withdrawals', {
    ...{ calls: 'movements', fixed: { kind: 'withdrawal' } },
    about:
      'Lists withdrawals, the waiting ones unless told otherwise. Those come oldest first, with the account to pay to.',
  }),
  row('movement <number>', { part: 'movement' }),
  row('approve <deposit|withdrawal> <id...>', {
    ...settled,
    examples: ['approve deposit 21 22', 'approve deposit 4F7K-21', 'approve withdrawal 23 --dry-run'],
  }),
  row('cancel <deposit|withdrawal> <id...>', {
    ...settled,
    examples: ['cancel withdrawal 23 --tell "계좌가 해지되어 있습니다." --reason "bank says closed"'],
  }),
  row('credit <id> <won>', {
    payload: ({ won, ...rest }) => ({ ...rest, won: toNumber(won) }),
    examples: ['credit 4F7K-21 25000 --tell "25,000원이 입금되어 그 금액으로 처리했습니다." --dry-run'],
  }),
]

/** The notices of /notice, or the pop-ups of home. */
function noticeCommands(place: 'list' | 'popup', word: 'notice' | 'popup'): Row[] {
  const fixed = { place }
  const noun = place === 'popup' ? 'pop-up' : 'notice'
  return [
    row(`${word} list`, {
      ...{ calls: 'notices', fixed, about: `Lists ${noun}s.` },
    }),
    row(`${word} add <title> [contents]`, {
      ...{ calls: 'add-notice', fixed, options: [file] },
      about: `Puts up a ${noun}.${place === 'popup' ? ' Visitors may see the home page as it was up to a minute ago.' : ''}`,
      examples: [`${word} add "점검 안내" "오늘 밤 2시부터 점검합니다." --until 2026-03-10`],
    }),
    row(`${word} end <idx>`, {
      ...{ calls: 'end-notice', fixed, about: `Ends a ${noun}, which is kept and listed with --state ended or all.` },
    }),
  ]
}

/** The members that a command is for: some, or with --all everybody. */
function toMembers(to: unknown, all: unknown): unknown {
  const some = Array.isArray(to) && to.length > 0
  if (some === (all === true)) throw new Problem('Name members, or --all.', usage)
  return some ? to : 'all'
}
const all = option('--all', 'every member there is')

const messages = [
  row('requests'),
  row('request <id>', { part: 'request' }),
  row('answer <id> [contents]', {
    options: [file],
    payload: (given) => {
      if (given.account === undefined && given.contents === undefined) throw new Problem(textIsMissing, usage)
      return given
    },
    part: 'request',
    examples: [
      'answer 7 "확인해 보니 처리되었습니다."',
      'answer 7 --file answer.txt',
      'answer 7 --bank 국민은행 --number 123-456-789012 --holder 마당',
    ],
  }),
  row('note <title> [contents]', {
    options: [
      option('--to <id>', 'a member; may be given again').argParser((id, ids: string[] = []) => [...ids, id]),
      ...[all, file],
    ],
    payload: ({ to, all, ...rest }) => ({ ...rest, to: toMembers(to, all) }),
    examples: ['note --to demo "안내" "계좌가 바뀌었습니다."', 'note --all "점검 안내" --file note.txt --dry-run'],
  }),
  ...noticeCommands('list', 'notice'),
  ...noticeCommands('popup', 'popup'),
]

const games = [
  row('providers'),
  row('maintenance <on|off> <provider...>', {
    payload: ({ 'on|off': word, provider }) => ({ provider, used: word === 'on' ? 'n' : 'y' }),
    without: ['used'],
    examples: [
      'maintenance on mir-works',
      'maintenance off mir-works maru-tables',
      'maintenance on dodam-play --game-code moon-rabbit-mill',
    ],
  }),
  row('callback-secret <provider>', {
    more: 'Each is good until PROVIDER_SECRET, or PAYMENT_SECRET for payments, no longer holds what it is derived from.',
    examples: ['callback-secret dodam-play', 'callback-secret payments --json'],
  }),
]

const members = [
  row('members [search]'),
  row('member <member>', {
    more: 'The latest entries of the ledger come with it.',
    run: async (backoffice, { member }) => {
      const about = await backoffice.call('member', { member })
      const rows = (await backoffice.call('ledger', { member })).rows as object[]
      const { status: _, member: summary, documents, ...rest } = about
      const columns = 'id transfer at account provider won after cause causeId'
      return {
        data: { ...about, ledger: rows },
        lines: [
          ...list({ ...summary, ...rest }),
          ...(documents[0] ? ['', 'documents:', ...table('document version adult acceptedAt', documents)] : []),
          ...['', ...(rows[0] ? table(columns, rows) : ['No entry yet.'])],
        ],
      }
    },
  }),
  row('ledger [member]', {
    examples: ['ledger demo --account cash', 'ledger --account jackpot --from 2026-03-01'],
  }),
  row('correct <member> <cash|game|comp> <give|take> <won>', {
    more: 'Cash and in-game money come from the bank account of the books, comp from its budget.',
    payload: ({ 'cash|game|comp': account, 'give|take': direction, won, ...rest }) => {
      const sum = toNumber(won)
      if (typeof sum !== 'number' || sum <= 0) throw new Problem('The sum is whole won above 0.', usage)
      return { account, ...rest, won: direction === 'give' ? sum : -sum }
    },
    without: ['account'],
    examples: ['correct demo cash give 50000 --reason "deposit 21 came in twice as much" --dry-run'],
  }),
  row('restrict <member>', {
    more: 'Only the member can raise a limit, on the site, after 24 hours.',
    examples: ['restrict demo --day 100000 --exclude 6m --reason "asked by phone"'],
  }),
  row('limit-changes <member>'),
  row('linked-accounts', {
    more:
      'A phone number is not proven, and a stranger who registers with that of a member could close their account. Accounts of ' +
      'a break are listed too. Of an erased member only hashes are left; they are not compared.',
  }),
  row('sign-out [to...]', { options: [all], payload: ({ to, all }) => ({ to: toMembers(to, all) }) }),
  row('referral-codes', { none: 'There is no code: nobody can register.' }),
  row('add-referral-code <code> <owner>', {
    more: 'A store with real money begins without one.',
    examples: ["add-referral-code SPRING26 madang --origin '*'"],
  }),
  row('remove-referral-code <code>'),
]

const books = [
  row('audit', {
    more: 'Exit code 1 when something is found.',
    run: async (backoffice) => {
      const data = await backoffice.call('audit', {})
      const { inOrder, findings, figures, ms } = data
      const verdict = ['', `The books are ${inOrder ? 'in order' : 'NOT in order'}. The audit took ${ms} ms.`]
      const found = findings[0] ? ['', 'findings:', ...table('check count examples', findings)] : []
      return { data, failed: !inOrder, lines: [...list(figures), ...found, ...verdict] }
    },
  }),
  ...exportCommands,
  row('log', { calls: 'acts' }),
]

/** All commands, in the groups of the help. */
export const groups: Readonly<Record<string, readonly Row[]>> = {
  Money: money,
  Messages: messages,
  Support: supportCommands,
  People: peopleCommands,
  Games: games,
  Members: members,
  'Personal data': dataCareCommands,
  Books: books,
  Store: storeCommands,
}
