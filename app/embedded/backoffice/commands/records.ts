import { z } from 'zod'
import { allStaff, allStaffAndMachines, change, download, each, owners, ownersAndMachines, read } from './definition'
import { code, dateRange, ofMember, order, paging, rowId } from './fields'
import { amount, at, pageOf, rowsOf, state, won } from './results'
import { transactionId } from './transactions'

const count = z.int()
const play = {
  bets: count,
  ...{ staked: won, wins: won, revenue: won, comp: won, net: won, jackpotShare: won, jackpotWon: won },
}
const flows = ['deposits', 'withdrawals', 'flow', 'corrections'] as const

export const recordCommands = {
  /** Closes all accounts, erases the demo members, deletes all referral codes and takes down all notices. */
  'end-play-money': change(owners, {
    refuses: ['real_money'],
    isDestructive: true,
    isDangerous: true,
    result: { ...each(z.int(), 'members', 'erased', 'logins', 'movements', 'bets', 'accounts', 'codes', 'notices') },
  }),

  audit: read(allStaffAndMachines, {
    result: {
      inOrder: z.boolean(),
      findings: z.array(z.object({ check: z.string(), count: z.int(), examples: z.array(z.string()) })),
      figures: z.object({
        ...each(z.int(), 'members', 'transfers', 'entries'),
        sum: won,
        accounts: z.record(z.string(), won),
        ...each(z.object({ deposits: amount, withdrawals: amount }), 'waiting', 'done'),
        bets: z.object({ open: amount, settled: amount, returned: amount }),
      }),
      ms: z.int(),
    },
  }),
  acts: read(allStaff, {
    logged: ['act', 'who', 'movement', 'from', 'to'],
    payload: {
      ...each(code.optional(), 'act', 'who'),
      member: ofMember,
      movement: transactionId.optional(),
      upTo: rowId.optional(),
      changes: z.boolean().default(false),
      order,
      ...dateRange,
      ...paging,
    },
    result: {
      ...pageOf({
        id: z.string(),
        at,
        ...each(z.string(), 'who', 'act'),
        number: z.string().nullable(),
        rehearsed: z.boolean(),
        payload: z.unknown(),
        result: z.unknown(),
        members: z.array(z.string()),
      }),
      people: z.array(z.string()),
    },
  }),

  export: download(owners, {
    isDangerous: true,
    logged: ['what', 'state', 'from', 'to'],
    payload: {
      what: z.enum(['deposits', 'withdrawals', 'ledger']),
      state: z.enum([...state.options, 'all']).default('all'),
      member: ofMember,
      ...dateRange,
    },
  }),
  /** Permits a backup with pg_dump. Depending on the settings, two people must approve it. */
  backup: download(ownersAndMachines, {
    isDangerous: true,
    isForTwo: () => true,
    hasNoForm: true,
    refuses: ['own_folder'],
    result: { store: z.literal('postgres') },
  }),
  bundle: download(owners),
  'record-backup': change(ownersAndMachines, { hasNoForm: true }),

  /** Figures by the day on which bets were settled. `corrections` are below zero if money was taken away. */
  figures: read(allStaff, {
    refuses: ['busy'],
    logged: ['by', 'from', 'to'],
    columns:
      'day provider game member revenue deposits withdrawals flow net staked wins comp bets jackpotWon corrections'.split(
        ' ',
      ),
    payload: {
      by: z.enum(['day', 'provider', 'game', 'member']).default('day'),
      ...dateRange,
      member: ofMember,
      ...paging,
    },
    result: {
      ...pageOf({
        day: z.iso.date().nullable(),
        ...each(z.string().nullable(), 'provider', 'game', 'member'),
        ...each(won.nullable(), ...flows),
        ...play,
      }),
      ...{ sum: won, sums: z.object({ ...play, ...each(won.optional(), ...flows) }) },
      days: z.array(z.object({ day: z.iso.date(), revenue: won })),
    },
  }),
  /** Settled transactions and answers per person, and how many whole minutes members waited. */
  handling: read(owners, {
    refuses: ['busy'],
    logged: ['from', 'to'],
    payload: dateRange,
    result: rowsOf({
      who: z.string(),
      ...each(count, 'deposits', 'withdrawals', 'cancelled', 'answers', 'median', 'longest'),
    }),
  }),
  'recount-figures': change(owners, {
    logged: ['from', 'to'],
    payload: { from: z.iso.date(), to: z.iso.date() },
    result: { days: count, changed: count },
  }),
}
