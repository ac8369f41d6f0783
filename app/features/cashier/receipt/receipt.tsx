import { useEffect, useRef, useState } from 'react'
import { href } from 'react-router'
import { usePageKey } from '~/frame/lost-responses/page-key'
import { StatusBadge } from '~/frame/parts/status-badge'
import { useI18n } from '~/i18n/i18n'
import { Card } from '~/ui/card/card'
import { type DescriptionItem, DescriptionList } from '~/ui/description-list/description-list'
import { LabelledFigure } from '~/ui/figure/figure'
import { useHydrated } from '~/ui/hydrated'
import { Icon } from '~/ui/icon/icon'
import { historySectionHref } from '~/values/page-sections'
import { receiptHref } from '~/values/receipt-href'
import { acceptedMessages, isCancelled, isDone, isOpen } from '~/values/transaction-status'
import type { AccountRequest } from '../deposit/account-request.server'
import { useRevalidateOnReply } from '../deposit/revalidate-on-reply'
import { arrivingWon, latestOf, type Receipt, type TrackedTransaction } from '../tracking/pending'
import { Thread } from '../tracking/pending-transaction'
import { useFollowedTransactions } from '../tracking/use-polled-transactions'
import { useTransactionChanges } from '../tracking/use-transaction-changes'
import * as css from './receipt.css'

/** The page's receipt with its account, which stay while the page's data is loaded anew. The receipt is null until there is one. */
export function useShownReceipt(receipt: Receipt | null, account: AccountRequest | undefined) {
  const pageKey = usePageKey()
  const [shown, setShown] = useState({ pageKey, receipt, account })
  const latest = { ...shown, account: account ?? shown.account }
  if (shown.pageKey === pageKey && (receipt === null || shown.receipt === receipt)) return latest
  const next = { pageKey, receipt, account }
  setShown(next)
  return next
}

/**
 * The receipt of a transaction that was just accepted, as the first panel of home. It takes the focus when the page was
 * opened by script: the form that had it is gone.
 */
export function ReceiptPanel({
  receipt,
  account,
}: {
  receipt: TrackedTransaction
  account: AccountRequest | undefined
}) {
  const i18n = useI18n()
  const { t } = i18n
  const headline = useRef<HTMLDivElement>(null)
  const isOpenedByScript = useRef(useHydrated())
  useEffect(() => {
    if (isOpenedByScript.current) headline.current?.focus()
  }, [])
  useRevalidateOnReply(receipt.by === 'transfer' && account?.kind === 'waiting')
  const { list, id, at, won } = receipt
  const refreshHref = list === 'deposit' ? href('/deposit') : historySectionHref
  const isGone = isCancelled(receipt)
  return (
    <section aria-labelledby="receipt">
      <Card>
        <div ref={headline} tabIndex={-1} role="status" className={css.headline}>
          {!isGone && (
            <span className={css.headlineIcon}>
              <Icon name="circle-check" size={24} />
            </span>
          )}
          <h2 id="receipt" className={css.title}>
            {isGone ? t(`receipt.${list}.title`) : t(acceptedMessages[list])}
          </h2>
        </div>
        <div className={css.sum}>
          {i18n.won(won)}
          <StatusBadge status={receipt.status} />
        </div>
        <Thread
          transaction={receipt}
          account={account}
          refreshHref={id === undefined ? refreshHref : receiptHref({ list, id, at })}
        />
      </Card>
    </section>
  )
}

/** A receipt: what was asked for, and where it stands. @param refreshHref where it is looked at again. */
export function ReceiptDetails({
  receipt,
  account,
  refreshHref,
}: {
  receipt: Receipt
  account: AccountRequest | undefined
  refreshHref: string
}) {
  const { dateTime, number, t, won } = useI18n()
  const [changes, addChange] = useTransactionChanges()
  useFollowedTransactions([receipt], addChange)
  const transaction = latestOf(receipt, changes)
  useRevalidateOnReply(receipt.by === 'transfer' && account?.kind === 'waiting')
  const { list, fee = 0 } = receipt
  const details: DescriptionItem[] = [
    ...(receipt.id === undefined
      ? []
      : [{ term: t('receipt.number'), value: <span className={css.number}>{receipt.id}</span> }]),
    ...(receipt.method === undefined ? [] : [{ term: t('receipt.method'), value: receipt.method }]),
    { term: t('receipt.at'), value: dateTime(receipt.at) },
    ...(transaction.settledAt && !isOpen(transaction)
      ? [
          {
            term: t(isCancelled(transaction) ? 'receipt.cancelledAt' : `receipt.${list}.doneAt`),
            value: dateTime(transaction.settledAt),
          },
        ]
      : []),
    ...(fee !== 0
      ? [
          { term: t(`${list}.sum.fee`), value: won(fee) },
          {
            term: t(isDone(transaction) ? `receipt.${list}.arrived` : `${list}.sum.arrives`),
            value: won(arrivingWon(transaction)),
            strong: true,
          },
        ]
      : []),
  ]
  return (
    <div className={css.details}>
      <div className={css.half}>
        <div className={css.figure}>
          <LabelledFigure label={t(`receipt.${list}.sum`)} amount={number(receipt.won)} unit={t('money.unit')} />
          <StatusBadge status={transaction.status} />
        </div>
        <DescriptionList items={details} />
      </div>
      <div className={css.half}>
        <Thread transaction={transaction} account={account} refreshHref={refreshHref} isBare />
      </div>
    </div>
  )
}
