import { useWords } from '~/i18n/words'
import { Figure } from '~/ui/figure/figure'
import { useSession } from './session-state'

/** The member's money as a figure: dots while the session is being checked, – when it did not come. */
export function MemberMoney({ size }: { size: 'big' | 'inherit' }) {
  const { number, t, won } = useWords()
  const { member, state } = useSession()
  const money = member?.money
  const waiting = state === 'loading' ? t('strip.fetching') : undefined
  if (money === undefined) return <Figure amount={null} size={size} waiting={waiting} />
  // In a line the currency stands as the language writes it; under a large figure it is a small sign.
  if (size === 'inherit') return <Figure amount={won(money)} size={size} waiting={waiting} />
  return <Figure amount={number(money)} unit={t('money.unit')} size={size} waiting={waiting} />
}
