import { z } from 'zod'
import { change, download, each, read } from './definition'
import { code, dateRange, ofMember, order, paging, rowId } from './fields'
import { amount, at, pageOf, state, won } from './results'
import { allStaff, allStaffAndMachines, owners, ownersAndMachines } from './roles'
import { transactionId } from './transactions'

const exportKind = z.enum(['deposits', 'withdrawals', 'ledger'])

export const recordCommands = {
  /** Closes all accounts, erases the demo members, deletes all referral codes and takes down all notices. */
  'end-play-money': change({
    roles: owners,
    refuses: ['real_money'],
    isDestructive: true,
    isDangerous: true,
    result: { ...each(z.int(), 'members', 'erased', 'logins', 'movements', 'bets', 'accounts', 'codes', 'notices') },
  }),

  audit: read({
    roles: allStaffAndMachines,
    result: {
      inOrder: z.boolean(),
      findings: z.array(z.object({ check: z.string(), count: z.int(), examples: z.array(z.string()) })),
      figures: z.object({
        ...each(z.int(), 'members', 'transfers', 'entries'),
        sum: won,
        accounts: z.record(z.string(), won),
        waiting: z.object({ deposits: amount, withdrawals: amount }),
        done: z.object({ deposits: amount, withdrawals: amount }),
        bets: z.object({ open: amount, settled: amount, returned: amount }),
      }),
      ms: z.int(),
    },
  }),
  acts: read({
    roles: allStaff,
    logged: ['act', 'who', 'movement', 'from', 'to'],
    payload: {
      act: code.optional(),
      who: code.optional(),
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
        rehearsed: z.boolean(),
        payload: z.unknown(),
        result: z.unknown(),
        members: z.array(z.string()),
      }),
      people: z.array(z.string()),
    },
  }),

  export: download({
    roles: owners,
    isDangerous: true,
    logged: ['what', 'state', 'from', 'to'],
    payload: {
      what: exportKind,
      state: z.enum([...state.options, 'all']).default('all'),
      member: ofMember,
      ...dateRange,
    },
  }),
  /** Permits a backup with pg_dump. The settings can require two people to approve it. */
  backup: download({
    roles: ownersAndMachines,
    isDangerous: true,
    isForTwo: () => true,
    hasNoForm: true,
    refuses: ['own_folder'],
    result: { store: z.literal('postgres') },
  }),
  bundle: download({ roles: owners }),
  'record-backup': change({ roles: ownersAndMachines, hasNoForm: true }),
}
