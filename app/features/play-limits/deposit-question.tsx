import { href } from 'react-router'
import type { FormView } from '~/forms/form-state'
import { useIsSending } from '~/forms/form-state'
import { useI18n } from '~/i18n/i18n'
import { PostForm } from '~/session/post-form'
import { Button, ButtonLink, ButtonRow } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { Field } from '~/ui/field/field'
import { hrefWithQuery } from '~/values/addresses'
import type { DepositQuestionStep } from './deposit-question.server'
import * as css from './limits.css'

/** Asks before the first deposit whether to set a limit. All choices have equal weight. */
export function DepositQuestion({
  step,
  form,
}: {
  step: DepositQuestionStep | null
  form: Pick<FormView, 'submitted' | 'error'>
}) {
  const { t } = useI18n()
  const isSending = useIsSending()
  if (step === null) return null
  const isWrong = form.submitted('intent') === 'limit'
  const shown = isWrong ? 'set' : step
  const setLimit = (
    <ButtonLink to={hrefWithQuery(href('/deposit'), { limit: 'set' })}>{t('limits.question.set')}</ButtonLink>
  )
  return (
    <section className={css.question}>
      <Card title={t(shown === 'sure' ? 'limits.question.sure' : 'limits.question')} heading="h2">
        <p className={css.text}>{t(shown === 'sure' ? 'limits.question.sure.text' : 'limits.question.text')}</p>
        {shown === 'ask' ? (
          // Links, because the page's first form must be the deposit.
          <ButtonRow>
            {setLimit}
            <ButtonLink to={hrefWithQuery(href('/deposit'), { limit: 'sure' })}>{t('limits.question.none')}</ButtonLink>
          </ButtonRow>
        ) : (
          <PostForm action={href('/deposit')} className={css.form} noValidate>
            {shown === 'set' ? (
              <>
                <div className={css.limits}>
                  {(['day', 'week', 'month'] as const).map((period) => (
                    <Field
                      key={period}
                      name={period}
                      label={t(`limits.${period}`)}
                      error={isWrong ? form.error(period) : undefined}
                      defaultValue={form.submitted(period)}
                      placeholder={t('limits.none')}
                      inputMode="numeric"
                      autoComplete="off"
                      maxLength={40}
                    />
                  ))}
                </div>
                <ButtonRow>
                  <Button name="intent" value="limit" busy={isSending('limit')} busyText={t('common.sending')}>
                    {t('limits.save')}
                  </Button>
                </ButtonRow>
              </>
            ) : (
              <>
                <input type="hidden" name="sure" value="on" />
                <ButtonRow>
                  {setLimit}
                  <Button name="intent" value="no-limit" busy={isSending('no-limit')} busyText={t('common.sending')}>
                    {t('limits.question.sure.yes')}
                  </Button>
                </ButtonRow>
              </>
            )}
          </PostForm>
        )}
      </Card>
    </section>
  )
}
