import { useEffect, useState } from 'react'
import { href } from 'react-router'
import { StatusBadge } from '~/frame/parts/status-badge'
import { useExclusion, useSession } from '~/frame/session-state'
import { type I18n, useI18n } from '~/i18n/i18n'
import { Card } from '~/ui/card/card'
import { Icon } from '~/ui/icon/icon'
import { MoreLink, TextLink } from '~/ui/text-link/text-link'
import { useToast } from '~/ui/toast/toast'
import { historySectionHref } from '~/values/page-sections'
import { receiptHref } from '~/values/receipt-href'
import { acceptedMessages, isCancelled, isDone, isOpen, isPending } from '~/values/transaction-status'
import * as css from './receipt.css'
import { arrivingWon, type TrackedTransaction, type WaitingTransactions } from './tracked-transaction'

/**
 * Follows a transaction while it waits and the page is visible, for five minutes at most. When it is settled, a toast says
 * so and the member's money is fetched anew.
 *
 * @param onChange is told each status that was looked up.
 * @returns it with its latest status.
 */
export function useTrackedTransaction(
  transaction: TrackedTransaction,
  onChange?: (transaction: TrackedTransaction) => void,
): TrackedTransaction {
  const i18n = useI18n()
  const toast = useToast()
  const { refreshMember } = useSession()
  const key = [transaction.list, transaction.id, transaction.at].join(' ')
  const [seen, setSeen] = useState<{ key: string; status: string; settledAt?: string | undefined } | null>(null)
  const isFollowed = transaction.isListed && (transaction.status === undefined || isOpen(transaction))

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says whether it is another transaction.
  useEffect(() => {
    if (!isFollowed) return
    let stop = () => {}
    let isLeft = false
    const handleSeen = (status: string, settledAt?: string) => {
      setSeen({ key, status, settledAt })
      onChange?.({ ...transaction, status, settledAt })
      if (isOpen({ status })) return true
      const hasArrived = isDone({ status })
      toast({ kind: hasArrived ? 'success' : 'info', text: formatState({ ...transaction, status }, i18n) })
      refreshMember()
      return false
    }
    import('./follow-transaction').then(
      ({ followTransaction }) => {
        if (!isLeft) stop = followTransaction(transaction, handleSeen)
      },
      // Without this code the link still looks again.
      () => {},
    )
    return () => {
      isLeft = true
      stop()
    }
  }, [key, isFollowed])

  if (seen?.key !== key) return transaction
  return { ...transaction, status: seen.status, settledAt: seen.settledAt }
}

/** What is known of a transaction, in a sentence. */
function formatState(transaction: TrackedTransaction, { t, won }: I18n): string {
  const { list } = transaction
  const amount = won(arrivingWon(transaction))
  if (isDone(transaction)) return t(`tracker.${list}.done`, { amount })
  if (isCancelled(transaction)) return t(`tracker.${list}.cancelled`, { amount })
  return t(`${acceptedMessages[list]}.text`)
}

/**
 * How far a transaction is: asked, a state of the upstream's own if it is in one, arrived or cancelled; only asked where
 * the upstream has no list that would say more. Its changes are announced by the toast of `useTrackedTransaction`, so the
 * steps are no live region.
 */
export function TransactionSteps({ transaction }: { transaction: TrackedTransaction }) {
  const { t } = useI18n()
  const isSettled = isDone(transaction) || isCancelled(transaction)
  const between = transaction.status && !isSettled && !isPending(transaction) ? transaction.status : undefined
  const last = isCancelled(transaction) ? t('status.cancelled') : t(`tracker.step.${transaction.list}`)
  const steps = [
    t('tracker.step.asked'),
    ...(between === undefined ? [] : [between]),
    ...(transaction.isListed ? [last] : []),
  ]
  const current = isSettled || !transaction.isListed ? steps.length - 1 : steps.length - 2
  return (
    <ol className={css.steps} aria-label={t('tracker.label')}>
      {steps.map((step, at) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps never change places.
          key={at}
          className={css.step({ state: at > current ? 'ahead' : at === current ? 'current' : 'past' })}
          aria-current={at === current ? 'step' : undefined}
        >
          <span className={css.mark}>
            {at <= current && <Icon name={isCancelled(transaction) && at === current ? 'x' : 'check'} size={16} />}
          </span>
          {step}
        </li>
      ))}
    </ol>
  )
}

/**
 * What comes next, how long it usually takes, and a link that looks again where that is possible. During a break or
 * self-exclusion a deposit is shown as it stands: with no time by which it should come, and no request to pay it.
 */
export function TransactionOutlook({
  transaction,
  refreshHref,
}: {
  transaction: TrackedTransaction
  refreshHref: string
}) {
  const i18n = useI18n()
  const { t } = i18n
  const { isListed, isTransfer, list, status, usual } = transaction
  const isClosed = useExclusion() !== null && list === 'deposit'
  const isForMemberToSend =
    list === 'deposit' && !isClosed && isTransfer && (status === undefined || isPending(transaction))
  return (
    <p className={css.outlook}>
      {formatState(transaction, i18n)}
      {isForMemberToSend && (
        <>
          {` ${t('tracker.transfer')} `}
          <TextLink to={`${href('/deposit')}#account`}>{t('tracker.transfer.account')}</TextLink>
        </>
      )}
      {status !== undefined && !isOpen(transaction) ? null : (
        <>
          {usual !== undefined && !isClosed && ` ${t('tracker.usual', { time: usual })}`}{' '}
          {isListed && <TextLink to={refreshHref}>{t('tracker.again')}</TextLink>}
        </>
      )}
    </p>
  )
}

/** Transactions that were looked up since the page was loaded, latest last, and a function that adds one. */
export function useTransactionChanges() {
  const [changes, setChanges] = useState<readonly TrackedTransaction[]>([])
  return [changes, (transaction: TrackedTransaction) => setChanges((all) => [...all, transaction])] as const
}

interface WaitingPanelsProps {
  waiting: WaitingTransactions
  refreshHref: string
  /** Is told each status that was looked up. */
  onChange: (transaction: TrackedTransaction) => void
}

/**
 * The transactions that wait, each followed: the newest of each kind with its steps, older ones in short, and a link to the
 * history for those that are too many.
 */
export function WaitingPanels({ waiting: { tracked, untrackedCount }, refreshHref, onChange }: WaitingPanelsProps) {
  const { t } = useI18n()
  return (
    <>
      {tracked.map((transaction) => {
        const { list, id, at } = transaction
        const isNewest = transaction === tracked.find((one) => one.list === list)
        return (
          <TransactionPanel
            key={[list, id, at].join(' ')}
            transaction={transaction}
            onChange={onChange}
            refreshHref={isNewest ? refreshHref : undefined}
          />
        )
      })}
      {untrackedCount > 0 && (
        <div>
          <MoreLink to={historySectionHref}>{t('tracker.more', { count: untrackedCount })}</MoreLink>
        </div>
      )}
    </>
  )
}

/** A transaction that waits, followed. @param refreshHref the page's own path; without it the steps are left out. */
function TransactionPanel({
  transaction: loaded,
  refreshHref,
  onChange,
}: {
  transaction: TrackedTransaction
  refreshHref: string | undefined
  onChange: WaitingPanelsProps['onChange']
}) {
  const { dateTime, t, won } = useI18n()
  const transaction = useTrackedTransaction(loaded, onChange)
  const { list, id, at } = transaction
  const name = t(`transaction.${list}`)
  const note = (
    <p className={css.note}>
      {dateTime(at)}
      {id !== undefined && (
        <>
          {' · '}
          <TextLink to={receiptHref({ list, id, at })} aria-label={`${t('receipt.number')} ${id}`}>
            {id}
          </TextLink>
        </>
      )}
    </p>
  )
  return (
    <Card title={`${name} ${won(transaction.won)}`} end={<StatusBadge status={transaction.status} />}>
      {refreshHref === undefined ? (
        note
      ) : (
        <>
          <TransactionSteps transaction={transaction} />
          <div>
            <TransactionOutlook transaction={transaction} refreshHref={refreshHref} />
            {note}
          </div>
        </>
      )}
    </Card>
  )
}
