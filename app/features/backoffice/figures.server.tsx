import type { CommandResult } from '~/embedded/backoffice/commands/table'
import { ChipFilter } from '~/ui/link-row/link-row'
import { daysBefore, toSeoulDay } from '~/values/seoul'
import { filtersOf, listScreen, ranges } from './list.server'
import { Figures } from './parts'
import type { BackofficeRequest, Page } from './screen'
import { textsOf } from './texts'
import { Bars } from './today/bars'
import { fieldName, memberHref, textOf } from './values'

type RevenueFigures = CommandResult<'figures'>

/** The period of the figures if none is chosen, as in their command. */
const figureDays = 28

export function figuresScreen(backoffice: BackofficeRequest): Promise<Page> {
  const { url, now, t } = backoffice
  const { known, asked } = filtersOf({ command: 'figures' }, url)
  const { to = toSeoulDay(now), from = daysBefore(to, figureDays - 1) } = asked as { from?: string; to?: string }
  const items = (['week', 'month', 'lastMonth'] as const).map((name) => {
    const [first, last] = ranges(now)[name]
    const query = new URLSearchParams({ ...Object.fromEntries(known), from: first, to: last })
    query.delete('page')
    return { to: `${url.pathname}?${query}`, text: t(`range.${name}`), current: first === from && last === to }
  })
  const payload = { ...(asked.from !== undefined && { from }), ...(asked.to !== undefined && { to }) }
  const above = (result: object) => revenue(textsOf(backoffice, 'figures'), result as RevenueFigures)
  const lists = [
    { command: 'figures', above, hasOwnRanges: true },
    { command: 'member-money', payload, shownRows: 10 },
    { command: 'handling', payload },
  ] as const
  return listScreen(backoffice, t('figures.title', { from: unbroken(from), to: unbroken(to) }), lists, {
    leads: [['recount-figures']],
    intro: <ChipFilter label={t('list.range')} items={items} />,
  })
}

/** A day that wraps as a whole. */
const unbroken = (day: string) => day.replaceAll('-', '-\u2060')

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
    : rows.slice(0, namedBars).map(({ game, provider, member, revenue }) => {
        const to = member ? memberHref(member) : undefined
        return barsOf(game ?? provider ?? member ?? '', to, revenue)
      })
  const every = isByDay ? Math.ceil(days.length / 7) : 1
  const figures = (['revenue', 'net', 'staked', 'bets'] as const).map(
    (name) => [fieldName(texts, name), textOf(texts, name, sums[name])] as const,
  )
  return (
    <>
      <Figures figures={figures} />
      {columns.length > 0 && <Bars {...{ texts, columns, every }} legend={texts.t('figures.net')} />}
    </>
  )
}
