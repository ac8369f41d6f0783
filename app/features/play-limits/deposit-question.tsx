import { useEffect, useRef, useState } from 'react'
import type { FormView } from '~/forms/form-state'
import { useI18n } from '~/i18n/i18n'
import { limitPeriods } from '~/limits/names'
import { Checkbox } from '~/ui/checkbox/checkbox'
import { ChoiceCards } from '~/ui/choice-card/choice-card'
import { Field } from '~/ui/field/field'
import * as css from './limits.css'

/** Asks in the first deposit's form, once its amount is typed, whether to set a limit. Both choices have equal weight. */
export function DepositQuestion({ form }: { form: Pick<FormView, 'submitted' | 'error'> }) {
  const { t } = useI18n()
  const question = useRef<HTMLDivElement>(null)
  const [missing, setMissing] = useState<'day' | 'sure'>()
  const findMissing = () => {
    const answers = new FormData(question.current?.closest('form') ?? undefined)
    const isEmpty = limitPeriods.every((period) => !answers.get(period))
    const isUnsure = answers.get('limit') === 'none' && !answers.has('sure')
    setMissing(isUnsure ? 'sure' : answers.get('limit') === 'set' && isEmpty ? 'day' : undefined)
  }
  // The browser restores fields, and answers typed before hydration stay.
  useEffect(findMissing, [])
  return (
    <div ref={question} className={css.question} onChange={findMissing}>
      <input type="hidden" name="question" value="on" />
      <ChoiceCards
        name="limit"
        label={t('limits.question')}
        hint={t('limits.question.text')}
        error={form.error('limit')}
        defaultValue={form.submitted('limit')}
        inRow
        required
        choices={[
          { value: 'set', name: t('limits.question.set') },
          { value: 'none', name: t('limits.question.none') },
        ]}
      />
      <div className={css.questionLimits}>
        {limitPeriods.map((period) => (
          <Field
            key={period}
            name={period}
            label={t(`limits.${period}`)}
            error={form.error(period)}
            defaultValue={form.submitted(period)}
            placeholder={t('limits.none')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={40}
            required={period === missing}
          />
        ))}
      </div>
      <div className={css.questionSure}>
        <Checkbox
          name="sure"
          label={t('limits.question.sure')}
          error={form.error('sure')}
          required={missing === 'sure'}
          defaultChecked={form.submitted('sure') !== ''}
        />
      </div>
    </div>
  )
}
