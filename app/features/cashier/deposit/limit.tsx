import type { ReactNode } from 'react'
import { type I18n, useI18n } from '~/i18n/i18n'
import type { PlayLimitsSummary } from '~/limits/names'
import { ButtonLink } from '~/ui/button/button'
import { Empty } from '~/ui/empty/empty'
import { limitsSectionHref } from '~/values/addresses'
import { minDeposit } from '~/values/amount'
import { dot } from '~/values/parts'
import { needsAnswer } from '../form/form.css'
import { FormReplacement } from '../form/money-form'

type TightestLimit = NonNullable<PlayLimitsSummary['tightest']>

/** If the member's own limit leaves too little for a deposit, replaces the form with a link to the limit. */
export function NothingToDeposit({ limit, below }: { limit: TightestLimit; below: ReactNode }) {
  const i18n = useI18n()
  const { t, won } = i18n
  return (
    <FormReplacement below={below}>
      <Empty
        inCard
        title={`${t(`limits.period.${limit.period}`)}${dot}${t('limits.left', { amount: won(limit.left) })}`}
        text={formatLimit(limit, i18n)}
        action={<ButtonLink to={limitsSectionHref}>{t('deposit.limit.change')}</ButtonLink>}
      />
    </FormReplacement>
  )
}

/** Says how much of the limit is left, or that it is used up. */
export function formatLimit({ left, limit, period }: TightestLimit, { t, won }: I18n): string {
  if (left >= minDeposit) return t(`deposit.limit.left.${period}`, { amount: won(left) })
  return limit < minDeposit ? t('deposit.limit.none') : t(`deposit.limit.none.${period}`)
}

/** The submit button's texts for missing answers to the limits question. CSS shows one at a time. */
export function MissingLimitAnswers() {
  const { t } = useI18n()
  return (['choice', 'limit', 'low'] as const).map((need) => (
    <span key={need} className={needsAnswer[need]}>
      {t(`form.needs.${need}`)}
    </span>
  ))
}
