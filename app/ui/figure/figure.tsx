import { createContext, type ReactNode, use } from 'react'
import { visuallyHidden } from '../base.css'
import * as css from './figure.css'

/** The text that screen readers read for an unknown figure, because they skip the dash. */
export const UnknownFigureContext = createContext('')

const beginsWithNumber = /^[+−]?\d/

/** A figure, or a dash (–) with a label for screen readers. Translation tools skip it. */
export function FigureText({ children }: { children: ReactNode }) {
  const unknown = use(UnknownFigureContext)
  if (typeof children !== 'string') return children
  if (children === '–')
    return (
      <span role="img" aria-label={unknown}>
        –
      </span>
    )
  return <span translate={beginsWithNumber.test(children) ? 'no' : undefined}>{children}</span>
}

interface FigureProps {
  /** The localized amount, such as 1,284,500. Null (unavailable) is shown as –. */
  amount: string | null
  unit?: string | undefined
  size?: keyof typeof css.figure.classNames.variants.size
  /** The text for screen readers during loading, when `···` is shown in the width of `amount`. */
  loadingLabel?: string
}

/** Matches units that follow the figure without a space: 원, ウォン, 韩元. Others follow a no-break space. */
const unitWithoutSpace = /^[\p{Script=Hangul}\p{Script=Han}\p{Script=Katakana}₩¥]/u

/** Money or a count, in tabular figures and without line breaks, except before a long unit. */
export function Figure({ amount, unit, size = 'big', loadingLabel }: FigureProps) {
  const isLong = (unit?.length ?? 0) > 6
  const unitClass = css.unit({ fullSize: size === 'line' || size === 'inherit', isLong })
  const space = isLong ? ' ' : '\u00a0'
  const unitText = unit && amount !== null && (
    <span className={unitClass}>{unitWithoutSpace.test(unit) ? unit : `${space}${unit}`}</span>
  )
  const text = (
    <>
      <FigureText>{amount ?? '–'}</FigureText>
      {unitText}
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

export function LabelledFigure({ label, ...figure }: FigureProps & { label: string }) {
  return (
    <div className={css.labelled}>
      <span className={css.label}>{label}</span>
      <Figure {...figure} />
    </div>
  )
}
