import { breakLengths, exclusionLengths } from '~/upstream/contract/play-limits'
import { type Command, oneOf, textIsMissing, toNumber } from './command'
import { dataCareCommands } from './data-care-commands'
import { exportCommands, storeCommands } from './file-commands'
import { formatResult } from './format'
import { peopleCommands } from './people-commands'
import { Problem, usage } from './problem'
import { supportCommands } from './support-commands'

const money: Record<string, Command> = {
  status: { calls: 'overview', about: 'show how much waits' },
  deposits: {
    calls: 'movements',
    fixed: { kind: 'deposit' },
    about: 'list deposits, the waiting ones unless told otherwise',
    more: 'Waiting ones come oldest first, with the name to look for among what came in.',
    none: 'There is no such deposit.',
    examples: ['deposits', 'deposits --state done --from 2026-03-01 --json'],
  },
  withdrawals: {
    calls: 'movements',
    fixed: { kind: 'withdrawal' },
    about: 'list withdrawals, the waiting ones unless told otherwise',
    more: 'Waiting ones come oldest first, with the account to pay to. Their money is held already.',
    none: 'There is no such withdrawal.',
  },
  movement: {
    calls: 'movement',
    args: ['number'],
    about: "show one deposit or withdrawal, by the number that its member reads out or the list's",
    examples: ['movement 4F7K-21', 'movement 21'],
  },
  approve: {
    calls: 'approve',
    args: ['kind', 'id…'],
    about: 'credit waiting deposits, or pay waiting withdrawals out',
    more:
      'Approve a withdrawal when its money is sent. One that was approved before counts as done; one that was cancelled is ' +
      'refused.',
    examples: ['approve deposit 21 22', 'approve deposit 4F7K-21', 'approve withdrawal 23 --dry-run'],
  },
  cancel: {
    calls: 'cancel',
    args: ['kind', 'id…'],
    about: 'call waiting deposits or withdrawals off; what a withdrawal held goes back to the member',
    more: 'One that was cancelled before counts as done; one that was approved is refused.',
    examples: ['cancel withdrawal 23 --tell "계좌가 해지되어 있습니다." --reason "bank says closed"'],
  },
  credit: {
    calls: 'credit',
    args: ['id', 'won'],
    about: 'credit another amount than a waiting deposit asked for, as came in',
    more:
      'It cancels that deposit and credits one of this amount in its place; the member reads --tell with it. Deposits by a ' +
      'payment page report their own sum.',
    examples: ['credit 4F7K-21 25000 --tell "25,000원이 입금되어 그 금액으로 처리했습니다." --dry-run'],
  },
}

/** The notices of /notice, or the pop-ups of home. */
function noticeCommands(place: 'list' | 'popup', word: 'notice' | 'popup'): Record<string, Command> {
  const [fixed, name] = [{ place }, place === 'popup' ? 'pop-up' : 'notice']
  const delay = place === 'popup' ? 'Visitors may see the home page as it was up to a minute ago.' : undefined
  return {
    [`${word} list`]: { calls: 'notices', fixed, about: `list ${name}s`, none: `There is no such ${name}.` },
    [`${word} add`]: {
      calls: 'add-notice',
      fixed,
      args: ['title', 'contents'],
      about: `add a ${name}`,
      more: delay,
      examples: [`${word} add "점검 안내" "오늘 밤 2시부터 점검합니다." --until 2026-03-10`],
    },
    [`${word} end`]: {
      calls: 'end-notice',
      fixed,
      args: ['idx'],
      about: `end a ${name}; it is kept, and listed with --state ended or all`,
      more: delay,
    },
  }
}

/** The members that a command is for: some, or with --all everybody. */
function toMembers(to: unknown, all: unknown): unknown {
  const some = Array.isArray(to) && to.length > 0
  if (some === (all === true)) throw new Problem('Name members, or --all.', usage)
  return some ? to : 'all'
}
const allOption = { all: { type: 'boolean', about: 'every member there is' } } as const

const messages: Record<string, Command> = {
  requests: {
    calls: 'requests',
    about: 'list help requests, the waiting ones unless told otherwise',
    more: 'Those who ask for the account to pay into are among them, marked so.',
    none: 'There is no such request.',
  },
  request: { calls: 'request', args: ['id'], about: 'show one help request whole' },
  answer: {
    calls: 'answer',
    args: ['id', 'contents'],
    options: {
      bank: { type: 'string', value: 'NAME', about: 'the bank of the account to pay into' },
      number: { type: 'string', value: 'NUMBER', about: 'its number, which the member copies as it is' },
      holder: { type: 'string', value: 'NAME', about: 'the name of its holder' },
    },
    payload: ({ bank, number, holder, contents, ...rest }) => {
      const account = { bank, number, holder }
      const hasAccount = Object.values(account).some((one) => one !== undefined)
      if (!hasAccount && contents === undefined) throw new Problem(textIsMissing, usage)
      return { ...rest, ...(contents === undefined ? {} : { contents }), ...(hasAccount ? { account } : {}) }
    },
    about: 'answer a help request, or tell the account to pay into',
    more:
      'The member finds the answer unread. The answer to who asked for the account lets them ask again; with --bank, ' +
      '--number and --holder the member copies number and sum by a button each, and a text is not needed.',
    examples: [
      'answer 7 "확인해 보니 처리되었습니다."',
      'answer 7 --file answer.txt',
      'answer 7 --bank 국민은행 --number 123-456-789012 --holder 마당',
    ],
  },
  note: {
    calls: 'note',
    args: ['title', 'contents'],
    options: {
      to: { type: 'string', value: 'ID', multiple: true, about: 'a member; may be given again' },
      ...allOption,
    },
    payload: ({ to, all, ...rest }) => ({ ...rest, to: toMembers(to, all) }),
    about: 'send a note to members, or to all',
    examples: ['note --to demo "안내" "계좌가 바뀌었습니다."', 'note --all "점검 안내" --file note.txt --dry-run'],
  },
  ...noticeCommands('list', 'notice'),
  ...noticeCommands('popup', 'popup'),
}

const games: Record<string, Command> = {
  providers: {
    calls: 'providers',
    about: 'list providers, and which are under maintenance',
    none: 'There is no such provider.',
  },
  maintenance: {
    calls: 'maintenance',
    args: ['on|off', 'provider…'],
    payload: ({ 'on|off': word, ...rest }) => ({ ...rest, used: oneOf(['on', 'off'], word) === 'on' ? 'n' : 'y' }),
    about: 'put providers under maintenance, or open them again',
    more: 'New games and bets stop at once, open bets are still settled. The lists of the site are held for 30 seconds.',
    examples: ['maintenance on mir-works', 'maintenance off mir-works maru-tables'],
  },
  'callback-secret': {
    calls: 'callback-secret',
    args: ['provider'],
    about: 'print what a provider, or payments, signs its callbacks with',
    more:
      'Newest first; each is good until PROVIDER_SECRET, or PAYMENT_SECRET for payments, no longer holds what it is ' +
      'derived from. Give it to that sender alone.',
    examples: ['callback-secret dodam-play', 'callback-secret payments --json'],
  },
}

const members: Record<string, Command> = {
  members: {
    calls: 'members',
    args: ['search?'],
    about: 'find members by a part of their id or nick, or by the end of their phone number',
    none: 'There is no such member.',
  },
  member: {
    args: ['member'],
    about: 'show one member: balances, what waits, limits, and the latest entries of their ledger',
    run: async (desk, [member]) => {
      const about = await desk.call('member', { member })
      const ledger = await desk.call('ledger', { member })
      const entries = formatResult('ledger', ledger, { none: 'No entry yet.', hidden: ['member'] })
      return { data: { ...about, ledger: ledger.rows }, lines: [...formatResult('member', about), '', ...entries] }
    },
  },
  ledger: {
    calls: 'ledger',
    args: ['member?'],
    about: "list entries of the ledger, newest first: a member's, an account's, or all",
    none: 'There is no such entry.',
    examples: ['ledger demo --account cash', 'ledger --account jackpot --from 2026-03-01'],
  },
  correct: {
    calls: 'correct',
    args: ['member', 'account', 'give|take', 'won'],
    payload: ({ 'give|take': direction, won, ...rest }) => {
      const sum = toNumber(String(won))
      if (typeof sum !== 'number' || sum <= 0) throw new Problem('The sum is whole won above 0.', usage)
      return { ...rest, won: oneOf(['give', 'take'], direction) === 'give' ? sum : -sum }
    },
    about: 'give a member money that they lack, or take what they have too much',
    more:
      'What was written stays: this is a transfer of its own, with the cause "correction", and the log keeps the reason. ' +
      'Cash and in-game money come from the bank account of the books, comp from its budget.',
    examples: ['correct demo cash give 50000 --reason "deposit 21 came in twice as much" --dry-run'],
  },
  restrict: {
    calls: 'restrict',
    args: ['member'],
    options: {
      day: { type: 'string', value: 'WON', about: 'deposit at most this much a day; 0 for nothing' },
      week: { type: 'string', value: 'WON', about: 'a week, from Monday' },
      month: { type: 'string', value: 'WON', about: 'a month' },
    },
    payload: ({ day, week, month, ...rest }) => {
      const sums = Object.entries({ day, week, month }).filter(([, sum]) => sum !== undefined)
      const deposit = Object.fromEntries(sums.map(([period, sum]) => [period, toNumber(String(sum))]))
      return sums.length > 0 ? { ...rest, deposit } : rest
    },
    about: "lower a member's deposit limits, or begin a break or self-exclusion, at their request",
    more:
      'It acts at once and ends the games that are open. Nothing raises a limit or shortens an exclusion from here: ' +
      'only the member can raise a limit, on the site, after 24 hours. ' +
      `A break lasts ${breakLengths.join(', ')}, a self-exclusion ${exclusionLengths.join(', ')}.`,
    examples: ['restrict demo --day 100000 --exclude 6m --reason "asked by phone"'],
  },
  'limit-changes': {
    calls: 'limit-changes',
    args: ['member'],
    about: "list every change of a member's limits, newest first",
    none: 'This member never changed a limit.',
  },
  'linked-accounts': {
    calls: 'linked-accounts',
    about: 'list open accounts with the phone or bank account of an excluded member',
    more:
      'Nothing closes them by itself: a phone number is not proven, and a stranger who registers with that of a member could ' +
      'close their account. Ask who it is, then close the account or restrict it. Accounts of a break are listed too. Of an ' +
      'erased member only hashes are left; they are not compared.',
    none: 'No open account has the phone or bank account of an excluded member.',
  },
  'sign-out': {
    calls: 'sign-out',
    args: ['to*'],
    options: allOption,
    payload: ({ to, all }) => ({ to: toMembers(to, all) }),
    about: "end members' log-ins, on every device",
  },
  'referral-codes': {
    calls: 'referral-codes',
    about: 'list the codes that open a registration',
    none: 'There is no code: nobody can register.',
  },
  'add-referral-code': {
    calls: 'add-referral-code',
    args: ['code', 'owner'],
    about: 'make a code that opens a registration',
    more: 'A store with real money begins without one. OWNER is shown as the recommending member.',
    examples: ["add-referral-code SPRING26 madang --origin '*'"],
  },
  'remove-referral-code': {
    calls: 'remove-referral-code',
    args: ['code'],
    about: 'take a code out of use: nobody can register with it',
    more: 'Who registered with it keeps it. Adding it again brings it back.',
    examples: ['remove-referral-code SPRING26 --dry-run'],
  },
}

const books: Record<string, Command> = {
  audit: {
    about: 'prove the books: that every won is accounted for',
    more: 'Exit code 1 when something is found. On PGlite everybody waits while it reads.',
    run: async (desk) => {
      const data = await desk.call('audit', {})
      const verdict = `The books are ${data.inOrder ? 'in order' : 'NOT in order'}.`
      return { data, failed: !data.inOrder, lines: [...formatResult('audit', data), '', verdict] }
    },
  },
  ...exportCommands,
  log: { calls: 'acts', about: 'list what the desk did, newest first', none: 'Nothing yet.' },
}

/** All commands, in the groups of the help. */
export const groups: Readonly<Record<string, Readonly<Record<string, Command>>>> = {
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
