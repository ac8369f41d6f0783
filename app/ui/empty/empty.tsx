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
  const content = (
    <>
      {hasArtwork && !isPage && <div className={css.artwork}>{artwork}</div>}
      <Heading className={isPage ? css.pageTitle : css.title} tabIndex={isPage ? -1 : undefined}>
        {title}
      </Heading>
      {text && <p className={css.text}>{text}</p>}
      {children}
      {action && <div className={css.action}>{action}</div>}
      {ways && <div className={css.ways}>{ways}</div>}
    </>
  )
  if (!isPage) return <div className={inCard ? css.emptyPage : css.empty}>{content}</div>
  return (
    <div className={hasArtwork ? css.besideArtwork : undefined}>
      <div className={css.emptyPage}>{content}</div>
      {hasArtwork && <div className={css.pageArtwork}>{artwork}</div>}
    </div>
  )
}
