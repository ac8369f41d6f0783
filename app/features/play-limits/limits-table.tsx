import type { ChangeEvent } from 'react'
import { UnreadableMoney } from '~/components/unreadable-money'
import type { FormView } from '~/forms/form-state'
import { formatMinutes } from '~/i18n/format-wait'
import { type I18n, useI18n } from '~/i18n/i18n'
import type { LimitKind } from '~/limits/names'
import { Field } from '~/ui/field/field'
import { tightStack } from '~/ui/layout/layout.css'
import { Meter } from '~/ui/meter/meter'
import { TextLink } from '~/ui/text-link/text-link'
import { betsSectionHref } from '~/values/addresses'
import { groupWhileTyping } from '~/values/amount'
import * as css from './limits.css'
import type { LimitsView } from './view.server'

type Slots = LimitsView['groups'][number]['slots']

function amountText(i18n: I18n, kind: LimitKind, amount: number | null | undefined): string {
  return kind === 'time' && typeof amount === 'number' ? formatMinutes(i18n, amount) : i18n.won(amount)
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

export function LimitsTable({ groups, form }: { groups: LimitsView['groups']; form: FormView | undefined }) {
  const i18n = useI18n()
  const { t } = i18n
  return (
    <>
      <p className={css.text}>{t('limits.empty')}</p>
      {groups.map(({ kind, openText, slots }) => (
        <fieldset key={kind} className={css.kind}>
          <legend className={css.raiseTitle}>
            {t(`limits.kind.${kind}`)}{' '}
            <span className={css.text}>({t(kind === 'time' ? 'limits.minutes' : 'money.unit')})</span>
          </legend>
          {openText && (
            <p>
              <TextLink to={betsSectionHref}>{openText}</TextLink>
            </p>
          )}
          {slots.map((slot) => (
            <LimitField key={slot.name} slot={slot} form={form} />
          ))}
          {/* The same longer limit may apply to both shorter ones, so duplicates are removed. */}
          {[...new Set(slots.map((_, index) => boundText(i18n, slots, index)))].map(
            (text) =>
              text && (
                <p key={text} className={css.text}>
                  {text}
                </p>
              ),
          )}
        </fieldset>
      ))}
    </>
  )
}

function LimitField({ slot, form }: { slot: Slots[number]; form: FormView | undefined }) {
  const { kind, period, name, limit, used } = slot
  const i18n = useI18n()
  const { t } = i18n
  const left = leftOf(slot)
  const leftText = limit === null ? '' : t('limits.left', { amount: amountText(i18n, kind, left) })
  return (
    <div className={tightStack}>
      <Field
        name={name}
        label={t(`limits.column.${period}`)}
        aria-label={t(`limits.${name}`)}
        error={form?.error(name)}
        hint={
          <>
            <span>{t(`limits.period.${name}`)}</span>
            <br />
            <span>{amountText(i18n, kind, used)}</span>
            {leftText && <br />}
            {leftText && <span>{leftText}</span>}
          </>
        }
        defaultValue={groupWhileTyping({ text: form?.submitted(name) ?? String(limit ?? ''), caret: 0 }).text}
        placeholder={limitText(i18n, kind, limit === undefined ? undefined : null)}
        inputMode="numeric"
        autoComplete="off"
        maxLength={40}
        onChange={groupTyped}
      />
      {typeof limit === 'number' && used !== null && (
        <Meter label={t(`limits.period.${name}`)} figures={leftText} value={used} max={limit} isBare />
      )}
      {(limit === undefined || used === null) && <UnreadableMoney />}
    </div>
  )
}

/** Groups a limit's digits while the member types, as in the deposit amount. */
export function groupTyped({ currentTarget: field, nativeEvent }: ChangeEvent<HTMLInputElement>) {
  const { isComposing, inputType } = nativeEvent as InputEvent
  if (isComposing || inputType?.startsWith('history')) return
  const typed = { text: field.value, caret: field.selectionStart ?? field.value.length }
  const shown = groupWhileTyping(typed, inputType === 'deleteContentForward')
  if (shown.text === field.value) return
  // An editing command can be undone, unlike setting the value.
  field.select()
  if (!document.execCommand('insertText', false, shown.text)) field.value = shown.text
  field.setSelectionRange(shown.caret, shown.caret)
}
