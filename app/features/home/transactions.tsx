import { href } from 'react-router'
import { ReceiptPanel, useShownReceipt } from '~/features/cashier/receipt/receipt'
import { PendingTransactions } from '~/features/cashier/tracking/pending-transactions'
import { usePolledTransactions } from '~/features/cashier/tracking/poll'
import { StatusBadge } from '~/frame/parts/status-badge'
import { UnreadableMoney } from '~/frame/parts/unreadable-money'
import { useI18n } from '~/i18n/i18n'
import { FigureText } from '~/ui/figure/figure-text'
import { List, ListRow } from '~/ui/list/list'
import { SectionHeading } from '~/ui/page-title/page-title'
import { Amount } from '~/ui/table/table'
import { MoreLink } from '~/ui/text-link/text-link'
import { historySectionHref } from '~/values/addresses/page-sections'
import { isCancelled, isDone, netAmount } from '~/values/transaction'
import { findTransaction, referenceTo } from '~/values/transaction-reference'
import * as css from './home.css'
import type { loadTransactions } from './home-data.server'

type Transactions = Awaited<ReturnType<typeof loadTransactions>>

/** The receipt of a transaction that was just accepted, until it is settled, and the others that are pending. */
export function LatestTransactions({ receipt, pending }: Pick<Transactions, 'receipt' | 'pending'>) {
  const { receipt: first, account } = useShownReceipt(receipt, pending.account)
  // Loaded anew, the page says no more which one was just accepted, but lists it.
  const ofKind = pending.transactions.filter(({ kind }) => kind === first?.kind)
  const listed = first && findTransaction(ofKind, referenceTo(first))
  const isCurrent = receipt !== null || first?.listing === 'expected'
  // Its form knows how it is paid where the list does not say so.
  const shown = listed ? { ...listed, paidBy: listed.paidBy ?? first?.paidBy } : isCurrent ? first : null
  const besideShown = { ...pending, transactions: pending.transactions.filter((transaction) => transaction !== listed) }
  usePolledTransactions([...(shown ? [shown] : []), ...besideShown.transactions])
  return (
    <>
      {shown && <ReceiptPanel receipt={shown} account={account} />}
      <PendingTransactions pending={besideShown} refreshHref={href('/')} isBesideReceipt={shown !== null} />
    </>
  )
}

/** The last few deposits and withdrawals. A deposit that arrived counts by what it brought. */
export function LastTransactions({ transactions }: { transactions: NonNullable<Transactions['recent']> }) {
  const { dateTime, t, signed, won } = useI18n()
  const rows = transactions.map((row, index) => ({
    ...row,
    key: `${row.kind} ${row.id ?? `nameless ${index}`}`,
    amount: row.kind === 'deposit' && isDone(row) ? netAmount(row) : row.amount,
  }))
  return (
    <section className={css.transactions} aria-labelledby="transactions">
      <SectionHeading
        id="transactions"
        title={t('home.transactions')}
        end={<MoreLink to={historySectionHref}>{t('outcome.unknown.history')}</MoreLink>}
      />
      <List>
        {rows.map(({ key, kind, amount, at, status }) => (
          <ListRow
            key={key}
            title={
              <span className={css.transaction}>
                {t(`transaction.${kind}`)}
                <StatusBadge status={status} />
                <span className={css.transactionTime}>{dateTime(at)}</span>
              </span>
            }
            end={
              <span className={css.transactionAmount}>
                {isCancelled({ status }) ? (
                  <Amount direction="cancelled">{won(amount)}</Amount>
                ) : amount === undefined ? (
                  <FigureText>{won(amount)}</FigureText>
                ) : (
                  t('money.won', { amount: signed(kind === 'deposit' ? amount : amount && -amount) })
                )}
              </span>
            }
          />
        ))}
      </List>
      <UnreadableMoney figures={rows.map(({ amount }) => amount)} />
    </section>
  )
}
