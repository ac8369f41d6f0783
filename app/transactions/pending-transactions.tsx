import type { ReactNode } from 'react'
import { BankAccountDetails, CopyButton } from '~/components/bank-account'
import { UnreadableMoney } from '~/components/unreadable-money'
import { type I18n, useI18n } from '~/i18n/i18n'
import { useMayNotDeposit, useSession } from '~/session/session-context'
import { List, ListRow } from '~/ui/list/list'
import { MoreLink } from '~/ui/text-link/text-link'
import { historySectionHref, receiptHref } from '~/values/addresses'
import { addUp } from '~/values/balance'
import { keyOf, type Transaction } from '~/values/transaction'
import type { BankAccountRequest } from './bank-account-request.server'
import { ProgressSteps } from './progress-steps'
import { formatNearTime, needsMemberAction, type TransactionState, toTransactionState } from './state'
import { formatName, StateBadge } from './state-badge'
import { formatState, NextStep, nowOf, PayoutAccount, RefreshLink, TransactionFoot } from './transaction-progress'
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
  /** The kind of the accepted transaction, if it is shown above. */
  accepted?: Transaction['kind'] | undefined
}

type PendingRow = { transaction: Transaction; state: TransactionState }

/** Shows pending deposits and pending withdrawals in a block each. */
export function PendingTransactions({ pending, ...props }: PendingTransactionsProps) {
  return (['deposit', 'withdraw'] as const).map((kind) => {
    const transactions = pending.transactions.filter((row) => row.kind === kind)
    const further = pending.further.filter((row) => row.kind === kind)
    return <PendingBlock key={kind} {...props} pending={{ ...pending, transactions, further }} />
  })
}

/**
 * Shows pending transactions of one kind. Those that need an action by the member come first. Home lists withdrawals in
 * a row each, because their receipts and their form show the rest.
 */
function PendingBlock(props: PendingTransactionsProps) {
  const { pending, place, accepted, refreshHref } = props
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
  const sorted = [...rows.filter(isDue), ...rows.filter((row) => !isDue(row))]
  const [first] = sorted
  const count = countPending(pending)
  if (!first || expired) return null
  const groupOf = ({ state, transaction }: PendingRow) => {
    if (state.kind === 'send-money') return state.kind
    // Payment pages are paid or cancelled one by one.
    if (state.kind === 'unpaid' || state.kind === 'paused') return keyOf(transaction)
    // Rows share a badge, a next step and a payout account, so they must have the same of each.
    const { kind, isLate, paidTo } = transaction
    const status = state.kind === 'other' ? transaction.status : state.kind
    return [kind, status, isLate, paidTo, formatState(state, transaction, i18n)].join(' ')
  }
  const isListed = place === 'home' && first.transaction.kind === 'withdraw'
  const keys = [...new Set(sorted.map(groupOf))]
  const groups = isListed ? [] : keys.map((key) => sorted.filter((row) => groupOf(row) === key))
  const isFolded = place === 'form' && rows.length > 2 && !rows.some(({ state }) => state.kind === 'send-money')
  const isTitled = isFolded || (place !== 'home' && groups.length > 1)
  const waiting = t(isTitled ? 'pending.waiting' : `pending.waiting.${first.transaction.kind}`, { count })
  // An accepted transaction above the list has its own link.
  const changesOnItsOwn = rows.some((row) => !isDue(row) || row.state.kind === 'send-money')
  const refresh = !accepted && changesOnItsOwn && <RefreshLink to={refreshHref} />
  const isHeaded = isListed || (isTitled && !isFolded)
  const list = (
    <ul>
      {groups.map((members, index) => (
        <PendingGroup
          key={keyOf((members[0] ?? first).transaction)}
          {...props}
          members={members}
          Title={isTitled ? 'h3' : 'h2'}
          refresh={index === 0 && !isHeaded && refresh}
          isSecond={!members.includes(first) || accepted === 'deposit'}
          isOneOfSeveral={count > 1 && members.length === 1}
        />
      ))}
    </ul>
  )
  return (
    <section className={css.foldBox} aria-label={waiting}>
      {isFolded ? (
        <details>
          <summary className={css.foldRow}>
            <h2 className={`${css.foldTitle} ${css.foldText}`}>{waiting}</h2>
          </summary>
          {list}
        </details>
      ) : (
        <>
          {isHeaded && (
            <div className={css.newsHead}>
              <div className={css.foldText}>
                <h2 className={css.foldTitle}>{isListed ? withSum(waiting, transactions, count, i18n) : waiting}</h2>
                {isListed && keys.length === 1 && <StateBadge transaction={first.transaction} />}
                {refresh}
              </div>
            </div>
          )}
          {groups.length > 0 && list}
        </>
      )}
      {isListed && (
        <div className={css.listed}>
          <List>
            {transactions.map((row) => (
              <ListRow
                key={keyOf(row)}
                to={row.id === undefined ? undefined : receiptHref({ ...row, id: row.id })}
                title={<strong>{i18n.won(row.amount)}</strong>}
                below={formatNearTime(i18n, row.at, nowOf(row))}
                end={keys.length > 1 && <StateBadge transaction={row} />}
                chevron={row.id !== undefined}
              />
            ))}
          </List>
          <UnreadableMoney figures={transactions.map(({ amount }) => amount)} />
        </div>
      )}
      {further.length > 0 && (
        <div className={css.shared}>
          <MoreLink to={historySectionHref}>{t('tracker.more', { count: count - transactions.length })}</MoreLink>
        </div>
      )}
    </section>
  )
}

/** Adds the sum of several rows to their title, as in 출금 2건 · 70,000원. Without all `count` amounts, adds nothing. */
function withSum(title: string, rows: readonly Transaction[], count: number, { won }: I18n): string {
  const amounts = rows.map(({ amount }) => amount).filter((amount) => typeof amount === 'number')
  return count > 1 && amounts.length === count ? `${title} · ${won(addUp(amounts))}` : title
}

interface GroupProps extends PendingTransactionsProps {
  members: readonly PendingRow[]
  Title: 'h2' | 'h3'
  /** The link to refresh, if this group's header has it. */
  refresh: ReactNode
  isSecond: boolean
  isOneOfSeveral: boolean
}

/**
 * Shows the shared state of transactions once, and each in a line of its own. Deposits that await a transfer share the
 * account, as the upstream has one account reply for them. They have no total, because each amount must be sent
 * separately.
 */
function PendingGroup(props: GroupProps) {
  const { members, Title, pending, refresh, isSecond } = props
  const i18n = useI18n()
  const { sentences, t, won } = i18n
  const [row] = members
  if (!row) return null
  const { transaction, state } = row
  const reply = state.kind === 'send-money' ? state.reply : undefined
  const account = reply && <BankAccountDetails reply={reply} isSecond={isSecond} />
  const rows = members.map((member) => member.transaction)
  const count = rows.length
  const title = t(`pending.waiting.${transaction.kind}`, { count })
  const explanation =
    reply && members.length > 1
      ? sentences(
          t(reply.account ? 'pending.sendMoney' : 'pending.answered'),
          t('pending.separately'),
          t('pending.afterTransfer'),
        )
      : formatState(state, transaction, i18n)
  return (
    <li className={css.newsRow}>
      <div className={css.groupHead}>
        <div className={css.foldText}>
          <Title className={css.foldTitle}>{reply ? title : withSum(title, rows, count, i18n)}</Title>
          <StateBadge transaction={transaction} accountRequest={pending.accountRequest} />
          {refresh}
        </div>
        <ProgressSteps {...row} />
        {reply?.account && account}
        <p className={css.sentence}>{explanation}</p>
        <PayoutAccount {...transaction} />
        {!reply?.account && (account ?? <NextStep {...props} {...row} />)}
        <UnreadableMoney figures={rows.map(({ amount }) => amount)} />
      </div>
      <ul>
        {members.map(({ transaction, state }) => {
          const name = formatName(transaction, i18n)
          return (
            <li key={keyOf(transaction)} className={css.transfer}>
              <p className={css.transferSum}>{won(transaction.amount)}</p>
              {reply && typeof transaction.amount === 'number' && (
                <CopyButton text={String(transaction.amount)} what="sum" about={name} />
              )}
              <TransactionFoot
                {...{ transaction, state, name }}
                time={formatNearTime(i18n, transaction.at, nowOf(transaction))}
              />
            </li>
          )
        })}
      </ul>
    </li>
  )
}
