import { LoadFailure } from '~/components/empty-page'
import { UnreadableMoney } from '~/components/unreadable-money'
import { useI18n } from '~/i18n/i18n'
import { useSession } from '~/session/session-context'
import type { PendingList } from '~/transactions/pending-transactions'
import { Reason, StateBadge } from '~/transactions/state-badge'
import { tightStack } from '~/ui/layout/layout.css'
import { List, ListRow } from '~/ui/list/list'
import { SectionHeading } from '~/ui/page-title/page-title'
import { Amount } from '~/ui/table/table'
import { plainText } from '~/ui/text.css'
import { historySectionHref, receiptHref } from '~/values/addresses'
import type { Won } from '~/values/amount'
import type { ParsedAmount } from '~/values/balance'
import { isCancelled, type Transaction } from '~/values/transaction'
import type { AmountProblem } from './amount-problems'
import type { PagePart, RecentTransaction } from './load-money-page.server'

type RecentTransactionsProps = { kind: Transaction['kind']; transactions: PagePart<RecentTransaction[]> }

/** Cards above the form show the rows that are news. */
const isListed = (row: RecentTransaction) => !row.isNews

export function RecentTransactions({ kind, transactions }: RecentTransactionsProps) {
  const { dateTime, t, won } = useI18n()
  return (
    <RecentRows
      title={t(`${kind}.recent`)}
      rows={transactions.kind === 'done' ? { kind: 'done', value: transactions.value.filter(isListed) } : transactions}
      historyHref={historySectionHref}
      amountOf={({ amount }) => amount}
      toRow={(row) => ({
        to: row.id === undefined ? undefined : receiptHref({ ...row, id: row.id }),
        title: <Amount direction={isCancelled(row) ? 'cancelled' : 'plain'}>{won(row.amount)}</Amount>,
        below: (
          <>
            {isCancelled(row) && (
              <span className={`${plainText} ${tightStack}`}>
                <Reason transaction={row} />
                {kind === 'withdraw' && <span>{t('news.withdraw.returned', { amount: won(row.amount) })}</span>}
              </span>
            )}
            {[dateTime(row.at), row.method].filter(Boolean).join(' · ')}
          </>
        ),
        end: <StateBadge transaction={row} />,
      })}
    />
  )
}

interface RecentRowsProps<Row> {
  title: string
  rows: PagePart<readonly Row[]>
  historyHref: string
  amountOf: (row: Row) => ParsedAmount
  toRow: (row: Row) => Omit<Parameters<typeof ListRow>[0], 'chevron' | 'current'>
}

export function RecentRows<Row extends { id?: string | number | undefined }>(props: RecentRowsProps<Row>) {
  const { title, rows: part, historyHref, amountOf, toRow } = props
  const { t } = useI18n()
  const { expired } = useSession()
  if (part.kind === 'unsupported' || expired) return null
  const rows = part.kind === 'done' ? part.value : []
  if (part.kind === 'done' && rows.length === 0) return null
  return (
    <section className={tightStack} aria-labelledby="recent">
      <SectionHeading
        id="recent"
        title={title}
        more={
          rows.length > 0 ? { to: historyHref, text: t('common.all'), about: `${title} ${t('common.all')}` } : undefined
        }
      />
      {part.kind === 'failed' && <LoadFailure text={t('transaction.failed')} reference={part.reference} />}
      {rows.length > 0 && (
        <List label={title}>
          {rows.map((row, index) => (
            <ListRow key={row.id ?? `nameless ${index}`} {...toRow(row)} />
          ))}
        </List>
      )}
      <UnreadableMoney figures={rows.map(amountOf)} />
    </section>
  )
}

export function rowsOf({ pending, recent }: { pending: PendingList; recent: PagePart<Transaction[]> }) {
  return [...pending.transactions, ...(recent.kind === 'done' ? recent.value : [])]
}

export function findLastUsed(
  recent: PagePart<Transaction[]>,
  check: (won: Won) => AmountProblem | undefined,
): Won | undefined {
  if (recent.kind !== 'done') return undefined
  const isTaken = (row: Transaction) => typeof row.amount === 'number' && !isCancelled(row) && !check(row.amount)
  return recent.value.find(isTaken)?.amount ?? undefined
}
