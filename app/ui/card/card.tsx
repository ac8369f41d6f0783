import { type ReactNode, useId } from 'react'
import * as css from './card.css'

interface CardProps {
  /** With a title the card is a region of that name, which must be unique on the page. */
  title?: string
  isRegion?: boolean
  heading?: 'h2' | 'h3'
  end?: ReactNode
  children: ReactNode
}

export function Card({ title, isRegion = true, heading: Heading = 'h2', end, children }: CardProps) {
  const id = useId()
  if (title === undefined) return <div className={css.card}>{children}</div>
  const content = (
    <>
      <div className={css.head}>
        <Heading id={id} className={css.title}>
          {title}
        </Heading>
        {end}
      </div>
      {children}
    </>
  )
  if (!isRegion) return <div className={css.card}>{content}</div>
  return (
    <section className={css.card} aria-labelledby={id}>
      {content}
    </section>
  )
}
