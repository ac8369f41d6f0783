import { type ReactNode, useId } from 'react'
import { BankAccountInShort, CopyButton } from '~/components/bank-account'
import { AskForBankAccount } from '~/components/intent-button'
import { useI18n } from '~/i18n/i18n'
import { useMayNotDeposit, useSession } from '~/session/session-context'
import { Badge } from '~/ui/badge/badge'
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
import { formatState, LateLink, nowOf, PayLink, TransactionFoot, TransactionProgress } from './transaction-progress'
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

/** Shows pending deposits and withdrawals in one block. Those that need an action by the member come first. */
export function PendingTransactions(props: PendingTransactionsProps) {
  const { pending, place, accepted } = props
  const i18n = useI18n()
  const { t } = i18n
  const id = useId()
  const { transactions, further, accountRequest } = pending
  const isExcluded = useMayNotDeposit()
  const { expired } = useSession()
  const rows = transactions.map((transaction) => ({
    transaction,
    state: toTransactionState(transaction, { accountRequest, isExcluded }),
  }))
  const isDue = ({ state }: (typeof rows)[number]) => needsMemberAction(state)
  const mayUnfold = (row: (typeof rows)[number]) => !accepted || (accepted === 'withdraw' && isDue(row))
  const toSend = rows.filter(({ state }) => state.kind === 'send-money')
  const isTogether = toSend.length > 1
  const single = rows.filter((row) => !isTogether || !toSend.includes(row))
  const sorted = [...single.filter(isDue), ...single.filter((row) => !isDue(row))]
  const count = countPending(pending)
  if (rows.length === 0 || expired) return null
  const explain = ({ state, transaction }: (typeof rows)[number]) => formatState(state, transaction, i18n)
  const list = (listed: typeof rows, isExplained = false) =>
    listed.map((row) => (
      <PendingTransaction
        key={keyOf(row.transaction)}
        {...props}
        {...row}
        isOne={count === 1}
        isFirst={mayUnfold(row) && sorted.find(({ state }) => state.kind === row.state.kind) === row}
        isSecond={row !== sorted[0] || isTogether || accepted === 'deposit'}
        isExplained={isExplained}
      />
    ))
  if (count === 1) return <div className={css.foldBox}>{list(sorted)}</div>
  const title = (
    <h2 id={id} className={css.foldTitle}>
      {t('pending.waiting', { count })}
    </h2>
  )
  // Rows with the same explanation share it.
  const groups = [...new Set(sorted.map(explain))].map((text) => ({
    text,
    members: sorted.filter((row) => explain(row) === text),
  }))
  const items = (
    <ul>
      {groups.map(({ text, members }) =>
        members.length === 1 ? (
          list(members)
        ) : (
          <li key={text} className={css.newsRow}>
            <p className={css.explanation}>{text}</p>
            <ul>{list(members, true)}</ul>
          </li>
        ),
      )}
    </ul>
  )
  return (
    <section className={css.foldBox} aria-labelledby={id}>
      {place === 'form' && rows.length > 2 && toSend.length === 0 ? (
        <details>
          <summary className={css.foldRow}>
            <div className={css.foldText}>{title}</div>
          </summary>
          {items}
        </details>
      ) : (
        <>
          {single.length > 0 && <div className={css.newsHead}>{title}</div>}
          {isTogether && (
            <Transfers
              rows={toSend}
              title={single.length > 0 ? <h3 className={css.foldTitle}>{t('transaction.deposit')}</h3> : title}
              isSecond={accepted === 'deposit'}
            />
          )}
          {single.length > 0 && items}
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

type PendingRow = { transaction: Transaction; state: TransactionState }

/**
 * Shows the account once for all deposits that await a transfer, as the upstream has one account reply for them. Each
 * amount has its own row, and no total is shown, because each must be sent separately.
 */
function Transfers({ rows, title, isSecond }: { rows: readonly PendingRow[]; title: ReactNode; isSecond: boolean }) {
  const i18n = useI18n()
  const { sentences, t, won } = i18n
  const [first] = rows
  if (first?.state.kind !== 'send-money') return null
  const { reply } = first.state
  return (
    <div className={css.newsRow}>
      <details>
        <summary className={css.foldRow}>
          <div className={css.foldText}>
            {title} <Badge kind="accent">{t('pending.turn.send')}</Badge>
            <span className={`${css.note} ${css.reason}`}>{t('pending.separately')}</span>
          </div>
        </summary>
        <div className={`${css.shared} ${css.pending}`}>
          <ProgressSteps {...first} />
          <p className={css.sentence}>
            {sentences(t(reply.account ? 'pending.sendMoney' : 'pending.answered'), t('pending.afterTransfer'))}
          </p>
        </div>
      </details>
      <div className={css.shared}>
        <BankAccountInShort reply={reply} isSecond={isSecond} isShared />
      </div>
      <ul>
        {rows.map(({ transaction, state }) => (
          <li key={keyOf(transaction)} className={css.transfer}>
            <div>
              <p className={css.transferSum}>{won(transaction.amount)}</p>
              <TransactionFoot
                {...{ transaction, state }}
                name={formatName(transaction, i18n)}
                time={formatNearTime(i18n, transaction.at, nowOf(transaction))}
              />
            </div>
            {typeof transaction.amount === 'number' && (
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
    </div>
  )
}

interface PendingTransactionProps extends PendingTransactionsProps, PendingRow {
  isOne: boolean
  isFirst: boolean
  isSecond: boolean
  isExplained: boolean
}

function PendingTransaction(props: PendingTransactionProps) {
  const { pending, refreshHref, place, form, transaction, state, isOne, isFirst, isSecond, isExplained } = props
  const i18n = useI18n()
  const { accountRequest } = pending
  const { kind, id, at, amount, paidTo, estimatedTime, isLate } = transaction
  const isToSend = state.kind === 'send-money'
  const isUnpaid = state.kind === 'unpaid'
  // An unfolded row above a form would push the amount field off a phone's first screen.
  const isOpen = place === 'home' && (state.kind === 'paused' || (isFirst && (isUnpaid || (isOne && !isToSend))))
  const isTimeDue = kind === 'withdraw' && hasEstimatedTime(state, kind) && (isLate || !isExplained)
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
            {...{ transaction, accountRequest, refreshHref, form, isSecond, isExplained }}
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
    </Row>
  )
}
