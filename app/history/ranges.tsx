import { Form } from 'react-router'
import { type MessageKey, useWords } from '~/i18n/words'
import { hidden } from '~/ui/base.css'
import { Button } from '~/ui/button/button'
import { ChipFilter } from '~/ui/chip-filter/chip-filter'
import { classNames } from '~/ui/class-names'
import { FieldNote, wireField } from '~/ui/field/field'
import { input } from '~/ui/field/field.css'
import { rangeNames, readyRange, type Tab } from './asked'
import * as css from './history.css'
import { addressOf, type Shown } from './shown'

/** Chooses the days to show: preset ranges as links, and two dates as a form that works without script. */
export function Ranges({ tab, asked }: { tab: Tab; asked: Shown['asked'] }) {
  const { t } = useWords()
  const { range, typed, today } = asked
  const errorOf = (name: 'from' | 'to') => {
    const mistake = asked.wrong.find((wrong) => wrong.name === name)
    return mistake && t(mistake.message, { day: mistake.day ?? today })
  }
  const from = wireField({ name: 'from', error: errorOf('from') })
  const to = wireField({ name: 'to', error: errorOf('to') })
  return (
    <div className={css.ranges}>
      <div className={css.ready}>
        <ChipFilter
          label={t('user.history.ranges')}
          items={rangeNames.map((name) => ({
            to: addressOf({ tab, range: readyRange(name, today) }),
            text: t(`user.history.range.${name}` satisfies MessageKey),
            current: range.name === name,
          }))}
        />
      </div>
      <Form
        // A new key resets the date inputs when the range changes.
        key={`${range.from} ${range.to} ${typed?.from} ${typed?.to}`}
        method="get"
        action="/user#history"
        className={css.dates}
        noValidate
        preventScrollReset
      >
        <input type="hidden" name="tab" value={tab} />
        <DateBox name="from" label={t('user.history.from')} asked={asked} wired={from} />
        <span className={css.until} aria-hidden="true">
          ~
        </span>
        <DateBox name="to" label={t('user.history.to')} asked={asked} wired={to} />
        <div className={css.find}>
          <Button size="small">{t('common.search')}</Button>
        </div>
        <Wrong error={errorOf('from')} wired={from} />
        <Wrong error={errorOf('to')} wired={to} />
      </Form>
    </div>
  )
}

type Wired = ReturnType<typeof wireField>

interface DateBoxProps {
  name: 'from' | 'to'
  label: string
  asked: Shown['asked']
  wired: Wired
}

function DateBox({ name, label, asked, wired }: DateBoxProps) {
  return (
    <>
      <label className={hidden} htmlFor={wired.id}>
        {label}
      </label>
      <input
        {...wired.attributes}
        type="date"
        min={asked.first}
        max={asked.today}
        defaultValue={asked.typed?.[name] ?? asked.range[name]}
        className={classNames(input, css.dateBox)}
      />
    </>
  )
}

/** The error of a date, on a line of its own. */
function Wrong({ error, wired }: { error: string | undefined; wired: Wired }) {
  if (error === undefined) return null
  return (
    <div className={css.wrong}>
      <FieldNote wired={wired} words={{ error }} />
    </div>
  )
}
