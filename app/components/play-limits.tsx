import { formatMinutes } from '~/i18n/format-wait'
import { type I18n, useI18n } from '~/i18n/i18n'
import type { PlayLimitsSummary, RealityCheck } from '~/limits/names'
import { Alert } from '~/ui/alert/alert'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Figure } from '~/ui/figure/figure'
import { wrapRow } from '~/ui/layout/layout.css'
import { Meter } from '~/ui/meter/meter'
import { TextLink } from '~/ui/text-link/text-link'
import { limitsSectionHref, ownSaferPlayHref } from '~/values/addresses'
import { subtract } from '~/values/balance'
import { UnreadableMoney } from './unreadable-money'

export const realityCheckTitle = (i18n: I18n, { minutes }: RealityCheck): string =>
  i18n.t('reality.title', { time: formatMinutes(i18n, minutes) })

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

/** Links to limits and breaks, for a reality check. @param onLeave closes the surrounding dialog */
export function RealityCheckLinks({ onLeave }: { onLeave?: () => void }) {
  const { t } = useI18n()
  return (
    <p className={wrapRow}>
      <TextLink to={limitsSectionHref} onClick={onLeave}>
        {t('safer.limits.act')}
      </TextLink>
      <TextLink to={ownSaferPlayHref} onClick={onLeave}>
        {t('limits.break')}
      </TextLink>
    </p>
  )
}

export function DepositLimitMeter({ period, limit, used, left }: NonNullable<PlayLimitsSummary['tightest']>) {
  const { t, won } = useI18n()
  return (
    <Meter
      label={t(`limits.period.${period}`)}
      figures={t('limits.left', { amount: won(left) })}
      value={used}
      max={limit}
    />
  )
}

type ExclusionAlertProps = { exclusion: NonNullable<PlayLimitsSummary['exclusion']>; detailed?: boolean }

export function ExclusionAlert({ exclusion, detailed = false }: ExclusionAlertProps) {
  const { dateTime, t } = useI18n()
  return (
    <Alert kind="info" icon="coffee" title={t(`limits.${exclusion.kind}.running`)} silent>
      <p>{exclusion.isOver ? t('limits.exclusion.over') : t('limits.until', { time: dateTime(exclusion.until) })}</p>
      {detailed && <p>{t('problem.excluded.text')}</p>}
    </Alert>
  )
}
