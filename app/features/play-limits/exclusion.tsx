import { useState } from 'react'
import { Form, href } from 'react-router'
import type { HelpLine } from '~/brand/brand.server'
import { HelpCard } from '~/components/help-lines'
import { PageHead } from '~/components/page-head'
import { SendButton } from '~/components/submit-button'
import { useI18n } from '~/i18n/i18n'
import { PostForm } from '~/session/post-form'
import { Button, ButtonLink, ButtonRow } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { ChoiceCards } from '~/ui/choice-card/choice-card'
import { DescriptionList } from '~/ui/description-list/description-list'
import { form } from '~/ui/form/form.css'
import { formAndHelp } from '~/ui/layout/layout.css'
import { notPrinted } from '~/ui/print.css'
import { ownSaferPlayHref } from '~/values/addresses'
import * as css from './limits.css'
import type { LimitsSectionProps } from './limits-section'
import type { ExclusionKind, LimitsView } from './view.server'

interface ExclusionQuestionProps {
  question: NonNullable<LimitsView['question']>
  helpLines: readonly HelpLine[]
}

export function ExclusionQuestion({ question, helpLines }: ExclusionQuestionProps) {
  const { dateTime, t } = useI18n()
  const { kind, length, until } = question
  const title = t(`limits.${kind}.ask`, { length: t(`limits.length.${length}`) })
  return (
    <div className={formAndHelp}>
      <PostForm action={href('/user')} className={form}>
        <PageHead title={title} lead={t('limits.ask.text')} />
        <Card>
          <DescriptionList
            items={[
              { term: t('limits.ask.until'), value: t('limits.ask.seoul', { time: dateTime(until) }), strong: true },
              { term: t('limits.ask.closed'), value: t('limits.ask.closed.value') },
              { term: t('limits.ask.open'), value: t('limits.ask.open.value') },
            ]}
          />
          {kind === 'exclude' && <p className={css.text}>{t('limits.exclude.ends')}</p>}
        </Card>
        <input type="hidden" name="intent" value={kind} />
        <input type="hidden" name={kind} value={length} />
        <ButtonRow>
          <ButtonLink to={ownSaferPlayHref} size="big">
            {t('limits.ask.no')}
          </ButtonLink>
          <SendButton intent={kind} size="big" variant={kind === 'break' ? 'primary' : 'danger'}>
            {t(`limits.${kind}.yes`)}
          </SendButton>
        </ButtonRow>
      </PostForm>
      <HelpCard lines={helpLines} />
    </div>
  )
}

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
  const [isChosen, setIsChosen] = useState(false)
  const choices = limits.lengths[kind]
  if (choices.length === 0) return null
  const { exclusion, invalidLength } = limits
  const error = form?.error(kind) ?? (invalidLength?.kind === kind ? t(invalidLength.message) : undefined)
  return (
    <Card title={t(`limits.${kind}`)}>
      <p className={css.text}>{t(`limits.${kind}.text`)}</p>
      {kind === 'exclude' && <p className={css.text}>{t('limits.exclude.ends')}</p>}
      {exclusion && !exclusion.isOver && (
        <p className={css.text}>{t('limits.length.extend', { time: dateTime(exclusion.until) })}</p>
      )}
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
          onChange={() => setIsChosen(true)}
        />
        <Button variant={isChosen ? 'primary' : 'quiet'} wide>
          {t('limits.next')}
        </Button>
      </Form>
    </Card>
  )
}
