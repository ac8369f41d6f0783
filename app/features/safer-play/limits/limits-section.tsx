import { Form, href } from 'react-router'
import type { FormView } from '~/forms/form-state'
import { useIsSending } from '~/forms/use-is-sending'
import { usePageKey } from '~/frame/navigation/page-key'
import { LoadFailure } from '~/frame/parts/load-failure'
import { PostForm } from '~/frame/parts/post-form'
import { UnreadableMoney } from '~/frame/parts/unreadable-money'
import { type I18n, useI18n } from '~/i18n/i18n'
import { Button, ButtonRow } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { ChoiceCards } from '~/ui/choice-card/choice-card'
import { Field } from '~/ui/field/field'
import { Meter } from '~/ui/meter/meter'
import { SectionHeading } from '~/ui/page-title/page-title'
import { notPrinted } from '~/ui/print.css'
import { limitsSectionHref } from '~/values/addresses/page-sections'
import { groupWhileTyping, type Won } from '~/values/amount'
import * as css from './limits.css'
import type { ExclusionKind, LimitsView } from './limits.server'

interface LimitsSectionProps {
  limits: LimitsView
  /** The view of the form about limits that is shown again, if one is. */
  form: FormView | undefined
}

/** The member's deposit limits and reality check as one form, and raises that wait. */
export function LimitsSection({
  limits,
  thisMonth,
  form,
}: LimitsSectionProps & {
  /** What is done this month in Seoul, in won. */
  thisMonth: Record<'deposits' | 'withdrawals' | 'net', Won> | undefined
}) {
  const { t, won } = useI18n()
  return (
    <section className={`${css.section} ${notPrinted}`} id="limits" aria-labelledby="limits-title">
      <div className={css.head}>
        <SectionHeading id="limits-title" title={t('limits.title')} />
        <p className={css.text}>{t('limits.lead')}</p>
        {thisMonth && (
          <p className={css.text}>
            {t('limits.thisMonth', {
              deposits: won(thisMonth.deposits),
              withdrawals: won(thisMonth.withdrawals),
              net: won(thisMonth.net),
            })}
          </p>
        )}
        {limits.isKeptBySite && <p className={css.text}>{t('limits.keptBySite')}</p>}
      </div>
      <div className={css.columns}>
        <LimitsForm limits={limits} form={form} />
        {limits.pending.length > 0 && <PendingRaises limits={limits} />}
      </div>
    </section>
  )
}

/** Break and self-exclusion. */
export function ExclusionCards({ limits, form }: LimitsSectionProps) {
  return (
    <div className={`${css.columns} ${notPrinted}`}>
      <ExclusionCard kind="break" limits={limits} form={form} />
      <ExclusionCard kind="exclude" limits={limits} form={form} />
    </div>
  )
}

/** Stands in place of the limits when they could not be read. */
export function LimitsFailed({ reference }: { reference: string }) {
  const { t } = useI18n()
  return (
    <section className={css.section} id="limits" aria-labelledby="limits-title">
      <SectionHeading id="limits-title" title={t('limits.title')} />
      <LoadFailure text={t('limits.notLoaded')} reference={reference} />
    </section>
  )
}

/** @param limit null: none; undefined: it could not be read. */
function limitText({ t, won }: I18n, limit: Won | null | undefined): string {
  return limit === null ? t('limits.none') : won(limit ?? null)
}

/** What a period's own limit leaves, in won. */
function leftOf({ limit, used }: LimitsView['deposits'][number]): Won | undefined {
  return typeof limit === 'number' && used !== null ? Math.max(0, limit - used) : undefined
}

/** Says which longer period's limit is lower than a period's own, or leaves less; undefined where none is. */
function boundText({ t, won }: I18n, deposits: LimitsView['deposits'], index: number): string | undefined {
  const own = deposits[index]
  if (!own || typeof own.limit !== 'number') return undefined
  const { limit } = own
  const longer = deposits.slice(index + 1)
  const lower = longer.find((period) => typeof period.limit === 'number' && period.limit < limit)
  if (lower) return t('limits.bound.lower', { name: t(`limits.${lower.period}`), limit: won(lower.limit ?? null) })
  const left = leftOf(own) ?? 0
  const tightest = longer
    .map((period) => ({ ...period, left: leftOf(period) ?? Number.POSITIVE_INFINITY }))
    .reduce((least, period) => (period.left < least.left ? period : least), { period: own.period, left })
  if (tightest.left >= left) return undefined
  const name = t(`limits.${tightest.period}`)
  return tightest.left === 0 ? t('limits.bound.none', { name }) : t('limits.bound', { name, left: won(tightest.left) })
}

function LimitsForm({ limits, form }: LimitsSectionProps) {
  const i18n = useI18n()
  const { t, won } = i18n
  const isSending = useIsSending()
  // The key puts the saved limits into the fields after each response.
  const pageKey = usePageKey()
  return (
    <Card title={t('limits.form.title')} heading="h3">
      <PostForm key={pageKey} action={limitsSectionHref} className={css.form} noValidate>
        <input type="hidden" name="intent" value="limits" />
        <input
          type="hidden"
          name="shown"
          value={form?.submitted('shown') || limits.deposits.map(({ limit }) => limit ?? '').join(',')}
        />
        <div className={css.limits}>
          {limits.deposits.map(({ period, limit, used }, index) => (
            <div key={period} className={css.limit}>
              <Field
                name={period}
                label={t(`limits.${period}`)}
                error={form?.error(period)}
                hint={limit === null ? t(`limits.amount.hint.${period}`, { used: won(used) }) : undefined}
                defaultValue={groupWhileTyping({ text: form?.submitted(period) ?? String(limit ?? ''), caret: 0 }).text}
                placeholder={limitText(i18n, limit === undefined ? undefined : null)}
                inputMode="numeric"
                autoComplete="off"
                maxLength={40}
              />
              {typeof limit === 'number' && used !== null && (
                <Meter
                  label={t(`limits.period.${period}`)}
                  figures={t('limits.usedAndLeft', { used: won(used), left: won(Math.max(0, limit - used)) })}
                  value={used}
                  max={limit}
                />
              )}
              {boundText(i18n, limits.deposits, index) && (
                <p className={css.text}>{boundText(i18n, limits.deposits, index)}</p>
              )}
              {limit !== null && (limit === undefined || used === null) && (
                <p className={css.text}>{t('limits.usedAndLeft', { used: won(used), left: won(undefined) })}</p>
              )}
              {(limit === undefined || used === null) && <UnreadableMoney />}
            </div>
          ))}
        </div>
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
        <Button variant="primary" wide busy={isSending('limits')} busyText={t('common.sending')}>
          {t('limits.save')}
        </Button>
      </PostForm>
    </Card>
  )
}

/** Raises that wait, each with its date. It can be cancelled at once and confirmed from its date on. */
function PendingRaises({ limits }: { limits: LimitsView }) {
  const i18n = useI18n()
  const { dateTime, t } = i18n
  return (
    <Card title={t('limits.pending')} heading="h3">
      <p className={css.text}>{t('limits.pending.lower')}</p>
      <ul className={css.pending}>
        {limits.pending.map(({ period, current, value, from, isReady, until }) => (
          <li key={period} className={css.raise}>
            <p className={css.raiseTitle}>
              {t('limits.pending.change', {
                name: t(`limits.${period}`),
                current: limitText(i18n, current),
                value: limitText(i18n, value),
              })}
            </p>
            <p className={css.text}>
              {isReady
                ? t('limits.pending.ready', { time: dateTime(until) })
                : t('limits.pending.from', { time: dateTime(from) })}
            </p>
            {(current === undefined || value === undefined) && <UnreadableMoney />}
            <PostForm action={limitsSectionHref}>
              <input type="hidden" name="period" value={period} />
              <ButtonRow>
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
              </ButtonRow>
            </PostForm>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Chooses how long; the next page asks before anything starts. */
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
      <Form method="get" action={href('/user')} className={css.form} noValidate>
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
