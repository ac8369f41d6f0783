import type { CommandResult } from '~/embedded/backoffice/commands/table'
import { filtersOf, listScreen } from './list.server'
import { type BackofficeRequest, type Page, read } from './screen'

type Day = CommandResult<'figures'>['rows'][number]

export async function figuresScreen(backoffice: BackofficeRequest): Promise<Page> {
  const { t, url } = backoffice
  const { asked } = filtersOf({ command: 'figures' }, url)
  const days = await read(backoffice, 'figures', { ...asked, by: 'day', size: 366 })
  const { from, to } = asked as Record<string, string | undefined>
  const payload = { ...(from && { from }), ...(to && { to }) }
  const lists = [
    { command: 'figures' },
    { command: 'member-money', payload, shownRows: 10 },
    { command: 'handling', payload },
  ] as const
  const intro = <RevenueBars backoffice={backoffice} days={days.rows.toReversed()} />
  return listScreen(backoffice, t('nav.figures'), lists, { leads: [['recount-figures']], intro })
}

const size = { width: 1120, height: 180, foot: 24, head: 22 }

/** Revenue of each day with play, above or below a line of zero. The list below has the same as text. */
function RevenueBars({ backoffice, days }: { backoffice: BackofficeRequest; days: readonly Day[] }) {
  const { t, number } = backoffice
  const revenues = days.map(({ revenue }) => Number(revenue))
  const [most, least] = [Math.max(0, ...revenues), Math.min(0, ...revenues)]
  if (most === least) return null
  const scale = (size.height - size.head) / (most - least)
  const zero = size.head + most * scale
  const step = size.width / days.length
  const labelled = Math.ceil(days.length / 8)
  return (
    <svg className="bars" viewBox={`0 0 ${size.width} ${size.height + size.foot}`} role="img">
      <title>{t('figures.picture')}</title>
      <line x2={size.width} y1={zero} y2={zero} />
      {revenues.map((won, index) => {
        const day = days[index]?.day ?? ''
        const height = Math.abs(won) * scale
        const bar = { x: (index + 0.1) * step, y: won < 0 ? zero : zero - height, width: step * 0.8, height }
        return (
          <g key={day}>
            <rect className={won < 0 ? 'out' : 'in'} {...bar}>
              <title>{`${day}: ${number(won)}`}</title>
            </rect>
            {index % labelled === 0 && (
              <text x={index * step} y={size.height + size.foot - 5} className="first">
                {day.slice(5)}
              </text>
            )}
          </g>
        )
      })}
      <text x={size.width} y={14} className="last">
        {t('sums.most', { won: number(most) })}
      </text>
    </svg>
  )
}
