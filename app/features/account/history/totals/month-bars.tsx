import { useI18n } from '~/i18n/i18n'
import { panel } from '~/ui/card/card.css'
import { Link } from '~/ui/link/link'
import { TextLink } from '~/ui/text-link/text-link'
import { type DateRange, historyHref } from '../query'
import * as css from './month-bars.css'
import { daysOfMonth, type MonthTotal } from './months'

const box = { month: 40, height: 100, bar: 8 }
const kinds = ['deposits', 'withdrawals', 'net'] as const
const kindNames = {
  deposits: 'transaction.deposit',
  withdrawals: 'transaction.withdraw',
  net: 'user.history.sum.net',
} as const

export function MonthBars({ months, range }: { months: readonly MonthTotal[]; range: DateRange }) {
  const { number, signed, t, won } = useI18n()
  const most = Math.max(1, ...months.flatMap(({ deposits, withdrawals }) => [deposits, withdrawals]))
  const lowest = Math.min(0, ...months.map(({ net }) => net))
  const heightOf = (won: number) => (won / (most - lowest)) * box.height
  const hrefOf = ({ month }: MonthTotal) => historyHref({ tab: 'money', range: daysOfMonth(month, range) })
  const width = months.length * box.month
  const line = heightOf(most)
  return (
    <figure className={`${panel} ${css.figure}`}>
      <figcaption className={css.caption}>
        {kinds.map((kind) => (
          <span key={kind} className={`${css.key} ${css.kindColour[kind]}`}>
            {t(kindNames[kind])}
          </span>
        ))}
        {most > 1 && <span className={css.most}>{won(most)}</span>}
      </figcaption>
      <svg className={css.picture} viewBox={`0 0 ${width} ${box.height}`} preserveAspectRatio="none" aria-hidden="true">
        {months.map((total, index) => (
          <g key={total.month}>
            {kinds.map((kind, place) => {
              const x = index * box.month + box.month / 2 + (place - 1.5) * (box.bar + 1)
              const y = heightOf(most - Math.max(0, total[kind]))
              const shape = { x, y, width: box.bar, height: heightOf(Math.abs(total[kind])) }
              return <rect key={kind} className={css.kindColour[kind]} fill="currentColor" {...shape} />
            })}
          </g>
        ))}
        <line x2={width} y1={line} y2={line} stroke="currentColor" strokeOpacity={0.4} />
      </svg>
      <ol className={css.months}>
        {months.map((total) => (
          <li key={total.month}>
            <Link
              to={hrefOf(total)}
              className={css.month}
              aria-label={`${total.name}, ${t('user.history.month', {
                month: total.month,
                deposits: number(total.deposits),
                withdrawals: number(total.withdrawals),
              })}`}
            >
              {total.name}
            </Link>
          </li>
        ))}
      </ol>
      <details>
        <summary className={css.summary}>{t('user.history.months')}</summary>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('user.history.months.month')}</th>
              {kinds.map((kind) => (
                <th key={kind} scope="col">
                  {t(kindNames[kind])}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.toReversed().map((total) => (
              <tr key={total.month}>
                <th scope="row">
                  <TextLink to={hrefOf(total)}>{total.month}</TextLink>
                </th>
                <td>{number(total.deposits)}</td>
                <td>{number(total.withdrawals)}</td>
                <td>{signed(total.net)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
