import { useI18n } from '~/i18n/i18n'
import { FigureText } from '~/ui/figure/figure'
import { tightStack } from '~/ui/layout/layout.css'
import { ListRow } from '~/ui/list/list'
import { Amount } from '~/ui/table/table'
import { receiptHref } from '~/values/addresses'
import { joinParts } from '~/values/parts'
import { formatNearTime } from '~/values/seoul'
import { isCancelled, type Transaction } from '~/values/transaction'
import { Reason, StateBadge } from './state-badge'
import { useBalanceChange } from './transaction-progress'
import * as css from './transactions.css'

/** Shows a settled transaction in a list: amount, time and state, and why it failed. */
export function TransactionRow({ row }: { row: Transaction }) {
  const { lang, won } = useI18n()
  const { id, kind, amount, at, method } = row
  return (
    <ListRow
      to={id && receiptHref({ kind, id, at })}
      title={<Amount direction={isCancelled(row) ? 'cancelled' : 'plain'}>{won(amount)}</Amount>}
      below={
        <>
          {isCancelled(row) && (
            <span className={`${css.failure} ${tightStack}`}>
              {kind === 'withdraw' && <Returned row={row} />}
              <Reason transaction={row} />
            </span>
          )}
          <span suppressHydrationWarning>{joinParts(formatNearTime(at, Date.now(), lang), method)}</span>
        </>
      }
      end={<StateBadge transaction={row} />}
    />
  )
}

/** Says that a failed withdrawal's money is back, with the balance before and after it, unless that has changed since. */
export function Returned({ row: { amount, after }, isBrief }: { row: Transaction; isBrief?: boolean }) {
  const { t, won } = useI18n()
  const change = useBalanceChange(isBrief ? undefined : after, amount)
  return (
    <span>
      <strong className={css.rowTitle}>{t('news.withdraw.returned', { amount: won(amount) })}</strong>
      {change && <br />}
      <span className={css.newsReason}>{change && <FigureText>{change}</FigureText>}</span>
    </span>
  )
}
