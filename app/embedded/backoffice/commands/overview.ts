import { z } from 'zod'
import { amount, approvalMs, at, each, read, rowsOf, won } from './fields'
import { everybody, roles } from './roles'
import { firstApproval } from './staff'

export const overviewCommands = {
  you: read({
    roles: everybody,
    isUnlogged: true,
    result: {
      name: z.string(),
      role: z.enum(roles),
      secondFactor: z.enum(['none', 'needed', 'set']),
      ...each(z.boolean(), 'isFresh', 'sound'),
      waiting: z.object({ ...each(z.int(), 'deposits', 'withdrawals', 'inquiries', 'resets', 'approvals') }),
      maintenanceUntil: at.nullable(),
      /** Alerts of the last seven days that reached nobody. */
      alertsGivenUp: z.int(),
    },
  }),

  /** Waiting items, oldest first, at most 100 of each kind. A listed payment has its first approvals in its row. */
  queue: read({
    roles: everybody,
    isUnlogged: true,
    result: rowsOf({
      /** `return`: money that a payment service reported and that could not be credited to its deposit. */
      what: z.enum(['deposit', 'return', 'withdrawal', 'inquiry', 'account', 'reset', 'approval']),
      ...each(z.string().nullable(), 'id', 'number', 'title', 'member'),
      won: won.nullable(),
      ...each(z.string().nullable(), 'by', 'claimedBy'),
      claimedAt: at.nullable(),
      firstApprovals: z.array(firstApproval),
      at,
    }),
  }),

  sums: read({
    roles: everybody,
    isUnlogged: true,
    payload: { by: z.enum(['day', 'hour']).default('day') },
    result: rowsOf({ from: at, deposits: amount, withdrawals: amount }),
  }),

  overview: read({
    roles: everybody,
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
      /** Owners of tokens that BACKOFFICE_TOKEN made without a second person in the last seven days. */
      tokensMadeAlone: z.array(z.string()),
      ...each(z.int(), 'wrongTries', 'unreadableMoney'),
      you: z.object({ name: z.string(), role: z.string() }),
    },
  }),
}
