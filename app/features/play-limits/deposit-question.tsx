import { useEffect, useRef, useState } from 'react'
import { groupTyped } from '~/components/group-typed'
import type { FormView } from '~/forms/form-state'
import { useI18n } from '~/i18n/i18n'
import { ChoiceCards } from '~/ui/choice-card/choice-card'
import { Field } from '~/ui/field/field'
import { foldHead } from '~/ui/fold.css'
import { useHydrated } from '~/ui/hydrated'
import { groupWhileTyping, parseAmount, type Won } from '~/values/amount'
import * as css from './limits.css'
import { QuickLimits } from './quick-limits'

const quickLimits = [100_000, 300_000, 500_000, 1_000_000, 3_000_000, 5_000_000, 10_000_000, 30_000_000, 50_000_000]

interface QuestionProps {
  form: Pick<FormView, 'submitted' | 'error'>
  /** The deposit's amount, which each limit must allow. Undefined while the input is missing or invalid. */
  amount: Won | undefined
  day: string
  onChoose: (choice: string) => void
  onDay: (day: string) => void
}

/**
 * Asks the member, below the amount of the first deposit, whether to set a limit. Both choices have equal weight, and
 * each states what it confirms. The daily limit is visible, and the others are folded.
 */
export function DepositQuestion({ form, amount = 0, day, onChoose, onDay }: QuestionProps) {
  const { t, won } = useI18n()
  const isHydrated = useHydrated()
  const [isLeft, setIsLeft] = useState(false)
  const [misses, setMisses] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  // Reads answers given before hydration.
  useEffect(() => {
    const answers = new FormData(box.current?.closest('form') ?? undefined)
    onChoose(String(answers.get('limit') ?? ''))
    onDay(String(answers.get('day') ?? ''))
  }, [onChoose, onDay])
  useEffect(() => {
    if (misses > 0) box.current?.scrollIntoView({ block: 'nearest' })
  }, [misses])
  const error = form.error('limit') || (misses > 0 && t('limits.question.required'))
  const isTooLow = (parseAmount(day) ?? amount) < amount
  const dayError = day === form.submitted('day') ? form.error('day') : undefined
  const limitField = (period: 'day' | 'week' | 'month') => ({
    name: period,
    label: t(`limits.${period}`),
    error: form.error(period),
    defaultValue: groupWhileTyping({ text: form.submitted(period), caret: 0 }).text,
    // CSS can detect an empty field only if it has a placeholder.
    placeholder: ' ',
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    maxLength: 40,
    unit: t('money.unit'),
    onChange: groupTyped,
  })
  return (
    <div
      ref={box}
      className={css.question}
      // The form's button checks the choice, which fires this event.
      onInvalidCapture={() => setMisses((count) => count + 1)}
      // When the member chooses to set a limit, its field appears. Without this, the submit bar could cover the field.
      onChange={({ target, currentTarget }) => {
        if ('name' in target && target.name === 'limit') currentTarget.scrollIntoView({ block: 'nearest' })
      }}
    >
      <input type="hidden" name="question" value="on" />
      <ChoiceCards
        name="limit"
        label={t('limits.question')}
        hint={t('limits.question.why')}
        error={error}
        defaultValue={form.submitted('limit')}
        required
        inRow="wide"
        onChange={({ currentTarget }) => {
          onChoose(currentTarget.value)
          setMisses(0)
        }}
        choices={[
          // `set` comes last, because the limit's field follows it.
          { value: 'none', name: t('limits.none'), below: [t('limits.question.none.text')] },
          { value: 'set', name: t('limits.question.set'), below: [t('limits.question.set.text')] },
        ]}
      />
      <div className={css.questionLimits}>
        <Field
          {...limitField('day')}
          data-low={(isHydrated && isTooLow) || undefined}
          hint={t('limits.question.text')}
          error={isTooLow && isLeft ? t('limits.question.tooLow', { amount: won(amount) }) : dayError}
          onChange={(event) => {
            groupTyped(event)
            onDay(event.target.value)
            setIsLeft(false)
          }}
          onBlur={() => setIsLeft(true)}
          below={
            isHydrated && (
              <QuickLimits
                name="day"
                limits={quickLimits.filter((limit) => limit >= amount).slice(0, 3)}
                chosen={parseAmount(day) ?? 0}
                onSet={onDay}
              />
            )
          }
        />
        <details open={['week', 'month'].some((period) => form.submitted(period) !== '')}>
          <summary className={foldHead}>{t('limits.longer')}</summary>
          <div className={css.limits}>
            <Field {...limitField('week')} />
            <Field {...limitField('month')} />
          </div>
        </details>
      </div>
    </div>
  )
}
