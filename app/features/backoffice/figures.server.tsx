import type { CommandResult } from '~/embedded/backoffice/commands/table'
import { card } from '~/ui/card/card.css'
import { filtersOf, listScreen } from './list.server'
import type { BackofficeRequest, Page } from './screen'
import { Axis } from './today/bars'

type Figures = CommandResult<'figures'>

export async function figuresScreen(backoffice: BackofficeRequest): Promise<Page> {
  const { t, url } = backoffice
  const { asked } = filtersOf({ command: 'figures' }, url)
  const { from, to } = asked as Record<string, string | undefined>
  const payload = { ...(from && { from }), ...(to && { to }) }
  const lists = [
    {
      command: 'figures',
      above: (result: object) => <RevenueBars backoffice={backoffice} days={(result as Figures).days} />,
    },
    { command: 'member-money', payload, shownRows: 10 },
    { command: 'handling', payload },
  ] as const
  return listScreen(backoffice, t('nav.figures'), lists, { leads: [['recount-figures']] })
}

const size = { width: 1120, height: 180 }

/** Revenue of each day with play, above or below a line of zero. The list below has the same figures as text. */
function RevenueBars({ backoffice, days }: { backoffice: BackofficeRequest; days: Figures['days'] }) {
  const { t, number } = backoffice
  const revenues = days.map(({ revenue }) => Number(revenue))
  const [most, least] = [Math.max(0, ...revenues), Math.min(0, ...revenues)]
  if (most === least) return null
  const scale = size.height / (most - least)
  const zero = most * scale
  const between = Math.ceil(days.length / 7)
  const named = days.filter((_, index) => index % between === 0).map(({ day }) => day?.slice(5) ?? '')
  const step = size.width / (named.length * between)
  return (
    <section className={card}>
      <p className="soft">{t('sums.most', { won: number(most) })}</p>
      <svg className="bars" viewBox={`0 0 ${size.width} ${size.height}`} preserveAspectRatio="none" role="img">
        <title>{t('figures.picture')}</title>
        <line x2={size.width} y1={zero} y2={zero} />
        {revenues.map((won, index) => {
          const day = days[index]?.day ?? ''
          const height = Math.abs(won) * scale
          const bar = { x: (index + 0.1) * step, y: won < 0 ? zero : zero - height, width: step * 0.8, height }
          return (
            <rect key={day} className={won < 0 ? 'out' : 'in'} {...bar}>
              <title>{`${day}: ${number(won)}`}</title>
            </rect>
          )
        })}
      </svg>
      <Axis names={named} />
    </section>
  )
}
