import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icon/icon'
import * as css from './badge.css'

export type BadgeKind = keyof typeof css.kinds

/** A status in one or two words; the word says it, the colour only helps. */
export function Badge({ kind = 'plain', icon, children }: { kind?: BadgeKind; icon?: IconName; children: ReactNode }) {
  return (
    <span className={css.kinds[kind]}>
      {icon && <Icon name={icon} size={16} />}
      {children}
    </span>
  )
}

/** A count on an icon, 99+ at most; nothing at zero. The link around it says the count in words. */
export function CountBubble({ count }: { count: number }) {
  if (count <= 0) return null
  return (
    <span className={css.bubble} aria-hidden="true">
      {count > 99 ? '99+' : count}
    </span>
  )
}

/** The mark before an unread title, for the eye; 안 읽음 stands in words beside it. */
export function UnreadMark() {
  return <span className={css.unread} aria-hidden="true" />
}
