import type { ReactNode } from 'react'
import { href } from 'react-router'
import { useDocumentSettings } from '~/frame/document-settings'
import { StatusBadge } from '~/frame/parts/status-badge'
import { UnreadableMoney } from '~/frame/parts/unreadable-money'
import { useSession } from '~/frame/session/state'
import { useI18n } from '~/i18n/i18n'
import { Card } from '~/ui/card/card'
import { MoreLink } from '~/ui/text-link/text-link'
import { historySectionHref } from '~/values/addresses/page-sections'
import type { Won } from '~/values/amount'
import { addUp, type ParsedAmount } from '~/values/balance'
import type { Transaction } from '~/values/transaction'
import { keyOf } from '~/values/transaction-reference'
import type { AccountRequest } from './account-request.server'
import * as css from './pending.css'
import { formatName, formatTitle, PendingTransaction, useMayNotDeposit } from './pending-transaction'
import { needsMemberAction, toTransactionState } from './state'

/** A member's pending deposits and withdrawals, as a page shows them. */
export type PendingList = {
  /** The pending transactions on the first page of each list, newest first. */
  transactions: Transaction[]
  /** How many more only the history shows, and what they add up to in won; null where that could not be read. */
  further: { kind: Transaction['kind']; count: number; amount: Won | null }[]
  /** The request for the account to pay into, where a deposit by bank transfer is pending. */
  account?: AccountRequest | undefined
}

/** What the pending transactions of each kind add up to, in won; `isPartial`: one could not be read, and is not in it. */
export function sumPending({ transactions, further }: PendingList) {
  return (['deposit', 'withdraw'] as const).flatMap((kind) => {
    const amounts: ParsedAmount[] = [...transactions, ...further]
      .filter((part) => part.kind === kind)
      .map(({ amount }) => amount)
    return amounts.length === 0 ? [] : [{ kind, amount: addUp(amounts), isPartial: amounts.includes(null) }]
  })
}

/** How many transactions are pending. */
export function countPending({ transactions, further }: PendingList): number {
  return addUp([transactions.length, ...further.map(({ count }) => count)])
}

interface PendingTransactionsProps {
  pending: PendingList
  /** The page's own path. */
  refreshHref: string
  /** Whether a receipt stands before them in full: then also a single one is a row. */
  isBesideReceipt?: boolean
}

/**
 * The pending deposits and withdrawals: one as it stands, several as one row that unfolds. On home so does one whose account
 * was asked for: /deposit shows it as it stands.
 */
export function PendingTransactions({ pending, refreshHref, isBesideReceipt = false }: PendingTransactionsProps) {
  const i18n = useI18n()
  const { t, won } = i18n
  const { transactions, further, account } = pending
  const isExcluded = useMayNotDeposit()
  const { expired } = useSession()
  const settings = useDocumentSettings()
  const states = transactions.map((transaction) => toTransactionState(transaction, { account, isExcluded }))
  // Of those that only the history shows it is not known here.
  const actionCount = further.length > 0 ? 0 : states.filter((state) => needsMemberAction(state, settings)).length
  const [only] = transactions
  const count = countPending(pending)
  if (!only || expired) return null
  if (count === 1 && !isBesideReceipt) {
    const title = formatTitle(only, i18n)
    const badge = <StatusBadge status={only.status} />
    const details = <PendingTransaction transaction={only} account={account} refreshHref={refreshHref} />
    const isAsked = states[0]?.kind === 'account-asked' || states[0]?.kind === 'send-money'
    if (refreshHref === href('/') && isAsked)
      return (
        <Fold title={title} about={badge} actionCount={actionCount}>
          <div className={css.list}>
            <div className={css.row}>{details}</div>
          </div>
        </Fold>
      )
    return (
      <Card title={title} end={badge}>
        {details}
      </Card>
    )
  }
  const sums = sumPending(pending)
  return (
    <Fold
      title={t('pending.waiting', { count })}
      about={
        <>
          <span className={css.foldSums}>
            {sums.map(({ kind, amount }) => `${t(`transaction.${kind}`)} ${won(amount)}`).join(' · ')}
          </span>
          {sums.some(({ isPartial }) => isPartial) && <UnreadableMoney />}
        </>
      }
      actionCount={actionCount}
    >
      <ul className={css.list}>
        {transactions.map((transaction) => (
          <li key={keyOf(transaction)} className={css.row}>
            <div className={css.rowHead}>
              <h3 className={css.rowTitle} aria-label={formatName(transaction, i18n)}>
                {formatTitle(transaction, i18n)}
              </h3>
              <StatusBadge status={transaction.status} />
            </div>
            <PendingTransaction transaction={transaction} account={account} refreshHref={refreshHref} isOneOfSeveral />
          </li>
        ))}
      </ul>
      {further.length > 0 && (
        <div>
          <MoreLink to={historySectionHref}>{t('tracker.more', { count: count - transactions.length })}</MoreLink>
        </div>
      )}
    </Fold>
  )
}

/** A row that unfolds. @param actionCount of how many the next step is the member's. */
function Fold({
  title,
  about,
  actionCount,
  children,
}: {
  title: string
  about: ReactNode
  actionCount: number
  children: ReactNode
}) {
  const { t } = useI18n()
  return (
    <details className={css.fold}>
      <summary className={css.foldHead}>
        <div className={css.foldText}>
          <h2 className={css.foldTitle}>{title}</h2>
          {about}
          {actionCount > 0 && (
            <span className={css.foldSteps}>{t('pending.waiting.steps', { count: actionCount })}</span>
          )}
        </div>
      </summary>
      {children}
    </details>
  )
}
