import type { BankAccountReply } from '~/components/bank-account'
import type { ResponseOf } from '~/upstream/contract'
import type { ParsedAmount } from '~/values/balance'
import { minutes } from '~/values/durations'
import { readStatus, stateOf } from '~/values/status'
import { isCancelled, isDone, type Transaction } from '~/values/transaction'
import type { BankAccountRequest } from './bank-account-request.server'

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
    paidBy: method === undefined ? undefined : method === 'bank' ? 'bank' : 'payment',
    status: readStatus(status),
    ...{ fee, settledAt, stage, payUrl, expiresAt, reason, after },
  }
}

/** A transaction by bank transfer that its upstream has accepted and no list shows yet. @param hasList whether one will. */
export function toUnlistedTransaction(
  sent: Pick<Transaction, 'kind' | 'id' | 'amount' | 'at'>,
  hasList: boolean,
): Transaction {
  return { ...sent, listing: hasList ? 'expected' : 'no-list', paidBy: 'bank' }
}

/**
 * Where a member's deposit or withdrawal stands, and so what is awaited and of whom. The one type for home, the money
 * screens, receipts and the history. Times are ISO 8601, or '' where the upstream did not say.
 */
export type TransactionState =
  /** A bank deposit whose member has not asked which account to pay into. */
  | { kind: 'account-unknown' }
  /** The answer came so long ago that the account may have changed; the money may have been sent. */
  | { kind: 'account-outdated'; at: string }
  /** `inquiry`: only the list of inquiries will show the answer. */
  | { kind: 'account-asked'; at: string; inquiry: boolean }
  /** A text is never parsed for a number. */
  | { kind: 'send-money'; reply: BankAccountReply }
  /** Its payment page was not finished. Without `payUrl` the upstream says no way back to the page. */
  | { kind: 'unpaid'; payUrl: string | undefined; expiresAt: string | undefined }
  | { kind: 'crediting' }
  | { kind: 'checking' }
  | { kind: 'sent' }
  /** Accepted, and the upstream says no more. */
  | { kind: 'accepted' }
  /** The member may not deposit now (`isExcluded`). `isUnpaid`: its payment page was not finished, so that nothing comes of it. */
  | { kind: 'paused'; isUnpaid: boolean }
  /** The state is one that only the upstream knows; its word is the badge. */
  | { kind: 'other' }
  | { kind: 'arrived'; at: string | undefined; after: ParsedAmount }
  | { kind: 'cancelled'; at: string | undefined; reason: string | undefined }

/** The stages in which nothing is awaited from the member. */
const stagesOf = { deposit: ['crediting', 'checking'], withdraw: ['checking', 'sent'] } as const

/**
 * Where a transaction stands, by what its upstream says: of one that says only a status, nothing more is claimed.
 *
 * @param accountRequest of the page; undefined where it was not looked up.
 * @param isExcluded during a break or self-exclusion, and where the country is not served: nobody is asked to pay.
 */
export function toTransactionState(
  transaction: Transaction,
  { accountRequest, isExcluded }: { accountRequest: BankAccountRequest | undefined; isExcluded: boolean },
): TransactionState {
  const { kind, listing, status, stage, settledAt, paidBy } = transaction
  if (isDone(transaction)) return { kind: 'arrived', at: settledAt || undefined, after: transaction.after }
  if (isCancelled(transaction))
    return { kind: 'cancelled', at: settledAt || undefined, reason: transaction.reason || undefined }
  const known = stagesOf[kind].find((name) => name === stage)
  if (known) return { kind: known }
  // Nobody knows of a row without a status whether anything is awaited.
  if (listing === 'listed' && (!status || stateOf(status) === undefined)) return { kind: 'other' }
  if (kind === 'withdraw') return { kind: 'accepted' }
  const isUnpaid = stage === 'unpaid' && paidBy !== 'bank'
  if (isExcluded) return { kind: 'paused', isUnpaid }
  if (isUnpaid) return { kind: 'unpaid', payUrl: transaction.payUrl, expiresAt: transaction.expiresAt || undefined }
  if (paidBy !== 'bank' || accountRequest === undefined) return { kind: 'accepted' }
  switch (accountRequest.kind) {
    case 'none':
      return { kind: 'account-unknown' }
    case 'not-offered':
      return { kind: 'accepted' }
    case 'inquiries':
      return { kind: 'account-asked', at: '', inquiry: true }
    case 'waiting':
      return { kind: 'account-asked', at: accountRequest.at, inquiry: false }
    case 'outdated':
      return isFor(accountRequest, transaction)
        ? { kind: 'account-outdated', at: accountRequest.at }
        : { kind: 'account-unknown' }
    case 'answered':
      return isFor(accountRequest, transaction)
        ? { kind: 'send-money', reply: accountRequest }
        : { kind: 'account-unknown' }
    default:
      return accountRequest satisfies never
  }
}

/** How long before a deposit an answer may have come: accounts change, and the next deposit asks anew. */
const maxAnswerAgeMs = minutes(30)

function isFor(reply: Pick<BankAccountReply, 'at'>, { at }: Transaction): boolean {
  return !(Date.parse(at) - Date.parse(reply.at) > maxAnswerAgeMs)
}

/** Whether an estimated time is named: only where nothing is awaited from the member, as far as the upstream says. */
export function hasEstimatedTime(state: TransactionState, kind: Transaction['kind']): boolean {
  return ['crediting', 'checking', 'sent'].includes(state.kind) || (state.kind === 'accepted' && kind === 'withdraw')
}

/**
 * Whose turn it is, or how it ended: what a badge says of a transaction. `open`: it is not settled, and whose turn it is the
 * upstream does not say. `own`: only the upstream's word says.
 */
export type Turn = 'member' | 'operator' | 'open' | 'done' | 'cancelled' | 'own'

const turns = {
  'account-unknown': 'member',
  'send-money': 'member',
  unpaid: 'member',
  'account-asked': 'operator',
  // The money may have been sent to the account that was named.
  'account-outdated': 'operator',
  crediting: 'operator',
  checking: 'operator',
  sent: 'operator',
  accepted: 'open',
  paused: 'open',
  other: 'own',
  arrived: 'done',
  cancelled: 'cancelled',
} as const satisfies Record<TransactionState['kind'], Turn>

/** Returns whose turn it is in a state, or how it ended. An accepted withdrawal waits for the operator alone. */
export function turnOf(state: TransactionState, kind: Transaction['kind']): Turn {
  return state.kind === 'accepted' && kind === 'withdraw' ? 'operator' : turns[state.kind]
}

/** Whether the next step is the member's. */
export function needsMemberAction({ kind }: TransactionState): boolean {
  return turns[kind] === 'member'
}

/** Whether the next step of one of them is the member's. @param accountRequest the request for the account to pay into. */
export function waitsForMember(
  transactions: readonly Transaction[],
  accountRequest: BankAccountRequest | undefined,
): boolean {
  return transactions.some((pending) =>
    needsMemberAction(toTransactionState(pending, { accountRequest, isExcluded: false })),
  )
}
