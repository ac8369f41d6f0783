import type { ReactNode } from 'react'
import { hidden } from '../base.css'
import { classNames } from '../class-names'
import * as css from './figure.css'

interface FigureProps {
  /** Already grouped for the locale, as 1,284,500; null: it did not come, shown as –. */
  amount: string | null
  /** As 원; smaller than the figure. */
  unit?: string
  /** The unit stands before the figure, as ₩. */
  unitFirst?: boolean
  size?: keyof typeof css.sizes
  /** The figure is being fetched: `···` in a box as wide as `amount`, and this word for the ear. */
  waiting?: string
}

/** Scripts that write a unit against its figure: 원, ウォン, 韩元. Others part them, for the eye and for a copy of the text. */
const closeUp = /^[\p{Script=Hangul}\p{Script=Han}\p{Script=Katakana}₩¥]/u

/** Money or a count, tabular and never broken. */
export function Figure({ amount, unit, unitFirst = false, size = 'big', waiting }: FigureProps) {
  const plain = size === 'line' || size === 'inherit'
  const shape = classNames(css.figure, css.sizes[size])
  const unitClass = classNames(unitFirst ? css.unitFirst : css.unit, plain && css.unitPlain)
  const sign = unit && amount !== null && (
    <span className={unitClass}>{unitFirst || closeUp.test(unit) ? unit : `\u00a0${unit}`}</span>
  )
  const whole = (
    <>
      {unitFirst && sign}
      {amount ?? '–'}
      {!unitFirst && sign}
    </>
  )
  if (waiting === undefined) return <span className={shape}>{whole}</span>
  return (
    <span className={classNames(shape, css.waiting)}>
      <span className={css.width} aria-hidden="true">
        {whole}
      </span>
      <span className={css.dots} aria-hidden="true">
        ···
      </span>
      <span className={hidden}>{waiting}</span>
    </span>
  )
}

/** A figure under its name, with a note under it. */
export function LabelledFigure({
  label,
  note,
  ...figure
}: FigureProps & {
  label: string
  note?: ReactNode
}) {
  return (
    <div className={css.labelled}>
      <span className={css.label}>{label}</span>
      <Figure {...figure} />
      {note && <span className={css.note}>{note}</span>}
    </div>
  )
}
