import { type I18n, useI18n } from '~/i18n/i18n'
import { formatMinutes } from '~/i18n/wait'
import type { RealityCheck } from '~/limits/names'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Figure } from '~/ui/figure/figure'
import { subtract } from '~/values/balance'
import { UnreadableMoney } from './unreadable-money'

/** How long the member has played, as a sentence. */
export function realityCheckTitle(i18n: I18n, { minutes }: RealityCheck): string {
  return i18n.t('reality.title', { time: formatMinutes(i18n, minutes) })
}

/** Since when the member plays, and what was staked, won and lost; without figures only the time. */
export function RealityCheckFigures({ check: { from, staked, won: returned } }: { check: RealityCheck }) {
  const { dateTime, signed, t, won } = useI18n()
  const since = { term: t('reality.since'), value: dateTime(from) }
  if (staked === undefined || returned === undefined) return <DescriptionList items={[since]} />
  const net = subtract(returned, staked)
  return (
    <>
      <DescriptionList
        items={[
          since,
          { term: t('reality.staked'), value: won(staked) },
          { term: t('reality.won'), value: won(returned) },
        ]}
        sum={{
          term: t('user.history.sum.result'),
          value: <Figure amount={net === undefined ? null : signed(net)} unit={t('money.unit')} size="list" />,
        }}
      />
      <UnreadableMoney figures={[staked, returned]} />
    </>
  )
}
