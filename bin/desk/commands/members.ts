import { accountKind, type CommandAnswer, memberAccount } from '~/embedded/desk/commands'
import {
  type Command,
  defineCommand,
  dryRunLines,
  oneOf,
  paged,
  parseNumber,
  parsePage,
  range,
  rowLines,
} from '../command'
import { Problem, usage } from '../problem'
import { type Column, list, plain, time, won } from '../terminal-text'
import { limitChanges, limitRows, linkedAccounts, restrict } from './limits'
import { countWords } from './money'

const memberColumns: Column<CommandAnswer<'members'>['rows'][number]>[] = [
  { head: 'member', of: ({ member }) => member },
  { head: 'nick', of: ({ nick }) => nick },
  { head: 'level', of: ({ level }) => level, right: true },
  { head: 'joined', of: ({ joinedAt }) => time(joinedAt) },
  { head: 'cash', of: ({ cash }) => won(cash), right: true },
  { head: 'in game', of: ({ game }) => won(game), right: true },
  { head: 'comp', of: ({ comp }) => won(comp), right: true },
]

const members = defineCommand({
  about: 'find members by a part of their id or nick, or by the end of their phone number',
  args: '[TEXT]',
  takes: { least: 0, most: 1 },
  options: paged,
  run: async (desk, [search], { page }) => {
    const data = await desk.read('members', { search, page: parsePage(page) })
    return { data, lines: rowLines(memberColumns, data, 'There is no such member.') }
  },
})

const entryColumns: Column<CommandAnswer<'ledger'>['rows'][number]>[] = [
  { head: 'entry', of: ({ id }) => id, right: true },
  { head: 'time', of: ({ at }) => time(at) },
  { head: 'account', of: ({ account, provider }) => (provider ? `${account} ${provider}` : account) },
  { head: 'member', of: ({ member }) => member },
  { head: 'won', of: (row) => won(row.won), right: true },
  { head: 'balance after', of: ({ after }) => won(after), right: true },
  { head: 'cause', of: ({ cause, causeId }) => (causeId ? `${cause} ${causeId}` : cause) },
]

const documentText = ({ document, version, adult, acceptedAt }: CommandAnswer<'member'>['documents'][number]) =>
  `${document} ${version} at ${time(acceptedAt)}${adult ? ', of age' : ''}`

const member = defineCommand({
  about: 'show one member: balances, what waits, limits, and the latest entries of their ledger',
  args: 'ID',
  takes: { least: 1, most: 1 },
  run: async (desk, [member = '']) => {
    const about = await desk.read('member', { member })
    const ledger = await desk.read('ledger', { member })
    const { waiting, done, bets, unread, limits, documents } = about
    const { phone, bank, referralCode, ...line } = about.member
    const columns = entryColumns.filter(({ head }) => head !== 'member')
    return {
      data: { ...about, ledger: ledger.rows },
      lines: [
        ...list([
          ['member', `${line.member} (${line.nick}), level ${line.level}`],
          ['joined', `${time(line.joinedAt)}${referralCode ? ` by the code ${referralCode}` : ''}`],
          ['phone', phone],
          ['account', `${bank.name} ${bank.number} ${bank.owner}`],
          ['cash', won(line.cash)],
          ['in game', won(line.game)],
          ['comp', won(line.comp)],
          ['deposits', `${countWords(done.deposits)}; waiting ${countWords(waiting.deposits)}`],
          ['withdrawals', `${countWords(done.withdrawals)}; waiting ${countWords(waiting.withdrawals)}`],
          ['bets', `${bets.count.toLocaleString('en')}, staked ${won(bets.staked)}, won ${won(bets.won)}`],
          ['unread', `${unread.notes} notes, ${unread.answers} answers`],
          ...limitRows(limits, limits.used),
          ['accepted', documents.map(documentText).join(', ') || 'no document'],
        ]),
        '',
        ...rowLines(columns, { rows: ledger.rows }, 'No entry yet.'),
        ...(ledger.pages > 1
          ? [`the latest of ${ledger.total.toLocaleString('en')}; more: ledger ${line.member} --page 2`]
          : []),
      ],
    }
  },
})

const ledger = defineCommand({
  about: "list entries of the ledger, newest first: a member's, an account's, or all",
  args: '[MEMBER]',
  takes: { least: 0, most: 1 },
  options: {
    account: { type: 'string', value: 'KIND', about: accountKind.options.join(', ').replace(/, (\w+)$/, ' or $1') },
    ...range,
    ...paged,
  },
  examples: ['ledger demo --account cash', 'ledger --account jackpot --from 2026-03-01'],
  run: async (desk, [member], { account, from, to, page }) => {
    const data = await desk.read('ledger', { member, account, from, to, page: parsePage(page) })
    return { data, lines: rowLines(entryColumns, data, 'There is no such entry.') }
  },
})

const correct = defineCommand({
  about: 'give a member money that they lack, or take what they have too much',
  more:
    'What was written stays: this is a transfer of its own, with the cause "correction", and the log keeps the reason. ' +
    'Cash and in-game money come from the bank account of the books, comp from its budget.',
  args: 'ID cash|game|comp give|take WON',
  takes: { least: 4, most: 4 },
  changes: true,
  options: { reason: { type: 'string', value: 'TEXT', about: 'why, for the log; needed' } },
  examples: ['correct demo cash give 50000 --reason "deposit 21 came in twice as much" --dry-run'],
  run: async (desk, [member = '', account, direction, sum = ''], { reason }) => {
    const sign = oneOf(direction, ['give', 'take'], 'The third word') === 'give' ? 1 : -1
    if (reason === undefined) throw new Problem('Say why: --reason TEXT.', usage)
    const data = await desk.change('correct', {
      member,
      account: oneOf(account, memberAccount.options, 'The account'),
      won: sign * parseNumber(sum.replaceAll(',', ''), 'The sum'),
      reason,
    })
    const done = `${desk.dryRun ? 'would be ' : ''}${sign > 0 ? 'given' : 'taken from'}`
    const then = desk.dryRun ? 'would then be' : 'is now'
    const amount = won(Math.abs(Number(data.won)))
    const line = `${amount} won ${done} ${plain(data.member)}; their ${data.account} ${then} ${won(data.after)}.`
    return { data, lines: [line, ...dryRunLines(desk)] }
  },
})

const signOut = defineCommand({
  about: "end members' log-ins, on every device",
  args: '[ID …]',
  takes: { least: 0, most: 100 },
  changes: true,
  options: { all: { type: 'boolean', about: 'of every member there is' } },
  run: async (desk, members, { all }) => {
    if ((members.length === 0) === (all !== true)) throw new Problem('Name members, or --all.', usage)
    const data = await desk.change('sign-out', { to: all ? 'all' : members })
    const logins = `${data.ended.toLocaleString('en')} log-in${data.ended === 1 ? '' : 's'}`
    return { data, lines: [`${desk.dryRun ? 'Would end' : 'Ended'} ${logins}.`, ...dryRunLines(desk)] }
  },
})

const codeColumns: Column<CommandAnswer<'referral-codes'>['rows'][number]>[] = [
  { head: 'code', of: ({ code }) => code },
  { head: 'recommended by', of: ({ owner }) => owner },
  { head: 'filled in at', of: ({ origin }) => (origin === '*' ? 'every origin' : (origin ?? '')) },
  { head: 'members', of: ({ members }) => members },
  { head: 'made', of: ({ madeAt }) => time(madeAt) },
]

const referralCodes = defineCommand({
  about: 'list the codes that open a registration',
  run: async (desk) => {
    const data = await desk.read('referral-codes', {})
    return { data, lines: rowLines(codeColumns, data, 'There is no code: nobody can register.') }
  },
})

const addReferralCode = defineCommand({
  about: 'make a code that opens a registration',
  more: 'A store with real money begins without one. OWNER is shown as the recommending member.',
  args: 'CODE OWNER',
  takes: { least: 2, most: 2 },
  changes: true,
  options: {
    origin: { type: 'string', value: 'ORIGIN', about: 'fill it in for the visitors of this origin, or * for all' },
  },
  examples: ["add-referral-code SPRING26 madang --origin '*'"],
  run: async (desk, [code = '', owner = ''], { origin }) => {
    const data = await desk.change('add-referral-code', { code, owner, origin })
    const line = `${data.code} ${desk.dryRun ? 'would open' : 'opens'} registrations now.`
    return { data, lines: [line, ...dryRunLines(desk)] }
  },
})

export const memberCommands: Record<string, Command> = {
  members,
  member,
  ledger,
  correct,
  restrict,
  'limit-changes': limitChanges,
  'linked-accounts': linkedAccounts,
  'sign-out': signOut,
  'referral-codes': referralCodes,
  'add-referral-code': addReferralCode,
}
