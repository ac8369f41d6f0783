import { data } from 'react-router'
import { EmptyPage } from '~/components/empty-page'
import { DocumentTitle } from '~/components/page-head'
import { type I18n, useI18n } from '~/i18n/i18n'
import type { RouteHandle } from '~/server/middleware/route.server'
import { readQuery } from '~/server/request-info/query.server'
import { i18nOf } from '~/server/request-info/request-info.server'
import { type PageUpstream, responseOrThrow, upstreamContext } from '~/server/upstream/page-upstream.server'
import { mayInviteToPlay } from '~/server/upstream/play-invitation.server'
import { useSession } from '~/session/session-context'
import { type BankAccountRequest, loadBankAccountRequestFor } from '~/transactions/bank-account-request.server'
import { addOwnAccount, toTransactions } from '~/transactions/newest-transactions.server'
import { NextSteps } from '~/transactions/next-steps'
import { useTransactionNews } from '~/transactions/poll'
import { dismissBeforeCount, dismissOpenedNews, rememberOpened } from '~/transactions/settlement-news.server'
import { moneyAfterFailure, outcomeMark, Reason, StateBadge } from '~/transactions/state-badge'
import { TransactionProgress } from '~/transactions/transaction-progress'
import { Failure } from '~/transactions/transaction-row'
import * as css from '~/transactions/transactions.css'
import { Alert } from '~/ui/alert/alert'
import { Button, ButtonLink } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { type DescriptionItem, DescriptionList } from '~/ui/description-list/description-list'
import { Figure } from '~/ui/figure/figure'
import { useHydrated } from '~/ui/hydrated'
import { stack, tightStack } from '~/ui/layout/layout.css'
import { section } from '~/ui/page-title/page-title.css'
import { notPrinted, printedOnly } from '~/ui/print.css'
import { softText } from '~/ui/text.css'
import { BackLink } from '~/ui/text-link/text-link'
import { rowsPerPage } from '~/upstream/contract/call'
import { historySectionHref, receiptHref } from '~/values/addresses'
import { formatSeoulMinute } from '~/values/seoul'
import { findTransaction, isCancelled, isDone, isPending, netAmount, type Transaction } from '~/values/transaction'
import type { Route } from './+types/receipt'

export const handle = { demotesDepositButton: true } satisfies RouteHandle

export const middleware: Route.MiddlewareFunction[] = [dismissOpenedNews]

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  dismissBeforeCount(context, loadReceipt(request, url, context))

async function loadReceipt(request: Request, url: URL, context: Route.LoaderArgs['context']) {
  const { id, at = '', ...asked } = readQuery(url)
  const kind = (['deposit', 'withdraw'] as const).find((name) => name === asked.kind)
  const i18n = i18nOf(context)
  const found = kind && id ? await findReceipt(context.get(upstreamContext), { kind, id, at }, i18n) : null
  const [receipt] = found ? await addOwnAccount([found], context) : []
  if (!receipt) return data({ receipt: null, mayPlay: false, accountRequest: undefined }, { status: 404 })
  await rememberOpened(request, context, receipt)
  const mayPlay = kind === 'deposit' && isDone(receipt) && (await mayInviteToPlay(context))
  return { receipt, mayPlay, accountRequest: await loadBankAccountRequestFor([receipt], context) }
}

const maxSearchedPages = 5

/** Finds a transaction by id on the day of `asked.at` (ISO 8601), or among the newest if `at` is '' or invalid. */
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
    const receipt = findTransaction(toTransactions(asked.kind, listing, i18n), { by: 'id', id: asked.id })
    if (receipt) return receipt
    if (listing.balances.length !== rowsPerPage || day === undefined) return null
  }
  return null
}

export default function ReceiptPage({ loaderData: { receipt, ...props } }: Route.ComponentProps) {
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
  return <Receipt receipt={receipt} id={receipt.id} {...props} />
}

interface ReceiptProps {
  receipt: Transaction
  accountRequest: BankAccountRequest | undefined
  mayPlay: boolean
}

function Receipt({ id, ...props }: ReceiptProps & { id: string }) {
  const { receipt, accountRequest } = props
  const { t } = useI18n()
  useTransactionNews([receipt], accountRequest)
  const { kind, at } = receipt
  return (
    <div className={css.receipt}>
      <DocumentTitle page={`${t(titleOf(receipt))} ${id}`} />
      <div className={notPrinted}>
        <BackLink to={historySectionHref}>{t('receipt.history')}</BackLink>
      </div>
      {isPending(receipt) && (
        <div className={notPrinted}>
          <Card title={t('receipt.now')}>
            <TransactionProgress
              transaction={receipt}
              accountRequest={accountRequest}
              refreshHref={receiptHref({ kind, id, at })}
            />
          </Card>
        </div>
      )}
      <Paper {...props} />
    </div>
  )
}

const titleOf = (receipt: Transaction) => `receipt.${receipt.kind}.${isDone(receipt) ? 'doneTitle' : 'title'}` as const

function Details({ receipt }: Pick<ReceiptProps, 'receipt'>) {
  const { dateTime, number, t, won } = useI18n()
  const { member } = useSession()
  const { kind, fee = 0, method, paidTo, settledAt, after } = receipt
  const isNet = isDone(receipt) && netAmount(receipt) !== undefined
  const details: DescriptionItem[] = [
    { term: t('login.id'), value: member?.userId },
    { term: t('receipt.method'), value: method },
    { term: t('withdraw.account.title'), value: paidTo && <span translate="no">{paidTo}</span> },
    { term: t('receipt.at'), value: dateTime(receipt.at) },
    {
      term: t(isCancelled(receipt) ? 'receipt.cancelledAt' : `receipt.${kind}.doneAt`),
      value: !isPending(receipt) && settledAt && dateTime(settledAt),
    },
    { term: t(`receipt.${kind}.sum`), value: isNet && fee !== 0 && won(receipt.amount) },
    { term: t(`${kind}.sum.fee`), value: !isCancelled(receipt) && fee !== 0 && won(fee) },
    { term: t('receipt.after'), value: !isCancelled(receipt) && after !== undefined && won(after) },
  ].filter(({ value }) => value)
  const net = <Figure amount={number(netAmount(receipt))} unit={t('money.unit')} size="line" />
  const sum = fee !== 0 && isPending(receipt) ? { term: t(`${kind}.sum.arrives`), value: net } : undefined
  return <DescriptionList items={details} sum={sum} />
}

function Paper({ receipt, accountRequest, mayPlay }: ReceiptProps) {
  const { dateTime, number, t } = useI18n()
  const isHydrated = useHydrated()
  const { kind, id, settledAt, cancelledByMember } = receipt
  const netWon = netAmount(receipt)
  const isNet = isDone(receipt) && netWon !== undefined
  const hasExplanation = !cancelledByMember && (receipt.reason || moneyAfterFailure(receipt))
  const ending = isCancelled(receipt) && (
    <div className={`${css.part} ${stack}`}>
      {(hasExplanation || (cancelledByMember && settledAt)) && (
        <Alert kind={outcomeMark(receipt) ?? 'info'} silent>
          {cancelledByMember && settledAt && t('receipt.cancelledByMember', { time: dateTime(settledAt) })}
          {hasExplanation && <Failure row={receipt} />}
        </Alert>
      )}
      <div className={`${tightStack} ${notPrinted}`}>
        <NextSteps row={receipt} isFirst={!cancelledByMember} isOnReceipt />
      </div>
    </div>
  )
  return (
    <article className={css.paper} aria-labelledby="receipt">
      <header className={css.middle}>
        <p className={printedOnly}>{t('brand.name')}</p>
        <h1 id="receipt" className={section}>
          {t(titleOf(receipt))}
        </h1>
        <p>
          <span className={softText}>{t('receipt.number')}</span> <span className={css.number}>{id}</span>
        </p>
      </header>
      <div className={css.middle}>
        <p className={softText}>{t(`receipt.${kind}.${isNet ? 'arrived' : 'sum'}`)}</p>
        <p className={isCancelled(receipt) ? css.faded : undefined}>
          <Figure amount={number(isNet ? netWon : receipt.amount)} unit={t('money.unit')} />
        </p>
        <StateBadge transaction={receipt} accountRequest={accountRequest} />
        {isDone(receipt) && receipt.reason && (
          <p className={css.rowTitle}>
            <Reason transaction={receipt} />
          </p>
        )}
      </div>
      {ending}
      <div className={`${css.part} ${stack}`}>
        <Details receipt={receipt} />
        <p className={`${softText} ${notPrinted}`}>{t('receipt.foot')}</p>
        {isHydrated && (
          <Button type="button" size="small" wide icon="download" onClick={() => window.print()}>
            {t('receipt.print')}
          </Button>
        )}
        {isDone(receipt) && (
          <div className={`${tightStack} ${notPrinted}`}>
            <NextSteps row={receipt} mayPlay={mayPlay} />
          </div>
        )}
      </div>
    </article>
  )
}
