import type { BankAccountReply } from '~/components/bank-account'
import type { ResponseOf } from '~/upstream/contract'
import type { ParsedAmount } from '~/values/balance'
import { minutes } from '~/values/durations'
import { readStatus, stateOf } from '~/values/status'
import { isCancelled, isDone, type Transaction } from '~/values/transaction'
import type { BankAccountRequest } from './bank-account-request.server'

export type TransactionListing = ResponseOf<'get-deposit-list' | 'get-withdraw-list'>

/** Converts a listed row. Amounts become positive, because some upstreams list withdrawals as negative. */
export function toTransaction(kind: Transaction['kind'], row: TransactionListing['balances'][number]): Transaction {
  const { id, type, balance, regdate, method, status, ...further } = row
  return {
    kind,
    id: id?.toString(),
    amount: balance && Math.abs(balance),
    at: regdate,
    listing: 'listed',
    paidBy: method === undefined ? undefined : method === 'bank' ? 'bank' : 'payment',
    status: readStatus(status),
    ...further,
  }
}

/** Returns an accepted bank transfer that isn't listed yet. @param hasList whether the upstream has a list for it */
export function toUnlistedTransaction(
  sent: Pick<Transaction, 'kind' | 'id' | 'amount' | 'at'>,
  hasList: boolean,
): Transaction {
  return { ...sent, listing: hasList ? 'expected' : 'no-list', paidBy: 'bank' }
}

/** The state of a member's deposit or withdrawal. Times are ISO 8601, or '' if the upstream sent none. */
export type TransactionState =
  /** The member has not requested the account for this bank deposit. */
  | { kind: 'account-unknown' }
  /** The account may have changed since the reply, but the member may already have paid into it. */
  | { kind: 'account-outdated'; at: string }
  /** `inquiry`: the reply will only appear in the list of inquiries. */
  | { kind: 'account-asked'; at: string; inquiry: boolean }
  /** The account comes from the reply's own fields, never from its text. */
  | { kind: 'send-money'; reply: BankAccountReply }
  /** The payment page was not completed. `payUrl` is undefined if the upstream sends no link to it. */
  | { kind: 'unpaid'; payUrl: string | undefined; expiresAt: string | undefined }
  | { kind: 'crediting' | 'checking' | 'sent' }
  /** Accepted, without further detail from the upstream. */
  | { kind: 'accepted' }
  /** The member can't deposit now (`isExcluded`). `isUnpaid`: the payment page was not completed. */
  | { kind: 'paused'; isUnpaid: boolean }
  /** A status that only the upstream knows. The badge shows it unchanged. */
  | { kind: 'other' }
  | { kind: 'arrived'; at: string | undefined; after: ParsedAmount }
  | { kind: 'cancelled'; at: string | undefined; reason: string | undefined }

const stagesOf = { deposit: ['crediting', 'checking'], withdraw: ['checking', 'sent'] } as const

/** The maximum age that a reply may have at the time of a deposit to apply to that deposit. */
const maxAnswerAgeMs = minutes(30)

/**
 * Derives a transaction's state from the upstream's data. @param accountRequest undefined if it was not loaded @param
 * isExcluded true during a break or self-exclusion, or in a country that isn't served. The member is then not asked to
 * pay.
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
      // A reply from long before the deposit belongs to another deposit.
      return Date.parse(transaction.at) - Date.parse(accountRequest.at) > maxAnswerAgeMs
        ? { kind: 'account-unknown' }
        : { kind: 'account-outdated', at: accountRequest.at }
    case 'answered':
      return { kind: 'send-money', reply: accountRequest }
    default:
      return accountRequest satisfies never
  }
}

/** Returns whether to show an estimated time. It is hidden if the member must act. */
export const hasEstimatedTime = (state: TransactionState, kind: Transaction['kind']): boolean =>
  ['crediting', 'checking', 'sent'].includes(state.kind) || (state.kind === 'accepted' && kind === 'withdraw')

/** Who acts next, or how the transaction ended. `open`: unknown. `own`: known only to the upstream. */
export type Phase = 'member' | 'operator' | 'open' | 'done' | 'cancelled' | 'own'

const phases = {
  'account-unknown': 'member',
  'send-money': 'member',
  unpaid: 'member',
  'account-asked': 'operator',
  // The member may have paid into the outdated account, so the operator acts next.
  'account-outdated': 'operator',
  crediting: 'operator',
  checking: 'operator',
  sent: 'operator',
  accepted: 'open',
  paused: 'open',
  other: 'own',
  arrived: 'done',
  cancelled: 'cancelled',
} as const satisfies Record<TransactionState['kind'], Phase>

/** Returns who acts next in a state, or how it ended. An accepted withdrawal always waits for the operator. */
export const phaseOf = (state: TransactionState, kind: Transaction['kind']): Phase =>
  state.kind === 'accepted' && kind === 'withdraw' ? 'operator' : phases[state.kind]

export const needsMemberAction = ({ kind }: TransactionState): boolean => phases[kind] === 'member'

export function hasMemberTask(transactions: readonly Transaction[], accountRequest: BankAccountRequest | undefined) {
  const circumstances = { accountRequest, isExcluded: false }
  return transactions.some((pending) => needsMemberAction(toTransactionState(pending, circumstances)))
}

/** Formats a time in the past, such as 5분 전. It is rounded down to minutes or hours. @param lang BCP 47 */
export function formatAgo(ms: number, lang: string): string {
  const [unit, unitMs] = ms < minutes(60) ? (['minute', minutes(1)] as const) : (['hour', minutes(60)] as const)
  return new Intl.RelativeTimeFormat(lang, { style: 'short' }).format(-Math.floor(ms / unitMs), unit)
}
