import type { CommandResult } from '~/embedded/desk/commands'
import { formatSeoulMinute } from '~/values/seoul'
import { A, Section } from '../parts'
import type { DeskTexts } from '../texts'
import { Rows, textOf } from '../values'

type Sum = CommandResult<'sums'>['rows'][number]

const width = 560
const height = 120
const foot = 26

/** Deposits and withdrawals over time as bars that lead to what they are of, with the same figures in a table below. */
export function SumBars(props: { texts: DeskTexts; title: string; sums: readonly Sum[]; by: 'day' | 'hour' }) {
  const { texts, title, sums, by } = props
  const { t, number } = texts
  const wonOf = ({ deposits, withdrawals }: Sum) => [Number(deposits.won), Number(withdrawals.won)]
  const most = Math.max(1, ...sums.flatMap(wonOf))
  const step = width / sums.length
  const nameOf = ({ from }: Sum) =>
    by === 'day' ? formatSeoulMinute(from).slice(5, 10) : formatSeoulMinute(from).slice(11)
  const hrefOf = ({ from }: Sum) => {
    const day = formatSeoulMinute(from).slice(0, 10)
    return `/desk/waiting?kind=deposit&state=already&from=${day}&to=${day}`
  }
  const done = sums.filter(({ deposits, withdrawals }) => deposits.count + withdrawals.count > 0)
  const summed = (amount: Sum['deposits']) => `${textOf(texts, 'won', amount.won)} (${number(amount.count)})`
  const legend = (
    <span className="soft">
      <span className="key in" /> {t('queue.deposit')} <span className="key out" /> {t('queue.withdrawal')}
    </span>
  )
  return (
    <Section title={title} beside={legend}>
      <svg
        className="bars"
        viewBox={`0 0 ${width} ${height + foot}`}
        role="img"
        aria-label={t('sums.label', { title, won: number(most === 1 ? 0 : most) })}
      >
        <line x1="0" x2={width} y1={height} y2={height} />
        {sums.map((sum, index) => (
          <g key={sum.from}>
            {wonOf(sum).map((won, column) => {
              const tall = Math.round((won / most) * (height - 24))
              const x = (index + 0.1 + column * 0.42) * step
              const className = column === 0 ? 'in' : 'out'
              return <rect key={className} {...{ className, x, y: height - tall, width: step * 0.38, height: tall }} />
            })}
            {index % 4 === 0 && (
              <text x={(index + 0.5) * step} y={height + foot - 5} className={index === 0 ? 'first' : undefined}>
                {nameOf(sum)}
              </text>
            )}
          </g>
        ))}
        <text x={width} y={14} className="last">
          {t('sums.most', { won: number(most === 1 ? 0 : most) })}
        </text>
      </svg>
      <details>
        <summary>{t('sums.table')}</summary>
        <Rows
          texts={texts}
          label={title}
          columns={[by === 'day' ? 'day' : 'at', 'deposits', 'withdrawals']}
          rows={done.map((sum) => ({ id: sum.from, ...sum, day: '', at: nameOf(sum), sum }))}
          cells={{
            day: ({ sum }) => <A to={hrefOf(sum as Sum)} text={nameOf(sum as Sum)} />,
            deposits: ({ sum }) => summed((sum as Sum).deposits),
            withdrawals: ({ sum }) => summed((sum as Sum).withdrawals),
          }}
        />
      </details>
    </Section>
  )
}
