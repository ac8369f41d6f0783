import { type ReactNode, type Ref, useId } from 'react'
import * as css from './card.css'

interface CardProps {
  /** Makes the card a region with this name, unless `isRegion` is false. Must be unique on the page. */
  title?: ReactNode
  isRegion?: boolean
  heading?: 'h2' | 'h3'
  id?: string
  ref?: Ref<HTMLElement>
  end?: ReactNode
  children: ReactNode
}

export function Card({ title, isRegion = true, heading: Heading = 'h2', id, ref, end, children }: CardProps) {
  const titleId = useId()
  if (title === undefined) return <div className={css.card}>{children}</div>
  const content = (
    <>
      <div className={css.head}>
        <Heading id={titleId} className={css.title}>
          {title}
        </Heading>
        {end}
      </div>
      {children}
    </>
  )
  if (!isRegion) return <div className={css.card}>{content}</div>
  return (
    <section id={id} ref={ref} tabIndex={ref ? -1 : undefined} className={css.card} aria-labelledby={titleId}>
      {content}
    </section>
  )
}
