import { BankAccountInShort, CopyButton } from '~/components/bank-account'
import { AskForBankAccount } from '~/components/submit-button'
import { useI18n } from '~/i18n/i18n'
import { useMayNotDeposit, useSession } from '~/session/session-context'
import { Figure } from '~/ui/figure/figure'
import { wrapRow } from '~/ui/layout/layout.css'
import { MoreLink } from '~/ui/text-link/text-link'
import { historySectionHref } from '~/values/addresses'
import { addUp } from '~/values/balance'
import { keyOf, type Transaction } from '~/values/transaction'
import type { BankAccountRequest } from './bank-account-request.server'
import { ProgressSteps } from './progress-steps'
import { formatNearTime, hasEstimatedTime, needsMemberAction, type TransactionState, toTransactionState } from './state'
import { formatName, StateBadge } from './state-badge'
import {
  formatState,
  LateLink,
  NextStep,
  nowOf,
  PayLink,
  TransactionFoot,
  TransactionProgress,
} from './transaction-progress'
import * as css from './transactions.css'

export type PendingList = {
  transactions: Transaction[]
  /** The number of additional pending transactions, which only the history page lists. */
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
  /** The kind of the accepted transaction, if it is shown above. Then only rows that need action are unfolded. */
  accepted?: Transaction['kind'] | undefined
}

type PendingRow = { transaction: Transaction; state: TransactionState }

/** Shows pending deposits and withdrawals. On home, withdrawals beside deposits have a card of their own. */
export function PendingTransactions(props: PendingTransactionsProps) {
  const { pending, place } = props
  const ofKind = (kind: Transaction['kind']) => {
    const isOfKind = (row: { kind: Transaction['kind'] }) => row.kind === kind
    return { transactions: pending.transactions.filter(isOfKind), further: pending.further.filter(isOfKind) }
  }
  const [deposits, withdrawals] = [ofKind('deposit'), ofKind('withdraw')]
  const hasBoth = deposits.transactions.length > 0 && withdrawals.transactions.length > 0
  if (place !== 'home' || !hasBoth) return <PendingCard {...props} />
  return (
    <>
      <PendingCard {...props} pending={{ ...pending, ...deposits }} />
      <PendingCard {...props} pending={{ ...pending, ...withdrawals }} isBrief />
    </>
  )
}

/** @param isBrief true if each transaction is one line with its state */
type PendingCardProps = PendingTransactionsProps & { isBrief?: boolean }

/** Shows transactions in one block. Those that need an action by the member come first. */
function PendingCard(props: PendingCardProps) {
  const { pending, place, accepted, isBrief } = props
  const i18n = useI18n()
  const { t } = i18n
  const { transactions, further, accountRequest } = pending
  const isExcluded = useMayNotDeposit()
  const { expired } = useSession()
  const rows = transactions.map((transaction) => ({
    transaction,
    state: toTransactionState(transaction, { accountRequest, isExcluded }),
  }))
  const isDue = ({ state }: PendingRow) => needsMemberAction(state)
  const mayUnfold = (row: PendingRow) => !accepted || (accepted === 'withdraw' && isDue(row))
  const sorted = [...rows.filter(isDue), ...rows.filter((row) => !isDue(row))]
  const count = countPending(pending)
  if (rows.length === 0 || expired) return null
  const groupOf = ({ state, transaction }: PendingRow) => {
    if (isBrief) return transaction.kind
    if (state.kind === 'send-money') return state.kind
    // Payment pages are paid or cancelled one by one.
    if (state.kind === 'unpaid' || state.kind === 'paused') return keyOf(transaction)
    // Rows share one badge and one next step, so they must have the same of both.
    const status = state.kind === 'other' ? transaction.status : state.kind
    return [transaction.kind, status, transaction.isLate, formatState(state, transaction, i18n)].join(' ')
  }
  const groups = [...new Set(sorted.map(groupOf))].map((key) => sorted.filter((row) => groupOf(row) === key))
  const isFolded = place === 'form' && rows.length > 2 && !rows.some(({ state }) => state.kind === 'send-money')
  const isTitled = isFolded || (place !== 'home' && groups.length > 1)
  const Title: RowProps['Title'] = isTitled ? 'h3' : 'h2'
  const waiting = t(isBrief ? 'pending.waiting.withdraw' : 'pending.waiting', { count })
  const list = (
    <ul>
      {groups.map((members) => {
        const [row] = members
        if (!row) return null
        const isSecond = row !== sorted[0] || accepted === 'deposit'
        const shared = { ...props, ...row, Title, isSecond }
        return members.length > 1 || isBrief ? (
          <PendingGroup
            key={groupOf(row)}
            {...{ ...shared, members }}
            title={
              place === 'form' && !isTitled
                ? waiting
                : t(`pending.waiting.${row.transaction.kind}`, { count: members.length })
            }
          />
        ) : (
          <PendingTransaction
            key={keyOf(row.transaction)}
            {...shared}
            isOne={count === 1}
            isFirst={mayUnfold(row) && sorted.find(({ state }) => state.kind === row.state.kind) === row}
          />
        )
      })}
    </ul>
  )
  return (
    <section className={css.foldBox} aria-label={count === 1 && !isBrief ? undefined : waiting}>
      {isFolded ? (
        <details>
          <summary className={css.foldRow}>
            <div className={css.foldText}>
              <h2 className={css.foldTitle}>{waiting}</h2>
            </div>
          </summary>
          {list}
        </details>
      ) : (
        <>
          {isTitled && (
            <div className={css.newsHead}>
              <h2 className={css.foldTitle}>{waiting}</h2>
            </div>
          )}
          {list}
        </>
      )}
      {further.length > 0 && (
        <div className={css.shared}>
          <MoreLink to={historySectionHref}>{t('tracker.more', { count: count - transactions.length })}</MoreLink>
        </div>
      )}
    </section>
  )
}

interface RowProps extends PendingCardProps, PendingRow {
  Title: 'h2' | 'h3'
  isSecond: boolean
}

/**
 * Shows the shared state of several transactions once, and each in a line of its own. Deposits that await a transfer
 * share the account, as the upstream has one account reply for them. No total is shown, because each amount must be
 * sent separately. The home page leaves out steps and explanation, which the forms show.
 */
function PendingGroup(props: RowProps & { members: readonly PendingRow[]; title: string }) {
  const { members, title, Title, place, pending, transaction, state, isSecond, isBrief } = props
  const i18n = useI18n()
  const { sentences, t, won } = i18n
  const reply = state.kind === 'send-money' ? state.reply : undefined
  const explanation = reply
    ? sentences(t(reply.account ? 'pending.sendMoney' : 'pending.answered'), t('pending.afterTransfer'))
    : formatState(state, transaction, i18n)
  const head = (
    <div className={css.foldText}>
      <Title className={css.foldTitle}>{title}</Title>
      {!isBrief && <StateBadge transaction={transaction} accountRequest={pending.accountRequest} />}
      {reply && <span className={`${css.note} ${css.reason}`}>{t('pending.separately')}</span>}
    </div>
  )
  const explained = (
    <>
      <ProgressSteps {...{ transaction, state }} />
      <p className={css.sentence}>{explanation}</p>
    </>
  )
  return (
    <li className={css.newsRow}>
      {reply ? (
        <>
          <details>
            <summary className={css.foldRow}>{head}</summary>
            <div className={`${css.shared} ${css.pending}`}>{explained}</div>
          </details>
          <div className={css.shared}>
            <BankAccountInShort reply={reply} isSecond={isSecond} isShared />
          </div>
        </>
      ) : (
        <div className={css.groupHead}>
          {head}
          {place !== 'home' && explained}
          <NextStep {...props} {...(isBrief && members.find((row) => row.transaction.isLate))} />
        </div>
      )}
      <ul>
        {members.map(({ transaction, state }) => (
          <li key={keyOf(transaction)} className={css.transfer}>
            <div className={reply ? undefined : css.oneLine}>
              <p className={css.transferSum}>{won(transaction.amount)}</p>
              <TransactionFoot
                transaction={isBrief ? { ...transaction, paidTo: undefined } : transaction}
                state={state}
                name={formatName(transaction, i18n)}
                time={formatNearTime(i18n, transaction.at, nowOf(transaction))}
              />
            </div>
            {isBrief && <StateBadge transaction={transaction} />}
            {reply && typeof transaction.amount === 'number' && (
              <CopyButton
                text={String(transaction.amount)}
                copied="pending.copied.sum"
                about={formatName(transaction, i18n)}
              >
                {t('pending.copy.sum')}
              </CopyButton>
            )}
          </li>
        ))}
      </ul>
    </li>
  )
}

function PendingTransaction(props: RowProps & { isOne: boolean; isFirst: boolean }) {
  const { pending, refreshHref, place, form, transaction, state, Title, isOne, isFirst, isSecond } = props
  const i18n = useI18n()
  const { accountRequest } = pending
  const { kind, id, at, amount, paidTo, estimatedTime, isLate } = transaction
  const isToSend = state.kind === 'send-money'
  const isUnpaid = state.kind === 'unpaid'
  // An unfolded row above a form would push the amount field off a phone's first screen.
  const isOpen = place === 'home' && (state.kind === 'paused' || (isFirst && (isUnpaid || (isOne && !isToSend))))
  const isTimeDue = kind === 'withdraw' && hasEstimatedTime(state, kind) && (isLate || isOne)
  return (
    <li className={css.newsRow}>
      <details open={isOpen}>
        <summary className={css.foldRow}>
          <div className={css.foldText}>
            <Title
              className={`${css.foldTitle} ${wrapRow}`}
              aria-label={isOne ? undefined : formatName(transaction, i18n)}
            >
              {i18n.t(`transaction.${kind}`)}{' '}
              <span className={isToSend ? css.inSummary : undefined}>
                {isOne ? <Figure amount={i18n.number(amount)} unit={i18n.t('money.unit')} /> : i18n.won(amount)}
              </span>
            </Title>
            <StateBadge transaction={transaction} accountRequest={accountRequest} />
            <span className={`${css.note} ${css.reason} ${css.inSummary}`}>
              {[formatNearTime(i18n, at, nowOf(transaction)), id, paidTo].filter(Boolean).join(' · ')}
            </span>
          </div>
        </summary>
        <div className={css.shared}>
          <TransactionProgress
            {...{ transaction, accountRequest, refreshHref, form, isSecond }}
            isOneOfSeveral={!isOne}
          />
        </div>
      </details>
      {isFirst && (isToSend || isUnpaid || state.kind === 'account-unknown') ? (
        <div className={css.inShort}>
          {isToSend ? (
            <BankAccountInShort reply={state.reply} amount={amount} isSecond={isSecond} />
          ) : isUnpaid ? (
            <PayLink payUrl={state.payUrl} isSecond={isSecond} />
          ) : (
            <AskForBankAccount form={form} />
          )}
        </div>
      ) : (
        isTimeDue &&
        estimatedTime && (
          <p className={`${css.inShort} ${css.note}`}>
            {estimatedTime} {isLate && <LateLink kind={kind} />}
          </p>
        )
      )}
    </li>
  )
}
