import type { ResponseOf } from '~/upstream/contract'
import type { Won } from '~/values/amount'
import { addUp, type ParsedAmount } from '~/values/balance'
import type { Transaction } from '~/values/transaction'
import type { AccountRequest } from '../deposit/account-request.server'

/** One page of an upstream's deposits or withdrawals. */
export type TransactionListing = ResponseOf<'get-deposit-list' | 'get-withdraw-list'>

/** A listed deposit or withdrawal. Some upstreams send withdrawals as negative amounts; here `kind` gives the direction. */
export function toTransaction(kind: Transaction['kind'], row: TransactionListing['balances'][number]): Transaction {
  const { id, balance, regdate, method, fee, settledAt, status, stage, payUrl, expiresAt, reason, after } = row
  return {
    kind,
    id: id?.toString(),
    amount: balance && Math.abs(balance),
    at: regdate,
    listing: 'listed',
    paidBy: method === undefined ? undefined : method === 'bank' ? 'transfer' : 'payment',
    ...{ fee, settledAt, status, stage, payUrl, expiresAt, reason, after },
  }
}

/** A member's pending deposits and withdrawals, as a page shows them. */
export type PendingTransactions = {
  /** The pending transactions on the first page of each list, newest first. */
  transactions: Transaction[]
  /** How many more only the history shows, and what they add up to in won; null where that could not be read. */
  further: { kind: Transaction['kind']; count: number; amount: Won | null }[]
  /** The request for the account to pay into, where a deposit by bank transfer is pending. */
  account?: AccountRequest | undefined
}

/** What the pending transactions of each kind add up to, in won; `isPartial`: one could not be read, and is not in it. */
export function sumPending({ transactions, further }: PendingTransactions) {
  return (['deposit', 'withdraw'] as const).flatMap((kind) => {
    const amounts: ParsedAmount[] = [...transactions, ...further]
      .filter((part) => part.kind === kind)
      .map(({ amount }) => amount)
    return amounts.length === 0 ? [] : [{ kind, amount: addUp(amounts), isPartial: amounts.includes(null) }]
  })
}

/** How many transactions are pending. */
export function countPending({ transactions, further }: PendingTransactions): number {
  return addUp([transactions.length, ...further.map(({ count }) => count)])
}
