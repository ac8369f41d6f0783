import type { ReactNode } from 'react'
import { classNames } from '../class-names'
import * as css from './empty.css'

interface EmptyProps {
  /** An 88 px square picture; never for money failures. */
  art?: ReactNode
  title: string
  /** One sentence. */
  text?: ReactNode
  /** Anything between the sentence and the ways on, as a request number. */
  children?: ReactNode
  /** Quiet buttons: the way on. */
  action?: ReactNode
  /** `h1` for a page that is nothing else; it stands at the start. */
  heading?: 'h1' | 'h2' | 'h3' | 'p'
}

/** What stands where there is nothing yet, or nothing came. */
export function Empty({ art, title, text, children, action, heading: Heading = 'p' }: EmptyProps) {
  const page = Heading === 'h1'
  return (
    <div className={classNames(css.empty, page && css.atStart)}>
      {art && <div className={css.art}>{art}</div>}
      <Heading className={page ? css.titlePage : css.titleCard} tabIndex={page ? -1 : undefined}>
        {title}
      </Heading>
      {text && <p className={css.text}>{text}</p>}
      {children}
      {action && <div className={css.action}>{action}</div>}
    </div>
  )
}
