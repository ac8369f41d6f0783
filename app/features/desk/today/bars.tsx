import type { CommandResult } from '~/embedded/desk/commands'
import { formatSeoulMinute } from '~/values/seoul'
import type { DeskTexts } from '../texts'

type Sum = CommandResult<'sums'>['rows'][number]

const width = 560
const height = 120
const foot = 18

/** Deposits and withdrawals over time as bars, with the same figures in a table below. */
export function SumBars({
  texts,
  title,
  sums,
  by,
}: {
  texts: DeskTexts
  title: string
  sums: readonly Sum[]
  by: 'day' | 'hour'
}) {
  const { t, number } = texts
  const most = Math.max(
    1,
    ...sums.flatMap(({ deposits, withdrawals }) => [Number(deposits.won), Number(withdrawals.won)]),
  )
  const step = width / sums.length
  const heightOf = (won: number | string) => Math.round((Number(won) / most) * (height - 4))
  const nameOf = ({ from }: Sum) =>
    by === 'day' ? formatSeoulMinute(from).slice(5, 10) : formatSeoulMinute(from).slice(11, 16)
  const done = sums.filter(({ deposits, withdrawals }) => deposits.count + withdrawals.count > 0)
  return (
    <section>
      <h2>{title}</h2>
      <svg
        className="bars"
        viewBox={`0 0 ${width} ${height + foot}`}
        role="img"
        aria-label={t('sums.label', { title, won: number(most) })}
      >
        <line x1="0" x2={width} y1={height} y2={height} />
        {sums.map((sum, index) => {
          const x = index * step
          const [deposited, withdrawn] = [heightOf(sum.deposits.won), heightOf(sum.withdrawals.won)]
          return (
            <g key={sum.from}>
              <rect className="in" x={x + step * 0.1} y={height - deposited} width={step * 0.38} height={deposited} />
              <rect className="out" x={x + step * 0.52} y={height - withdrawn} width={step * 0.38} height={withdrawn} />
              {index % 4 === 0 && (
                <text x={x + step / 2} y={height + foot - 4} className={index === 0 ? 'first' : undefined}>
                  {nameOf(sum)}
                </text>
              )}
            </g>
          )
        })}
      </svg>
      <p className="soft">
        <span className="key in" /> {t('queue.deposit')} <span className="key out" /> {t('queue.withdrawal')} ·{' '}
        {t('sums.most', { won: number(most === 1 ? 0 : most) })}
      </p>
      <details>
        <summary>{t('sums.table')}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t(by === 'day' ? 'field.day' : 'field.at')}</th>
              <th scope="col" className="number">
                {t('queue.deposit')}
              </th>
              <th scope="col" className="number">
                {t('queue.withdrawal')}
              </th>
            </tr>
          </thead>
          <tbody>
            {done.map((sum) => (
              <tr key={sum.from}>
                <th scope="row">
                  {by === 'day' ? (
                    <a href={`/desk/waiting?state=already&from=${dayOf(sum)}&to=${dayOf(sum)}`}>{nameOf(sum)}</a>
                  ) : (
                    nameOf(sum)
                  )}
                </th>
                <td className="number">
                  {number(sum.deposits.won)} ({number(sum.deposits.count)})
                </td>
                <td className="number">
                  {number(sum.withdrawals.won)} ({number(sum.withdrawals.count)})
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}

const dayOf = ({ from }: Sum) => formatSeoulMinute(from).slice(0, 10)
