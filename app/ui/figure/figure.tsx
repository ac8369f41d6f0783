import type { ReactNode } from 'react'
import { visuallyHidden } from '../base.css'
import * as css from './figure.css'

interface FigureProps {
  /** Formatted for the locale, such as 1,284,500. null means unavailable and is shown as –. */
  amount: string | null
  /** Such as 원. Smaller than large figures. */
  unit?: string
  /** Puts the unit before the figure, as with ₩. */
  unitFirst?: boolean
  size?: keyof typeof css.figure.classNames.variants.size
  /** While loading: shows `···` as wide as `amount`, with this text for screen readers. */
  loadingLabel?: string
}

/** Units in these scripts follow the figure without a space: 원, ウォン, 韩元. Others get a no-break space. */
const unitWithoutSpace = /^[\p{Script=Hangul}\p{Script=Han}\p{Script=Katakana}₩¥]/u

/** Money or a count, in digits of equal width and without line breaks. */
export function Figure({ amount, unit, unitFirst = false, size = 'big', loadingLabel }: FigureProps) {
  const unitClass = css.unit({ side: unitFirst ? 'start' : 'end', fullSize: size === 'line' || size === 'inherit' })
  const unitText = unit && amount !== null && (
    <span className={unitClass}>{unitFirst || unitWithoutSpace.test(unit) ? unit : `\u00a0${unit}`}</span>
  )
  const text = (
    <>
      {unitFirst && unitText}
      {amount ?? '–'}
      {!unitFirst && unitText}
    </>
  )
  if (loadingLabel === undefined) return <span className={css.figure({ size })}>{text}</span>
  return (
    <span className={css.figure({ size, loading: true })}>
      <span className={css.widthPlaceholder} aria-hidden="true">
        {text}
      </span>
      <span className={css.dots} aria-hidden="true">
        ···
      </span>
      <span className={visuallyHidden}>{loadingLabel}</span>
    </span>
  )
}

/** A figure with its label above and a note below. */
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
