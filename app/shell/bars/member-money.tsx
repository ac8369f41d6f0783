import { useI18n } from '~/i18n/i18n'
import { useSession } from '~/session/state'
import { Figure } from '~/ui/figure/figure'

/** The member's total money: dots while the session is being checked, – when it is unknown. */
export function MemberMoney({ size }: { size: 'big' | 'inherit' }) {
  const { number, t, won } = useI18n()
  const { isLoggingOut, member, state } = useSession()
  const money = member?.totalWon
  const waiting = state === 'loading' && !isLoggingOut ? t('strip.fetching') : undefined
  if (money === undefined) return <Figure amount={null} size={size} loadingLabel={waiting} />
  // Inline, the currency is formatted by the locale; the large figure has a small unit.
  if (size === 'inherit') return <Figure amount={won(money)} size={size} loadingLabel={waiting} />
  return <Figure amount={number(money)} unit={t('money.unit')} size={size} loadingLabel={waiting} />
}
