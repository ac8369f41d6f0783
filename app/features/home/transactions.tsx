import { href } from 'react-router'
import { ReceiptPanel, useShownReceipt } from '~/features/cashier/receipt/receipt'
import {
  arrivingWon,
  findChange,
  isSameTransaction,
  latestOf,
  type TrackedTransaction,
  withoutTransactions,
} from '~/features/cashier/tracking/pending'
import { Threads } from '~/features/cashier/tracking/pending-transactions'
import { useFollowedTransactions } from '~/features/cashier/tracking/use-polled-transactions'
import { StatusBadge } from '~/frame/parts/status-badge'
import { UnreadableMoney } from '~/frame/parts/unreadable-money'
import { useI18n } from '~/i18n/i18n'
import { FigureText } from '~/ui/figure/figure-text'
import { List, ListRow } from '~/ui/list/list'
import { SectionHeading } from '~/ui/page-title/page-title'
import { Amount } from '~/ui/table/table'
import { MoreLink } from '~/ui/text-link/text-link'
import { historySectionHref } from '~/values/page-sections'
import { isCancelled, isDone } from '~/values/transaction-status'
import * as css from './home.css'
import type { loadTransactions } from './home-data.server'

type Transactions = Awaited<ReturnType<typeof loadTransactions>>

/** The receipt of a transaction that was just accepted, and the others that wait. */
export function LatestTransactions({
  receipt,
  waiting,
  changes,
  onChange,
}: Pick<Transactions, 'receipt' | 'waiting'> & {
  changes: readonly TrackedTransaction[]
  onChange: (transaction: TrackedTransaction) => void
}) {
  const { receipt: shown, account } = useShownReceipt(receipt, waiting.account)
  // Loaded anew, the page says no more which one was just accepted.
  const others = withoutTransactions(waiting, shown ? [shown] : [])
  useFollowedTransactions([...(shown ? [shown] : []), ...others.tracked], onChange)
  return (
    <>
      {shown && <ReceiptPanel receipt={latestOf(shown, changes)} account={account} />}
      <Threads
        waiting={others}
        refreshHref={href('/')}
        isBesideReceipt={shown !== null}
        changes={changes.filter((one) => !shown || !isSameTransaction(one, shown))}
      />
    </>
  )
}

export function LastTransactions({
  transactions,
  changes,
}: {
  transactions: NonNullable<Transactions['recent']>
  changes: readonly TrackedTransaction[]
}) {
  const { t, signed, won: formatWon } = useI18n()
  const rows = transactions.map((row) => {
    const change = findChange(row, changes, ({ list, id }) => list === row.kind && id === row.id)
    if (!change) return row
    const won = row.kind === 'deposit' && isDone(change) ? arrivingWon(change) : row.won
    return { ...row, won, status: change.status ?? row.status }
  })
  return (
    <section className={css.transactions} aria-labelledby="transactions">
      <SectionHeading
        id="transactions"
        title={t('home.transactions')}
        end={<MoreLink to={historySectionHref}>{t('outcome.unknown.history')}</MoreLink>}
      />
      <List>
        {rows.map(({ kind, id, won, time, status }) => (
          <ListRow
            key={`${kind} ${id}`}
            title={
              <span className={css.transaction}>
                {t(`transaction.${kind}`)}
                <StatusBadge status={status} />
                <span className={css.transactionTime}>{time}</span>
              </span>
            }
            end={
              <span className={css.transactionAmount}>
                {isCancelled({ status }) ? (
                  <Amount direction="cancelled">{formatWon(won)}</Amount>
                ) : won === undefined ? (
                  <FigureText>{formatWon(won)}</FigureText>
                ) : (
                  t('money.won', { amount: signed(kind === 'deposit' ? won : won && -won) })
                )}
              </span>
            }
          />
        ))}
      </List>
      <UnreadableMoney figures={rows.map(({ won }) => won)} />
    </section>
  )
}
