import type { Key, ReactNode } from 'react'
import { LoadFailure } from '~/components/empty-page'
import { UnreadableMoney } from '~/components/unreadable-money'
import { useI18n } from '~/i18n/i18n'
import { useSession } from '~/session/session-context'
import type { PendingList } from '~/transactions/pending-transactions'
import { isBefore } from '~/transactions/settlement-news'
import { TransactionRow } from '~/transactions/transaction-row'
import { Card } from '~/ui/card/card'
import { List } from '~/ui/list/list'
import { faintText } from '~/ui/text.css'
import { MoreLink } from '~/ui/text-link/text-link'
import { historySectionHref } from '~/values/addresses'
import type { Won } from '~/values/amount'
import type { ParsedAmount } from '~/values/balance'
import { isCancelled, type Transaction } from '~/values/transaction'
import type { AmountProblem } from './amount-problems'
import type { PagePart, RecentTransaction } from './load-money-page.server'

interface RecentTransactionsProps {
  kind: Transaction['kind']
  transactions: PagePart<RecentTransaction[]>
  requests: Parameters<typeof isBefore>[0]
}

export function RecentTransactions({ kind, transactions, requests }: RecentTransactionsProps) {
  const { t } = useI18n()
  const all = transactions.kind === 'done' ? transactions.value : []
  // Cards above the form show the completed rows that are news, except those before a request in progress.
  const isListed = (row: RecentTransaction) => !row.isNews || isCancelled(row) || isBefore(requests, row)
  return (
    <RecentRows
      title={t(`${kind}.recent`)}
      rows={transactions.kind === 'done' ? { kind: 'done', value: all.filter(isListed) } : transactions}
      historyHref={historySectionHref}
      amountOf={({ amount }) => amount}
      toRow={(row, key) => <TransactionRow key={key} row={row} />}
    />
  )
}

interface RecentRowsProps<Row> {
  title: string
  rows: PagePart<readonly Row[]>
  /** Shown instead of rows if there are none. Without it, the card is left out. */
  none?: string | undefined
  historyHref: string
  amountOf: (row: Row) => ParsedAmount
  toRow: (row: Row, key: Key) => ReactNode
}

export function RecentRows<Row extends { id?: string | number | undefined }>(props: RecentRowsProps<Row>) {
  const { title, rows: part, none, historyHref, amountOf, toRow } = props
  const { t } = useI18n()
  const { expired } = useSession()
  if (part.kind === 'unsupported' || expired) return null
  const rows = part.kind === 'done' ? part.value : []
  if (part.kind === 'done' && rows.length === 0)
    return none ? (
      <Card title={title}>
        <p className={faintText}>{none}</p>
      </Card>
    ) : null
  const more = (
    <MoreLink to={historyHref} about={`${title} ${t('common.all')}`}>
      {t('common.all')}
    </MoreLink>
  )
  return (
    <Card id="recent" title={title} end={rows.length > 0 && more}>
      {part.kind === 'failed' && <LoadFailure text={t('transaction.failed')} reference={part.reference} />}
      {rows.length > 0 && (
        <List label={title}>{rows.map((row, index) => toRow(row, row.id ?? `nameless ${index}`))}</List>
      )}
      <UnreadableMoney figures={rows.map(amountOf)} />
    </Card>
  )
}

export function rowsOf({ pending, recent }: { pending: PendingList; recent: PagePart<Transaction[]> }) {
  return [...pending.transactions, ...(recent.kind === 'done' ? recent.value : [])]
}

export function findLastUsed(recent: PagePart<Transaction[]>, check: (won: Won) => AmountProblem | undefined) {
  if (recent.kind !== 'done') return undefined
  const isOffered = (row: Transaction) => typeof row.amount === 'number' && !row.cancelledByMember && !check(row.amount)
  return recent.value.find(isOffered)?.amount ?? undefined
}
