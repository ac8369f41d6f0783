import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Icon } from '../icon/icon'
import * as css from './text-link.css'

/** A link in a sentence. */
export function TextLink({ children, ...rest }: Omit<LinkProps, 'className'>) {
  return (
    <Link {...rest} className={css.textLink}>
      {children}
    </Link>
  )
}

/** 모두 보기: a small link with an arrow. `about` says for the ear what it shows all of. */
export function MoreLink({ to, about, children }: { to: string; about?: string; children: ReactNode }) {
  return (
    <Link to={to} className={css.arrowLink} aria-label={about}>
      {children}
      <Icon name="chevron-right" size={16} />
    </Link>
  )
}

/** The way back over a title. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={css.arrowLink}>
      <Icon name="chevron-left" size={16} />
      {children}
    </Link>
  )
}
