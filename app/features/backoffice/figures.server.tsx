import type { CommandResult } from '~/embedded/backoffice/commands/table'
import { Button } from '~/ui/button/button'
import { Field } from '~/ui/field/field'
import { ChipFilter } from '~/ui/link-row/link-row'
import { daysBefore, toSeoulDay } from '~/values/seoul'
import { filtersOf, listScreen, ranges } from './list.server'
import { Figures, Hidden, soft } from './parts'
import type { BackofficeRequest, Page } from './screen'
import { Bars } from './today/bars'
import { fieldName, memberHref, textOf } from './values'

type RevenueFigures = CommandResult<'figures'>

/** The period of the figures if none is chosen, as in their command. */
const figureDays = 28

export function figuresScreen(backoffice: BackofficeRequest): Promise<Page> {
  const { url, now, t } = backoffice
  const { asked } = filtersOf({ command: 'figures' }, url)
  const { to = toSeoulDay(now), from = daysBefore(to, figureDays - 1) } = asked as { from?: string; to?: string }
  const payload = { from, to }
  const lists = [
    { command: 'figures', payload, above: (result: object) => revenue(backoffice, result as RevenueFigures) },
    { command: 'member-money', payload, shownRows: 10 },
    { command: 'handling', payload },
  ] as const
  return listScreen(backoffice, t('figures.title', { from: unbroken(from), to: unbroken(to) }), lists, {
    leads: [['recount-figures']],
    intro: <Period {...{ backoffice, from, to }} />,
  })
}

/** A day that wraps as a whole. */
const unbroken = (day: string) => day.replaceAll('-', '-\u2060')

/** Chooses the period of all lists of the screen. */
function Period({ backoffice, from, to }: { backoffice: BackofficeRequest; from: string; to: string }) {
  const { url, now, t } = backoffice
  const others = [...url.searchParams].filter(([name]) => !['from', 'to', 'page'].includes(name))
  const items = (['week', 'month', 'lastMonth'] as const).map((name) => {
    const [first, last] = ranges(now)[name]
    const query = new URLSearchParams([...others, ['from', first], ['to', last]])
    return { to: `${url.pathname}?${query}`, text: t(`range.${name}`), current: first === from && last === to }
  })
  return (
    <div className="row period">
      <ChipFilter label={t('list.range')} items={items} />
      <form action={url.pathname} className="row">
        <Hidden fields={others} />
        {Object.entries({ from, to }).map(([name, day]) => (
          <Field key={name} {...{ name, type: 'date', label: fieldName(backoffice, name), defaultValue: day }} />
        ))}
        <Button>{t('form.show')}</Button>
      </form>
    </div>
  )
}

/** How many bars have room for their names. */
const namedBars = 12

/** The totals, and the revenue of each day, or of the first rows of another grouping. */
function revenue(texts: BackofficeRequest, { rows, days, sums }: RevenueFigures) {
  const isByDay = rows.some(({ day }) => day !== null)
  const barsOf = (name: string, to: string | undefined, revenue: number | string) => {
    const won = Number(revenue)
    return { name, to, wons: [[won < 0 ? 'out' : 'in', won] as const] }
  }
  const columns = isByDay
    ? days.map(({ day, revenue }) =>
        barsOf(day.slice(5), `/backoffice/figures?${new URLSearchParams({ by: 'game', from: day, to: day })}`, revenue),
      )
    : rows
        .slice(0, namedBars)
        .map(({ game, provider, member, revenue }) =>
          barsOf(game ?? provider ?? member ?? '', member ? memberHref(member) : undefined, revenue),
        )
  const figures = (['revenue', 'net', 'staked', 'bets'] as const).map(
    (name) => [fieldName(texts, name), textOf(texts, name, sums[name])] as const,
  )
  return (
    <>
      <Figures figures={figures} />
      {soft(texts.t('figures.net'))}
      {columns.length > 0 && <Bars {...{ texts, columns }} every={isByDay ? Math.ceil(days.length / 7) : 1} />}
    </>
  )
}
