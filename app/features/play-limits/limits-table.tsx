import { groupTyped } from '~/components/group-typed'
import { UnreadableMoney } from '~/components/unreadable-money'
import type { FormView } from '~/forms/form-state'
import { formatMinutes } from '~/i18n/format-wait'
import { type I18n, useI18n } from '~/i18n/i18n'
import { type LimitKind, type LimitPeriod, limitPeriods } from '~/limits/names'
import { Field } from '~/ui/field/field'
import { foldHead } from '~/ui/fold.css'
import { tightStack } from '~/ui/layout/layout.css'
import { Meter } from '~/ui/meter/meter'
import { TextLink } from '~/ui/text-link/text-link'
import { betsSectionHref } from '~/values/addresses'
import { groupWhileTyping } from '~/values/amount'
import * as css from './limits.css'
import { QuickLimits } from './quick-limits'
import type { LimitsView } from './view.server'

type Slots = LimitsView['groups'][number]['slots']

function amountText(i18n: I18n, kind: LimitKind, amount: number | null | undefined): string {
  return kind === 'time' && typeof amount === 'number' ? formatMinutes(i18n, amount) : i18n.won(amount)
}

/** The field's label says that other languages' numbers are won. */
function shortAmount(i18n: I18n, kind: LimitKind, amount: number): string {
  if (kind === 'time') return formatMinutes(i18n, amount)
  return i18n.lang === 'ko' ? i18n.amountInWords(amount) : i18n.number(amount)
}

/** @param limit null if there is none, undefined if it could not be read */
export function limitText(i18n: I18n, kind: LimitKind, limit: number | null | undefined): string {
  return limit === null ? i18n.t('limits.none') : amountText(i18n, kind, limit ?? null)
}

function leftOf({ limit, used }: Slots[number]): number | undefined {
  return typeof limit === 'number' && used !== null ? Math.max(0, limit - used) : undefined
}

/** Describes a longer period's limit if less of it is left than of this one. */
function boundText(i18n: I18n, slots: Slots, index: number): string | undefined {
  const { t } = i18n
  const own = slots[index]
  if (!own || typeof own.limit !== 'number') return undefined
  const { kind } = own
  const left = leftOf(own) ?? 0
  const tightest = slots
    .slice(index + 1)
    .map((slot) => ({ ...slot, left: leftOf(slot) ?? Number.POSITIVE_INFINITY }))
    .reduce((least, slot) => (slot.left < least.left ? slot : least), { name: own.name, left })
  if (tightest.left >= left) return undefined
  const name = t(`limits.${tightest.name}`)
  const values = { name, left: amountText(i18n, kind, tightest.left) }
  if (kind !== 'deposit') return t('limits.bound.play', values)
  return tightest.left === 0 ? t('limits.bound.none', { name }) : t('limits.bound', values)
}

type LimitsTableProps = Pick<LimitsView, 'groups'> & { form: FormView | undefined }

/** Shows the daily limits. Longer ones are folded, unless one is set or the form is shown again. */
export function LimitsTable({ groups, form }: LimitsTableProps) {
  const { t } = useI18n()
  const hasLonger = groups.some(({ slots }) => slots.slice(1).some(({ limit }) => limit !== null))
  return (
    <>
      <p className={css.text}>{t('limits.empty')}</p>
      <PeriodLimits period="day" groups={groups} form={form} />
      <details open={hasLonger || form !== undefined}>
        <summary className={foldHead}>{t('limits.longer')}</summary>
        <div className={css.form}>
          <PeriodLimits period="week" groups={groups} form={form} />
          <PeriodLimits period="month" groups={groups} form={form} />
        </div>
      </details>
    </>
  )
}

function PeriodLimits({ period, groups, form }: LimitsTableProps & { period: LimitPeriod }) {
  const i18n = useI18n()
  const index = limitPeriods.indexOf(period)
  return (
    <fieldset className={css.kind}>
      <legend className={css.raiseTitle}>{i18n.t(`limits.column.${period}`)}</legend>
      {groups.map(({ kind, slots, openText }) => {
        const slot = slots[index]
        const bound = boundText(i18n, slots, index)
        const open = period === 'day' ? openText : ''
        return slot && <LimitField key={kind} slot={slot} bound={bound} open={open} form={form} />
      })}
    </fieldset>
  )
}

const dailyMultiples: Record<LimitPeriod, number> = { day: 1, week: 5, month: 10 }
const dailyLimits = { deposit: [100_000, 300_000], loss: [100_000, 300_000], time: [60, 120] }

type LimitFieldProps = Pick<LimitsTableProps, 'form'> & { slot: Slots[number]; bound: string | undefined; open: string }

function LimitField({ slot, bound, open, form }: LimitFieldProps) {
  const { kind, name, period, limit, used } = slot
  const i18n = useI18n()
  const { t } = i18n
  const label = `${t(`limits.kind.${kind}`)} (${t(kind === 'time' ? 'limits.minutes' : 'money.unit')})`
  return (
    <div className={tightStack}>
      <Field
        name={name}
        label={label}
        aria-label={`${label}, ${t(`limits.${name}`)}`}
        error={form?.error(name)}
        hint={
          <>
            {`${t(`limits.period.${name}`)} ${amountText(i18n, kind, used)}`}
            {open && <br />}
            {open && <TextLink to={betsSectionHref}>{open}</TextLink>}
          </>
        }
        defaultValue={groupWhileTyping({ text: form?.submitted(name) ?? String(limit ?? ''), caret: 0 }).text}
        placeholder={limitText(i18n, kind, limit === undefined ? undefined : null)}
        inputMode="numeric"
        autoComplete="off"
        maxLength={40}
        onChange={groupTyped}
        below={
          <QuickLimits
            name={name}
            limits={dailyLimits[kind].map((daily) => daily * dailyMultiples[period])}
            about={t(`limits.${name}`)}
            format={(limit) => shortAmount(i18n, kind, limit)}
          />
        }
      />
      {typeof limit === 'number' && used !== null && (
        <Meter
          label={t(`limits.period.${name}`)}
          figures={t('limits.left', { amount: amountText(i18n, kind, leftOf(slot)) })}
          value={used}
          max={limit}
          hidesLabel
        />
      )}
      {bound && <p className={css.text}>{bound}</p>}
      {(limit === undefined || used === null) && <UnreadableMoney />}
    </div>
  )
}
