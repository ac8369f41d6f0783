import { z } from 'zod'
import { at, bankAccount, state, won } from './fields'

export const transactionKind = z.enum(['deposit', 'withdrawal'])

/** A deposit or withdrawal. */
export const movement = z.object({
  id: z.string(),
  /** What its member sees and reads out, like 4F7K-21. */
  number: z.string(),
  kind: transactionKind,
  member: z.string(),
  nick: z.string(),
  won,
  fee: won,
  method: z.enum(['bank', 'payment']),
  paymentIdx: z.string().nullable(),
  state,
  appliedAt: at,
  /** When play money settles it automatically; null when only the back office or the payment page does. */
  dueAt: at.nullable(),
  settledAt: at.nullable(),
  settledBy: z.string().nullable(),
  /** What the back office told the member about its end. */
  told: z.string().nullable(),
  /** When the back office last changed the account, the phone or a password of its member. */
  accountChangedAt: at.nullable(),
  /** Until when its member is on a break or self-excluded; null: they are not. */
  breakUntil: at.nullable(),
  excludedUntil: at.nullable(),
  /**
   * The member's bank account: where a withdrawal is paid to, or where a deposit comes from. Null when the transaction was
   * settled before the back office changed the account: it had another then.
   */
  bank: bankAccount.nullable(),
  /** The member's current cash balance. */
  cash: won,
})
