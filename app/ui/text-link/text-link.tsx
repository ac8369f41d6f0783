import type { ReactNode } from 'react'
import { Icon } from '../icon/icon'
import { Link, type LinkProps } from '../link/link'
import * as css from '../text.css'

export function TextLink({ children, ...rest }: Omit<LinkProps, 'className'>) {
  return (
    <Link {...rest} className={css.textLink}>
      {children}
    </Link>
  )
}

export function MoreLink({ to, about, children }: { to: string; about?: string | undefined; children: ReactNode }) {
  return (
    <Link to={to} className={css.moreLink} aria-label={about}>
      {children}
    </Link>
  )
}

export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={css.backLink}>
      <Icon name="chevron-left" size={16} />
      <span>{children}</span>
    </Link>
  )
}
