import { z } from 'zod'
import { change, each, read } from './definition'
import { dateRange, ofMember, paging } from './fields'
import { pageOf, rowsOf, won } from './results'
import { allStaff, owners } from './roles'

const count = z.int()
const play = {
  bets: count,
  ...{ staked: won, wins: won, revenue: won, comp: won, net: won, jackpotShare: won, jackpotWon: won },
}
const money = { deposits: won, withdrawals: won, net: won }

export const figureCommands = {
  /** Play by the day on which bets were settled. `revenue`: stakes minus wins; `net`: revenue minus comp. */
  figures: read({
    roles: allStaff,
    refuses: ['busy'],
    logged: ['by', 'from', 'to'],
    columns: ['day', 'provider', 'game', 'member', 'revenue', 'net', 'comp', 'staked', 'wins', 'bets', 'jackpotWon'],
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
        ...play,
      }),
      ...{ sum: won, sums: z.object(play), days: z.array(z.object({ day: z.iso.date(), revenue: won })) },
    },
  }),
  'member-money': read({
    roles: allStaff,
    refuses: ['busy'],
    logged: ['from', 'to'],
    payload: { ...dateRange, ...paging },
    result: { ...pageOf({ member: z.string(), ...money }), sum: won, sums: z.object(money) },
  }),
  /** How many whole minutes members waited for the items that a person settled or answered. */
  handling: read({
    roles: owners,
    refuses: ['busy'],
    logged: ['from', 'to'],
    payload: dateRange,
    result: rowsOf({ who: z.string(), ...each(count, 'deposits', 'withdrawals', 'answers', 'median', 'longest') }),
  }),
  /** Recounts closed days, at most 31. */
  'recount-figures': change({
    roles: owners,
    logged: ['from', 'to'],
    payload: { from: z.iso.date(), to: z.iso.date() },
    result: { days: count, changed: count },
  }),
}
