import type { ReactNode } from 'react'
import * as css from './empty.css'

interface EmptyProps {
  /** A square picture: 88 px, on a page that shows nothing else 320 px from 768 px on. Not for failures that involve money. */
  artwork?: ReactNode
  title: string
  text?: ReactNode
  /** Content between the sentence and the actions, such as a request id. */
  children?: ReactNode
  action?: ReactNode
  /** What else the page leads to, below its actions. */
  ways?: ReactNode
  /** `h1` for a page that shows nothing else: aligned to the start. */
  heading?: 'h1' | 'h2' | 'p'
  /** It is all that a card says: aligned to the start. */
  inCard?: boolean
}

/** Placeholder where there is no content, or where it could not be loaded. */
export function Empty({ artwork, title, text, children, action, ways, heading: Heading = 'p', inCard }: EmptyProps) {
  const isPage = Heading === 'h1'
  return (
    <div className={isPage && artwork ? css.besideArtwork : isPage ? css.emptyPage : inCard ? css.inCard : css.empty}>
      {artwork && <div className={isPage ? css.pageArtwork : css.artwork}>{artwork}</div>}
      <Heading className={isPage ? css.pageTitle : css.title} tabIndex={isPage ? -1 : undefined}>
        {title}
      </Heading>
      {text && <p className={css.text}>{text}</p>}
      {children}
      {action && <div className={css.action}>{action}</div>}
      {ways && <div className={css.ways}>{ways}</div>}
    </div>
  )
}
