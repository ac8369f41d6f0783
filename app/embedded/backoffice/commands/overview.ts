import { z } from 'zod'
import { allStaff, each, read, roles } from './definition'
import { amount, approvalMs, at, rowsOf, signs, won } from './results'
import { firstApproval } from './staff'

const newsKind = z.enum(['deposit', 'withdrawal', 'inquiry', 'account', 'reset', 'approval'])

export const overviewCommands = {
  you: read(allStaff, {
    isUnlogged: true,
    payload: { since: z.iso.datetime({ error: 'a time, such as 2026-03-10T12:00:00Z' }).optional() },
    result: {
      name: z.string(),
      role: z.enum(roles),
      secondFactor: z.enum(['none', 'needed', 'set']),
      ...each(z.boolean(), 'isFresh', 'hasPayAccount'),
      /** Null until the person turns the sound on or off. */
      sound: z.boolean().nullable(),
      waiting: z.object(
        each(z.int(), 'deposits', 'withdrawals', 'inquiries', 'questions', 'accounts', 'resets', 'approvals'),
      ),
      news: z.array(z.object({ what: newsKind, count: z.int(), won: won.nullable() })),
      maintenanceUntil: at.nullable(),
      maintenanceText: z.string().nullable(),
      /** Payments of this amount or more need two people. Null if no payment does. */
      secondPersonFrom: won.nullable(),
      /** Changes when payments are requested, claimed, released or settled, get a first approval or are put on hold. */
      paymentsVersion: z.string(),
      /** This person's claims that others took over or released in the last 15 minutes. An inquiry's `number` is its id. */
      takenClaims: z.array(
        z.object({
          act: z.enum(['claim', 'release', 'claim-inquiry']),
          ...each(z.string(), 'id', 'by', 'number', 'reason'),
        }),
      ),
      /** Alerts from the last seven days that could not be delivered. */
      alertsGivenUp: z.int(),
    },
  }),

  /** Waiting items, oldest first, at most 100 of each kind. A deposit's row includes the member's account request. */
  queue: read(allStaff, {
    isUnlogged: true,
    result: rowsOf({
      /** `return` is money reported by a payment service that could not be credited to its deposit. */
      what: z.enum(['deposit', 'return', 'withdrawal', 'inquiry', 'account', 'reset', 'approval']),
      ...each(z.string().nullable(), 'id', 'number', 'title', 'member', 'nick', 'holder', 'accountRequest'),
      won: won.nullable(),
      ...each(z.string().nullable(), 'by', 'claimedBy'),
      claimedAt: at.nullable(),
      firstApprovals: z.array(firstApproval),
      /** `accountChangedAt` is set only for withdrawals, `bankChangedAt` only for bank deposits. */
      ...each(at.nullable(), 'accountChangedAt', 'bankChangedAt', 'memberClosedAt', 'accountSentAt'),
      sameWon: z.int().nullable(),
      signs: z.object(signs).nullable(),
      tags: z.array(z.string()),
      at,
    }),
  }),

  sums: read(allStaff, {
    isUnlogged: true,
    payload: { by: z.enum(['day', 'hour']).default('day') },
    result: rowsOf({ from: at, deposits: amount, withdrawals: amount }),
  }),

  overview: read(allStaff, {
    isUnlogged: true,
    result: {
      store: z.enum(['pglite', 'postgres']),
      money: z.enum(['play', 'real']),
      approvalMs,
      waiting: z.object({
        ...{ deposits: amount, withdrawals: amount, payments: amount, help: z.int(), resets: z.int() },
        closedWithMoney: amount,
        secondPerson: z.int(),
      }),
      ...each(z.int(), 'closedProviders', 'members'),
      lastChecks: z.object({ backup: at.nullable(), inOrder: at.nullable(), findings: at.nullable() }),
      factorsReset: z.array(z.string()),
      /** People whose tokens were made in the last seven days with BACKOFFICE_TOKEN and without a second person. */
      tokensMadeAlone: z.array(z.string()),
      ...each(z.int(), 'wrongTries', 'unreadableMoney'),
      you: z.object({ name: z.string(), role: z.string() }),
    },
  }),
}
