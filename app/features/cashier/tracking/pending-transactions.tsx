import { href } from 'react-router'
import { useDocumentSettings } from '~/frame/document-settings'
import { StatusBadge } from '~/frame/parts/status-badge'
import { UnreadableMoney } from '~/frame/parts/unreadable-money'
import { useSession } from '~/frame/session/state'
import { useI18n } from '~/i18n/i18n'
import { Card } from '~/ui/card/card'
import { MoreLink } from '~/ui/text-link/text-link'
import { historySectionHref } from '~/values/addresses/page-sections'
import type { Transaction } from '~/values/transaction'
import { keyOf } from '~/values/transaction-reference'
import { useRevalidateOnReply } from '../deposit/revalidate-on-reply'
import * as css from './pending.css'
import { formatName, formatTitle, PendingTransaction, useMayNotDeposit } from './pending-transaction'
import { countPending, type PendingTransactions as Pending, sumPending } from './rows'
import { needsMemberAction, toTransactionState } from './state'

interface PendingTransactionsProps {
  pending: Pending
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
  useRevalidateOnReply(account?.kind === 'waiting')
  const isExcluded = useMayNotDeposit()
  const { expired } = useSession()
  const settings = useDocumentSettings()
  const stateOf = (transaction: Transaction) => toTransactionState(transaction, { account, isExcluded })
  const [only] = transactions
  const count = countPending(pending)
  if (!only || expired) return null
  if (count === 1 && !isBesideReceipt) {
    const title = formatTitle(only, i18n)
    const badge = <StatusBadge status={only.status} />
    const details = <PendingTransaction transaction={only} account={account} refreshHref={refreshHref} />
    const state = stateOf(only)
    const isAsked = state.kind === 'account-asked' || state.kind === 'send-money'
    if (refreshHref !== href('/') || !isAsked)
      return (
        <Card title={title} end={badge}>
          {details}
        </Card>
      )
    return (
      <details className={css.fold}>
        <summary className={css.foldHead}>
          <div className={css.foldText}>
            <h2 className={css.foldTitle}>{title}</h2>
            {badge}
            {state.kind === 'send-money' && needsMemberAction(state, settings) && (
              <span className={css.foldSteps}>{t('pending.waiting.steps', { count: 1 })}</span>
            )}
          </div>
        </summary>
        <div className={css.list}>
          <div className={css.row}>{details}</div>
        </div>
      </details>
    )
  }
  const sums = sumPending(pending)
  const actionCount = transactions.filter((transaction) => needsMemberAction(stateOf(transaction), settings)).length
  return (
    <details className={css.fold}>
      <summary className={css.foldHead}>
        <div className={css.foldText}>
          <h2 className={css.foldTitle}>{t('pending.waiting', { count })}</h2>
          <span className={css.foldSums}>
            {sums.map(({ kind, amount }) => `${t(`transaction.${kind}`)} ${won(amount)}`).join(' · ')}
          </span>
          {sums.some(({ isPartial }) => isPartial) && <UnreadableMoney />}
          {/* Of those that only the history shows it is not known here. */}
          {actionCount > 0 && further.length === 0 && (
            <span className={css.foldSteps}>{t('pending.waiting.steps', { count: actionCount })}</span>
          )}
        </div>
      </summary>
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
    </details>
  )
}
