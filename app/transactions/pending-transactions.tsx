import type { ReactNode } from 'react'
import { BankAccountDetails, CopyButton } from '~/components/bank-account'
import { UnreadableMoney } from '~/components/unreadable-money'
import { type I18n, useI18n } from '~/i18n/i18n'
import { useMayNotDeposit, useSession } from '~/session/session-context'
import { FigureText } from '~/ui/figure/figure'
import { figure } from '~/ui/figure/figure.css'
import { MoreLink } from '~/ui/text-link/text-link'
import { historySectionHref } from '~/values/addresses'
import { addUp, sumKnown } from '~/values/balance'
import { keyOf, type Transaction } from '~/values/transaction'
import type { BankAccountRequest } from './bank-account-request.server'
import { ProgressSteps } from './progress-steps'
import { needsMemberAction, type TransactionState, toTransactionState } from './state'
import { formatName, StateBadge } from './state-badge'
import { formatState, NextStep, PayoutAccount, RefreshLink, RequestAge, TransactionLinks } from './transaction-progress'
import * as css from './transactions.css'

export type PendingList = {
  transactions: Transaction[]
  /** The number of additional pending transactions, which only the history page lists. */
  further: { kind: Transaction['kind']; count: number }[]
  accountRequest?: BankAccountRequest | undefined
}

export const countPending = ({ transactions, further }: Pick<PendingList, 'transactions' | 'further'>): number =>
  addUp([transactions.length, ...further.map(({ count }) => count)])

interface PendingTransactionsProps {
  pending: PendingList
  refreshHref: string
  place: 'home' | 'form' | 'history'
  form?: string | undefined
  /** The kind of the accepted transaction, if it is shown above. */
  accepted?: Transaction['kind'] | undefined
  /** The headline of an accepted transaction, with the id `accepted`. It makes the block a report of it. */
  headline?: ReactNode
}

type PendingRow = { transaction: Transaction; state: TransactionState }

/** Shows pending deposits and pending withdrawals in a block each. */
export const PendingTransactions = (props: PendingTransactionsProps) =>
  (['deposit', 'withdraw'] as const).map((kind) => <PendingBlock key={kind} {...props} kind={kind} />)

type BlockProps = PendingTransactionsProps & Pick<Transaction, 'kind'>

/** Shows pending transactions of one kind. Those that need an action by the member come first. */
export function PendingBlock(props: BlockProps) {
  const { kind, pending, place, accepted, headline, refreshHref } = props
  const i18n = useI18n()
  const { t } = i18n
  const isExcluded = useMayNotDeposit()
  const { expired } = useSession()
  const transactions = pending.transactions.filter((row) => row.kind === kind)
  const further = pending.further.filter((row) => row.kind === kind)
  const rows = transactions.map((transaction) => ({
    transaction,
    state: toTransactionState(transaction, { accountRequest: pending.accountRequest, isExcluded }),
  }))
  const isDue = ({ state }: PendingRow) => needsMemberAction(state)
  const sorted = [...rows.filter(isDue), ...rows.filter((row) => !isDue(row))]
  const count = countPending({ transactions, further })
  if (count === 0 || (expired && !headline)) return null
  const groupOf = ({ state, transaction }: PendingRow) => {
    if (state.kind === 'send-money') return state.kind
    // Payment pages are paid or cancelled one by one.
    if (state.kind === 'unpaid' || state.kind === 'paused') return keyOf(transaction)
    // Rows share a badge, a next step and a payout account, so they must have the same of each.
    const { isLate, paidTo } = transaction
    const status = state.kind === 'other' ? transaction.status : state.kind
    return [status, isLate, paidTo, formatState(state, transaction, i18n)].join(' ')
  }
  const groups = [...new Set(sorted.map(groupOf))].map((key) => sorted.filter((row) => groupOf(row) === key))
  const isTitled = place !== 'home' && groups.length > 1
  const waiting = t(isTitled ? 'pending.waiting' : `pending.waiting.${kind}`, { count })
  // An accepted transaction above the list has its own link.
  const changesOnItsOwn = rows.some((row) => !isDue(row) || row.state.kind === 'send-money')
  const refresh = !accepted && changesOnItsOwn && <RefreshLink to={refreshHref} />
  return (
    <section className={css.foldBox} {...(headline ? { 'aria-labelledby': 'accepted' } : { 'aria-label': waiting })}>
      {headline}
      {isTitled && (
        <div className={css.newsHead}>
          <div className={css.foldText}>
            <h2 className={css.foldTitle}>{waiting}</h2>
            {refresh}
          </div>
        </div>
      )}
      <ul>
        {groups.map((members, index) => (
          <PendingGroup
            key={members[0] && keyOf(members[0].transaction)}
            {...props}
            members={members}
            Title={isTitled || headline ? 'h3' : 'h2'}
            refresh={index === 0 && !isTitled && refresh}
            isSecond={index > 0 || accepted === 'deposit'}
            isOneOfSeveral={count > 1 && members.length === 1}
          />
        ))}
      </ul>
      {further.length > 0 && (
        <div className={css.shared}>
          <MoreLink to={historySectionHref}>
            {rows.length > 0 ? t('tracker.more', { count: count - rows.length }) : waiting}
          </MoreLink>
        </div>
      )}
    </section>
  )
}

/**
 * Shows a group's title, such as 출금 70,000원 or 출금 2건, 100,000원. If an amount can't be read, it has no sum. The sum
 * is the group's largest figure, unless it must be sent to the account below.
 */
function toTitle(kind: Transaction['kind'], rows: readonly Transaction[], isToSend: boolean, { t, won }: I18n) {
  const count = t(`pending.waiting.${kind}`, { count: rows.length })
  const sum = sumKnown(rows.map(({ amount }) => amount))
  const isOnly = rows.length === 1
  if (sum === undefined || (isToSend && !isOnly)) return count
  return (
    <>
      {isOnly ? t(`transaction.${kind}`) : `${count},`}
      <span className={isToSend ? undefined : figure({ size: 'big' })}>
        {'\u00a0'}
        <FigureText>{won(sum)}</FigureText>
      </span>
    </>
  )
}

interface GroupProps extends BlockProps {
  members: readonly PendingRow[]
  Title: 'h2' | 'h3'
  /** The link to refresh, if this group has it. */
  refresh: ReactNode
  isSecond: boolean
  isOneOfSeveral: boolean
}

/** Home shows this many rows of a group, and folds the rest unless it is one row. */
const maxRowsOnHome = 2

/**
 * Shows the shared state of transactions once, and each in a line of its own. Deposits that await a transfer share the
 * account, as the upstream has one account reply for them. They have no total, because each amount must be sent
 * separately.
 */
function PendingGroup(props: GroupProps) {
  const { kind, members, Title, pending, place, refresh, isSecond } = props
  const i18n = useI18n()
  const { sentences, t } = i18n
  const [row] = members
  if (!row) return null
  const { transaction, state } = row
  const reply = state.kind === 'send-money' ? state.reply : undefined
  const isOnly = members.length === 1
  const amount = isOnly ? transaction.amount : undefined
  const account = reply && <BankAccountDetails {...{ reply, isSecond, amount }} />
  const rows = members.map((member) => member.transaction)
  const isSeparate = reply !== undefined && !isOnly
  const explanation = (
    <p className={isSeparate ? css.rowTitle : css.sentence}>
      <span>
        {isSeparate
          ? sentences(!reply.account && t('pending.answered'), t('pending.separately'))
          : formatState(state, transaction, i18n)}
      </span>{' '}
      {refresh}
    </p>
  )
  const shownCount = place === 'home' && members.length > maxRowsOnHome + 1 ? maxRowsOnHome : members.length
  const items = members.map((member, index) => (
    <PendingRowItem
      key={keyOf(member.transaction)}
      {...member}
      place={isSeparate ? `${index + 1}/${members.length}` : undefined}
      isOnly={isOnly}
    />
  ))
  return (
    <li className={css.newsRow}>
      <div className={css.groupHead}>
        <div className={css.foldText}>
          <Title className={css.foldTitle}>{toTitle(kind, rows, reply !== undefined, i18n)}</Title>
          <StateBadge transaction={transaction} accountRequest={pending.accountRequest} />
        </div>
        <ProgressSteps {...row} />
        {isSeparate && explanation}
        {reply?.account && account}
        {!isSeparate && explanation}
        <PayoutAccount transactions={rows} />
        {!reply?.account && (account ?? <NextStep {...props} {...row} />)}
        {kind === 'withdraw' && <p className={css.note}>{t('withdraw.waiting.hint')}</p>}
        <UnreadableMoney figures={rows.map(({ amount }) => amount)} />
      </div>
      <ul>{items.slice(0, shownCount)}</ul>
      {shownCount < members.length && (
        <details className={css.newsRow}>
          <summary className={css.foldRow}>{t('pending.further', { amount: members.length - shownCount })}</summary>
          <ul>{items.slice(shownCount)}</ul>
        </details>
      )}
    </li>
  )
}

type RowItemProps = PendingRow & { isOnly: boolean; place: string | undefined }

/** @param isOnly true if the title above gives the amount @param place such as 1/3, if the amount must be sent */
function PendingRowItem({ transaction, state, isOnly, place }: RowItemProps) {
  const i18n = useI18n()
  const { amount } = transaction
  const name = formatName(transaction, i18n)
  return (
    <li className={css.transfer}>
      {!isOnly && (
        <div className={css.transferSum}>
          {place && <span className={css.note}>{place}</span>}
          <strong className={css.foldTitle}>{i18n.won(amount)}</strong>
        </div>
      )}
      {place && typeof amount === 'number' && <CopyButton text={String(amount)} what="sum" about={name} />}
      <TransactionLinks {...{ transaction, state, name }}>
        <RequestAge key={transaction.pendingMs} {...transaction} />
      </TransactionLinks>
    </li>
  )
}
