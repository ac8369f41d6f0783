import type { ResponseOf } from '~/upstream/contract'
import type { Transaction } from '~/values/transaction'

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
