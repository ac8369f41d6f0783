import type { ReactNode } from 'react'
import { BankAccountInShort, CopySum } from '~/components/bank-account'
import { AskForBankAccount } from '~/components/intent-button'
import { UnreadableMoney } from '~/components/unreadable-money'
import { useI18n } from '~/i18n/i18n'
import { useMayNotDeposit, useSession } from '~/session/state'
import { visuallyHidden } from '~/ui/base.css'
import { Card } from '~/ui/card/card'
import { Figure } from '~/ui/figure/figure'
import { tightStack } from '~/ui/layout/layout.css'
import { MoreLink } from '~/ui/text-link/text-link'
import { historySectionHref } from '~/values/addresses'
import { addUp } from '~/values/balance'
import { keyOf, type Transaction } from '~/values/transaction'
import type { BankAccountRequest } from './bank-account-request.server'
import { hasEstimatedTime, needsMemberAction, type TransactionState, toTransactionState } from './state'
import * as css from './tracking.css'
import { TransactionProgress } from './transaction-progress'
import { describeTurn, formatName, formatTitle, StateBadge } from './turn'

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
  /** On a money form's page a single one is unfolded. */
  place: 'home' | 'form' | 'history'
  form?: string | undefined
  /** Whether the just accepted one is above, with the accent: these stay folded. */
  isBesideAccepted?: boolean
}

/**
 * The pending deposits and withdrawals as one block: a single one unfolded, several with a row each, unfolded where the
 * member is to send money. A single one without a next step is folded in the history and above a withdrawal's form.
 */
export function PendingTransactions(props: PendingTransactionsProps) {
  const { pending, refreshHref, place, form, isBesideAccepted = false } = props
  const i18n = useI18n()
  const { t } = i18n
  const { transactions, further, accountRequest } = pending
  const isExcluded = useMayNotDeposit()
  const { expired } = useSession()
  const rows = transactions.map((transaction) => ({
    transaction,
    state: toTransactionState(transaction, { accountRequest, isExcluded }),
  }))
  // The state of those that only the history shows is unknown here.
  const actionCount = further.length > 0 ? 0 : rows.filter(({ state }) => needsMemberAction(state)).length
  const toPay = rows.flatMap(({ state, transaction: { amount } }) =>
    state.kind === 'send-money' ? [{ reply: state.reply, amount }] : [],
  )
  // The actions, in the words of the rows' badges.
  const actions = new Set(
    rows
      .filter(({ state }) => needsMemberAction(state))
      .map(({ transaction }) => describeTurn(transaction, { accountRequest, isExcluded }, i18n)?.word),
  )
  const [only] = transactions
  const count = countPending(pending)
  if (!only || expired) return null
  if (count === 1) {
    const title = (isSumBelow: boolean) => (
      <>
        {t(`transaction.${only.kind}`)}{' '}
        <span className={isSumBelow ? visuallyHidden : undefined}>
          <Figure amount={i18n.number(only.amount)} unit={t('money.unit')} />
        </span>
      </>
    )
    const badge = <StateBadge transaction={only} accountRequest={accountRequest} />
    const details = <TransactionProgress transaction={only} {...{ accountRequest, refreshHref, form }} />
    const kind = rows[0]?.state.kind
    // The form below stays in the first screen of a phone, and so do number and sum.
    const isInShort = kind === 'send-money'
    // Above a withdrawal's form it would push the amount behind the submit bar of a phone.
    const asksNothing = actionCount === 0 && (place === 'history' || (place === 'form' && only.kind === 'withdraw'))
    const time = rows[0] && hasEstimatedTime(rows[0].state, only.kind) && only.estimatedTime
    const facts = only.kind === 'withdraw' && [only.paidTo, time].filter(Boolean).join(' · ')
    if (isBesideAccepted || asksNothing || isInShort)
      return (
        <Fold
          title={toPay[0] && !isBesideAccepted ? title(true) : formatTitle(only, i18n)}
          about={badge}
          inShort={
            toPay[0] && !isBesideAccepted ? (
              <BankAccountInShort {...toPay[0]} />
            ) : (
              facts && <p className={css.note}>{facts}</p>
            )
          }
        >
          <div className={css.shared}>{details}</div>
        </Fold>
      )
    return (
      <Card title={title(false)} end={badge}>
        {details}
      </Card>
    )
  }
  const asksForBankAccount =
    toPay.length === 0 && !isBesideAccepted && rows.some(({ state }) => state.kind === 'account-unknown')
  return (
    <Fold
      title={t('pending.waiting', { count })}
      about={actionCount > 0 && <span className={css.foldSteps}>{[...actions].join(' · ')}</span>}
      step={asksForBankAccount && <AskForBankAccount form={form} />}
      isOpen={(toPay.length > 0 || (place === 'home' && actionCount > 0)) && !isBesideAccepted}
    >
      {toPay[0] && (
        <div className={`${css.shared} ${tightStack}`}>
          <BankAccountInShort reply={toPay[0].reply} amount={undefined} isQuiet={isBesideAccepted} />
          {toPay.length > 1 && <p className={css.sentence}>{t('pending.separately')}</p>}
        </div>
      )}
      <ul className={css.list}>
        {/* What the member does next comes first. */}
        {[...rows.filter(isToSend), ...rows.filter((row) => !isToSend(row))].map(({ transaction, state }, index) => (
          <li key={keyOf(transaction)} className={css.row}>
            <div className={css.rowHead}>
              <h3 className={css.rowTitle} aria-label={formatName(transaction, i18n)}>
                {formatTitle(transaction, i18n)}
              </h3>
              {state.kind === 'send-money' ? (
                <CopySum amount={transaction.amount} about={formatName(transaction, i18n)} />
              ) : (
                <StateBadge transaction={transaction} accountRequest={accountRequest} />
              )}
            </div>
            <TransactionProgress
              transaction={transaction}
              {...{ accountRequest, refreshHref, form }}
              isOneOfSeveral
              isBankAccountShared={asksForBankAccount}
              isSecond={index > 0 || isBesideAccepted}
            />
          </li>
        ))}
      </ul>
      <UnreadableMoney figures={transactions.map(({ amount }) => amount)} />
      {further.length > 0 && (
        <div className={css.shared}>
          <MoreLink to={historySectionHref}>{t('tracker.more', { count: count - transactions.length })}</MoreLink>
        </div>
      )}
    </Fold>
  )
}

const isToSend = ({ state }: { state: TransactionState }) => state.kind === 'send-money'

/** @param inShort shown only while folded. @param step the common next step, folded or not. */
function Fold({
  title,
  about,
  inShort,
  step,
  isOpen,
  children,
}: {
  title: ReactNode
  about: ReactNode
  inShort?: ReactNode
  step?: ReactNode
  isOpen?: boolean
  children: ReactNode
}) {
  return (
    <div className={css.foldBox}>
      <details open={isOpen}>
        <summary className={css.foldRow}>
          <div className={css.foldText}>
            <h2 className={css.foldTitle}>{title}</h2>
            {about}
          </div>
        </summary>
        {children}
      </details>
      {inShort && <div className={css.inShort}>{inShort}</div>}
      {step && <div className={css.shared}>{step}</div>}
    </div>
  )
}
