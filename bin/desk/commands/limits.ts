import type { CommandAnswer } from '~/embedded/desk/commands'
import { breakLengths, exclusionLengths, limitPeriods } from '~/upstream/contract/play-limits'
import { defineCommand, dryRunLines, oneOf, paged, parseNumber, parsePage, rowLines } from '../command'
import { Problem, usage } from '../problem'
import { type Column, list, plain, time, won } from '../terminal-text'

type Limits = CommandAnswer<'restrict'>['limits']

const limitWords: Record<(typeof limitPeriods)[number], string> = { day: 'a day', week: 'a week', month: 'a month' }

/** Deposit limits in words, with what is used of them where that is known. */
function limitsText({ deposit }: Limits, used?: CommandAnswer<'member'>['limits']['used']): string {
  const set = limitPeriods.flatMap((period) =>
    deposit[period] === null
      ? []
      : [`${won(deposit[period])} ${limitWords[period]}${used ? ` (used ${won(used[period])})` : ''}`],
  )
  return set.join(', ') || 'none'
}

function raisesText({ pending }: Limits): string {
  return pending
    .map(({ name, value, from }) => `${value === null ? 'none' : won(value)} ${limitWords[name]} from ${time(from)}`)
    .join(', ')
}

/** Limits, break and self-exclusion as rows of a list; raises that wait only where there are some. */
export function limitRows(limits: Limits, used?: CommandAnswer<'member'>['limits']['used']): [string, string][] {
  return [
    ['deposit limits', limitsText(limits, used)],
    ...(limits.pending.length > 0 ? [['raises that wait', raisesText(limits)] satisfies [string, string]] : []),
    ['reality check', limits.reality === null ? 'none' : `after ${limits.reality} minutes`],
    ['break until', time(limits.breakUntil)],
    ['excluded until', time(limits.excludedUntil)],
  ]
}

export const restrict = defineCommand({
  about: "lower a member's deposit limits, or begin a break or self-exclusion, at their request",
  more:
    'It acts at once and ends the games that are open. Nothing raises a limit or shortens an exclusion from here: ' +
    'only the member can raise a limit, on the site, after 24 hours.',
  args: 'ID',
  takes: { least: 1, most: 1 },
  changes: true,
  options: {
    day: { type: 'string', value: 'WON', about: 'deposit at most this much a day; 0 for nothing' },
    week: { type: 'string', value: 'WON', about: 'a week, from Monday' },
    month: { type: 'string', value: 'WON', about: 'a month' },
    break: { type: 'string', value: 'TIME', about: `a break: ${breakLengths.join(', ')}` },
    exclude: { type: 'string', value: 'TIME', about: `a self-exclusion: ${exclusionLengths.join(', ')}` },
    reason: { type: 'string', value: 'TEXT', about: 'why, for the log; needed' },
  },
  examples: ['restrict demo --day 100000 --exclude 6m --reason "asked by phone"'],
  run: async (desk, [member = ''], { reason, break: breakLength, exclude, ...sums }) => {
    if (reason === undefined) throw new Problem('Say why: --reason TEXT.', usage)
    const deposit = Object.fromEntries(
      limitPeriods.flatMap((period) => {
        const sum = sums[period]?.replaceAll(',', '')
        return sum === undefined ? [] : [[period, sum === '0' ? 0 : parseNumber(sum, `--${period}`)]]
      }),
    )
    const change = {
      ...(Object.keys(deposit).length > 0 ? { deposit } : {}),
      ...(breakLength === undefined ? {} : { break: oneOf(breakLength, breakLengths, '--break') }),
      ...(exclude === undefined ? {} : { exclude: oneOf(exclude, exclusionLengths, '--exclude') }),
    }
    if (Object.keys(change).length === 0) throw new Problem('Name a limit, --break or --exclude.', usage)
    const data = await desk.change('restrict', { member, ...change, reason })
    const head = `${plain(data.member)} ${desk.dryRun ? 'would have' : 'has'} these limits now.`
    return { data, lines: [head, ...list(limitRows(data.limits)), ...dryRunLines(desk)] }
  },
})

const limitChangeColumns: Column<CommandAnswer<'limit-changes'>['rows'][number]>[] = [
  { head: 'time', of: ({ at }) => time(at) },
  { head: 'by', of: ({ by }) => by },
  { head: 'asked for', of: ({ change }) => JSON.stringify(change) },
  { head: 'deposit limits', of: ({ limits }) => limitsText(limits) },
  { head: 'break until', of: ({ limits }) => time(limits.breakUntil) },
  { head: 'excluded until', of: ({ limits }) => time(limits.excludedUntil) },
]

export const limitChanges = defineCommand({
  about: "list every change of a member's limits, newest first",
  args: 'MEMBER',
  takes: { least: 1, most: 1 },
  options: paged,
  run: async (desk, [member = ''], { page }) => {
    const data = await desk.read('limit-changes', { member, page: parsePage(page) })
    return { data, lines: rowLines(limitChangeColumns, data, 'This member never changed a limit.') }
  },
})

const linkedColumns: Column<CommandAnswer<'linked-accounts'>['rows'][number]>[] = [
  { head: 'member', of: ({ member }) => member },
  { head: 'joined', of: ({ joinedAt }) => time(joinedAt) },
  { head: 'cash', of: ({ cash }) => won(cash), right: true },
  { head: 'in game', of: ({ game }) => won(game), right: true },
  {
    head: 'has the same',
    of: ({ linked: { phone, bankAccount } }) => (phone && bankAccount ? 'phone, account' : phone ? 'phone' : 'account'),
  },
  { head: 'as the excluded', of: ({ linked }) => linked.member },
  { head: 'until', of: ({ linked }) => time(linked.excludedUntil) },
]

export const linkedAccounts = defineCommand({
  about: 'list open accounts with the phone or bank account of an excluded member',
  more:
    'Nothing closes them by itself: a phone number is not proven, and a stranger who registers with that of a member could ' +
    'close their account. Ask who it is, then close the account or restrict it. Accounts of a break are listed too. Of an ' +
    'erased member only hashes are left; they are not compared.',
  options: paged,
  run: async (desk, _words, { page }) => {
    const data = await desk.read('linked-accounts', { page: parsePage(page) })
    return {
      data,
      lines: rowLines(linkedColumns, data, 'No open account has the phone or bank account of an excluded member.'),
    }
  },
})
