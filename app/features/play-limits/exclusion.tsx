import { Form, href } from 'react-router'
import { useI18n } from '~/i18n/i18n'
import { Button } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { ChoiceCards } from '~/ui/choice-card/choice-card'
import { notPrinted } from '~/ui/print.css'
import * as css from './limits.css'
import type { LimitsSectionProps } from './limits-section'
import type { ExclusionKind } from './view.server'

export function ExclusionCards({ limits, form }: LimitsSectionProps) {
  return (
    <div className={`${css.columns} ${notPrinted}`}>
      <ExclusionCard kind="break" limits={limits} form={form} />
      <ExclusionCard kind="exclude" limits={limits} form={form} />
    </div>
  )
}

function ExclusionCard({ kind, limits, form }: LimitsSectionProps & { kind: ExclusionKind }) {
  const { dateTime, t } = useI18n()
  const choices = limits.lengths[kind]
  if (choices.length === 0) return null
  const { exclusion, invalidLength } = limits
  const error = form?.error(kind) ?? (invalidLength?.kind === kind ? t(invalidLength.message) : undefined)
  return (
    <Card title={t(`limits.${kind}`)} heading="h3">
      <p className={css.text}>{t(`limits.${kind}.text`)}</p>
      {exclusion && <p className={css.text}>{t('limits.length.extend', { time: dateTime(exclusion.until) })}</p>}
      <Form method="get" action={href('/user')} className={css.form} autoComplete="off" noValidate>
        <input type="hidden" name="ask" value={kind} />
        <ChoiceCards
          name={kind}
          label={t(`limits.${kind}.length`)}
          error={error}
          choices={choices.map(({ length, until }) => ({
            value: length,
            name: t(`limits.length.${length}`),
            end: t('limits.until.short', { time: dateTime(until) }),
          }))}
        />
        <Button wide>{t('limits.next')}</Button>
      </Form>
    </Card>
  )
}
