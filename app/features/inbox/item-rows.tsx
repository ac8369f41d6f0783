import { StatusBadge } from '~/frame/parts/status-badge'
import { List, ListRow } from '~/ui/list/list'
import { hrefWithQuery } from '~/values/href-with-query'
import { DateText } from './date-text'
import * as css from './messages.css'

/** Data of one row. */
export type ItemRow = {
  id?: string
  title?: string
  /** ISO 8601, or empty; `dateText` is the same as text. */
  date: string
  dateText: string
  unread?: boolean
  status?: string
}

/** A list of items that link to `path` with their id. */
export function ItemRows({
  path,
  rows,
  label,
  untitledText,
  unreadText,
}: {
  path: string
  rows: readonly ItemRow[]
  label: string
  untitledText: string
  /** Text beside the date of an unread item. */
  unreadText?: string
}) {
  return (
    <List label={label}>
      {rows.map((row, at) => (
        <ListRow
          // biome-ignore lint/suspicious/noArrayIndexKey: ids may be missing or come twice.
          key={at}
          to={row.id === undefined ? undefined : hrefWithQuery(path, { id: row.id })}
          title={
            <span dir="auto" className={css.rowTitle}>
              {row.title ?? untitledText}
            </span>
          }
          unread={row.unread}
          below={
            <>
              <DateText date={row.date} text={row.dateText} />
              {row.unread && ` · ${unreadText}`}
            </>
          }
          end={row.status && <StatusBadge status={row.status} />}
          chevron={row.id !== undefined && row.status === undefined}
        />
      ))}
    </List>
  )
}
