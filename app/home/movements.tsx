import { href } from 'react-router'
import { ReceiptPanel, useShownReceipt } from '~/cashier/receipt'
import type { TrackedMovement } from '~/cashier/tracked-movement'
import { WaitingPanels } from '~/cashier/tracker'
import { StatusBadge } from '~/components/status-badge'
import { useI18n } from '~/i18n/i18n'
import { List, ListRow } from '~/ui/list/list'
import { SectionHeading } from '~/ui/page-title/page-title'
import { MoreLink } from '~/ui/text-link/text-link'
import * as css from './home.css'
import type { loadMovements } from './home-data.server'

type Movements = Awaited<ReturnType<typeof loadMovements>>

/** The receipt of a movement that was just accepted, and the others that wait. */
export function LatestMovements({
  receipt,
  waiting,
  onChange,
}: Pick<Movements, 'receipt' | 'waiting'> & { onChange: (movement: TrackedMovement) => void }) {
  const shown = useShownReceipt(receipt)
  const others = waiting.tracked.filter(({ list, id }) => list !== shown?.list || id !== shown.id)
  return (
    <>
      {shown && <ReceiptPanel receipt={shown} onChange={onChange} />}
      <WaitingPanels waiting={{ ...waiting, tracked: others }} refreshHref={href('/')} onChange={onChange} />
    </>
  )
}

export function LastMovements({
  movements,
  changes,
}: {
  movements: NonNullable<Movements['recent']>
  changes: readonly TrackedMovement[]
}) {
  const { t, signed } = useI18n()
  return (
    <section className={css.movements} aria-labelledby="movements">
      <SectionHeading
        id="movements"
        title={t('home.movements')}
        end={<MoreLink to={href('/user')}>{t('home.movements.all')}</MoreLink>}
      />
      <List>
        {movements.map(({ kind, id, won, time, status }) => (
          <ListRow
            key={`${kind} ${id}`}
            title={
              <span className={css.movement}>
                {t(`movement.${kind}`)}
                <StatusBadge status={changes.findLast((one) => one.list === kind && one.id === id)?.status ?? status} />
                <span className={css.movementTime}>{time}</span>
              </span>
            }
            end={
              <span className={css.movementAmount}>
                {t('money.won', { amount: signed(kind === 'deposit' || won === undefined ? won : -won) })}
              </span>
            }
          />
        ))}
      </List>
    </section>
  )
}
