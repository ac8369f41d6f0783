import type { CommandResult } from '~/embedded/backoffice/commands/table'
import { Button } from '~/ui/button/button'
import { input } from '~/ui/field/field.css'
import { ChipFilter } from '~/ui/link-row/link-row'
import { daysBefore, toSeoulDay } from '~/values/seoul'
import { filtersOf, type List, listScreen, periodLinks } from './list.server'
import { type Figure, Figures, Hidden } from './parts'
import type { BackofficeRequest, Page, Row } from './screen'
import { textsOf } from './texts'
import { Bars } from './today/bars'
import { fieldName, memberHref, sumText, unbroken } from './values'

type RevenueFigures = CommandResult<'figures'>

const figureDays = 28

export function figuresScreen(backoffice: BackofficeRequest): Promise<Page> {
  const { url, now, t, word } = backoffice
  const { known, asked } = filtersOf({ command: 'figures' }, url)
  const { to = toSeoulDay(now), from = daysBefore(to, figureDays - 1) } = asked as { from?: string; to?: string }
  const above = (result: object) => revenue(textsOf(backoffice, 'figures'), result as RevenueFigures)
  const figures: List = { command: 'figures', above, hasOwnRanges: true, join: withoutZeros }
  return listScreen(backoffice, t('figures.title', { from: unbroken(from), to: unbroken(to) }), [figures], {
    leads: [['handling'], ['recount-figures']],
    intro: (
      <form action={url.pathname} className="row period">
        <ChipFilter label={t('list.range')} items={periodLinks(backoffice, from, to)} />
        <Hidden fields={[...known].filter(([name]) => !['from', 'to', 'page'].includes(name))} />
        <div className="row">
          {Object.entries({ from, to }).map(([name, day]) => (
            <input
              key={name}
              {...{ type: 'date', name, className: input(), 'aria-label': word(`field.${name}`) }}
              defaultValue={day}
            />
          ))}
          <Button>{t('form.show')}</Button>
        </div>
      </form>
    ),
  })
}

/** Empties the columns without any figure, so that they are not shown. */
function withoutZeros(rows: readonly Row[]): Row[] {
  const empty = Object.keys(rows[0] ?? {}).filter((name) => rows.every((row) => row[name] === 0))
  return rows.map((row) => ({ ...row, ...Object.fromEntries(empty.map((name) => [name, null])) }))
}

const namedBars = 12
const summed = ['revenue', 'staked', 'wins', 'comp', 'net', 'deposits', 'withdrawals', 'flow', 'corrections']

function revenue(texts: BackofficeRequest, { rows, days, sums, total }: RevenueFigures) {
  const isByDay = rows.some(({ day }) => day !== null)
  const isMonth = days.length <= 31
  const barOf = (won: number | string) => [[Number(won) < 0 ? 'out' : 'in', Number(won)] as const]
  const hrefOf = (day: string) => `/backoffice/figures?${new URLSearchParams({ by: 'game', from: day, to: day })}`
  const columns = isByDay
    ? days.map(({ day, revenue }, index) => ({
        name: day.slice(5),
        label: isMonth && index > 0 && !day.endsWith('-01') ? day.slice(8) : day.slice(5),
        ...{ to: hrefOf(day), wons: barOf(revenue) },
      }))
    : rows.slice(0, namedBars).map(({ game, provider, member, revenue }) => ({
        name: game ?? provider ?? member ?? '',
        to: member ? memberHref(member) : undefined,
        wons: barOf(revenue),
      }))
  const idle = isByDay ? days.length - total : 0
  const every = isByDay && !isMonth ? Math.ceil(days.length / 7) : 1
  const about = idle > 0 ? texts.t('figures.idle', { count: idle }) : ''
  const figures = summed.flatMap((name): Figure[] =>
    name in sums ? [[fieldName(texts, name), sumText(texts, name, (sums as Row)[name])]] : [],
  )
  return (
    <>
      <Figures figures={figures} isEven />
      <Bars {...{ texts, columns, every }} legend={texts.t('figures.net')} about={about} />
    </>
  )
}
