import { useI18n } from '~/i18n/i18n'
import type { PlayLimitsSummary } from '~/limits/names'
import { Alert } from '~/ui/alert/alert'
import { Meter } from '~/ui/meter/meter'

/** What a deposit limit leaves, in figures and as a bar. */
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

/** Says that a break or self-exclusion runs, until when, and if asked what it closes. */
export function ExclusionAlert({
  exclusion,
  detailed = false,
}: {
  exclusion: NonNullable<PlayLimitsSummary['exclusion']>
  detailed?: boolean
}) {
  const { dateTime, t } = useI18n()
  return (
    <Alert kind="info" icon="coffee" title={t(`limits.${exclusion.kind}.running`)} silent>
      <p>{t('limits.until', { time: dateTime(exclusion.until) })}</p>
      {detailed && <p>{t('problem.excluded.text')}</p>}
    </Alert>
  )
}
