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
  return (
    <div className={css.question}>
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
          />
        ))}
      </div>
      <div className={css.questionSure}>
        <Checkbox
          name="sure"
          label={t('limits.question.sure')}
          error={form.error('sure')}
          defaultChecked={form.submitted('sure') !== ''}
        />
      </div>
    </div>
  )
}
