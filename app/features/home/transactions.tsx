import { useEffect, useRef, useState } from 'react'
import { href } from 'react-router'
import type { BankAccountRequest } from '~/features/cashier/bank-account/request.server'
import { countPending, PendingTransactions } from '~/features/cashier/tracking/pending-transactions'
import { useTransactionNews } from '~/features/cashier/tracking/poll'
import { SettlementBadge, StateBadge } from '~/features/cashier/tracking/state-badge'
import { TransactionProgress } from '~/features/cashier/tracking/transaction-progress'
import { usePageKey } from '~/frame/navigation/page-key'
import { UnreadableMoney } from '~/frame/parts/unreadable-money'
import { useI18n } from '~/i18n/i18n'
import { Card } from '~/ui/card/card'
import { FigureText } from '~/ui/figure/figure-text'
import { useHydrated } from '~/ui/hydrated'
import { Icon } from '~/ui/icon/icon'
import { List, ListRow } from '~/ui/list/list'
import { SectionHeading } from '~/ui/page-title/page-title'
import { Amount } from '~/ui/table/table'
import { MoreLink } from '~/ui/text-link/text-link'
import { historySectionHref } from '~/values/addresses/page-sections'
import { receiptHref } from '~/values/addresses/receipt'
import { acceptedMessages, isCancelled, isDone, netAmount, type Transaction } from '~/values/transaction'
import * as css from './home.css'
import type { loadTransactions } from './home-data.server'
import { followAccepted } from './just-accepted'

type Transactions = Awaited<ReturnType<typeof loadTransactions>>

/** The transaction that was just accepted, until it is settled; with others that are pending, in one block. */
export function AcceptedAndPending(props: Pick<Transactions, 'accepted' | 'pending' | 'recent'>) {
  const { pending } = props
  const { shown, row, accountRequest } = useAccepted(props)
  const besideShown = { ...pending, transactions: pending.transactions.filter((transaction) => transaction !== row) }
  useTransactionNews([...(shown ? [shown] : []), ...besideShown.transactions], accountRequest)
  if (shown && countPending(besideShown) > 0 && !isDone(shown) && !isCancelled(shown))
    return (
      <PendingTransactions
        place="home"
        pending={{ ...besideShown, transactions: [shown, ...besideShown.transactions], accountRequest }}
        refreshHref={href('/')}
        headline={<AcceptedHeadline accepted={shown} />}
      />
    )
  return (
    <>
      {shown && <AcceptedPanel accepted={shown} accountRequest={accountRequest} />}
      <PendingTransactions place="home" pending={besideShown} refreshHref={href('/')} />
    </>
  )
}

/**
 * The transaction that was just accepted, with its account: both stay while the page's data is loaded anew, until it is settled.
 */
function useAccepted({ accepted, pending, recent }: Pick<Transactions, 'accepted' | 'pending' | 'recent'>) {
  const pageKey = usePageKey()
  const { transactions, accountRequest } = pending
  const [kept, setKept] = useState({ pageKey, accepted, accountRequest })
  const isSamePage = kept.pageKey === pageKey && (accepted === null || kept.accepted === accepted)
  const known = isSamePage
    ? { ...kept, accountRequest: accountRequest ?? kept.accountRequest }
    : { pageKey, accepted, accountRequest }
  const lists = { pending: transactions, settled: recent ?? [] }
  const { row, shown, hasEnded } = followAccepted(known.accepted, accepted !== null, lists)
  // What was settled stays so, also where a list fails the next time.
  if (!isSamePage || hasEnded) setKept(hasEnded ? { ...known, accepted: null } : known)
  return { row, shown, accountRequest: known.accountRequest }
}

/**
 * Says that a transaction was just accepted. It takes the focus when the page was opened by script: the form that had it is
 * gone.
 */
function AcceptedHeadline({ accepted }: { accepted: Transaction }) {
  const { t } = useI18n()
  const headline = useRef<HTMLDivElement>(null)
  const isOpenedByScript = useRef(useHydrated())
  useEffect(() => {
    if (isOpenedByScript.current) headline.current?.focus()
  }, [])
  const isGone = isCancelled(accepted)
  return (
    <div ref={headline} tabIndex={-1} role="status" className={css.acceptedHeadline}>
      {!isGone && (
        <span className={css.acceptedIcon}>
          <Icon name="circle-check" size={24} />
        </span>
      )}
      <h2 id="accepted" className={css.acceptedTitle}>
        {t(isGone ? `receipt.${accepted.kind}.title` : acceptedMessages[accepted.kind])}
      </h2>
    </div>
  )
}

/** The transaction that was just accepted, as the first panel of home. */
function AcceptedPanel({
  accepted,
  accountRequest,
}: {
  accepted: Transaction
  accountRequest: BankAccountRequest | undefined
}) {
  const i18n = useI18n()
  const { kind, id, at } = accepted
  const refreshHref = kind === 'deposit' ? href('/deposit') : historySectionHref
  return (
    <section aria-labelledby="accepted">
      <Card>
        <AcceptedHeadline accepted={accepted} />
        <div className={css.acceptedSum}>
          {i18n.won(accepted.amount)}
          <StateBadge transaction={accepted} accountRequest={accountRequest} />
        </div>
        <TransactionProgress
          transaction={accepted}
          accountRequest={accountRequest}
          refreshHref={id === undefined ? refreshHref : receiptHref({ kind, id, at })}
        />
      </Card>
    </section>
  )
}

/** The last few settled deposits and withdrawals. A deposit that arrived counts by what it brought. */
export function LastSettled({ transactions }: { transactions: NonNullable<Transactions['recent']> }) {
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
                <SettlementBadge status={status} />
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
