import type { ReactNode } from 'react'
import type { CommandResult } from '~/embedded/backoffice/commands/table'
import { formatSeoulMinute } from '~/values/seoul'
import { stored } from '~/values/status'
import type { BackofficeTexts } from '../texts'

export type Sum = CommandResult<'sums'>['rows'][number]

const size = { width: 560, height: 120, foot: 26, head: 24 }

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
  const step = size.width / sums.length
  return (
    <>
      <p className="soft">
        <span className="key in" /> {t('queue.deposit')} <span className="key out" /> {t('queue.withdrawal')}
      </p>
      <svg className="bars" viewBox={`0 0 ${size.width} ${size.height + size.foot}`} aria-hidden="true">
        <line x2={size.width} y1={size.height} y2={size.height} />
        {sums.map((sum, index) => (
          <a key={sum.from} href={hrefOfSum(sum)} tabIndex={-1}>
            {/* The whole height can be pressed. */}
            <rect className="reach" x={index * step} width={step} height={size.height} />
            {Object.entries(wonOf(sum)).map(([kind, won], place) => {
              const height = most && Math.round((won / most) * (size.height - size.head))
              const shape = {
                x: (index + 0.1 + place * 0.42) * step,
                y: size.height - height,
                width: step * 0.38,
                height,
              }
              return <rect key={kind} className={kind} {...shape} />
            })}
            {index % 4 === 0 && (
              <text
                x={(index + 0.5) * step}
                y={size.height + size.foot - 5}
                className={index === 0 ? 'first' : undefined}
              >
                {nameOfSum(sum, by)}
              </text>
            )}
          </a>
        ))}
        <text x={size.width} y={14} className="last">
          {t('sums.most', { won: number(most) })}
        </text>
      </svg>
      <details>
        <summary>{t('sums.table')}</summary>
        {children}
      </details>
    </>
  )
}
