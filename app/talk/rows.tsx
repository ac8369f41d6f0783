import { addressWith } from '~/lobby/pages'
import { StatusBadge } from '~/shell/status-badge'
import { List, ListRow } from '~/ui/list/list'
import * as css from './letter.css'
import { When } from './when'

/** Data of one row. */
export type Row = {
  id?: string
  title?: string
  /** ISO 8601, or empty. `when` is the same date as text. */
  at: string
  when: string
  unread?: boolean
  /** The upstream's status. */
  status?: string
}

/** A list of items that link to `path` with their id. */
export function Rows({
  path,
  rows,
  label,
  untitled,
  unread,
}: {
  path: string
  rows: readonly Row[]
  /** Accessible name of the list. */
  label: string
  untitled: string
  /** Text beside the date of an unread item. */
  unread?: string
}) {
  return (
    <List label={label}>
      {rows.map((row, at) => (
        <ListRow
          // biome-ignore lint/suspicious/noArrayIndexKey: ids may be missing or come twice.
          key={at}
          to={row.id === undefined ? undefined : addressWith(path, { id: row.id })}
          title={
            <span dir="auto" className={css.rowTitle}>
              {row.title ?? untitled}
            </span>
          }
          unread={row.unread}
          below={
            <>
              <When at={row.at} when={row.when} />
              {row.unread && ` · ${unread}`}
            </>
          }
          end={row.status && <StatusBadge status={row.status} />}
          chevron={row.id !== undefined && row.status === undefined}
        />
      ))}
    </List>
  )
}
