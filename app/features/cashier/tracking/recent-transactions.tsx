import { LoadFailure } from '~/frame/parts/load-failure'
import { StatusBadge } from '~/frame/parts/status-badge'
import { UnreadableMoney } from '~/frame/parts/unreadable-money'
import { useSession } from '~/frame/session/state'
import { useI18n } from '~/i18n/i18n'
import { tightStack } from '~/ui/layout/layout.css'
import { List, ListRow } from '~/ui/list/list'
import { SectionHeading } from '~/ui/page-title/page-title'
import { Amount } from '~/ui/table/table'
import { MoreLink } from '~/ui/text-link/text-link'
import { historySectionHref } from '~/values/addresses/page-sections'
import { isCancelled } from '~/values/transaction'
import * as css from '../form/cashier.css'
import type { PagePart, RecentTransaction } from '../form/page-parts.server'

/** The last ten deposits or withdrawals; hidden where the upstream has no such list. */
export function RecentTransactions({
  title,
  emptyText,
  transactions,
}: {
  title: string
  emptyText: string
  transactions: PagePart<RecentTransaction[]>
}) {
  const { dateTime, t, won } = useI18n()
  const { expired } = useSession()
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
      {transactions.kind === 'done' && rows.length === 0 && <p className={css.emptyText}>{emptyText}</p>}
      {rows.length > 0 && (
        <List label={title}>
          {rows.map((row, index) => (
            <ListRow
              key={row.id ?? `nameless ${index}`}
              title={<Amount direction={isCancelled(row) ? 'cancelled' : 'plain'}>{won(row.amount)}</Amount>}
              below={dateTime(row.at)}
              end={<StatusBadge status={row.status} />}
            />
          ))}
        </List>
      )}
      <UnreadableMoney figures={rows.map(({ amount }) => amount)} />
    </section>
  )
}
