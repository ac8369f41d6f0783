import type { ReactNode } from 'react'
import { href } from 'react-router'
import { UnreadableMoney } from '~/frame/parts/unreadable-money'
import { useSession } from '~/frame/session/state'
import { useI18n } from '~/i18n/i18n'
import { Card } from '~/ui/card/card'
import { MoreLink } from '~/ui/text-link/text-link'
import { historySectionHref } from '~/values/addresses/page-sections'
import type { Won } from '~/values/amount'
import { addUp, type ParsedAmount } from '~/values/balance'
import type { Transaction } from '~/values/transaction'
import { keyOf } from '~/values/transaction-reference'
import type { AccountReply, AccountRequest } from './account-request.server'
import { AccountInShort, AccountToPay } from './account-to-pay'
import * as css from './pending.css'
import { formatName, formatTitle, PendingTransaction, TurnBadge, useMayNotDeposit } from './pending-transaction'
import { needsMemberAction, toTransactionState } from './state'

/** A member's pending deposits and withdrawals, as a page shows them. */
export type PendingList = {
  /** The pending transactions on the first page of each list, newest first. */
  transactions: Transaction[]
  /** How many more only the history shows, and what they add up to in won; null where that could not be read. */
  further: { kind: Transaction['kind']; count: number; amount: Won | null }[]
  /** The request for the account to pay into, where a deposit by bank transfer is pending. */
  account?: AccountRequest | undefined
}

/** What the pending transactions of each kind add up to, in won; `isPartial`: one could not be read, and is not in it. */
export function sumPending({ transactions, further }: PendingList) {
  return (['deposit', 'withdraw'] as const).flatMap((kind) => {
    const amounts: ParsedAmount[] = [...transactions, ...further]
      .filter((part) => part.kind === kind)
      .map(({ amount }) => amount)
    return amounts.length === 0 ? [] : [{ kind, amount: addUp(amounts), isPartial: amounts.includes(null) }]
  })
}

/** How many transactions are pending. */
export function countPending({ transactions, further }: PendingList): number {
  return addUp([transactions.length, ...further.map(({ count }) => count)])
}

interface PendingTransactionsProps {
  pending: PendingList
  /** The page's own path. */
  refreshHref: string
  /** Whether a receipt stands before them in full: then also a single one is a row. */
  isBesideReceipt?: boolean
}

/**
 * The pending deposits and withdrawals: one as it stands, several as one row that unfolds. On home so does one whose account
 * was asked for: /deposit shows it as it stands.
 */
export function PendingTransactions({ pending, refreshHref, isBesideReceipt = false }: PendingTransactionsProps) {
  const i18n = useI18n()
  const { t, won } = i18n
  const { transactions, further, account } = pending
  const isExcluded = useMayNotDeposit()
  const { expired } = useSession()
  const states = transactions.map((transaction) => toTransactionState(transaction, { account, isExcluded }))
  // Of those that only the history shows it is not known here.
  const actionCount = further.length > 0 ? 0 : states.filter(needsMemberAction).length
  const toPay = states.flatMap((state, index) =>
    state.kind === 'send-money' ? [{ reply: state.reply, amount: transactions[index]?.amount }] : [],
  )
  const [only] = transactions
  const count = countPending(pending)
  if (!only || expired) return null
  if (count === 1 && !isBesideReceipt) {
    const title = formatTitle(only, i18n)
    const badge = <TurnBadge transaction={only} account={account} />
    const details = <PendingTransaction transaction={only} account={account} refreshHref={refreshHref} />
    const isAsked = states[0]?.kind === 'account-asked' || states[0]?.kind === 'send-money'
    if (refreshHref === href('/') && isAsked)
      return (
        <Fold title={title} about={badge} actionCount={0} toPay={toPay}>
          <div className={css.list}>
            <div className={css.row}>{details}</div>
          </div>
        </Fold>
      )
    return (
      <Card title={title} end={badge}>
        {details}
      </Card>
    )
  }
  const sums = sumPending(pending)
  return (
    <Fold
      title={t('pending.waiting', { count })}
      about={
        <>
          <span className={css.foldSums}>
            {sums.map(({ kind, amount }) => `${t(`transaction.${kind}`)} ${won(amount)}`).join(' · ')}
          </span>
          {sums.some(({ isPartial }) => isPartial) && <UnreadableMoney />}
        </>
      }
      actionCount={actionCount}
      toPay={toPay}
    >
      {toPay[0] && toPay.length > 1 && (
        <div className={css.shared}>
          <AccountToPay reply={toPay[0].reply} />
        </div>
      )}
      <ul className={css.list}>
        {transactions.map((transaction) => (
          <li key={keyOf(transaction)} className={css.row}>
            <div className={css.rowHead}>
              <h3 className={css.rowTitle} aria-label={formatName(transaction, i18n)}>
                {formatTitle(transaction, i18n)}
              </h3>
              <TurnBadge transaction={transaction} account={account} />
            </div>
            <PendingTransaction
              transaction={transaction}
              account={account}
              refreshHref={refreshHref}
              isOneOfSeveral
              isAccountAbove={toPay.length > 1}
            />
          </li>
        ))}
      </ul>
      {further.length > 0 && (
        <div>
          <MoreLink to={historySectionHref}>{t('tracker.more', { count: count - transactions.length })}</MoreLink>
        </div>
      )}
    </Fold>
  )
}

/**
 * A row that unfolds. Folded it says which account to pay into, and how much where that is one sum.
 *
 * @param actionCount of how many the next step is the member's.
 */
function Fold({
  title,
  about,
  actionCount,
  toPay,
  children,
}: {
  title: string
  about: ReactNode
  actionCount: number
  toPay: readonly { reply: AccountReply; amount: ParsedAmount }[]
  children: ReactNode
}) {
  const { t } = useI18n()
  const [first, second] = toPay
  return (
    <div className={css.foldBox}>
      <details className={css.fold}>
        <summary className={css.foldHead}>
          <div className={css.foldText}>
            <h2 className={css.foldTitle}>{title}</h2>
            {about}
            {actionCount > 0 && (
              <span className={css.foldSteps}>{t('pending.waiting.steps', { count: actionCount })}</span>
            )}
          </div>
        </summary>
        {children}
      </details>
      {first && <AccountInShort reply={first.reply} amount={second ? undefined : first.amount} />}
    </div>
  )
}
