import type { ReactNode } from 'react'
import type { CommandResult } from '~/embedded/backoffice/commands/table'
import { formatSeoulMinute } from '~/values/seoul'
import { stored } from '~/values/status'
import type { BackofficeTexts } from '../texts'

export type Sum = CommandResult<'sums'>['rows'][number]

const size = { width: 560, height: 120 }

/** Labels below every nth bar, as HTML text, so that their size does not depend on the picture's. */
export const Axis = ({ names }: { names: readonly string[] }) => (
  <p className="axis soft" aria-hidden="true">
    {names.map((name) => (
      <span key={name}>{name}</span>
    ))}
  </p>
)

export function hrefOfSum({ from }: Sum): string {
  const [day = ''] = formatSeoulMinute(from).split(' ')
  return `/backoffice/waiting?${new URLSearchParams({ kind: 'deposit', state: stored.done, from: day, to: day })}`
}

export function nameOfSum({ from }: Sum, by: unknown): string {
  const [day = '', hour = ''] = formatSeoulMinute(from).split(' ')
  return by === 'hour' ? hour : day.slice(5)
}

export function SumBars(props: { texts: BackofficeTexts; sums: readonly Sum[]; by: unknown; children: ReactNode }) {
  const { sums, by, children } = props
  const { t, number } = props.texts
  const wonOf = ({ deposits, withdrawals }: Sum) => ({ in: Number(deposits.won), out: Number(withdrawals.won) })
  const most = Math.max(0, ...sums.flatMap((sum) => Object.values(wonOf(sum))))
  const named = sums.filter((_, index) => index % 4 === 0).map((sum) => nameOfSum(sum, by))
  const step = size.width / (named.length * 4)
  return (
    <>
      <p className="soft">
        <span className="key in" /> {t('queue.deposit')} <span className="key out" /> {t('queue.withdrawal')}
        {` · ${t('sums.most', { won: number(most) })}`}
      </p>
      <svg className="bars" viewBox={`0 0 ${size.width} ${size.height}`} preserveAspectRatio="none" aria-hidden="true">
        <line x2={size.width} y1={size.height} y2={size.height} />
        {sums.map((sum, index) => (
          <a key={sum.from} href={hrefOfSum(sum)} tabIndex={-1}>
            {/* The whole height can be pressed. */}
            <rect className="reach" x={index * step} width={step} height={size.height} />
            {Object.entries(wonOf(sum)).map(([kind, won], place) => {
              const height = most && Math.round((won / most) * size.height)
              const shape = {
                x: (index + 0.1 + place * 0.42) * step,
                y: size.height - height,
                width: step * 0.38,
                height,
              }
              return <rect key={kind} className={kind} {...shape} />
            })}
          </a>
        ))}
      </svg>
      <Axis names={named} />
      <details>
        <summary>{t('sums.table')}</summary>
        {children}
      </details>
    </>
  )
}
