import { useEffect, useRef, useState } from 'react'
import { href } from 'react-router'
import { usePageKey } from '~/frame/lost-responses/page-key'
import { useI18n } from '~/i18n/i18n'
import { ButtonLink } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { type DescriptionItem, DescriptionList } from '~/ui/description-list/description-list'
import { LabelledFigure } from '~/ui/figure/figure'
import { useHydrated } from '~/ui/hydrated'
import { Icon } from '~/ui/icon/icon'
import { historySectionHref } from '~/values/page-sections'
import { receiptHref } from '~/values/receipt-href'
import { acceptedMessages, isCancelled, isOpen } from '~/values/transaction-status'
import * as css from './receipt.css'
import { arrivingWon, type Receipt, type TrackedTransaction } from './tracked-transaction'
import { TransactionOutlook, TransactionSteps, useTrackedTransaction } from './tracker'

/** The page's receipt, which stays while the page's data is loaded anew. Null until there is one. */
export function useShownReceipt(receipt: Receipt | null): Receipt | null {
  const pageKey = usePageKey()
  const [shown, setShown] = useState({ pageKey, receipt })
  if (shown.pageKey === pageKey && (receipt === null || shown.receipt === receipt)) return shown.receipt
  setShown({ pageKey, receipt })
  return receipt
}

/**
 * The receipt of a transaction that was just accepted, as the first panel of home. It takes the focus when the page was
 * opened by script: the form that had it is gone.
 */
export function ReceiptPanel({
  receipt,
  onChange,
}: {
  receipt: Receipt
  onChange: (transaction: TrackedTransaction) => void
}) {
  const { t } = useI18n()
  const headline = useRef<HTMLDivElement>(null)
  const isOpenedByScript = useRef(useHydrated())
  useEffect(() => {
    if (isOpenedByScript.current) headline.current?.focus()
  }, [])
  const { list, id, at } = receipt
  return (
    <section aria-labelledby="receipt">
      <Card>
        <div ref={headline} tabIndex={-1} role="status" className={css.headline}>
          <span className={css.headlineIcon}>
            <Icon name="circle-check" size={24} />
          </span>
          <h2 id="receipt" className={css.title}>
            {t(acceptedMessages[list])}
          </h2>
        </div>
        <ReceiptDetails
          receipt={receipt}
          onChange={onChange}
          refreshHref={id === undefined ? historySectionHref : receiptHref({ list, id, at })}
        />
        <div>
          {receipt.isListed ? (
            <ButtonLink to={historySectionHref} icon="receipt-text" size="small">
              {t('receipt.history')}
            </ButtonLink>
          ) : (
            <ButtonLink to={href('/help')} size="small">
              {t('problem.help')}
            </ButtonLink>
          )}
        </div>
      </Card>
    </section>
  )
}

/** What a receipt says. @param refreshHref where a link looks at it again. */
export function ReceiptDetails({
  receipt,
  refreshHref,
  onChange,
}: {
  receipt: Receipt
  refreshHref: string
  onChange?: (transaction: TrackedTransaction) => void
}) {
  const { dateTime, number, t, won } = useI18n()
  const transaction = useTrackedTransaction(receipt, onChange)
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
    ...(fee > 0 ? [{ term: t(`${list}.sum.fee`), value: won(fee) }] : []),
    ...(fee > 0 ? [{ term: t(`${list}.sum.arrives`), value: won(arrivingWon(receipt)), strong: true }] : []),
  ]
  return (
    <div className={css.details}>
      <div className={css.half}>
        <LabelledFigure label={t(`receipt.${list}.sum`)} amount={number(receipt.won)} unit={t('money.unit')} />
        <DescriptionList items={details} />
      </div>
      <div className={css.half}>
        <TransactionSteps transaction={transaction} />
        <TransactionOutlook transaction={transaction} refreshHref={refreshHref} />
      </div>
    </div>
  )
}
