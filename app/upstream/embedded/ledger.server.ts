import type { Account, Cause, Entry, MemberId } from './ledger'
import type { Sql } from './store/store.server'

/** A member's three accounts, in whole won. */
export type Purse = { cash: bigint; game: bigint; comp: bigint }

/**
 * Writes one transfer: locks the accounts in id order, checks that no member goes below zero, inserts the entries.
 * Only inside a transaction.
 *
 * @returns the transfer's id and the balances after it, by account kind, of the accounts that keep one.
 * @throws NotEnough when a member's account would go below zero; RangeError when the entries do not sum to zero.
 */
export declare function post(
  sql: Sql,
  transfer: { cause: Cause; causeId?: string; at: Date; entries: readonly Entry[] },
): Promise<{ id: bigint; after: (account: Account) => bigint }>

/** What a member has. */
export declare function purseOf(sql: Sql, member: MemberId): Promise<Purse>

export class NotEnough extends Error {
  override name = 'NotEnough'
}
