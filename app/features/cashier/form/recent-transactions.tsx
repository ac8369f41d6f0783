import type { Key, ReactNode } from 'react'
import { LoadFailure } from '~/components/empty-page'
import { UnreadableMoney } from '~/components/unreadable-money'
import { useI18n } from '~/i18n/i18n'
import { useSession } from '~/session/session-context'
import { InquiryLink } from '~/transactions/next-steps'
import type { PendingList } from '~/transactions/pending-transactions'
import { isBefore } from '~/transactions/settlement-news'
import { RecentCard, TransactionRow } from '~/transactions/transaction-row'
import { Card } from '~/ui/card/card'
import { List } from '~/ui/list/list'
import { faintText } from '~/ui/text.css'
import { historySectionHref } from '~/values/addresses'
import type { Won } from '~/values/amount'
import type { ParsedAmount } from '~/values/balance'
import { isCancelled, isDone, type Transaction } from '~/values/transaction'
import type { AmountProblem } from './amount-problems'
import type { PagePart, RecentTransaction } from './load-money-page.server'

interface RecentTransactionsProps {
  kind: Transaction['kind']
  transactions: PagePart<RecentTransaction[]>
  requests: Parameters<typeof isBefore>[0]
}

export function RecentTransactions({ kind, transactions, requests }: RecentTransactionsProps) {
  const { t } = useI18n()
  // Cards above the form show the rows that are news, except completed ones before a request in progress.
  const isListed = (row: RecentTransaction) => !row.isNews || (isDone(row) && isBefore(requests, row))
  const rows = transactions.kind === 'done' ? transactions.value.filter(isListed) : []
  const [newest] = rows
  return (
    <RecentRows
      title={t(`${kind}.recent`)}
      rows={transactions.kind === 'done' ? { kind: 'done', value: rows } : transactions}
      historyHref={historySectionHref}
      amountOf={({ amount }) => amount}
      toRow={(row, key) => <TransactionRow key={key} row={row} />}
      below={newest && isCancelled(newest) && <InquiryLink row={newest} />}
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
  below?: ReactNode
}

export function RecentRows<Row extends { id?: string | number | undefined }>(props: RecentRowsProps<Row>) {
  const { title, rows: part, none, historyHref, amountOf, toRow, below } = props
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
  return (
    <RecentCard id="recent" title={title} historyHref={rows.length > 0 ? historyHref : undefined}>
      {part.kind === 'failed' && <LoadFailure text={t('transaction.failed')} reference={part.reference} />}
      {rows.length > 0 && (
        <List label={title}>{rows.map((row, index) => toRow(row, row.id ?? `nameless ${index}`))}</List>
      )}
      <UnreadableMoney figures={rows.map(amountOf)} />
      {below}
    </RecentCard>
  )
}

export function rowsOf({ pending, recent }: { pending: PendingList; recent: PagePart<Transaction[]> }) {
  return [...pending.transactions, ...(recent.kind === 'done' ? recent.value : [])]
}

export function findLastUsed(recent: PagePart<Transaction[]>, check: (won: Won) => AmountProblem | undefined) {
  if (recent.kind !== 'done') return undefined
  const isTaken = (row: Transaction) => typeof row.amount === 'number' && !isCancelled(row) && !check(row.amount)
  return recent.value.find(isTaken)?.amount ?? undefined
}
