import { type I18n, useI18n } from '~/i18n/i18n'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Figure } from '~/ui/figure/figure'
import type { RealityCheck } from '~/upstream/contract/play-limits'

const minutesPerHour = 60

/** How long the member has played, as a sentence. */
export function realityCheckTitle({ t }: I18n, { minutes }: RealityCheck): string {
  const hours = Math.floor(minutes / minutesPerHour)
  const time =
    hours === 0 ? t('reality.minutes', { minutes }) : t('reality.hours', { hours, minutes: minutes % minutesPerHour })
  return t('reality.title', { time })
}

/** Since when the member plays, and what was staked, won and lost; without figures only the time. */
export function RealityCheckFigures({ check: { from, staked, won: returned } }: { check: RealityCheck }) {
  const { dateTime, signed, t, won } = useI18n()
  const since = { term: t('reality.since'), value: dateTime(from) }
  if (staked === undefined || returned === undefined) return <DescriptionList items={[since]} />
  return (
    <DescriptionList
      items={[
        since,
        { term: t('reality.staked'), value: won(staked) },
        { term: t('reality.won'), value: won(returned) },
      ]}
      sum={{
        term: t('user.history.sum.result'),
        value: <Figure amount={signed(returned - staked)} unit={t('money.unit')} size="list" />,
      }}
    />
  )
}
