import type { I18n } from '~/i18n/i18n'
import type { Context } from '~/server/http/incoming.server'
import { i18nOf } from '~/server/request-info/request-info.server'
import { type OptionalResult, upstreamContext } from '~/server/upstream/page-upstream.server'
import { bankName, maskAccountNumber, maskName } from '~/values/banks'
import { isAboutName, isCancelled, isDone, isPending, lastChangeMs, type Transaction } from '~/values/transaction'
import { pendingTimeOf } from './estimated-time.server'
import { type TransactionListing, toTransaction } from './state'

export type NewestTransactions =
  | ({ kind: 'done'; rows: Transaction[] } & Pick<TransactionListing, 'waiting' | 'usualSeconds'>)
  | { kind: 'unsupported' }
  | { kind: 'failed'; reference: string }

export async function loadNewest(kind: Transaction['kind'], context: Context): Promise<NewestTransactions> {
  const upstream = context.get(upstreamContext)
  const i18n = i18nOf(context)
  const newest = toNewest(kind, await upstream.callOptionalOnce(`get-${kind}-list`), i18n)
  return newest.kind === 'done' ? { ...newest, rows: await addOwnAccount(newest.rows, context) } : newest
}

/**
 * Adds the payout account to each pending bank withdrawal, as it can't change until then, the holder's name to each
 * transaction that failed because of it, and to each failed withdrawal whether the account has changed since.
 */
export async function addOwnAccount(rows: Transaction[], context: Context): Promise<Transaction[]> {
  const isPaidToIt = (row: Transaction) => row.kind === 'withdraw' && isPending(row) && row.paidBy !== 'payment'
  const isFailed = (row: Transaction) => row.kind === 'withdraw' && isCancelled(row)
  if (!rows.some((row) => isPaidToIt(row) || isFailed(row) || isAboutName(row))) return rows
  const health = await context.get(upstreamContext).callOptionalOnce('user-health-check')
  const { bankname, banknum, bankOwner, bankChangedAt } = health.kind === 'done' ? health.response.user : {}
  const number = maskAccountNumber(banknum)
  const paidTo = bankname && number && `${bankName(bankname, i18nOf(context).lang)} ${number}`
  return rows.map((known) => {
    const [old, current] = [known.paidTo, number].map(lastDigits)
    const isOther = old !== undefined && current !== undefined && old !== current
    const hasChanged = isOther || Date.parse(bankChangedAt ?? '') > lastChangeMs(known)
    const row = isFailed(known) && hasChanged ? { ...known, isAccountChanged: true } : known
    // A sender needs the full name, but account data is masked.
    if (isAboutName(row)) return { ...row, owner: row.kind === 'deposit' ? bankOwner : maskName(bankOwner) }
    return paidTo && isPaidToIt(row) ? { ...row, paidTo } : row
  })
}

const lastDigits = (account: string | undefined) => account?.match(/\d{4}$/)?.[0]

export function toNewest(
  kind: Transaction['kind'],
  list: OptionalResult<'get-deposit-list' | 'get-withdraw-list'>,
  i18n: I18n,
): NewestTransactions {
  if (list.kind !== 'done') return list
  const { waiting, usualSeconds } = list.response
  return { kind: 'done', rows: toTransactions(kind, list.response, i18n), waiting, usualSeconds }
}

export function toTransactions(kind: Transaction['kind'], listing: TransactionListing, i18n: I18n): Transaction[] {
  return listing.balances.map((row) => {
    const transaction = toTransaction(kind, row)
    const isSettled = isDone(transaction) || isCancelled(transaction)
    return {
      ...transaction,
      method: row.method === 'bank' ? i18n.t('payment.transfer') : row.method,
      ...(isSettled ? {} : pendingTimeOf(listing, row.regdate, i18n)),
    }
  })
}

export function toPendingTransactions(kind: Transaction['kind'], listed: NewestTransactions) {
  if (listed.kind !== 'done') return { transactions: [], further: [] }
  const transactions = listed.rows.filter(isPending)
  const count = (listed.waiting?.count ?? 0) - transactions.length
  return { transactions, further: count > 0 ? [{ kind, count }] : [] }
}
