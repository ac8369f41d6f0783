import { href } from 'react-router'
import { useDocumentSettings } from '~/frame/document-settings'
import { StatusBadge } from '~/frame/parts/status-badge'
import { UnreadableMoney } from '~/frame/parts/unreadable-money'
import { useSession } from '~/frame/session-state'
import { useI18n } from '~/i18n/i18n'
import { Card } from '~/ui/card/card'
import { MoreLink } from '~/ui/text-link/text-link'
import { historySectionHref } from '~/values/page-sections'
import { isOpen } from '~/values/transaction-status'
import { useRevalidateOnReply } from '../deposit/revalidate-on-reply'
import {
  isSameTransaction,
  latestOf,
  type TrackedTransaction,
  type WaitingTransactions,
  withoutTransactions,
} from './pending'
import * as css from './pending.css'
import { Thread, threadName, threadTitle, useMayNotDeposit } from './pending-transaction'
import { isUpToMember, toTransactionState } from './state'

interface ThreadsProps {
  waiting: WaitingTransactions
  /** The page's own path. */
  refreshHref: string
  /** Whether a receipt stands before them in full: then also a single one is a row. */
  isBesideReceipt?: boolean
  /** Those that were looked up since, latest last. */
  changes: readonly TrackedTransaction[]
}

/**
 * The deposits and withdrawals under way: one as it stands, several as one row that unfolds. On home so does one whose account
 * was asked for: /deposit shows it as it stands.
 */
export function Threads({ waiting, refreshHref, isBesideReceipt = false, changes }: ThreadsProps) {
  const i18n = useI18n()
  const { t, won } = i18n
  const { tracked, untrackedCount, account } = waiting
  useRevalidateOnReply(account?.kind === 'waiting')
  const isExcluded = useMayNotDeposit()
  const { expired } = useSession()
  const settled = changes.filter((change) => !isOpen(change))
  const open = withoutTransactions(waiting, settled)
  const openCount = open.tracked.length + untrackedCount
  const settings = useDocumentSettings()
  const stateOf = (one: TrackedTransaction) => toTransactionState(one, { account, isExcluded })
  const upToMember = open.tracked.filter((one) => isUpToMember(stateOf(one), settings))
  // Loaded anew, the page's data no longer has what was settled, and why.
  const shown = [...tracked, ...settled.filter((one) => !tracked.some((listed) => isSameTransaction(one, listed)))]
  const [only] = shown
  const count = shown.length + untrackedCount
  if (!only || expired) return null
  if (count === 1 && !isBesideReceipt) {
    const transaction = latestOf(only, changes)
    const title = threadTitle(transaction, i18n)
    const badge = <StatusBadge status={transaction.status} />
    const thread = <Thread transaction={transaction} account={account} refreshHref={refreshHref} />
    const state = stateOf(transaction)
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
            {state.kind === 'send-money' && isUpToMember(state, settings) && (
              <span className={css.foldSteps}>{t('thread.waiting.steps', { count: 1 })}</span>
            )}
          </div>
        </summary>
        <div className={css.list}>
          <div className={css.row}>{thread}</div>
        </div>
      </details>
    )
  }
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
          {open.sums.some(({ isPartial }) => isPartial) && <UnreadableMoney />}
          {/* Of those that only the history shows it is not known here. */}
          {upToMember.length > 0 && untrackedCount === 0 && (
            <span className={css.foldSteps}>{t('thread.waiting.steps', { count: upToMember.length })}</span>
          )}
        </div>
      </summary>
      <ul className={css.list}>
        {shown.map((loaded) => {
          const transaction = latestOf(loaded, changes)
          return (
            <li key={[loaded.list, loaded.id, loaded.at].join(' ')} className={css.row}>
              <div className={css.rowHead}>
                <h3 className={css.rowTitle} aria-label={threadName(transaction, i18n)}>
                  {threadTitle(transaction, i18n)}
                </h3>
                <StatusBadge status={transaction.status} />
              </div>
              <Thread transaction={transaction} account={account} refreshHref={refreshHref} isOneOfSeveral />
            </li>
          )
        })}
      </ul>
      {untrackedCount > 0 && (
        <div>
          <MoreLink to={historySectionHref}>{t('tracker.more', { count: untrackedCount })}</MoreLink>
        </div>
      )}
    </details>
  )
}
