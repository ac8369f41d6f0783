import { LoadFailure } from '~/frame/parts/load-failure'
import { UnreadableMoney } from '~/frame/parts/unreadable-money'
import { useSession } from '~/frame/session/state'
import { useI18n } from '~/i18n/i18n'
import { tightStack } from '~/ui/layout/layout.css'
import { List, ListRow } from '~/ui/list/list'
import { SectionHeading } from '~/ui/page-title/page-title'
import { Amount } from '~/ui/table/table'
import { MoreLink } from '~/ui/text-link/text-link'
import { historySectionHref } from '~/values/addresses/page-sections'
import type { Won } from '~/values/amount'
import { isCancelled, type Transaction } from '~/values/transaction'
import { SettlementBadge } from '../tracking/state-badge'
import type { AmountProblem } from './amounts'
import * as css from './cashier.css'
import type { PagePart, RecentTransaction } from './load.server'

/** The last settled deposits or withdrawals; hidden where the upstream has no such list. */
export function RecentTransactions({
  kind,
  transactions,
}: {
  kind: Transaction['kind']
  transactions: PagePart<RecentTransaction[]>
}) {
  const { dateTime, t, won } = useI18n()
  const { expired } = useSession()
  const title = t(`${kind}.recent`)
  if (transactions.kind === 'unsupported' || expired) return null
  const rows = transactions.kind === 'done' ? transactions.value : []
  return (
    <section className={tightStack} aria-labelledby="recent">
      <SectionHeading
        id="recent"
        title={title}
        end={
          rows.length > 0 && (
            <MoreLink to={historySectionHref} about={`${title} ${t('common.all')}`}>
              {t('common.all')}
            </MoreLink>
          )
        }
      />
      {transactions.kind === 'failed' && (
        <LoadFailure text={t('transaction.failed')} reference={transactions.reference} />
      )}
      {transactions.kind === 'done' && rows.length === 0 && <p className={css.emptyText}>{t(`${kind}.recent.none`)}</p>}
      {rows.length > 0 && (
        <List label={title}>
          {rows.map((row, index) => (
            <ListRow
              key={row.id ?? `nameless ${index}`}
              title={<Amount direction={isCancelled(row) ? 'cancelled' : 'plain'}>{won(row.amount)}</Amount>}
              below={dateTime(row.at)}
              end={<SettlementBadge status={row.status} />}
            />
          ))}
        </List>
      )}
      <UnreadableMoney figures={rows.map(({ amount }) => amount)} />
    </section>
  )
}

/** The newest of the recent amounts that the form takes now. */
export function findLastUsed(
  recent: PagePart<RecentTransaction[]>,
  check: (won: Won) => AmountProblem | undefined,
): Won | undefined {
  if (recent.kind !== 'done') return undefined
  const isTaken = (row: RecentTransaction) => typeof row.amount === 'number' && !isCancelled(row) && !check(row.amount)
  return recent.value.find(isTaken)?.amount ?? undefined
}
