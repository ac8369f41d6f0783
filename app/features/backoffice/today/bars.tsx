import type { ReactNode } from 'react'
import type { CommandResult } from '~/embedded/backoffice/commands/table'
import { formatSeoulMinute } from '~/values/seoul'
import { stored } from '~/values/status'
import { soft, unfold } from '../parts'
import type { BackofficeTexts } from '../texts'
import { fieldName, textOf } from '../values'

export type Sum = CommandResult<'sums'>['rows'][number]
type Column = { name: string; label?: string; to: string | undefined } & {
  wons: readonly (readonly [kind: 'in' | 'out', won: number])[]
}

const size = { width: 1120, height: 240 }
const maxBarWidth = 48

function scaleEnd(most: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, most))))
  return [1, 2, 3, 4, 5, 6, 8, 10].map((step) => step * Math.max(unit, 2)).find((end) => end >= most) ?? most
}

type BarsProps = { columns: readonly Column[]; every: number; legend: ReactNode; about?: string }

/** Shows bars above or below a zero line, with a label for every nth column. A list has the same figures as text. */
export function Bars({ texts, columns, every, legend, about }: BarsProps & { texts: BackofficeTexts }) {
  const all = columns.flatMap(({ wons }) => wons.map(([, won]) => won))
  const [most, least] = [Math.max(0, ...all), Math.min(0, ...all)]
  if (most === 0 && least === 0) return soft(about)
  const top = scaleEnd(Math.max(most, -least))
  const marks = [top, ...(least < 0 ? [0, -top] : [top / 2, 0])]
  const [zero, scale] = least < 0 ? [size.height / 2, size.height / 2 / top] : [size.height, size.height / top]
  const step = size.width / columns.length
  const round = (length: number) => Number(length.toFixed(1))
  return (
    <>
      <p className="soft">
        {about && `${about} · `}
        {legend} · {texts.t('sums.most', { won: texts.number(most) })}
        {least < 0 && ` · ${texts.t('sums.least', { won: texts.number(least) })}`}
      </p>
      <div className="chart">
        <p className="scale soft" aria-hidden="true">
          {marks.map((mark) => (
            <span key={mark}>{texts.number(mark)}</span>
          ))}
        </p>
        <svg className="bars" viewBox="0 0 1120 240" preserveAspectRatio="none" aria-hidden="true">
          {[0, size.height / 2, size.height].map((y) => (
            <line key={y} className={y === zero ? 'zero' : undefined} x2={size.width} y1={y} y2={y} />
          ))}
          {columns.map(({ name, to, wons }, index) => (
            <a key={name} href={to} tabIndex={-1}>
              <title>{[name, ...wons.map(([, won]) => texts.number(won))].join(' · ')}</title>
              {/* The column is clickable over its full height. */}
              <rect className="reach" x={round(index * step)} width={round(step)} height={size.height} />
              {wons.map(([kind, won], place) => {
                const [width, height] = [Math.min(maxBarWidth, (step * 0.8) / wons.length), Math.abs(won) * scale]
                const x = (index + 0.5) * step + (place - wons.length / 2) * width
                const y = won < 0 ? zero : zero - height
                const box = { x: round(x), y: round(y), width: round(width), height: round(height) }
                return <rect key={kind} className={kind} {...box} />
              })}
            </a>
          ))}
        </svg>
        <p className={`axis soft centred${columns.length > 13 ? ' days' : ''}`} aria-hidden="true">
          {columns.map(({ name, label = name }, index) => (
            <span key={name}>{index % every === 0 && label}</span>
          ))}
        </p>
      </div>
    </>
  )
}

export function hrefOfSum({ from }: Sum): string {
  const [day = ''] = formatSeoulMinute(from).split(' ')
  return `/backoffice/waiting?${new URLSearchParams({ kind: 'deposit', state: stored.done, from: day, to: day })}`
}

export function nameOfSum({ from }: Sum, by: unknown): string {
  const [day = '', hour = ''] = formatSeoulMinute(from).split(' ')
  return by === 'hour' ? hour : day.slice(5)
}

export const textOfSum = (texts: BackofficeTexts, { count, won }: Sum['deposits']) =>
  count > 0 && `${textOf(texts, 'won', won)} (${texts.number(count)})`

export function SumBars(props: { texts: BackofficeTexts; sums: readonly Sum[]; by: unknown; table: ReactNode }) {
  const { texts, sums, by, table } = props
  const columns = sums.map((sum): Column => {
    const wons = [['in', Number(sum.deposits.won)] as const, ['out', Number(sum.withdrawals.won)] as const]
    return { name: nameOfSum(sum, by), to: hrefOfSum(sum), wons }
  })
  const total = (kind: 'deposits' | 'withdrawals') => sums.reduce((sum, row) => sum + BigInt(row[kind].won), 0n)
  const [came, went] = [total('deposits'), total('withdrawals')]
  const named = (field: string, won: bigint) => `${fieldName(texts, field)} ${textOf(texts, 'won', String(won))}`
  const legend = (
    <>
      <span className="key in" /> {named('deposits', came)} <span className="key out" /> {named('withdrawals', went)} ·{' '}
      {named('net', came - went)}
    </>
  )
  return (
    <>
      <Bars {...{ texts, columns, legend }} every={4} />
      {unfold(texts.t('sums.table'), table)}
    </>
  )
}
