import type { ReactNode } from 'react'
import * as css from './badge.css'

export type BadgeKind = keyof typeof css.badges

export function Badge({ kind = 'plain', children }: { kind?: BadgeKind; children: ReactNode }) {
  return <span className={css.badges[kind]}>{children}</span>
}

/** A count on an icon, at most 99+ and hidden at zero. The enclosing link must also contain the count in words. */
export function CountBubble({ count }: { count: number }) {
  if (count <= 0) return null
  return (
    <span className={css.bubble} aria-hidden="true">
      {count > 99 ? '99+' : count}
    </span>
  )
}

/** A decorative mark on an unread item. Screen readers read the text 안 읽음 next to it. */
export const UnreadMark = () => <span className={css.unread} aria-hidden="true" />
