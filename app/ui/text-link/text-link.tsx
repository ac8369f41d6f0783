import type { ReactNode } from 'react'
import { Icon } from '../icon/icon'
import { Link, type LinkProps } from '../link/link'
import * as css from './text-link.css'

/** A link within a sentence. */
export function TextLink({ children, ...rest }: Omit<LinkProps, 'className'>) {
  return (
    <Link {...rest} className={css.textLink}>
      {children}
    </Link>
  )
}

/** A small link with an arrow, such as 모두 보기. `about` is its accessible name: what it shows all of. */
export function MoreLink({ to, about, children }: { to: string; about?: string; children: ReactNode }) {
  return (
    <Link to={to} className={css.moreLink} aria-label={about}>
      {children}
    </Link>
  )
}

/** A link back, above a title. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={css.arrowLink}>
      <Icon name="chevron-left" size={16} />
      <span>{children}</span>
    </Link>
  )
}
