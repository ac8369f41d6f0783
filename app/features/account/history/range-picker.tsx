import { Form, href } from 'react-router'
import { type MessageKey, useI18n } from '~/i18n/i18n'
import { visuallyHidden } from '~/ui/base.css'
import { Button } from '~/ui/button/button'
import { FieldNote, useFieldControl } from '~/ui/field/field-frame'
import { ChipFilter } from '~/ui/link-row/link-row'
import { notPrinted } from '~/ui/print.css'
import * as css from './history.css'
import type { HistoryView } from './history.server'
import { addressOfTab, historyHref, presetRange, rangePresets, type Tab } from './query'

export function RangePicker({ tab, query }: { tab: Tab; query: HistoryView['query'] }) {
  const { t } = useI18n()
  const { range, submitted, today } = query
  const errorOf = (name: 'from' | 'to') => {
    const dateError = query.dateErrors.find((error) => error.field === name)
    return dateError && t(dateError.message, { day: dateError.limit ?? today })
  }
  const from = useFieldControl({ name: 'from', error: errorOf('from') })
  const to = useFieldControl({ name: 'to', error: errorOf('to') })
  return (
    <div className={`${css.ranges} ${notPrinted}`}>
      <div className={css.presets}>
        <ChipFilter
          label={t('user.history.ranges')}
          items={rangePresets.map((name) => ({
            to: historyHref({ tab, range: presetRange(name, today) }),
            text: t(`user.history.range.${name}` satisfies MessageKey),
            current: range.preset === name,
          }))}
        />
      </div>
      <details className={css.fold} open={!range.preset || query.dateErrors.length > 0}>
        <summary className={css.foldSummary}>{t('user.history.dates')}</summary>
      </details>
      <Form
        // A new key resets the date inputs when the range changes.
        key={`${range.from} ${range.to} ${submitted?.from} ${submitted?.to}`}
        method="get"
        action={href('/user')}
        className={css.dates}
        noValidate
        preventScrollReset
      >
        <input type="hidden" name="tab" value={addressOfTab(tab)} />
        <DateInput name="from" label={t('user.history.from')} query={query} wired={from} />
        <span className={css.rangeSeparator} aria-hidden="true">
          ~
        </span>
        <DateInput name="to" label={t('user.history.to')} query={query} wired={to} />
        <div className={css.searchButton}>
          <Button size="small">{t('common.search')}</Button>
        </div>
        <DateErrorNote error={errorOf('from')} wired={from} />
        <DateErrorNote error={errorOf('to')} wired={to} />
      </Form>
    </div>
  )
}

type WiredField = ReturnType<typeof useFieldControl>

interface DateInputProps {
  name: 'from' | 'to'
  label: string
  query: HistoryView['query']
  wired: WiredField
}

function DateInput({ name, label, query, wired }: DateInputProps) {
  return (
    <>
      <label className={visuallyHidden} htmlFor={wired.id}>
        {label}
      </label>
      <input
        {...wired.attributes}
        type="date"
        min={query.earliestDay}
        max={query.today}
        defaultValue={query.submitted?.[name] ?? query.range[name]}
        className={css.dateBox}
      />
    </>
  )
}

function DateErrorNote({ error, wired }: { error: string | undefined; wired: WiredField }) {
  if (error === undefined) return null
  return (
    <div className={css.dateError}>
      <FieldNote control={wired} />
    </div>
  )
}
