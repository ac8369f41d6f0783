import { useEffect, useRef } from 'react'
import { href } from 'react-router'
import { useI18n } from '~/i18n/i18n'
import { useOneTimeData } from '~/navigation/current-page'
import type { BankAccountRequest } from '~/transactions/bank-account-request.server'
import { PendingBlock, PendingTransactions } from '~/transactions/pending-transactions'
import { useTransactionNews } from '~/transactions/poll'
import { SettlementNews } from '~/transactions/settlement-news'
import { toTransactionState } from '~/transactions/state'
import { foldBox, foldTitle, groupHead } from '~/transactions/transactions.css'
import { icons } from '~/ui/alert/alert.css'
import { FigureText } from '~/ui/figure/figure'
import { figure } from '~/ui/figure/figure.css'
import { useHydrated } from '~/ui/hydrated'
import { Icon } from '~/ui/icon/icon'
import { historySectionHref, receiptHref } from '~/values/addresses'
import { acceptedMessages } from '~/values/numbered-messages'
import { findTransaction, identityOf, type Transaction } from '~/values/transaction'
import * as css from './home.css'
import type { loadTransactions } from './home-data.server'

export function AcceptedAndPending({ accepted, pending, recent, news }: Awaited<ReturnType<typeof loadTransactions>>) {
  const [latest, forget] = useOneTimeData(accepted)
  const lists = { pending: pending.transactions, settled: recent ?? [] }
  const { row, shown, hasEnded } = followAccepted(latest?.transaction, accepted !== null, lists)
  // A settled transaction stays settled, even if its list can't be loaded later.
  if (hasEnded) forget()
  const accountRequest = pending.accountRequest ?? latest?.accountRequest
  const others = pending.transactions.filter((transaction) => transaction !== row)
  // If the member must act first, the transaction is listed as pending and the success message is short.
  const asksFirst = shown !== undefined && isActionListed(shown, others, accountRequest)
  const besideShown = { ...pending, transactions: asksFirst ? [shown, ...others] : others }
  const unsettled = [...(shown ? [shown] : []), ...others]
  useTransactionNews(unsettled, accountRequest)
  return (
    <>
      {shown && <AcceptedPanel accepted={shown} accountRequest={accountRequest} isBrief={asksFirst} />}
      <PendingTransactions
        place="home"
        pending={besideShown}
        refreshHref={href('/')}
        accepted={asksFirst ? undefined : shown?.kind}
      />
      <SettlementNews
        news={news}
        place="/"
        listed={[...pending.transactions, ...(recent ?? [])]}
        requests={unsettled}
      />
    </>
  )
}

/**
 * Finds an accepted transaction in the latest lists. @param isNew whether the latest load reported its acceptance
 * @returns the pending `row`, `shown` (the row, or the form's data until it is listed), and whether it `hasEnded`
 */
export function followAccepted(
  accepted: Transaction | undefined,
  isNew: boolean,
  { pending, settled }: { pending: readonly Transaction[]; settled: readonly Transaction[] },
): { row: Transaction | undefined; shown: Transaction | undefined; hasEnded: boolean } {
  if (!accepted) return { row: undefined, shown: undefined, hasEnded: false }
  const ofKind = ({ kind }: Transaction) => kind === accepted.kind
  const identity = identityOf(accepted)
  const row = findTransaction(pending.filter(ofKind), identity)
  // If the list doesn't include the payment method, it is taken from the submitted form.
  if (row) return { row, shown: { ...row, paidBy: row.paidBy ?? accepted.paidBy }, hasEnded: false }
  const hasEnded = !isNew && findTransaction(settled.filter(ofKind), identity) !== undefined
  const isCurrent = isNew || (accepted.listing === 'expected' && !hasEnded)
  return { row, shown: isCurrent ? accepted : undefined, hasEnded }
}

/** Returns whether the list shows what the member must do: request an account, or send one more transfer to it. */
function isActionListed(row: Transaction, others: readonly Transaction[], accountRequest?: BankAccountRequest) {
  const [kind, ...kinds] = [row, ...others].map(
    (listed) => toTransactionState(listed, { accountRequest, isExcluded: false }).kind,
  )
  const isOneMore = kind === 'send-money' && kinds.includes(kind)
  return isOneMore || kind === 'account-unknown' || kind === 'account-outdated'
}

type AcceptedPanelProps = { accepted: Transaction; accountRequest: BankAccountRequest | undefined; isBrief: boolean }

/** Reports an accepted transaction. Its headline takes the focus, because the form that had it is gone. */
function AcceptedPanel({ accepted, accountRequest, isBrief }: AcceptedPanelProps) {
  const { t, won } = useI18n()
  const { kind, id, at } = accepted
  const headline = useRef<HTMLDivElement>(null)
  const isOpenedByScript = useRef(useHydrated())
  useEffect(() => {
    if (isOpenedByScript.current) headline.current?.focus()
  }, [])
  const top = (
    <div ref={headline} tabIndex={-1} role="status" className={css.acceptedHeadline}>
      <span className={icons.success}>
        <Icon name="circle-check" size={24} />
      </span>
      <h2 id="accepted" className={foldTitle}>
        {t(acceptedMessages[kind])}
      </h2>
    </div>
  )
  if (isBrief)
    return (
      <section className={foldBox} aria-labelledby="accepted">
        {top}
        <p className={`${groupHead} ${figure({ size: 'big' })}`}>
          <FigureText>{won(accepted.amount)}</FigureText>
        </p>
      </section>
    )
  const listHref = kind === 'deposit' ? href('/deposit') : historySectionHref
  return (
    <PendingBlock
      kind={kind}
      place="home"
      pending={{ transactions: [accepted], further: [], accountRequest }}
      headline={top}
      refreshHref={id === undefined ? listHref : receiptHref({ kind, id, at })}
    />
  )
}
