import { useI18n } from '~/i18n/i18n'
import { FigureText } from '~/ui/figure/figure'
import { ListRow } from '~/ui/list/list'
import { Amount } from '~/ui/table/table'
import { receiptHref } from '~/values/addresses'
import { joinParts } from '~/values/parts'
import { formatNearTime } from '~/values/seoul'
import { isAboutName, isCancelled, type Transaction } from '~/values/transaction'
import { moneyAfterFailure, Reason, StateBadge } from './state-badge'
import { useBalanceChange } from './transaction-progress'
import * as css from './transactions.css'

/** Shows a settled transaction in a list: amount, state, time and method. Its receipt says why it failed. */
export function TransactionRow({ row }: { row: Transaction }) {
  const { lang, won } = useI18n()
  const { id, kind, amount, at, method, settledAt } = row
  const time = formatNearTime((isCancelled(row) && settledAt) || at, Date.now(), lang)
  return (
    <ListRow
      to={id && receiptHref({ kind, id, at })}
      title={
        <>
          <Amount direction="plain">{won(amount)}</Amount> <StateBadge transaction={row} />
        </>
      }
      below={<span suppressHydrationWarning>{joinParts(time, method)}</span>}
    />
  )
}

/**
 * Shows why a transaction failed, whose name is needed if it was the name, and that its money is unchanged or back. A
 * returned amount has the balance before and after it, unless that has changed since. A seen deposit's money is left out.
 */
export function Failure({ row, isBrief, isSeen }: { row: Transaction; isBrief?: boolean; isSeen?: boolean }) {
  const { sentences, t } = useI18n()
  const { kind, amount, after, owner, reason, cancelledByMember } = row
  const change = useBalanceChange(isBrief || kind === 'deposit' ? undefined : after, amount)
  const money = isSeen && kind === 'deposit' ? undefined : moneyAfterFailure(row)
  const name = isAboutName(row) && owner && t(`news.${kind}.name`, { name: owner })
  const hasReason = reason && !cancelledByMember
  return (
    <span className={css.newsText}>
      {hasReason && (
        <span className={isSeen ? undefined : css.rowTitle}>
          <Reason transaction={row} />
        </span>
      )}
      {(name || money) && (
        <span className={hasReason ? undefined : css.rowTitle}>
          {sentences(name, money && t(money))} {change && <FigureText>{change}</FigureText>}
        </span>
      )}
    </span>
  )
}
