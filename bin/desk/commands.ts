import { accountKind } from '~/embedded/desk/commands/fields'
import { breakLengths, exclusionLengths } from '~/upstream/contract/play-limits'
import {
  days,
  file,
  first,
  neededReason,
  ofMember,
  option,
  page,
  type Row,
  reason,
  row,
  textIsMissing,
  toNumber,
} from './command'
import { dataCareCommands } from './data-care-commands'
import { exportCommands, storeCommands } from './file-commands'
import { list, movementColumns, requestColumns, table } from './layout'
import { peopleCommands } from './people-commands'
import { Problem, usage } from './problem'
import { supportCommands } from './support-commands'

const stateOf = (...states: string[]) => option('--state <state>', `of this state (default ${states[0]})`, states)

/** The columns of a list leave out the kind, which is that of the list. */
const listedMovement = movementColumns.replace(' kind', '')
const movementOptions = [
  option('--order <order>', 'by their time, or the largest first', ['oldest', 'newest', 'largest']),
  stateOf('waiting', 'done', 'cancelled', 'all'),
  ofMember,
  ...days,
  page,
]
const tell = 'what the member reads about it'

const money = [
  row('status', 'show how much waits', { calls: 'overview' }),
  row('deposits', 'list deposits, the waiting ones unless told otherwise', {
    calls: 'movements',
    fixed: { kind: 'deposit' },
    more: 'Waiting ones come oldest first, with the name to look for among what came in.',
    options: movementOptions,
    columns: listedMovement,
    examples: ['deposits', 'deposits --state done --from 2026-03-01 --json'],
  }),
  row('withdrawals', 'list withdrawals, the waiting ones unless told otherwise', {
    calls: 'movements',
    fixed: { kind: 'withdrawal' },
    more: 'Waiting ones come oldest first, with the account to pay to. Their money is held already.',
    options: movementOptions,
    columns: listedMovement,
  }),
  row('movement <number>', 'show a deposit or withdrawal, by its number (4F7K-21) or id (21)', {
    part: 'movement',
    columns: movementColumns,
  }),
  row('approve <deposit|withdrawal> <id...>', 'credit waiting deposits, or mark waiting withdrawals as paid', {
    more: 'Send the money before. One that was approved before counts as done; one that was cancelled is refused.',
    options: [reason, option('--unpaid', 'credit a deposit whose payment page has not reported it paid'), first],
    payload: ({ 'deposit|withdrawal': kind, ...rest }) => ({ kind, ...rest }),
    ...{ each: 'id', part: 'movement', columns: movementColumns },
    examples: ['approve deposit 21 22', 'approve deposit 4F7K-21', 'approve withdrawal 23 --dry-run'],
  }),
  row('cancel <deposit|withdrawal> <id...>', 'cancel waiting deposits or withdrawals', {
    more:
      'What a withdrawal held goes back to the member. One that was cancelled before counts as done; one that was approved ' +
      'is refused.',
    options: [reason, option('--tell <text>', tell)],
    payload: ({ 'deposit|withdrawal': kind, ...rest }) => ({ kind, ...rest }),
    ...{ each: 'id', part: 'movement', columns: movementColumns },
    examples: ['cancel withdrawal 23 --tell "계좌가 해지되어 있습니다." --reason "bank says closed"'],
  }),
  row('credit <id> <won>', 'credit another amount than a waiting deposit asked for, as came in', {
    more: 'It cancels that deposit and credits one of this amount. Deposits by a payment page report their own sum.',
    options: [option('--tell <text>', `${tell} (needed)`).makeOptionMandatory(), reason, first],
    payload: ({ won, ...rest }) => ({ ...rest, won: toNumber(won) }),
    examples: ['credit 4F7K-21 25000 --tell "25,000원이 입금되어 그 금액으로 처리했습니다." --dry-run'],
  }),
]

/** The notices of /notice, or the pop-ups of home. */
function noticeCommands(place: 'list' | 'popup', word: 'notice' | 'popup'): Row[] {
  const [fixed, noun] = [{ place }, place === 'popup' ? 'pop-up' : 'notice']
  const more = place === 'popup' ? 'Visitors may see the home page as it was up to a minute ago.' : undefined
  return [
    row(`${word} list`, `list ${noun}s`, {
      ...{ calls: 'notices', fixed, options: [stateOf('shown', 'ended', 'all'), page] },
      columns: 'idx title contents madeAt endsAt shown',
    }),
    row(`${word} add <title> [contents]`, `add a ${noun}`, {
      ...{ calls: 'add-notice', fixed, more },
      options: [option('--until <day>', 'its last day, YYYY-MM-DD (default: until it is ended)'), file],
      examples: [`${word} add "점검 안내" "오늘 밤 2시부터 점검합니다." --until 2026-03-10`],
    }),
    row(`${word} end <idx>`, `end a ${noun}; it is kept, and listed with --state ended or all`, {
      ...{ calls: 'end-notice', fixed, more },
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
  row('requests', 'list help requests, the waiting ones unless told otherwise', {
    more: 'Those who ask for the account to pay into are among them, marked so.',
    options: [stateOf('waiting', 'done', 'all'), ofMember, page],
    columns: 'id member nick title contents account language madeAt dueAt state answer answerAccount answeredAt readAt',
  }),
  row('request <id>', 'show one help request whole', { part: 'request', columns: requestColumns }),
  row('answer <id> [contents]', 'answer a help request, or tell the account to pay into', {
    more:
      'The member finds the answer unread. The answer to who asked for the account lets them ask again; with --bank, ' +
      '--number and --holder the member copies number and sum by a button each, and a text is not needed.',
    options: [
      option('--replace', 'put it in the place of an earlier answer'),
      option('--bank <name>', 'the bank of the account to pay into'),
      option('--number <number>', 'its number, which the member copies as it is'),
      option('--holder <name>', 'the name of its holder'),
      file,
    ],
    payload: ({ bank, number, holder, ...rest }) => {
      const account = { bank, number, holder }
      const hasAccount = Object.values(account).some((field) => field !== undefined)
      if (!hasAccount && rest.contents === undefined) throw new Problem(textIsMissing, usage)
      return hasAccount ? { ...rest, account } : rest
    },
    ...{ part: 'request', columns: requestColumns },
    examples: [
      'answer 7 "확인해 보니 처리되었습니다."',
      'answer 7 --file answer.txt',
      'answer 7 --bank 국민은행 --number 123-456-789012 --holder 마당',
    ],
  }),
  row('note <title> [contents]', 'send a note to members, or to all', {
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
  row('providers', 'list providers, and which are under maintenance', {
    options: [
      option('--kind <kind>', 'of this kind alone', ['casino', 'slot', 'sport']),
      option('--closed', 'those under maintenance alone'),
    ],
    columns: 'code kind nameKo nameEn used closedAt',
  }),
  row('maintenance <on|off> <provider...>', 'put providers under maintenance, or open them again', {
    more: 'New games and bets stop at once, open bets are still settled. The lists of the site are held for 30 seconds.',
    payload: ({ 'on|off': word, provider }) => ({ provider, used: word === 'on' ? 'n' : 'y' }),
    ...{ each: 'provider', columns: 'provider used' },
    examples: ['maintenance on mir-works', 'maintenance off mir-works maru-tables'],
  }),
  row('callback-secret <provider>', 'print what a provider, or payments, signs its callbacks with', {
    more:
      'Newest first; each is good until PROVIDER_SECRET, or PAYMENT_SECRET for payments, no longer holds what it is ' +
      'derived from. Give it to that sender alone.',
    examples: ['callback-secret dodam-play', 'callback-secret payments --json'],
  }),
]

const memberColumns = 'member nick level joinedAt closedAt erasedAt cash game comp'
const ledgerColumns = 'id transfer at account member provider won after cause causeId'

const members = [
  row('members [search]', 'find members by a part of their id or nick, or by the end of their phone or bank account', {
    options: [
      page,
      option('--owed', 'closed accounts that have money, to be paid back by pay-out'),
      option('--tagged <tag>', 'those with this tag'),
    ],
    columns: memberColumns,
  }),
  row('member <member>', 'show a member: balances, what waits, limits, and the latest entries of their ledger', {
    run: async (desk, { member }) => {
      const about = await desk.call('member', { member })
      const rows = (await desk.call('ledger', { member })).rows as object[]
      const { status: _, member: summary, documents, ...rest } = about
      return {
        data: { ...about, ledger: rows },
        lines: [
          ...list({ ...summary, ...rest }),
          ...(documents[0] ? ['', 'documents:', ...table('document version adult acceptedAt', documents)] : []),
          ...['', ...(rows[0] ? table(ledgerColumns.replace('member ', ''), rows) : ['No entry yet.'])],
        ],
      }
    },
  }),
  row('ledger [member]', "list entries of the ledger, newest first: a member's, an account's, or all", {
    options: [option('--account <account>', 'of this kind of account alone', accountKind.options), ...days, page],
    columns: ledgerColumns,
    examples: ['ledger demo --account cash', 'ledger --account jackpot --from 2026-03-01'],
  }),
  row('correct <member> <cash|game|comp> <give|take> <won>', 'give a member money that they lack, or take some back', {
    more:
      'What was written stays: this is a transfer of its own, with the cause "correction", and the log keeps the reason. ' +
      'Cash and in-game money come from the bank account of the books, comp from its budget.',
    options: [neededReason, first],
    payload: ({ 'cash|game|comp': account, 'give|take': direction, won, ...rest }) => {
      const sum = toNumber(won)
      if (typeof sum !== 'number' || sum <= 0) throw new Problem('The sum is whole won above 0.', usage)
      return { account, ...rest, won: direction === 'give' ? sum : -sum }
    },
    examples: ['correct demo cash give 50000 --reason "deposit 21 came in twice as much" --dry-run'],
  }),
  row('restrict <member>', "lower a member's deposit limits, or begin a break or self-exclusion, at their request", {
    more:
      'It acts at once and ends the games that are open. Nothing raises a limit or shortens an exclusion from here: ' +
      'only the member can raise a limit, on the site, after 24 hours.',
    options: [
      option('--day <won>', 'deposit at most this much a day; 0 for nothing').argParser(toNumber),
      option('--week <won>', 'a week, from Monday').argParser(toNumber),
      option('--month <won>', 'a month').argParser(toNumber),
      option('--break <time>', 'a break', breakLengths),
      option('--exclude <time>', 'a self-exclusion', exclusionLengths),
      neededReason,
    ],
    payload: ({ day, week, month, ...rest }) => {
      const sums = Object.entries({ day, week, month }).filter(([, sum]) => sum !== undefined)
      return sums.length > 0 ? { ...rest, deposit: Object.fromEntries(sums) } : rest
    },
    examples: ['restrict demo --day 100000 --exclude 6m --reason "asked by phone"'],
  }),
  row('limit-changes <member>', "list every change of a member's limits, newest first", {
    options: [page],
    columns: 'id at by change limits',
  }),
  row('linked-accounts', 'list open accounts with the phone or bank account of an excluded member', {
    more:
      'Nothing closes them by itself: a phone number is not proven, and a stranger who registers with that of a member could ' +
      'close their account. Ask who it is, then close the account or restrict it. Accounts of a break are listed too. Of an ' +
      'erased member only hashes are left; they are not compared.',
    options: [page],
    columns: `${memberColumns} excludedUntil linked`,
  }),
  row('sign-out [to...]', "end members' log-ins, on every device", {
    options: [all],
    payload: ({ to, all }) => ({ to: toMembers(to, all) }),
  }),
  row('referral-codes', 'list the codes that open a registration', {
    columns: 'code owner origin madeAt members removedAt',
    none: 'There is no code: nobody can register.',
  }),
  row('add-referral-code <code> <owner>', 'make a code that opens a registration', {
    more: 'A store with real money begins without one. The owner is shown as the recommending member.',
    options: [option('--origin <origin>', 'fill it in for the visitors of this origin, or * for all')],
    examples: ["add-referral-code SPRING26 madang --origin '*'"],
  }),
  row('remove-referral-code <code>', 'take a code out of use: nobody can register with it', {
    more: 'Who registered with it keeps it. Adding it again brings it back.',
    options: [reason],
  }),
]

const books = [
  row('audit', 'prove the books: that every won is accounted for', {
    more: 'Exit code 1 when something is found. On PGlite everybody waits while it reads.',
    run: async (desk) => {
      const data = await desk.call('audit', {})
      const { inOrder, findings, figures, ms } = data
      const verdict = ['', `The books are ${inOrder ? 'in order' : 'NOT in order'}. The audit took ${ms} ms.`]
      const found = findings[0] ? ['', 'findings:', ...table('check count examples', findings)] : []
      return { data, failed: !inOrder, lines: [...list(figures), ...found, ...verdict] }
    },
  }),
  ...exportCommands,
  row('log', 'list what the desk did, newest first', {
    calls: 'acts',
    options: [option('--act <act>', 'of this command alone, by its name in docs/desk.md'), ofMember, ...days, page],
    columns: 'id at who act rehearsed payload result members',
  }),
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
