import { type ReactNode, useState } from 'react'
import { LoadFailure } from '~/components/empty-page'
import { SendButton } from '~/components/submit-button'
import { UnreadableMoney } from '~/components/unreadable-money'
import type { FormView } from '~/forms/form-state'
import { useI18n } from '~/i18n/i18n'
import { usePageKey } from '~/navigation/current-page'
import { PostForm } from '~/session/post-form'
import { visuallyHidden } from '~/ui/base.css'
import { Button } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { ChoiceCards } from '~/ui/choice-card/choice-card'
import { DescriptionList } from '~/ui/description-list/description-list'
import { foldHead } from '~/ui/fold.css'
import { formAndHelp, wrapRow } from '~/ui/layout/layout.css'
import { SectionHeading } from '~/ui/page-title/page-title'
import { notPrinted } from '~/ui/print.css'
import { limitsSectionHref } from '~/values/addresses'
import type { Won } from '~/values/amount'
import * as css from './limits.css'
import { LimitsTable, limitText } from './limits-table'
import type { LimitsView } from './view.server'

export type LimitsSectionProps = { limits: LimitsView; form: FormView | undefined }

type MonthProps = { thisMonth: Record<'deposits' | 'withdrawals' | 'net', Won> | undefined; children?: ReactNode }

export function LimitsSection({ limits, thisMonth, form, children }: LimitsSectionProps & MonthProps) {
  const { t, won } = useI18n()
  // Resets the fields to the saved limits after each response.
  const pageKey = usePageKey()
  const [changedKey, setChangedKey] = useState<string>()
  const isChanged = form !== undefined || changedKey === pageKey
  return (
    <section className={`${css.section} ${notPrinted}`} id="limits" aria-labelledby="limits-title">
      <h2 id="limits-title" className={visuallyHidden}>
        {t('limits.title')}
      </h2>
      {limits.pending.length > 0 && <PendingRaises limits={limits} />}
      <div className={formAndHelp}>
        <PostForm
          key={pageKey}
          action={limitsSectionHref}
          className={css.form}
          noValidate
          onInput={() => setChangedKey(pageKey)}
        >
          <input type="hidden" name="intent" value="limits" />
          <input
            type="hidden"
            name="shown"
            value={
              form?.submitted('shown') ||
              limits.groups.flatMap(({ slots }) => slots.map(({ limit }) => limit ?? '')).join(',')
            }
          />
          <LimitsTable groups={limits.groups} form={form} />
          <ChoiceCards
            name="reality"
            label={t('limits.reality')}
            hint={t('limits.reality.hint')}
            error={form?.error('reality')}
            defaultValue={form?.submitted('reality') || String(limits.reality ?? 'none')}
            inRow
            choices={[
              ...limits.realityMinutes.map((minutes) => ({
                value: String(minutes),
                name: t('time.minutes', { minutes }),
              })),
              { value: 'none', name: t('limits.reality.none') },
            ]}
          />
          <p className={css.text}>{t('limits.rule')}</p>
          <div className={isChanged ? css.saveBar : undefined}>
            <SendButton intent="limits" variant="primary" wide>
              {t('limits.save')}
            </SendButton>
          </div>
        </PostForm>
        <div className={css.section}>
          <Card title={thisMonth && t('limits.thisMonth')} heading="h3" isRegion={false}>
            {thisMonth && (
              <DescriptionList
                items={[
                  { term: t('transaction.deposit'), value: won(thisMonth.deposits) },
                  { term: t('transaction.withdraw'), value: won(thisMonth.withdrawals) },
                ]}
                sum={{ term: t('user.history.sum.net'), value: won(thisMonth.net) }}
              />
            )}
            <details>
              <summary className={foldHead}>{t('limits.facts')}</summary>
              <div className={css.section}>
                <p className={css.text}>{t('limits.periods')}</p>
                {limits.groups.map(({ kind }) => (
                  <p key={kind} className={css.text}>
                    <strong>{t(`limits.kind.${kind}`)}</strong> {t(`limits.kind.${kind}.text`)}
                  </p>
                ))}
                {limits.isKeptBySite && <p className={css.text}>{t('limits.keptBySite')}</p>}
              </div>
            </details>
          </Card>
          {children}
        </div>
      </div>
    </section>
  )
}

export function LimitsFailed({ reference }: { reference: string }) {
  const { t } = useI18n()
  return (
    <section className={css.section} id="limits" aria-labelledby="limits-title">
      <SectionHeading id="limits-title" title={t('limits.title')} />
      <LoadFailure text={t('limits.notLoaded')} reference={reference} />
    </section>
  )
}

function PendingRaises({ limits }: { limits: LimitsView }) {
  const i18n = useI18n()
  const { dateTime, t } = i18n
  return (
    <Card title={t('limits.pending')} heading="h3">
      <p className={css.text}>{t('limits.pending.lower')}</p>
      <ul>
        {limits.pending.map(({ kind, name, current, value, from, isReady, until }) => (
          <li key={name} className={css.raise}>
            <p className={css.raiseTitle}>
              {t('limits.pending.change', {
                name: t(`limits.${name}`),
                current: limitText(i18n, kind, current),
                value: limitText(i18n, kind, value),
              })}
            </p>
            <p className={css.text}>
              {isReady
                ? t('limits.pending.ready', { time: dateTime(until) })
                : t('limits.pending.from', { time: dateTime(from) })}
            </p>
            {(current === undefined || value === undefined) && <UnreadableMoney />}
            <PostForm action={limitsSectionHref}>
              <input type="hidden" name="period" value={name} />
              <div className={wrapRow}>
                {current !== undefined && (
                  <Button name="intent" value="limits-cancel">
                    {t('limits.pending.cancel')}
                  </Button>
                )}
                {isReady && value !== undefined && (
                  <Button name="intent" value="limits-confirm">
                    {t('limits.pending.confirm')}
                  </Button>
                )}
              </div>
            </PostForm>
          </li>
        ))}
      </ul>
    </Card>
  )
}
