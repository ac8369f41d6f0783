import { data } from 'react-router'
import { DocumentTitle } from '~/frame/parts/document-title'
import { EmptyPage } from '~/frame/parts/empty-page'
import { PrintedOwner } from '~/frame/parts/printed-owner'
import { StatusBadge } from '~/frame/parts/status-badge'
import { i18nFor } from '~/i18n/catalogue.server'
import { type I18n, useI18n } from '~/i18n/i18n'
import { requestInfoContext } from '~/server/request-info/request-info.server'
import { type PageUpstream, responseOrThrow, upstreamContext } from '~/server/upstream/for-pages.server'
import { ButtonLink } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { type DescriptionItem, DescriptionList } from '~/ui/description-list/description-list'
import { LabelledFigure } from '~/ui/figure/figure'
import { PageTitle } from '~/ui/page-title/page-title'
import { rowsPerPage } from '~/upstream/contract/page-size'
import { historySectionHref } from '~/values/addresses/page-sections'
import { receiptHref } from '~/values/addresses/receipt'
import { formatSeoulMinute } from '~/values/seoul'
import { isCancelled, isDone, isOpen, netAmount, type Transaction } from '~/values/transaction'
import type { Route } from './+types/receipt'
import * as css from './receipt.css'
import { type AccountRequest, loadAccountFor } from './tracking/account-request.server'
import { toTransactions } from './tracking/lists.server'
import { PendingTransaction } from './tracking/pending-transaction'
import { useTransactionNews } from './tracking/poll'
import { rememberPending } from './tracking/settled.server'

export async function loader({ url, context }: Route.LoaderArgs) {
  const kind = (['deposit', 'withdraw'] as const).find((name) => name === url.searchParams.get('kind'))
  const id = url.searchParams.get('id')
  const i18n = i18nFor(context.get(requestInfoContext).locale)
  const receipt =
    kind && id
      ? await findReceipt(context.get(upstreamContext), { kind, id, at: url.searchParams.get('at') ?? '' }, i18n)
      : null
  if (!receipt) return data({ receipt, account: undefined }, { status: 404 })
  rememberPending(context, [receipt])
  return { receipt, account: await loadAccountFor([receipt], context) }
}

/** How many pages of a day's transactions are searched for a receipt. */
const maxSearchedPages = 5

/**
 * Looks a receipt up by its id among the transactions of its day.
 *
 * @param asked.at ISO 8601; '' or a broken one: among the newest.
 * @returns null when there is none.
 */
async function findReceipt(
  upstream: PageUpstream,
  asked: { kind: Transaction['kind']; id: string; at: string },
  i18n: I18n,
): Promise<Transaction | null> {
  const day = formatSeoulMinute(asked.at).slice(0, 'YYYY-MM-DD'.length) || undefined
  for (let page = 1; page <= maxSearchedPages; page += 1) {
    const callName = `get-${asked.kind}-list` as const
    const outcome = await upstream.call(callName, { from: day, to: day, page })
    if (outcome.kind === 'unsupported') return null
    const listing = responseOrThrow(callName, outcome, upstream)
    const receipt = toTransactions(asked.kind, listing, i18n).find(({ id }) => id === asked.id)
    if (receipt) return receipt
    if (listing.balances.length !== rowsPerPage || day === undefined) return null
  }
  return null
}

/** The receipt of one deposit or withdrawal, from the history. */
export default function ReceiptPage({ loaderData: { receipt, account } }: Route.ComponentProps) {
  const { t } = useI18n()
  if (receipt?.id === undefined) {
    return (
      <EmptyPage
        title={t('receipt.missing.title')}
        text={t('receipt.missing.text')}
        action={<ButtonLink to={historySectionHref}>{t('receipt.history')}</ButtonLink>}
      />
    )
  }
  const { kind, id, at } = receipt
  const title = t(`receipt.${kind}.title`)
  return (
    <div className={css.receiptPage}>
      <DocumentTitle page={`${title} ${id}`} />
      <PrintedOwner />
      <PageTitle back={{ to: historySectionHref, text: t('receipt.history') }} title={title} />
      <Card>
        <ReceiptDetails receipt={receipt} account={account} refreshHref={receiptHref({ kind, id, at })} />
      </Card>
    </div>
  )
}

/** A receipt: what was asked for, and where it stands. @param refreshHref where it is looked at again. */
function ReceiptDetails({
  receipt,
  account,
  refreshHref,
}: {
  receipt: Transaction
  account: AccountRequest | undefined
  refreshHref: string
}) {
  const { dateTime, number, t, won } = useI18n()
  useTransactionNews([receipt], account)
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
