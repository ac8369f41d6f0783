import { type ReactNode, useState } from 'react'
import { href } from 'react-router'
import { StatusBadge } from '~/frame/parts/status-badge'
import { useI18n } from '~/i18n/i18n'
import { Card } from '~/ui/card/card'
import { MoreLink } from '~/ui/text-link/text-link'
import { historySectionHref } from '~/values/page-sections'
import { isOpen } from '~/values/transaction-status'
import { useRevalidateOnReply } from './revalidate-on-reply'
import { Thread, threadName, threadTitle, useMayNotDeposit } from './thread'
import * as css from './threads.css'
import { type TrackedTransaction, type WaitingTransactions, withoutTransactions } from './tracked-transaction'
import { isUpToMember, toTransactionState } from './transaction-state'
import { useTrackedTransaction } from './use-tracked-transaction'

interface ThreadsProps {
  waiting: WaitingTransactions
  /** The page's own path. */
  refreshHref: string
  /** Whether a receipt stands before them in full: then also a single one is a row. */
  isBesideReceipt?: boolean
  /** Is told each status that was looked up. */
  onChange: (transaction: TrackedTransaction) => void
}

/**
 * The deposits and withdrawals under way: one as it stands, several as one row that unfolds. On home so does one whose account
 * was asked for: /deposit shows it as it stands.
 */
export function Threads({ waiting, refreshHref, isBesideReceipt = false, onChange }: ThreadsProps) {
  const i18n = useI18n()
  const { t, won } = i18n
  const [settled, setSettled] = useState<readonly TrackedTransaction[]>([])
  const { tracked, untrackedCount, account } = waiting
  useRevalidateOnReply(account?.kind === 'waiting')
  const handleChange = (transaction: TrackedTransaction) => {
    if (!isOpen(transaction)) setSettled((before) => [...before, transaction])
    onChange(transaction)
  }
  const isExcluded = useMayNotDeposit()
  const open = withoutTransactions(waiting, settled)
  const openCount = open.tracked.length + untrackedCount
  const upToMember = open.tracked.filter((one) => isUpToMember(toTransactionState(one, { account, isExcluded })))
  const [only] = tracked
  const count = tracked.length + untrackedCount
  if (!only) return null
  if (count === 1 && !isBesideReceipt)
    return (
      <FollowedThread transaction={only} onChange={handleChange}>
        {(transaction) => {
          const title = threadTitle(transaction, i18n)
          const badge = <StatusBadge status={transaction.status} />
          const thread = <Thread transaction={transaction} account={account} refreshHref={refreshHref} />
          const state = toTransactionState(transaction, { account, isExcluded })
          const isAsked = state.kind === 'account-asked' || state.kind === 'send-money'
          if (refreshHref !== href('/') || !isAsked)
            return (
              <Card title={title} end={badge}>
                {thread}
              </Card>
            )
          return (
            <details className={css.fold}>
              <summary className={css.foldHead}>
                <div className={css.foldText}>
                  <h2 className={css.foldTitle}>{title}</h2>
                  {badge}
                  {state.kind === 'send-money' && state.reply.account && (
                    <span className={css.foldSteps}>{t('thread.waiting.steps', { count: 1 })}</span>
                  )}
                </div>
              </summary>
              <div className={css.list}>
                <div className={css.row}>{thread}</div>
              </div>
            </details>
          )
        }}
      </FollowedThread>
    )
  return (
    <details className={css.fold}>
      <summary className={css.foldHead}>
        <div className={css.foldText}>
          <h2 className={css.foldTitle}>
            {openCount === 0 ? t('home.transactions') : t('thread.waiting', { count: openCount })}
          </h2>
          <span className={css.foldSums}>
            {open.sums.map(({ list, won: sum }) => `${t(`transaction.${list}`)} ${won(sum)}`).join(' · ')}
          </span>
          {upToMember.length > 0 && (
            <span className={css.foldSteps}>{t('thread.waiting.steps', { count: upToMember.length })}</span>
          )}
        </div>
      </summary>
      <ul className={css.list}>
        {tracked.map((loaded) => (
          <li key={[loaded.list, loaded.id, loaded.at].join(' ')} className={css.row}>
            <FollowedThread transaction={loaded} onChange={handleChange}>
              {(transaction) => (
                <>
                  <div className={css.rowHead}>
                    <h3 className={css.rowTitle} aria-label={threadName(transaction, i18n)}>
                      {threadTitle(transaction, i18n)}
                    </h3>
                    <StatusBadge status={transaction.status} />
                  </div>
                  <Thread transaction={transaction} account={account} refreshHref={refreshHref} isOneOfSeveral />
                </>
              )}
            </FollowedThread>
          </li>
        ))}
      </ul>
      {untrackedCount > 0 && (
        <div>
          <MoreLink to={historySectionHref}>{t('tracker.more', { count: untrackedCount })}</MoreLink>
        </div>
      )}
    </details>
  )
}

/** Follows a transaction, and shows it with its latest status. */
export function FollowedThread({
  transaction,
  onChange,
  children,
}: {
  transaction: TrackedTransaction
  onChange: ThreadsProps['onChange']
  children: (transaction: TrackedTransaction) => ReactNode
}) {
  return children(useTrackedTransaction(transaction, onChange))
}
