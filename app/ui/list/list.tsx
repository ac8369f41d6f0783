import type { ReactNode } from 'react'
import { UnreadMark } from '../badge/badge'
import { Icon } from '../icon/icon'
import { Link } from '../link/link'
import * as css from './list.css'

export function List({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ul className={css.list} aria-label={label}>
      {children}
    </ul>
  )
}

interface ListRowProps {
  to?: string | undefined
  title: ReactNode
  unread?: boolean
  below?: ReactNode
  end?: ReactNode
  chevron?: boolean
  /** `beside`: shown beside the list from 960 px, even though nobody has opened it. */
  current?: boolean | 'beside'
}

export function ListRow({ to, title, unread, below, end, chevron, current }: ListRowProps) {
  const content = (
    <>
      <span className={css.text}>
        {unread ? (
          <span className={css.unreadTitle}>
            <UnreadMark />
            <span className={css.title}>{title}</span>
          </span>
        ) : (
          <span className={css.title}>{title}</span>
        )}
        {below && <span className={css.below}>{below}</span>}
      </span>
      {(end || chevron) && (
        <span className={css.end}>
          {end}
          {chevron && (
            <span className={css.chevron}>
              <Icon name="chevron-right" />
            </span>
          )}
        </span>
      )}
    </>
  )
  const twoLines = Boolean(below)
  return (
    <li className={css.item}>
      {to === undefined ? (
        <div className={css.row({ twoLines })}>{content}</div>
      ) : (
        <Link
          to={to}
          className={css.row({ twoLines, current: current ?? false })}
          aria-current={current === true || undefined}
        >
          {content}
        </Link>
      )}
    </li>
  )
}
