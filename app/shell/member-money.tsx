import { useWords } from '~/i18n/words'
import { Figure } from '~/ui/figure/figure'
import { useSession } from './session-state'

/** The member's money as a figure: dots while the session is being checked, – when it did not come. */
export function MemberMoney({ size }: { size: 'big' | 'inherit' }) {
  const { number, t } = useWords()
  const { member, state } = useSession()
  const money = member?.money
  return (
    <Figure
      amount={money === undefined ? null : number(money)}
      unit={t('money.unit')}
      size={size}
      waiting={state === 'loading' ? t('strip.fetching') : undefined}
    />
  )
}
