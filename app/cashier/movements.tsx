import { useWords } from '~/i18n/words'
import { StatusBadge } from '~/shell/status-badge'
import { near } from '~/ui/layout/layout.css'
import { List, ListRow } from '~/ui/list/list'
import { PartTitle } from '~/ui/page-title/page-title'
import { Say } from '~/ui/say/say'
import { Amount } from '~/ui/table/table'
import { MoreLink } from '~/ui/text-link/text-link'
import * as css from './cashier.css'
import type { Movement, Part } from './parts.server'

/** The last ten deposits or withdrawals; hidden where the upstream has no such list. */
export function Movements({ title, none, movements }: { title: string; none: string; movements: Part<Movement[]> }) {
  const { dateTime, t, won } = useWords()
  if (movements.kind === 'hidden') return null
  const rows = movements.kind === 'done' ? movements.value : []
  return (
    <section className={near} aria-labelledby="recent">
      <PartTitle
        id="recent"
        title={title}
        end={
          rows.length > 0 && (
            <MoreLink to="/user#history" about={`${title} ${t('common.all')}`}>
              {t('common.all')}
            </MoreLink>
          )
        }
      />
      {movements.kind === 'failed' && (
        <Say kind="warning" still>
          {t('movement.failed')} {t('problem.reference')} {movements.reference}
        </Say>
      )}
      {movements.kind === 'done' && rows.length === 0 && <p className={css.none}>{none}</p>}
      {rows.length > 0 && (
        <List label={title}>
          {rows.map(({ id, won: amount, at, status }) => (
            <ListRow
              key={id}
              title={<Amount way={status === 'cansel' ? 'cancelled' : 'plain'}>{won(amount)}</Amount>}
              below={dateTime(at)}
              end={<StatusBadge status={status} />}
            />
          ))}
        </List>
      )}
    </section>
  )
}
