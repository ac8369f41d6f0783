import { useId } from 'react'
import { BankAccountInShort } from '~/components/bank-account'
import { AskForBankAccount } from '~/components/intent-button'
import { useI18n } from '~/i18n/i18n'
import { useMayNotDeposit, useSession } from '~/session/state'
import { visuallyHidden } from '~/ui/base.css'
import { Figure } from '~/ui/figure/figure'
import { wrapRow } from '~/ui/layout/layout.css'
import { MoreLink } from '~/ui/text-link/text-link'
import { historySectionHref } from '~/values/addresses'
import { addUp } from '~/values/balance'
import { keyOf, type Transaction } from '~/values/transaction'
import type { BankAccountRequest } from './bank-account-request.server'
import { hasEstimatedTime, needsMemberAction, type TransactionState, toTransactionState } from './state'
import { formatName, formatTitle, StateBadge } from './state-badge'
import * as css from './tracking.css'
import { LateLink, TransactionProgress } from './transaction-progress'

export type PendingList = {
  transactions: Transaction[]
  /** Pending transactions that only the history shows. */
  further: { kind: Transaction['kind']; count: number }[]
  accountRequest?: BankAccountRequest | undefined
}

export function countPending({ transactions, further }: PendingList): number {
  return addUp([transactions.length, ...further.map(({ count }) => count)])
}

interface PendingTransactionsProps {
  pending: PendingList
  refreshHref: string
  place: 'home' | 'form' | 'history'
  form?: string | undefined
  /** Whether the just accepted transaction is highlighted above; all of these then stay folded. */
  isBesideAccepted?: boolean
}

/** The pending deposits and withdrawals in one block, with those that need an action by the member first. */
export function PendingTransactions(props: PendingTransactionsProps) {
  const { pending, isBesideAccepted = false } = props
  const { t } = useI18n()
  const id = useId()
  const { transactions, further, accountRequest } = pending
  const isExcluded = useMayNotDeposit()
  const { expired } = useSession()
  const rows = transactions.map((transaction) => ({
    transaction,
    state: toTransactionState(transaction, { accountRequest, isExcluded }),
  }))
  const isDue = ({ state }: (typeof rows)[number]) => needsMemberAction(state)
  const sorted = [...rows.filter(isDue), ...rows.filter((row) => !isDue(row))]
  const count = countPending(pending)
  if (rows.length === 0 || expired) return null
  const listed = sorted.map((row, index) => (
    <PendingTransaction
      key={keyOf(row.transaction)}
      {...props}
      {...row}
      isOne={count === 1}
      isFirst={!isBesideAccepted && sorted.findIndex(({ state }) => state.kind === row.state.kind) === index}
      isSecond={index > 0 || isBesideAccepted}
    />
  ))
  if (count === 1) return <div className={css.foldBox}>{listed}</div>
  return (
    <section className={css.foldBox} aria-labelledby={id}>
      <h2 id={id} className={css.newsHead}>
        {t('pending.waiting', { count })}
      </h2>
      {toPayCount(rows) > 1 && <p className={`${css.shared} ${css.sentence}`}>{t('pending.separately')}</p>}
      <ul className={css.list}>{listed}</ul>
      {further.length > 0 && (
        <div className={css.shared}>
          <MoreLink to={historySectionHref}>{t('tracker.more', { count: count - transactions.length })}</MoreLink>
        </div>
      )}
    </section>
  )
}

const toPayCount = (rows: readonly { state: TransactionState }[]) =>
  rows.filter(({ state }) => state.kind === 'send-money').length

interface PendingTransactionProps extends PendingTransactionsProps {
  transaction: Transaction
  state: TransactionState
  isOne: boolean
  /** Whether it is the first with its state. */
  isFirst: boolean
  isSecond: boolean
}

/**
 * A pending transaction as a row with its amount and state. A single one is unfolded, unless the form or the account
 * below shows more. Of several, only the first unfinished payment is unfolded.
 */
function PendingTransaction(props: PendingTransactionProps) {
  const { pending, refreshHref, place, form, transaction, state, isOne, isFirst, isSecond } = props
  const i18n = useI18n()
  const { accountRequest } = pending
  const { kind, amount, paidTo, estimatedTime, isLate } = transaction
  const isToSend = state.kind === 'send-money'
  // A transaction unfolded above the withdrawal form would push the amount field behind a phone's submit bar.
  const isInWay = !needsMemberAction(state) && (place === 'history' || (place === 'form' && kind === 'withdraw'))
  const isOpen = isFirst && (isOne ? !isToSend && !isInWay : state.kind === 'unpaid')
  const facts =
    kind === 'withdraw' && [paidTo, hasEstimatedTime(state, kind) && estimatedTime].filter(Boolean).join(' · ')
  const Row = isOne ? 'div' : 'li'
  const Title = isOne ? 'h2' : 'h3'
  return (
    <Row className={css.newsRow}>
      <details open={isOpen}>
        <summary className={css.foldRow}>
          <div className={css.foldText}>
            <Title
              className={`${css.foldTitle} ${wrapRow}`}
              aria-label={isOne ? undefined : formatName(transaction, i18n)}
            >
              {isOne ? (
                <>
                  {i18n.t(`transaction.${kind}`)}{' '}
                  <span className={isToSend && isFirst ? visuallyHidden : undefined}>
                    <Figure amount={i18n.number(amount)} unit={i18n.t('money.unit')} />
                  </span>
                </>
              ) : (
                formatTitle(transaction, i18n)
              )}
            </Title>
            <StateBadge transaction={transaction} accountRequest={accountRequest} />
          </div>
        </summary>
        <div className={css.shared}>
          <TransactionProgress
            {...{ transaction, accountRequest, refreshHref, form, isSecond }}
            isOneOfSeveral={!isOne}
          />
        </div>
      </details>
      {isFirst && (isToSend || state.kind === 'account-unknown') ? (
        <div className={css.inShort}>
          {isToSend ? <BankAccountInShort reply={state.reply} amount={amount} /> : <AskForBankAccount form={form} />}
        </div>
      ) : (
        facts && (
          <p className={`${css.inShort} ${css.note}`}>
            {facts} {isLate && <LateLink kind={kind} />}
          </p>
        )
      )}
    </Row>
  )
}
