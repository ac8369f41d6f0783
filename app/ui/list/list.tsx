import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { UnreadMark } from '../badge/badge'
import { classNames } from '../class-names'
import { Icon } from '../icon/icon'
import * as css from './list.css'

/** Rows with a hairline between them and no box around: a list ends with space. */
export function List({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ul className={css.list} aria-label={label}>
      {children}
    </ul>
  )
}

interface ListRowProps {
  /** Where the whole row leads; without it the row is no link. */
  to?: string
  title: ReactNode
  bold?: boolean
  /** Bold, with a square before it; say 안 읽음 in `below` too. */
  unread?: boolean
  /** Second line: date, kind. */
  below?: ReactNode
  /** At the end: a date, a badge, a figure. */
  end?: ReactNode
  /** An arrow at the end of a row that is a link. */
  chevron?: boolean
}

/** One row of a `List`. */
export function ListRow({ to, title, bold, unread, below, end, chevron }: ListRowProps) {
  const inside = (
    <>
      <span className={css.words}>
        <span className={classNames(css.title, (bold || unread) && css.bold)}>
          {unread && <UnreadMark />}
          <span className={css.titleText}>{title}</span>
        </span>
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
  const shape = classNames(css.row, below && css.twoLines)
  return (
    <li className={css.item}>
      {to === undefined ? (
        <div className={shape}>{inside}</div>
      ) : (
        <Link to={to} className={classNames(shape, css.link)}>
          {inside}
        </Link>
      )}
    </li>
  )
}
