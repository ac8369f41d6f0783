import { useEffect, useRef, useState } from 'react'
import { href } from 'react-router'
import { usePageKey } from '~/frame/navigation/page-key'
import { StatusBadge } from '~/frame/parts/status-badge'
import { useI18n } from '~/i18n/i18n'
import { Card } from '~/ui/card/card'
import { type DescriptionItem, DescriptionList } from '~/ui/description-list/description-list'
import { LabelledFigure } from '~/ui/figure/figure'
import { useHydrated } from '~/ui/hydrated'
import { Icon } from '~/ui/icon/icon'
import { historySectionHref } from '~/values/addresses/page-sections'
import { receiptHref } from '~/values/addresses/receipt'
import { acceptedMessages, isCancelled, isDone, isOpen, netAmount, type Transaction } from '~/values/transaction'
import type { AccountRequest } from '../deposit/account-request.server'
import { useRevalidateOnReply } from '../deposit/revalidate-on-reply'
import { PendingTransaction } from '../tracking/pending-transaction'
import { usePolledTransactions } from '../tracking/poll'
import * as css from './receipt.css'

/** The page's receipt with its account, which stay while the page's data is loaded anew. The receipt is null until there is one. */
export function useShownReceipt(receipt: Transaction | null, account: AccountRequest | undefined) {
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
export function ReceiptPanel({ receipt, account }: { receipt: Transaction; account: AccountRequest | undefined }) {
  const i18n = useI18n()
  const { t } = i18n
  const headline = useRef<HTMLDivElement>(null)
  const isOpenedByScript = useRef(useHydrated())
  useEffect(() => {
    if (isOpenedByScript.current) headline.current?.focus()
  }, [])
  useRevalidateOnReply(receipt.paidBy === 'transfer' && account?.kind === 'waiting')
  const { kind, id, at } = receipt
  const refreshHref = kind === 'deposit' ? href('/deposit') : historySectionHref
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
            {isGone ? t(`receipt.${kind}.title`) : t(acceptedMessages[kind])}
          </h2>
        </div>
        <div className={css.sum}>
          {i18n.won(receipt.amount)}
          <StatusBadge status={receipt.status} />
        </div>
        <PendingTransaction
          transaction={receipt}
          account={account}
          refreshHref={id === undefined ? refreshHref : receiptHref({ kind, id, at })}
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
  receipt: Transaction
  account: AccountRequest | undefined
  refreshHref: string
}) {
  const { dateTime, number, t, won } = useI18n()
  usePolledTransactions([receipt])
  useRevalidateOnReply(receipt.paidBy === 'transfer' && account?.kind === 'waiting')
  const { kind, fee = 0 } = receipt
  const details: DescriptionItem[] = [
    ...(receipt.id === undefined
      ? []
      : [{ term: t('receipt.number'), value: <span className={css.number}>{receipt.id}</span> }]),
    ...(receipt.method === undefined ? [] : [{ term: t('receipt.method'), value: receipt.method }]),
    { term: t('receipt.at'), value: dateTime(receipt.at) },
    ...(receipt.settledAt && !isOpen(receipt)
      ? [
          {
            term: t(isCancelled(receipt) ? 'receipt.cancelledAt' : `receipt.${kind}.doneAt`),
            value: dateTime(receipt.settledAt),
          },
        ]
      : []),
    ...(fee !== 0
      ? [
          { term: t(`${kind}.sum.fee`), value: won(fee) },
          {
            term: t(isDone(receipt) ? `receipt.${kind}.arrived` : `${kind}.sum.arrives`),
            value: won(netAmount(receipt)),
            strong: true,
          },
        ]
      : []),
  ]
  return (
    <div className={css.details}>
      <div className={css.half}>
        <div className={css.figure}>
          <LabelledFigure label={t(`receipt.${kind}.sum`)} amount={number(receipt.amount)} unit={t('money.unit')} />
          <StatusBadge status={receipt.status} />
        </div>
        <DescriptionList items={details} />
      </div>
      <div className={css.half}>
        <PendingTransaction transaction={receipt} account={account} refreshHref={refreshHref} isBare />
      </div>
    </div>
  )
}
