import { type ReactNode, use } from 'react'
import { PicturesContext } from '../picture/picture'
import * as css from './empty.css'

interface EmptyProps {
  artwork?: ReactNode
  title: string
  text?: ReactNode
  children?: ReactNode
  action?: ReactNode
  ways?: ReactNode
  heading?: 'h1' | 'h2' | 'p'
  /** Whether this is the only content of a card. If so, it is aligned to the start. */
  inCard?: boolean
}

export function Empty({ artwork, title, text, children, action, ways, heading: Heading = 'p', inCard }: EmptyProps) {
  const isPage = Heading === 'h1'
  const hasArtwork = use(PicturesContext) && artwork
  return (
    <div
      className={isPage && hasArtwork ? css.besideArtwork : isPage ? css.emptyPage : inCard ? css.inCard : css.empty}
    >
      {hasArtwork && <div className={isPage ? css.pageArtwork : css.artwork}>{artwork}</div>}
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
