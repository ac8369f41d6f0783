import type { ReactNode } from 'react'
import * as css from './badge.css'

export type BadgeKind = keyof typeof css.badges

export function Badge({ kind = 'plain', children }: { kind?: BadgeKind; children: ReactNode }) {
  return <span className={css.badges[kind]}>{children}</span>
}

/** A count on an icon, at most 99+ and hidden at zero. The link around it must also say the count in words. */
export function CountBubble({ count }: { count: number }) {
  if (count <= 0) return null
  return (
    <span className={css.bubble} aria-hidden="true">
      {count > 99 ? '99+' : count}
    </span>
  )
}

/** A decorative mark before the title of an unread item. The text 안 읽음 next to it is for screen readers. */
export function UnreadMark() {
  return <span className={css.unread} aria-hidden="true" />
}
